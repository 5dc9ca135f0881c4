import Events
import Projections

/// `replog bisect`: the event that caused a fault.
struct BisectCommand: Command {
  let name = "bisect"
  let summary = "find the first event after which a condition holds"
  let example = """
    replog bisect pbs "[exercise=squat].weightKg > 300"
    replog bisect plan "days[day=monday].exercises[0] missing" --all-flips
    replog bisect pbs "[exercise=squat].weightKg > 300" --all-users
    replog bisect pbs "[exercise=squat].weightKg > 300" --follow
    replog bisect --run ./check.sh
    """
  let remark = """
    The program given with --run receives a prefix of the log: its path in $REPLOG_LOG, its lines on standard input. \
    Its exit status must be 0 if the log is good, 125 if it cannot judge the log, or any other value up to 127 if the \
    log is bad. A higher status stops the search, unless --crash-is-bad treats it as bad. The search also stops on 125 \
    for the whole log, and on 126 or 127 for an empty log. An empty log with status 125 is treated as good. \(ofRepetition) \
    Each prefix ends at the end of a batch. Within the batch at fault, the search also tries each event. The exit \
    status of bisect is 1 if it found the event, and 0 if there is none. With --follow, bisect waits for the event, \
    and exits with 1 once the event is on disk; with --all-flips, it continues.
    """
  let accepts: GlobalOptions.Accepted = [.asOf, .allUsers]
  let offer = Offer?.some(.reads)
  private var fault = EnteredFault()
  private var allFlips = false
  private var isFollowed = false

  mutating func arguments(_ a: some Arguments) throws {
    try fault.arguments(a)
    try a.flag(
      &allFlips, "--all-flips", "find all events after which the condition begins or ceases to hold"
    )
    try a.flag(&isFollowed, "--follow", "wait for the event if there is none yet")
  }

  func check(_ options: GlobalOptions) throws {
    if let found = try fault.ofView(name) { return try check(found, options) }
    let ofView = [
      (allFlips, "--all-flips"), (isFollowed, "--follow"), (options.allUsers, "--all-users"),
    ]
    if let option = ofView.first(where: \.0)?.1 {
      throw UsageError(
        message: "'\(option)' needs a view and a condition, got '--run'",
        help: "leave it out; a program judges only a few prefixes of the log")
    }
    let excluded = [
      (options.enteredAsOf != nil, "--as-of"), (options.enteredAsKnown != nil, "--as-known"),
      (options.without != nil, "--without"),
    ]
    if let option = excluded.first(where: \.0)?.1 {
      throw UsageError(
        message: "'--run' cannot be used with '\(option)'", help: "the program judges the whole log"
      )
    }
  }

  private func check(_ found: EnteredFault.OfView, _ options: GlobalOptions) throws {
    if options.allUsers {
      try found.view.requirePersonal(options, command: name)
      if allFlips { throw UsageError.excluding("--all-users", "--all-flips", of: name) }
      if isFollowed { throw UsageError.excluding("--all-users", "--follow", of: name) }
    }
    guard isFollowed else { return }
    if options.enteredAsOf != nil { throw UsageError.excluding("--follow", "--as-of", of: name) }
    if options.enteredAsKnown != nil {
      throw UsageError.excluding("--follow", "--as-known", of: name)
    }
  }

  func run(_ shell: inout Shell) throws {
    if let found = try fault.ofView(name) {
      if shell.options.allUsers { return try shell.showUsers(with: found) }
      if isFollowed { return try shell.waitForChange(of: found, once: !allFlips) }
      return try search(found, &shell)
    }
    try searchByProgram(&shell)
  }

  // MARK: - A condition on a view

  private func search(_ fault: EnteredFault.OfView, _ shell: inout Shell) throws {
    let log = try shell.openLog()
    try shell.requireUser(in: log)
    let (user, asOf) = (try shell.viewer(ofAny: fault.view, log), shell.options.asOf)
    let flips = try log.flips(of: fault.condition, in: fault.view, of: user, asOf: asOf)
    if flips.flips.isEmpty, !flips.holdsFromStart {
      try shell.requireExisting(fault, of: user, asOf: asOf, log)
    }
    let report = ConditionChangeReport(
      condition: fault.condition, flips: flips, isAll: allFlips, log: log, next: shell.showLine)
    if flips.holdsFromStart || !flips.flips.isEmpty { shell.foundDifference() }
    shell.endProgress()
    try shell.show(report)
  }

  // MARK: - A program

  private func searchByProgram(_ shell: inout Shell) throws {
    let log = try shell.openExistingLog()
    let prefixes = try LogPrefixes(log)
    shell.endProgress()
    shell.system.catchInterruptions()
    let isQuiet = shell.options.quiet
    let system = shell.system
    let culprit = try system.withScratchFolder { (folder) -> Culprit in
      let judge = ProgramJudge(fault, in: folder, output: isQuiet ? .nowhere : .error, system)
      var search = PrefixSearch(prefixes: prefixes, judge: judge)
      do { return try search.run { if !isQuiet { shell.complain($0) } } } catch {
        if let disagreement = error as? ProgramJudge.Disagreement {
          throw disagreement.error(
            help: "the event cannot be identified; make the verdict depend only on the log")
        }
        guard error is ProgramJudge.Interruption else { throw error }
        throw LogError(
          .system, "", "interrupted after \(counted(search.runs, "runs"))",
          help: search.runs > 1 ? "the first bad event is one of \(search.rest)" : nil)
      }
    }
    if culprit.seqs != nil { shell.foundDifference() }
    try shell.show(CulpritReport(culprit: culprit, log: log, next: shell.showLine))
  }
}

/// The sentence about verdicts that change, in the tools that run a program.
let ofRepetition = """
  The whole log, an empty log and the resulting log are judged again, --repeat times. If a verdict differs, the \
  program cannot be trusted, and the exit status is 5.
  """

extension Shell {
  /// Returns the user of the view that is judged; nil for a view that has no user.
  mutating func viewer(ofAny view: any LogView.Type, _ log: Log) throws -> Name? {
    func viewer<V: LogView>(_ view: V.Type) throws -> Name? { try self.viewer(of: V.self, log) }
    return try view.isPersonal ? viewer(view) : nil
  }

  /// Refuses a condition about something that a view never had, such as an exercise, with the nearest that it has.
  ///
  /// If the condition asks whether that exists, or if it is a field of something absent, the answer stays and is noted.
  /// The same holds if the log is followed, since an event may still add it. What the view had once is no error.
  mutating func requireExisting(
    _ fault: EnteredFault.OfView, of user: Name?, asOf: AsOf? = nil, _ log: Log,
    isFollowed: Bool = false
  ) throws {
    let (path, relation) = (fault.condition.path, fault.condition.relation)
    guard let near = try log.suggestions(for: path, in: fault.view, of: user, asOf: asOf),
      try !log.flips(of: fault.condition, in: fault.view, of: user, asOf: asOf).hasLed
    else { return }
    let message = "'\(path)' never existed in \(fault.view.name)"
    if case .key = path.steps[near.reached.steps.count] { return note(message, near.hint) }
    guard !isFollowed, log.bytes.count > 0, relation != .exists, relation != .missing else {
      return note(message, near.hint)
    }
    throw UsageError(
      code: .notFound, message: message,
      help: near.hint ?? "the view is empty; '--user' selects another user")
  }

  private mutating func note(_ message: String, _ hint: String?) {
    note(message + (hint.map { "; \($0)" } ?? ""))
  }

  /// Returns the command that shows the event at a position.
  var showLine: @Sendable (Int) -> String {
    let path = options.log?.text
    return { seq in
      let line = "'replog log --seq \(seq) --json'"
      return path.map { naming($0, in: line) { _ in true } } ?? line
    }
  }
}

extension PathSuggestions {
  /// A few of the steps, or the reached part, as a sentence; nil for an empty view.
  fileprivate var hint: String? {
    guard !steps.isEmpty else { return reached.steps.isEmpty ? nil : "the view has \(reached)" }
    let paths = steps.prefix(4).map { "\(reached.appending($0))" }
    let more = steps.count > 4 ? ", …" : ""
    return "the view has \(paths.joined(separator: ", "))\(more)"
  }
}
