import Events
import Projections

/// `replog diff`: the differences of the views between two points of a log, or between two logs.
struct DiffCommand: Command {
  let name = "diff"
  let summary = "compare the views at two points in the log, or in two logs"
  let example = """
    replog diff 23 26 --view pbs
    replog diff 2026-03-01 2026-03-02
    replog diff --as-known tuesday
    replog diff --without @24
    replog diff --other friends.jsonl --user ann
    """
  let remark = """
    A and B are positions, times or dates. A time selects the events recorded at or before that time; with \
    '--as-known', it selects the events that had arrived by then. '--without' removes events from the second state. \
    '--other' takes the second state from another log. The exit status is 1 if something differs. \(ofOrder) \
    \(ofLastEvent)
    """
  let accepts: GlobalOptions.Accepted = [.without, .table]
  let declined = [
    "--as-of": UsageError(
      message: "the states must be given as A and B, not with '--as-of'",
      help: "write 'replog diff 23 26'")
  ]
  var first: AsOfArgument?
  var second: AsOfArgument?
  var views: [ViewArgument] = []
  var other: FilePath?
  private var isKnown = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&first, "A", "the first state: a seq, a time or a date")
    try a.positional(&second, "B", "the second state (default: the end of the log)")
    try a.repeated(&views, "--view", "a view to compare; repeatable (default: all)")
    try a.option(&other, "--other", "another log, for the second state")
    try a.flag(
      &isKnown, "--as-known", "interpret A and B as times of arrival, not as recorded times")
  }

  func check(_ options: GlobalOptions) throws {
    guard first != nil || other != nil || options.without != nil else {
      throw UsageError.missing("A, '--other' or '--without'", of: "diff")
    }
    guard first != nil || !isKnown else {
      throw UsageError.missing("time or date for '--as-known'", of: "diff")
    }
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(log)
    let otherLog = try other.map { path in
      var log = try Log(path: path.text, system: shell.system)
      shell.complainAboutCut(&log)
      return log
    }
    let old = try part(first, of: log, shell)
    // The same state, with and without some events.
    let isOneState = second == nil && shell.options.without != nil && other == nil
    var new = isOneState ? old : try part(second, of: otherLog ?? log, shell)
    if case .without(let seqs, _) = shell.options.asOf { new = .without(seqs, of: new) }
    shell.noteBeyondEnd(old, of: log)
    if !isOneState { shell.noteBeyondEnd(new, of: otherLog ?? log) }
    let changes = try changes(from: (log, old), to: (otherLog ?? log, new), of: user)
    if !changes.isEmpty { shell.foundDifference() }
    let accepted = shell.options.json ? log.withoutPending : nil
    let settled = try accepted.map {
      try self.changes(from: ($0, old), to: (otherLog ?? $0, new), of: user)
    }
    try shell.show(
      DifferenceReport(
        old: title(log.name, first),
        new: title(other?.text ?? log.name, second ?? (isOneState ? first : nil)) + without(shell),
        changes: changes, settled: settled, width: shell.tableWidth))
  }

  /// Returns the part of a log that an argument means, relative to the time of the command; nil for the whole log.
  private func part(_ argument: AsOfArgument?, of log: Log, _ shell: Shell) throws -> AsOf? {
    switch argument {
    case nil: return nil
    case .seq(let seq): return .seq(seq)
    case .time(let time, _):
      let part = try time.asOf(on: shell.userClock())
      return isKnown ? try log.known(by: part) : part
    }
  }

  /// Returns the changes of each view that differs, between two states of one or two logs.
  private func changes(
    from old: (log: Log, asOf: AsOf?), to new: (log: Log, asOf: AsOf?), of user: Name?
  ) throws -> [(view: String, changes: [ViewChange])] {
    let states =
      other == nil
      ? try old.log.states(of: views.views, of: user, asOf: old.asOf, new.asOf)
      : (
        old: try old.log.states(of: views.views, of: user, asOf: old.asOf),
        new: try new.log.states(of: views.views, of: user, asOf: new.asOf)
      )
    return zip(states.old, states.new).compactMap {
      (old, new) -> (view: String, changes: [ViewChange])? in
      var found: [ViewChange] = []
      new.reportChanges(from: old) { found.append($0) }
      return found.isEmpty ? nil : (new.name, found)
    }
  }

  private func without(_ shell: Shell) -> String {
    guard case .without(let seqs, _) = shell.options.asOf else { return "" }
    return " without \(seqs.sorted().map { "@\($0)" }.joined(separator: ", "))"
  }

  private func title(_ name: String, _ argument: AsOfArgument?) -> String {
    switch argument {
    case nil: name
    case .seq(let seq): "\(name) as of \(seq)"
    case .time(_, let text): "\(name) as \(isKnown ? "known" : "of") \(text)"
    }
  }
}

/// The differences of views, as a unified diff or as JSON.
struct DifferenceReport: Report {
  let old: String
  let new: String
  let changes: [(view: String, changes: [ViewChange])]
  /// The changes without the events that wait to be synced; nil if none waits.
  let settled: [(view: String, changes: [ViewChange])]?
  let width: Int?

  func table(isColored: Bool) -> String {
    guard !changes.isEmpty else { return "no difference\n" }
    var text =
      colored("--- \(inert(old))", 31, isColored) + colored("+++ \(inert(new))", 32, isColored)
    for (view, changes) in changes {
      text += colored("@@ \(view) @@", 36, isColored)
      for change in changes {
        let path = change.path.description
        if let before = change.before { text += line("-", path, before, 31, isColored) }
        if let after = change.after { text += line("+", path, after, 32, isColored) }
      }
    }
    return text
  }

  private func line(
    _ sign: String, _ path: String, _ part: RecordPart, _ color: Int, _ isColored: Bool
  ) -> String {
    let value = part.json.jsonText
    let line = inert(sign + (path.isEmpty ? value : "\(path) \(value)"))
    return colored(width.map { shortened(line, to: $0) } ?? line, color, isColored)
  }

  private func colored(_ line: String, _ color: Int, _ isColored: Bool) -> String {
    isColored ? "\u{1B}[\(color)m\(line)\u{1B}[0m\n" : line + "\n"
  }

  func write(_ json: inout JSONWriter) {
    let settled = settled.map { Set(Self.objects($0)) }
    json.array { json in
      for object in Self.objects(changes) {
        let isSettled = settled?.contains(object) ?? true
        json.raw(isSettled ? object : ProvisionalMarks.added(toLine: object))
      }
    }
  }

  private static func objects(_ changes: [(view: String, changes: [ViewChange])]) -> [[UInt8]] {
    changes.flatMap { view, changes in
      changes.map { change in
        var json = JSONWriter()
        json.change(change, of: view)
        return json.bytes
      }
    }
  }
}
