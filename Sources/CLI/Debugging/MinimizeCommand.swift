import Events
import Projections

/// `replog minimize`: the smallest log that still fails.
struct MinimizeCommand: Command {
  static let name = "minimize"
  static let summary = "cut a log down to the events that still fail"
  static let example = """
    replog minimize pbs "[exercise=squat].weightKg > 300" -o bug.jsonl
    replog minimize pbs "[exercise=squat].weightKg > 300" --golden Scenarios/squat
    replog minimize --run ./check.sh -o bug.jsonl
    """
  static let remark = """
    The program of --run gets a part of the log in $REPLOG_LOG and on standard input; what it prints is not \
    shown. Its exit status is 0 for good, 125 where it cannot tell, and 1…127 for bad; 125 for the whole log, \
    and 126 or 127 for an empty one, is an error. Ids stay, positions and sums are made anew. No event of the \
    result can be left out. An interruption leaves the smallest log so far and ends with 5. Without --user the \
    view is of the latest who signed in, whose sign-in then stays.
    """
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var fault = EnteredFault()
  private var out: FilePath?
  private var golden: FilePath?
  private var overwrites = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try fault.arguments(&a)
    try a.option(&out, "-o", "the new log; '-' prints it")
    try a.option(&golden, "--golden", "a folder for it as a scenario, with the view it is to show")
    try a.flag(&overwrites, "--force", "overwrite what is there")
  }

  func run(_ shell: inout Shell) throws {
    let found = try fault.ofView(Self.name)
    guard out != nil || golden != nil else {
      throw UsageError.missing("'-o PATH' or '--golden PATH'", of: Self.name)
    }
    try checkTargets(found, shell)
    let log = try shell.openExistingLog()
    var search = try Minimization(of: log)
    shell.endProgress()
    search.onProgress = shell.searchProgress()
    shell.system.catchInterruptions()
    let isWhole = try search.finish(found, fault.program, shell)
    shell.endProgress()
    guard search.verdict != nil else {
      throw LogError(.system, "", "interrupted before the whole log was judged")
    }
    if search.verdict == .undecided { throw ProgramJudge.undecided(fault.program ?? "") }
    guard search.verdict == .fails else { throw notFailing(found) }
    if !shell.options.dryRun { try write(search.selection, found, &shell) }
    try show(search, found, isWhole: isWhole, &shell)
  }

  /// Shows the result and its file; throws if the search was interrupted.
  private func show(
    _ search: Minimization, _ found: EnteredFault.OfView?, isWhole: Bool, _ shell: inout Shell
  ) throws {
    let isDryRun = shell.options.dryRun
    let file = out.map(\.text) ?? golden.map { $0.text + "/events.jsonl" } ?? ""
    if isDryRun || file != "-" {
      try shell.show(
        MinimizationReport(file: file, search: search, isDryRun: isDryRun))
    }
    if let golden, found == nil, !isDryRun {
      let update = "\(GoldenUpdateCommand.name) --view NAME \(quotedForShell(golden.text))"
      shell.note("to expect a view of it: replog \(update)")
    }
    guard !isWhole else { return }
    try shell.flush()
    guard !isDryRun else {
      throw LogError(
        .system, "", "interrupted; nothing was written",
        help: "without '--dry-run' the smallest log so far is kept")
    }
    throw LogError(
      .system, "", "interrupted; '\(file)' is the smallest log so far",
      help: "run it again on that one to go on")
  }

  private func notFailing(_ found: EnteredFault.OfView?) -> Refusal {
    if let found {
      return Refusal(
        .doesNotFail, "the condition does not hold at the end of the log: \(found.condition)",
        help: "'replog bisect' shows whether it ever did; '--user' names whose view it is")
    }
    return Refusal(
      .doesNotFail, "the whole log does not fail: the program ended with 0",
      help: "a program that fails ends with 1…127, and not with 125")
  }

  // MARK: - Files

  /// Refuses output files that cannot be written or already exist, before the search, which may take hours.
  private func checkTargets(_ found: EnteredFault.OfView?, _ shell: Shell) throws {
    let (system, tries) = (shell.system, !shell.options.dryRun)
    if let path = out?.text, path != "-" {
      try checkFree(path, shell)
      try system.requireReplaceable(path, tries: tries)
    }
    guard let folder = golden?.text else { return }
    let log = folder + "/events.jsonl"
    try checkFree(log, shell)
    try system.requireMakeable(folders: folder + "/expected", tries: tries)
    if try system.isFolder(folder) {
      try checkNoCommands(in: folder, shell)
      try system.requireReplaceable(log, tries: tries)
    }
    guard let found, try system.isFolder(folder + "/expected") else { return }
    let view = try expected(found, in: folder, shell)
    try checkFree(view, shell)
    try system.requireReplaceable(view, tries: tries)
  }

  /// Refuses the folder of a scenario with commands: with another log it would no longer be a valid scenario.
  private func checkNoCommands(in folder: String, _ shell: Shell) throws {
    let path = "\(folder)/\(GoldenSource.commands.rawValue)"
    guard try shell.system.exists(path) else { return }
    throw LogError(
      .refused, path, "expected no commands next to the new events.jsonl, found them",
      help: "a scenario has a log or the commands that make one: name another folder")
  }

  private func checkFree(_ path: String, _ shell: Shell) throws {
    try shell.requireOther(path, option: golden == nil ? "-o" : "--golden")
    try shell.system.requireFileOrNone(path)
    if try !overwrites && shell.system.exists(path) {
      throw LogError(
        .refused, path, "expected a name that is free, found a file",
        help: "name another one, or overwrite it with '--force'")
    }
  }

  /// Returns the path of the view file for a scenario.
  private func expected(
    _ found: EnteredFault.OfView, in folder: String, _ shell: Shell
  ) throws -> String {
    let user = found.view.isPersonal ? shell.options.user : nil
    let file = try GoldenFile(found.view, user.map { .user($0) } ?? .latest)
    return "\(folder)/expected/\(file.name)"
  }

  /// Writes the result: the view of a scenario before its log, since a log without a view is not a scenario.
  private func write(
    _ selection: EventSelection, _ found: EnteredFault.OfView?, _ shell: inout Shell
  ) throws {
    let (system, events) = (shell.system, try selection.events())
    let lines = try Log.lines(of: events, name: "the new log")
    if out?.text == "-" {
      try shell.print(lines)
    } else if let out {
      try keeping(lines, nextTo: out.text, shell) { () throws(LogError) in
        try replace(out.text, with: lines, shell)
      }
    }
    guard let folder = golden?.text else { return }
    let view = try found.map { try (path: expected($0, in: folder, shell), view: $0.view) }
    let user = shell.options.user
    let log = folder + "/events.jsonl"
    try keeping(lines, nextTo: log, shell) { [shell] () throws(LogError) in
      try system.makeFolders(folder + "/expected")
      if let (path, view) = view {
        let json = JudgedView(of: view.isPersonal ? user : nil, events).json(view)
        try replace(path, with: json, shell)
      }
      try replace(log, with: lines, shell)
    }
  }

  private func replace(
    _ path: String, with bytes: [UInt8], _ shell: Shell
  ) throws(LogError) {
    try shell.system.replaceFile(
      path, with: bytes, patience: Self.patience, overwrites: overwrites, ownerOf: shell.logPath)
  }

  /// The seconds to wait for another process that writes an output file, as for an append.
  private static let patience = 10.0

  /// Calls `body`, which writes the result; if it fails, writes the lines under a free name.
  ///
  /// The search may have taken hours.
  private func keeping(
    _ lines: [UInt8], nextTo path: String, _ shell: Shell, _ body: () throws(LogError) -> Void
  ) throws(LogError) {
    do throws(LogError) { try body() } catch {
      var error = error
      guard let kept = shell.system.writeFile(nextTo: path, lines, ownerOf: shell.logPath) else {
        throw error
      }
      error.help = "the new log is '\(kept)' instead: give it the name once that is free"
      throw error
    }
  }
}

/// The view of a user, or of the latest user who signed in, after some events.
private struct JudgedView {
  private let user: Name?
  private let events: [Event]

  init(of user: Name?, _ events: [Event]) {
    var latest = LatestSignIn()
    for event in events { latest.apply(event) }
    (self.user, self.events) = (user ?? latest.user, events)
  }

  /// Returns the JSON in the form of the view's command.
  func json<V: View>(_ view: V.Type) -> [UInt8] {
    var source = V.Source.scoped(to: user)
    if V.isPersonal, user == nil { return V(source).json + [UInt8(ascii: "\n")] }
    for event in events where source.wants(event.area, of: event.user) { source.apply(event) }
    return V(source).json + [UInt8(ascii: "\n")]
  }
}

extension Shell {
  /// Returns a closure that shows the progress of a search; nil if progress is not shown.
  fileprivate mutating func searchProgress() -> (@Sendable (Int, Int) -> Void)? {
    guard let progress = showProgress() else { return nil }
    return { runs, events in
      let texts = [counted(runs, "runs"), counted(events, "events") + " left"]
      progress.report([texts.joined(separator: ", "), texts[0]])
    }
  }
}

extension Minimization {
  /// Runs the search; returns false if it was interrupted.
  fileprivate mutating func finish(
    _ found: EnteredFault.OfView?, _ program: String?, _ shell: Shell
  ) throws -> Bool {
    do {
      if let found { try run(found, shell) } else { try run(judgedBy: program ?? "", shell) }
      return true
    } catch is ProgramJudge.Interruption {
      return false
    }
  }

  private mutating func run(_ found: EnteredFault.OfView, _ shell: Shell) throws {
    let named = shell.options.user
    let user: JudgedUser = named != nil ? .fixed(named) : .latest
    let judge = found.condition.selectionJudge(in: found.view, of: user)
    let system = shell.system
    let likely = found.condition.interest(in: found.view, of: user)
    try run(
      likely: likely,
      judgingSelection: { events in
        guard !system.isInterrupted else { throw ProgramJudge.Interruption() }
        return try judge(events)
      })
  }

  private mutating func run(judgedBy program: String, _ shell: Shell) throws {
    try shell.system.withScratchFolder { folder in
      let judge = ProgramJudge(program, in: folder, output: .nowhere, shell.system)
      try run(likely: { _ in true }, judgingSelection: { try judge.judge($0).verdict })
    }
  }
}
