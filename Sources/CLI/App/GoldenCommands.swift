import Events
import Projections

/// `golden run`: whether scenarios still come to what is expected.
struct GoldenRunCommand: Command {
  let name = "golden run"
  let summary = "compare views of scenarios with what is expected of them"
  let example = "replog golden run scenarios"
  let remark = """
    A scenario is a folder with events.jsonl or commands.txt, and expected/VIEW.json, VIEW.USER.json or \
    VIEW.all-users.json; status, stdout and stderr where they count. The status is 1 where something differs, \
    2 where a scenario cannot be run, and 5 where that is the system's fault; all others are run.
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

/// `golden update`: makes what scenarios come to now what is expected of them.
struct GoldenUpdateCommand: Command {
  let name = "golden update"
  let summary = "rewrite what is expected of scenarios, where it differs"
  let example = """
    replog golden update scenarios
    replog golden update --view pbs,history --user ann scenarios/wrong-unit
    """
  let remark = """
    Only files that are there are rewritten, and those of the views that --view names. An empty file named \
    stdout or stderr is filled. Where $CI is set, nothing is written, and only --dry-run is allowed. A scenario \
    that cannot be run or written is named, with those of its files that were written before, and all others are \
    updated; the status is then the highest of theirs.
    """
  let accepts: GlobalOptions.Accepted = [.noLog, .dryRun, .anybody]
  let isAboutNamedLog = false
  private var folders: [FilePath] = []
  private var views: String?
  private var user: Name?
  private var isOfAllUsers = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.several(&folders, "DIR", "a scenario, or a folder of scenarios")
    try a.option(&views, "--view", "a view, or several as in A,B, to be expected from now on")
    try a.option(&user, "--user", "whose views those are; else the latest who signed in")
    try a.flag(&isOfAllUsers, "--all-users", "those views of everybody")
  }

  func run(_ shell: inout Shell) throws {
    if shell.system.environment("CI") != nil, !shell.options.dryRun {
      throw Refusal(
        .notInCI, "what is expected is not rewritten where $CI is set",
        help: "'--dry-run' shows what would be; do it on a machine of your own, and commit that")
    }
    let added = try addedFiles()
    var report = GoldenReport(of: shell.options.dryRun ? .dryRun : .update)
    let scenarios = shell.scenarios(in: folders)
    for scenario in scenarios {
      var changed: [GoldenRun.File] = []
      let run = Result { try update(scenario.get(), adding: added, &changed, &shell) }
      if !shell.options.json { for file in changed { try shell.show(file) } }
      // A signal ends the process, and what was written is seen then, too.
      if !changed.isEmpty, !shell.options.json { try shell.flush() }
      switch run {
      case .success(let run): report.add(run, changed)
      case .failure(let error):
        if case .success(let scenario) = scenario { report.add(changed, of: scenario.folder) }
        try shell.report(error, of: scenario, isAlone: scenarios.count == 1, &report)
      }
    }
    shell.status = report.failure ?? .done
    try shell.show(report)
  }

  /// Runs a scenario and writes what has changed, unless it is a dry run.
  ///
  /// - Parameter changed: Each file that was written, or would be, before an error, too.
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

  /// Returns the files of the views that are added.
  private func addedFiles() throws -> [GoldenFile] {
    guard let views else {
      if user != nil || isOfAllUsers {
        throw UsageError(
          message: "expected --view next to \(user != nil ? "--user" : "--all-users"), found none",
          help: "see 'replog help \(name)'")
      }
      return []
    }
    if user != nil, isOfAllUsers {
      throw UsageError.excluding("--user", "--all-users", of: name)
    }
    let whose = isOfAllUsers ? GoldenUser.everybody : user.map(GoldenUser.user) ?? .latest
    return try views.split(separator: ",", omittingEmptySubsequences: false).map { name in
      try GoldenFile(try GoldenFile.view(called: String(name)), whose)
    }
  }
}

extension Shell {
  /// Returns the scenarios in some folders, each once, and the errors of those that are none.
  fileprivate func scenarios(
    in folders: [FilePath]
  ) -> [Result<GoldenScenario, LogError>] {
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
    // The folder of its log is to go before the process ends.
    let run = Result {
      try system.catchingInterruption {
        try GoldenRun(scenario, adding: added, &shell, system: system)
      }
    }
    // A line that was interrupted may have failed by that.
    guard !system.isInterrupted else { throw GoldenRun.interrupted(scenario) }
    return try run.get()
  }

  /// Names a scenario that failed, so that the others go on; throws its error where that ends the command.
  fileprivate mutating func report(
    _ error: any Error, of scenario: Result<GoldenScenario, LogError>, isAlone: Bool,
    _ report: inout GoldenReport
  ) throws {
    guard !system.isInterrupted, let diagnostic = Diagnostic(error) else { throw error }
    // With no other there is nothing to sum up.
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
      // Whatever failed says why.
      guard case .status = file.file.content else { continue }
      try flush()
      complain(String(decoding: run.errors, as: UTF8.self))
    }
  }

  /// Prints the difference of a file.
  fileprivate mutating func show(_ file: GoldenRun.File) throws {
    try print(file.difference.unified(from: file.path, to: file.path))
  }

  /// Prints a unified diff, in colours where there may be any.
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
  /// The sequence that gives a line of this kind its colour; empty for none.
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

/// The shell in which the commands of a scenario run: in this process, with nothing of its surroundings.
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
          help: "a file after '<' is looked for from the folder of the scenario")
        failure.line = command.line
        throw failure
      }
      var inner = Shell(system: system, output: .captured(CapturedOutput()))
      let status = Replog.run(command.words, &inner)
      guard case .captured(let captured) = inner.output else { return GoldenOutcome() }
      return GoldenOutcome(
        status: status.rawValue, output: captured.output, errors: captured.errors)
    }
  }

  /// Refuses a line that runs scenarios, other programs, or has no end.
  private func refuseEndless(_ command: GoldenCommand, in folder: String) throws {
    let options = ["--follow", "--step", "--run"]
    let named = command.words.first { word in
      options.contains { word == $0 || word.hasPrefix($0 + "=") }
    }
    guard let found = command.words.first == "golden" ? "golden" : named else { return }
    var failure = LogError(
      .misuse, "\(folder)/commands.txt", "expected a command that ends by itself, found '\(found)'",
      help: "a scenario runs no other program, no other scenario, and waits for nobody")
    failure.line = command.line
    throw failure
  }

  func outcome(of error: LogError) -> GoldenOutcome {
    guard let diagnostic = Diagnostic(error) else { return GoldenOutcome() }
    return GoldenOutcome(
      status: diagnostic.status.rawValue, errors: Array(diagnostic.text.utf8))
  }
}
