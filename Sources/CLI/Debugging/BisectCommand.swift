import Events
import Projections

/// `replog bisect`: the event that caused a fault.
struct BisectCommand: Command {
  let name = "bisect"
  let summary = "find the first event after which a condition holds"
  let example = """
    replog bisect pbs "[exercise=squat].weightKg > 300"
    replog bisect plan "days[day=monday].exercises[0] missing" --all-flips
    replog bisect --run ./check.sh
    """
  let remark = """
    The program of --run gets a prefix of the log in $REPLOG_LOG and on standard input. Its exit status is 0 \
    for a good log, 125 if it cannot judge the log, and any other up to 127 for a bad log. A higher status stops \
    the search. So does 125 for the whole log, and 126 or 127 for an empty log. An empty log with status 125 counts \
    as good. Each prefix ends with a batch. Within the batch at fault, the search also tries each event. The exit \
    status of bisect is 1 if it found the event, and 0 if there is none.
    """
  let accepts: GlobalOptions.Accepted = [.asOf]
  private var fault = EnteredFault()
  private var allFlips = false

  mutating func arguments(_ a: some Arguments) throws {
    try fault.arguments(a)
    try a.flag(
      &allFlips, "--all-flips", "all events after which the condition begins or ceases to hold")
  }

  func check(_ options: GlobalOptions) throws {
    guard try fault.ofView(name) == nil else { return }
    guard !allFlips else {
      throw UsageError(
        message: "'--all-flips' must come with a view and a condition, got '--run'",
        help: "leave it out; a program judges only a few prefixes of the log")
    }
    let option = options.enteredAsOf != nil ? "--as-of" : "--without"
    guard options.enteredAsOf == nil, options.without == nil else {
      throw UsageError(
        message: "'--run' must come without '\(option)'", help: "the program judges the whole log")
    }
  }

  func run(_ shell: inout Shell) throws {
    if let found = try fault.ofView(name) { return try search(found, &shell) }
    try search(judgedBy: fault.program ?? "", &shell)
  }

  // MARK: - A condition on a view

  private func search(_ fault: EnteredFault.OfView, _ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(ofAny: fault.view, log)
    // Without a user a personal view is empty; a fold without a user would count all events as one user's.
    let asOf = fault.view.isPersonal && user == nil ? .seq(0) : shell.options.asOf
    let flips = try log.flips(of: fault.condition, in: fault.view, of: user, asOf: asOf)
    if !flips.hasLed, flips.flips.isEmpty, !flips.holdsFromStart {
      try shell.noteUnknownUser(log)
      let path = fault.condition.path
      if let near = try log.suggestions(for: path, in: fault.view, of: user, asOf: asOf) {
        shell.note("'\(path)' never existed in \(fault.view.name)\(near.hint)")
      }
    }
    shell.noteOtherKind(flips, fault)
    let report = ConditionChangeReport(
      condition: fault.condition, flips: flips, isAll: allFlips, log: log, next: shell.showLine)
    shell.status = flips.holdsFromStart || !flips.flips.isEmpty ? .refused : .done
    shell.endProgress()
    try shell.show(report)
  }

  // MARK: - A program

  private func search(judgedBy program: String, _ shell: inout Shell) throws {
    let log = try shell.openExistingLog()
    let prefixes = try LogPrefixes(log)
    shell.endProgress()
    shell.system.catchInterruptions()
    let isQuiet = shell.options.quiet
    let system = shell.system
    let culprit = try system.withScratchFolder { (folder) -> Culprit in
      let judge = ProgramJudge(
        program, in: folder, output: isQuiet ? .nowhere : .error, system)
      var search = PrefixSearch(prefixes: prefixes, judge: judge)
      do { return try search.run { if !isQuiet { shell.complain($0) } } } catch {
        guard error is ProgramJudge.Interruption else { throw error }
        throw LogError(
          .system, "", "interrupted after \(counted(search.runs, "runs"))",
          help: search.runs > 1 ? "the first bad event is one of \(search.rest)" : nil)
      }
    }
    if culprit.seqs != nil { shell.status = .refused }
    try shell.show(CulpritReport(culprit: culprit, log: log, next: shell.showLine))
  }
}

extension Shell {
  /// Returns the user of the view that is judged; nil for a view that has no user.
  fileprivate mutating func viewer(ofAny view: any View.Type, _ log: Log) throws -> Name? {
    func viewer<V: View>(_ view: V.Type) throws -> Name? { try self.viewer(of: V.self, log) }
    return try view.isPersonal ? viewer(view) : nil
  }

  /// Adds a note if the log has no event of the user of `--user`.
  fileprivate mutating func noteUnknownUser(_ log: Log) throws {
    guard let named = options.user else { return }
    var lines = log.lines()
    while try lines.next() != nil { if lines.user == named { return } }
    try noteUnknown(named, log)
  }

  /// Adds a note if a condition compares with a kind of value that was never at its path.
  fileprivate mutating func noteOtherKind(_ flips: ConditionChanges, _ fault: EnteredFault.OfView) {
    guard let kind = fault.condition.neededKind, flips.hasLed, !flips.kinds.contains(kind)
    else { return }
    let value = String(decoding: fault.condition.value.bytes, as: UTF8.self)
    let met = PathCondition.Kind.allCases.filter { flips.kinds.contains($0) }.map(\.words)
    note(
      "\(value) is \(kind.words), but '\(fault.condition.path)' in \(fault.view.name) was always "
        + met.joined(separator: " or "))
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

extension PathCondition.Kind {
  /// The kind with its article.
  fileprivate var words: String {
    switch self {
    case .number: "a number"
    case .text: "a text"
    case .boolean: "a Boolean"
    case .null: "null"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension PathSuggestions {
  /// A few of the steps, as the end of a sentence.
  fileprivate var hint: String {
    guard !steps.isEmpty else { return "" }
    let paths = steps.prefix(4).map { "\(reached.appending($0))" }
    let more = steps.count > 4 ? ", …" : ""
    return "; at the end there is \(paths.joined(separator: ", "))\(more)"
  }
}
