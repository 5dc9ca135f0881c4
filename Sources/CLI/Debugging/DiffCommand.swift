import Events
import Projections

/// `replog diff`: the differences of the views between two points of a log, or between two logs.
struct DiffCommand: Command {
  let name = "diff"
  let summary = "compare the views of two points of the log, or of two logs"
  let example = """
    replog diff 23 26 --view pbs
    replog diff 2026-03-01 2026-03-02
    replog diff --without @24
    replog diff --other friends.jsonl --user ann
    """
  let remark = """
    A and B are positions, times or dates. '--without' removes events from the second state. '--other' takes the \
    second state from another log. The exit status is 1 if something differs. \(ofOrder) \
    \(ofLastEvent)
    """
  let accepts: GlobalOptions.Accepted = [.without, .table]
  let declined = [
    "--as-of": UsageError(
      message: "the states must be A and B, got '--as-of'", help: "write 'replog diff 23 26'")
  ]
  var first: AsOfArgument?
  var second: AsOfArgument?
  var views: [ViewArgument] = []
  var other: FilePath?

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&first, "A", "the first state: a seq, a time or a date")
    try a.positional(&second, "B", "the second state (default: the end of the log)")
    try a.repeated(&views, "--view", "a view to compare; repeatable (default: all)")
    try a.option(&other, "--other", "another log, for the second state")
  }

  func check(_ options: GlobalOptions) throws {
    guard first != nil || other != nil || options.without != nil else {
      throw UsageError.missing("A, '--other' or '--without'", of: "diff")
    }
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(log)
    let old = try first?.asOf(shell)
    // The same state, with and without some events.
    let isOneState = second == nil && shell.options.without != nil && other == nil
    var new = isOneState ? old : try second?.asOf(shell)
    if case .without(let seqs, _) = shell.options.asOf { new = .without(seqs, of: new) }
    let otherLog = try other.map { try Log(path: $0.text, system: shell.system) }
    shell.noteBeyondEnd(old, of: log)
    if !isOneState { shell.noteBeyondEnd(new, of: otherLog ?? log) }
    let changes = try changes(from: (log, old), to: (otherLog ?? log, new), of: user)
    if !changes.isEmpty { shell.status = .refused }
    try shell.show(
      DifferenceReport(
        old: title(log.name, first),
        new: title(other?.text ?? log.name, second ?? (isOneState ? first : nil)) + without(shell),
        changes: changes, width: shell.tableWidth))
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
    argument.map { "\(name) as of \($0.text)" } ?? name
  }
}

extension AsOfArgument {
  /// Returns the part of the log that the argument means, relative to the time of the command.
  func asOf(_ shell: Shell) throws -> AsOf {
    switch self {
    case .seq(let seq): .seq(seq)
    case .time(let time, _): time.asOf(from: try shell.now())
    }
  }

  /// The argument as the text of a title.
  var text: String {
    switch self {
    case .seq(let seq): "\(seq)"
    case .time(_, let text): text
    }
  }
}

/// The differences of views, as a unified diff or as JSON.
struct DifferenceReport: Report {
  let old: String
  let new: String
  let changes: [(view: String, changes: [ViewChange])]
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
    let value = String(decoding: part.json.bytes, as: UTF8.self)
    let line = inert(sign + (path.isEmpty ? value : "\(path) \(value)"))
    return colored(width.map { shortened(line, to: $0) } ?? line, color, isColored)
  }

  private func colored(_ line: String, _ color: Int, _ isColored: Bool) -> String {
    isColored ? "\u{1B}[\(color)m\(line)\u{1B}[0m\n" : line + "\n"
  }

  func write(_ json: inout JSONWriter) {
    json.array { json in
      for (view, changes) in changes {
        for change in changes { json.change(change, of: view) }
      }
    }
  }
}
