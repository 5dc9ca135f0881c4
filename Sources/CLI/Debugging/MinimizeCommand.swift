import Events
import Projections

/// `replog minimize`: the smallest log that still fails.
struct MinimizeCommand: Command {
  let name = "minimize"
  let summary = "reduce a log to the few events that show a fault"
  let example = """
    replog minimize pbs "[exercise=squat].weightKg > 300" -o bug.jsonl
    replog minimize pbs "[exercise=squat].weightKg > 300" --golden Scenarios/squat
    replog minimize --run ./check.sh -o bug.jsonl
    """
  let remark = """
    The program given with --run receives a part of the log: its path in $REPLOG_LOG, its lines on standard input. Its \
    output is not shown. Its exit status must be 0 if the log is good, 125 if it cannot judge the log, or any other \
    value up to 127 if the log is bad. A higher status is an error, unless --crash-is-bad treats it as bad. Status 125 for the \
    whole log, and 126 or 127 for an empty log, are also errors. \(ofRepetition) Events keep their ids and get new \
    positions and checksums. Each event in the result is needed to show the fault. After an interruption, the smallest \
    log so far is kept, and the exit status is 5. Without --user, the view is that of the user who signed in last, or \
    of the only user of a log without sign-ins.
    """
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var fault = EnteredFault()
  private var out: FilePath?
  private var golden: FilePath?
  private var overwrites = false

  mutating func arguments(_ a: some Arguments) throws {
    try fault.arguments(a)
    try a.option(&out, "-o", "the new log; '-' is standard output")
    try a.option(&golden, "--golden", "a folder for a scenario: the new log and its view")
    try a.flag(&overwrites, "--force", "overwrite existing files")
  }

  func run(_ shell: inout Shell) throws {
    let found = try fault.ofView(name)
    guard out != nil || golden != nil else {
      throw UsageError.missing("'-o PATH' or '--golden PATH'", of: name)
    }
    try checkTargets(found, shell)
    let log = try shell.openExistingLog()
    if found != nil { try shell.requireUser(in: log) }
    var search = try Minimization(of: log)
    shell.endProgress()
    search.onProgress = shell.searchProgress()
    shell.system.catchInterruptions()
    let end = try search.finish(found, fault, shell)
    shell.endProgress()
    guard search.verdict != nil else {
      throw LogError(.system, "", "interrupted before the whole log was judged")
    }
    if search.verdict == .undecided { throw ProgramJudge.undecided(fault.program ?? "") }
    guard search.verdict == .fails else {
      guard let found else { throw notFailing }
      let user = try shell.viewer(ofAny: found.view, log)
      try shell.requireExisting(found, of: user, log)
      throw found.notFailing
    }
    if !shell.options.dryRun { try write(search.selection, found, &shell) }
    try show(search, found, end, &shell)
  }

  /// Shows the result and its file; throws if the search was interrupted, or if the verdict on the result changed.
  private func show(
    _ search: Minimization, _ found: EnteredFault.OfView?, _ end: SearchEnd, _ shell: inout Shell
  ) throws {
    let isDryRun = shell.options.dryRun
    let file = out.map(\.text) ?? golden.map { $0.text + "/events.jsonl" } ?? ""
    if isDryRun || file != "-" {
      try shell.show(search, of: found?.condition, isTrusted: end.isTrusted, in: file)
    }
    if let golden, found == nil, !isDryRun {
      let update = "golden update --view NAME \(quotedForShell(golden.text))"
      shell.note("to add an expected view: replog \(update)")
    }
    if case .complete = end { return }
    try shell.flush()
    if case .disputed(let disagreement) = end {
      throw disagreement.error(
        help: "the number of needed events may differ; make the verdict depend only on the log")
    }
    guard !isDryRun else {
      throw LogError(
        .system, "", "interrupted; nothing was written",
        help: "without '--dry-run' the smallest log so far is written")
    }
    throw LogError(
      .system, "", "interrupted; '\(file)' is the smallest log so far",
      help: "run the command on that log to continue")
  }

  private var notFailing: Refusal {
    Refusal(
      .doesNotFail, "the whole log does not fail: the exit status of the program is 0",
      help: "for a bad log the exit status must be 1…127, but not 125")
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
      .refused, path, "the folder of the new events.jsonl must not contain commands.txt",
      help: "choose another folder; a scenario has either a log or commands")
  }

  private func checkFree(_ path: String, _ shell: Shell) throws {
    try shell.requireOther(path, option: golden == nil ? "-o" : "--golden")
    try shell.system.requireFileOrNone(path)
    if try !overwrites && shell.system.exists(path) {
      throw LogError(
        .refused, path, "the file already exists",
        help: "choose another name, or overwrite the file with '--force'")
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
    let (user, log) = (shell.judgedUser, folder + "/events.jsonl")
    try keeping(lines, nextTo: log, shell) { [shell] () throws(LogError) in
      try system.makeFolders(folder + "/expected")
      if let (path, view) = view {
        let json = view.fold(of: user) { events.forEach($0) }.json + [UInt8(ascii: "\n")]
        try replace(path, with: json, shell)
      }
      try replace(log, with: lines, shell)
    }
  }

  private func replace(_ path: String, with bytes: [UInt8], _ shell: Shell) throws(LogError) {
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
      error.help = "the new log was written to '\(kept)' instead"
      throw error
    }
  }
}

extension EnteredFault.OfView {
  /// The refusal of a log for which the condition does not hold.
  var notFailing: Refusal {
    Refusal(
      .doesNotFail, "the condition does not hold at the end of the log: \(condition)",
      help:
        "'replog why-not' with the same view and condition shows when it last held; '--user' selects the user of the view"
    )
  }
}

extension Shell {
  /// The user of the view that is judged: of `--user`, otherwise the default user of each log.
  fileprivate var judgedUser: JudgedUser { options.user.map { .fixed($0) } ?? .latest }

  /// Returns a closure that shows the progress of a search; nil if progress is not shown.
  mutating func searchProgress() -> (@Sendable (Int, Int) -> Void)? {
    guard let progress = showProgress() else { return nil }
    return { runs, events in
      let texts = [counted(runs, "runs"), counted(events, "events") + " left"]
      progress.report([texts.joined(separator: ", "), texts[0]])
    }
  }
}

/// The end of a search for the smallest log.
private enum SearchEnd {
  case complete
  case interrupted
  /// The program judged the result differently.
  case disputed(ProgramJudge.Disagreement)

  /// A Boolean value indicating whether the verdicts of the search are the same when asked for again.
  var isTrusted: Bool { if case .disputed = self { false } else { true } }
}

extension Minimization {
  /// Runs the search.
  ///
  /// - Throws: An error of the program, or if it judged the whole log or an empty log differently.
  fileprivate mutating func finish(
    _ found: EnteredFault.OfView?, _ fault: EnteredFault, _ shell: Shell
  ) throws -> SearchEnd {
    do {
      if let found {
        try run(found, of: shell.judgedUser, shell)
      } else {
        try run(judgedBy: fault, shell)
      }
      return .complete
    } catch is ProgramJudge.Interruption {
      return .interrupted
    } catch let disagreement as ProgramJudge.Disagreement {
      guard isMinimal else {
        throw disagreement.error(
          help: "nothing was written; make the verdict depend only on the log")
      }
      return .disputed(disagreement)
    }
  }

  /// Runs the search for a condition on the view of a user.
  ///
  /// - Throws: `ProgramJudge.Interruption`, or an error of the log.
  mutating func run(_ found: EnteredFault.OfView, of user: JudgedUser, _ shell: Shell) throws {
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

  private mutating func run(judgedBy fault: EnteredFault, _ shell: Shell) throws {
    try shell.system.withScratchFolder { folder in
      let judge = ProgramJudge(fault, in: folder, output: .nowhere, shell.system)
      var isFirst = true
      // The last of them is the verdict on the smallest log.
      var failing: ProgramJudge.Judgement?
      try run(
        likely: { _ in true },
        judgingSelection: { events in
          let judgement = try judge.judge(events)
          if judgement.verdict == .fails { failing = judgement }
          if isFirst || events.count == 0 {
            let log = isFirst ? "the whole log" : "an empty log"
            isFirst = false
            try judge.confirm(judgement, on: log) { try judge.judge(events) }
          }
          return judgement.verdict
        })
      guard isMinimal, selection.count > 0, let failing else { return }
      try judge.confirm(failing, on: "the new log") { try judge.judge(selection) }
    }
  }
}
