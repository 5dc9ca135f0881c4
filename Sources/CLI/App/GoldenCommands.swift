import Events
import Projections

/// `golden run`: compares scenarios with their expected files.
struct GoldenRunCommand: Command {
  let name = "golden run"
  let summary = "compare the views of scenarios with their expected files"
  let example = "replog golden run scenarios"
  let remark = """
    A scenario is a folder with events.jsonl or commands.txt, and the expected files expected/VIEW.json, \
    VIEW.USER.json or VIEW.all-users.json, and optionally status, stdout and stderr. All scenarios are run. \
    The exit status is 1 if a file differs, 2 if a scenario cannot be run, and 5 if the system fails.
    """
  let accepts = GlobalOptions.Accepted.noLog
  let isAboutNamedLog = false
  private var folders: [FilePath] = []

  mutating func arguments(_ a: some Arguments) throws {
    try a.several(&folders, "DIR", "a scenario, or a folder of scenarios")
  }

  func run(_ shell: inout Shell) throws {
    var report = GoldenReport(of: .run)
    let scenarios = shell.scenarios(in: folders)
    for scenario in scenarios {
      let run: GoldenRun
      do { run = try shell.goldenRun(of: scenario.get()) } catch {
        try shell.report(error, of: scenario, isAlone: scenarios.count == 1, &report)
        continue
      }
      report.add(run)
      if !shell.options.json { try shell.show(run) }
    }
    shell.status = report.failure ?? (report.differing > 0 ? .refused : .done)
    try shell.show(report)
  }
}

/// `golden update`: writes the current output of scenarios into their expected files.
struct GoldenUpdateCommand: Command {
  let name = "golden update"
  let summary = "update the expected files of scenarios"
  let example = """
    replog golden update scenarios
    replog golden update --view pbs,history --user ann scenarios/wrong-unit
    """
  let remark = """
    The command updates existing expected files, and adds those of the views in --view. It fills an empty file \
    named stdout or stderr. If $CI is set, it writes nothing and requires --dry-run. If a scenario fails, the \
    command reports the files written so far and updates all other scenarios. The exit status is the highest \
    of all scenarios.
    """
  let accepts: GlobalOptions.Accepted = [.noLog, .dryRun, .anybody]
  let isAboutNamedLog = false
  private var folders: [FilePath] = []
  private var views: String?
  private var user: Name?
  private var isOfAllUsers = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.several(&folders, "DIR", "a scenario, or a folder of scenarios")
    try a.option(&views, "--view", "the views to add to the expected files, for example A,B")
    try a.option(&user, "--user", "the user of these views (default: the user who signed in last)")
    try a.flag(&isOfAllUsers, "--all-users", "add these views for all users")
  }

  func run(_ shell: inout Shell) throws {
    if shell.system.environment("CI") != nil, !shell.options.dryRun {
      throw Refusal(
        .notInCI, "expected files must not be updated while $CI is set",
        help: "'--dry-run' shows the changes; run it on your own machine, and commit the result")
    }
    let added = try addedFiles()
    var report = GoldenReport(of: shell.options.dryRun ? .dryRun : .update)
    let scenarios = shell.scenarios(in: folders)
    for scenario in scenarios {
      var changed: [GoldenRun.File] = []
      let run = Result { try update(scenario.get(), adding: added, &changed, &shell) }
      if !shell.options.json { for file in changed { try shell.show(file) } }
      // If a signal ends the process, the written files are reported, too.
      if !changed.isEmpty, !shell.options.json { try shell.flush() }
      switch run {
      case .success(let run): report.add(run, changed)
      case .failure(let error):
        if case .success(let scenario) = scenario {
          for file in changed { report.add(file, of: scenario.folder, differs: true) }
        }
        try shell.report(error, of: scenario, isAlone: scenarios.count == 1, &report)
      }
    }
    shell.status = report.failure ?? .done
    try shell.show(report)
  }

  /// Runs a scenario and writes its changed files, unless it is a dry run.
  ///
  /// - Parameter changed: The files that were written, or would be; complete even after an error.
  private func update(
    _ scenario: GoldenScenario, adding added: [GoldenFile], _ changed: inout [GoldenRun.File],
    _ shell: inout Shell
  ) throws -> GoldenRun {
    let run = try shell.goldenRun(of: scenario, adding: added)
    do throws(LogError) {
      for file in try run.changes() {
        if !shell.options.dryRun { try run.write(file, isCommand: true, system: shell.system) }
        changed.append(file)
      }
      return run
    } catch {
      try shell.flush()
      shell.complain(String(decoding: run.errors, as: UTF8.self))
      throw error
    }
  }

  private func addedFiles() throws -> [GoldenFile] {
    guard let views else {
      if user != nil || isOfAllUsers {
        throw UsageError(
          message: "'\(user != nil ? "--user" : "--all-users")' requires '--view'",
          help: "see 'replog help \(name)'")
      }
      return []
    }
    if user != nil, isOfAllUsers { throw UsageError.excluding("--user", "--all-users", of: name) }
    let whose = isOfAllUsers ? GoldenUser.everybody : user.map(GoldenUser.user) ?? .latest
    return try views.split(separator: ",", omittingEmptySubsequences: false).map { name in
      try GoldenFile(try GoldenFile.view(called: String(name)), whose)
    }
  }
}

extension Shell {
  /// Returns the scenarios in some folders, each once, and the errors of folders that are not scenarios.
  fileprivate func scenarios(in folders: [FilePath]) -> [Result<GoldenScenario, LogError>] {
    var met: Set<String> = []
    return folders.flatMap { GoldenScenario.each(in: $0.text, system) }.filter { found in
      switch found {
      case .success(let scenario): met.insert(scenario.folder).inserted
      case .failure(let error): met.insert(error.file).inserted
      }
    }
  }

  fileprivate func goldenRun(
    of scenario: GoldenScenario, adding added: [GoldenFile] = []
  ) throws -> GoldenRun {
    var shell = InnerShell(shell: self)
    guard scenario.source == .commands else {
      return try GoldenRun(scenario, adding: added, &shell, system: system)
    }
    // The folder of its log must be deleted before the process ends.
    let run = Result {
      try system.catchingInterruption {
        try GoldenRun(scenario, adding: added, &shell, system: system)
      }
    }
    // A line may have failed because of an interruption.
    guard !system.isInterrupted else { throw GoldenRun.interrupted(scenario) }
    return try run.get()
  }

  /// Reports a failed scenario and continues with the others; throws its error if it ends the command.
  fileprivate mutating func report(
    _ error: any Error, of scenario: Result<GoldenScenario, LogError>, isAlone: Bool,
    _ report: inout GoldenReport
  ) throws {
    guard !system.isInterrupted, let diagnostic = Diagnostic(error) else { throw error }
    // A single scenario needs no summary.
    guard !isAlone || options.json else { throw error }
    try flush()
    complain(diagnostic.printed(asJSON: options.json))
    switch scenario {
    case .success(let scenario): report.add(diagnostic, of: scenario.folder)
    case .failure(let error): report.add(diagnostic, of: error.file)
    }
  }

  /// Prints the differences of a scenario.
  fileprivate mutating func show(_ run: GoldenRun) throws {
    for file in run.files where !file.isAsExpected {
      try show(file)
      // The error already gives the reason.
      guard case .status = file.file.content else { continue }
      try flush()
      complain(String(decoding: run.errors, as: UTF8.self))
    }
  }

  /// Prints the difference of a file.
  fileprivate mutating func show(_ file: GoldenRun.File) throws {
    try print(file.difference.unified(from: file.path, to: file.path))
  }

  /// Prints a unified diff, in colours if the output allows them.
  mutating func print(_ lines: [LineDifference.UnifiedLine]) throws {
    let (isColored, isSeen) = (isColored, printsToTerminal)
    for line in lines {
      guard isSeen else {
        try print(line.text + [UInt8(ascii: "\n")])
        continue
      }
      let text = inert(String(decoding: line.text, as: UTF8.self))
      let color = isColored ? line.kind.color : ""
      try print(color + text + (color.isEmpty ? "" : "\u{1B}[0m"))
    }
  }
}

extension LineDifference.UnifiedLine.Kind {
  /// The escape sequence for the colour of a line of this kind; empty for none.
  fileprivate var color: String {
    switch self {
    case .name: "\u{1B}[1m"
    case .heading: "\u{1B}[36m"
    case .removed: "\u{1B}[31m"
    case .added: "\u{1B}[32m"
    case .same, .note: ""
    }
  }
}

/// The shell for the commands of a scenario: in this process, isolated from its surroundings.
private struct InnerShell: GoldenShell {
  let shell: Shell

  func run(
    _ command: GoldenCommand, environment: [String: String], in folder: String
  ) throws -> GoldenOutcome {
    try refuseEndless(command, in: folder)
    var system = shell.system
    system.environmentOverrides = environment
    return try system.inFolder(folder) {
      do throws(SystemError) { try system.takeInput(from: command.input ?? "/dev/null") } catch {
        var failure = LogError(
          .misuse, "\(folder)/commands.txt",
          "cannot read '\(command.input ?? "/dev/null")': \(error.reason)",
          help: "a path after '<' is relative to the folder of the scenario")
        failure.line = command.line
        throw failure
      }
      // Scenarios come from other people.
      system.confine(to: [".", System.folder(of: environment["REPLOG_LOG"] ?? "")])
      var inner = Shell(system: system, output: .captured(CapturedOutput()))
      let status = Replog.run(command.words, &inner)
      guard case .captured(let captured) = inner.output else { return GoldenOutcome() }
      return GoldenOutcome(
        status: status.rawValue, output: captured.output, errors: captured.errors)
    }
  }

  /// Refuses a command that runs scenarios or other programs, or that never ends.
  private func refuseEndless(_ command: GoldenCommand, in folder: String) throws {
    let options = ["--follow", "--step", "--run", "--via"]
    let named = command.words.first { word in
      options.contains { word == $0 || word.hasPrefix($0 + "=") }
    }
    // Options may precede the command.
    let words =
      command.words.first?.hasPrefix("-") ?? false ? command.words[...] : command.words.prefix(1)
    let first = words.first { ["golden", "serve"].contains($0) }
    guard let found = first ?? named else { return }
    var failure = LogError(
      .misuse, "\(folder)/commands.txt", "a scenario must not use '\(found)'",
      help: "a scenario must not run programs or other scenarios, or wait for input")
    failure.line = command.line
    throw failure
  }

  func outcome(of error: LogError) -> GoldenOutcome {
    guard let diagnostic = Diagnostic(error) else { return GoldenOutcome() }
    return GoldenOutcome(status: diagnostic.status.rawValue, errors: Array(diagnostic.text.utf8))
  }
}
