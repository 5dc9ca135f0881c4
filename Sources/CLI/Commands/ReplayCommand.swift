import Events
import Projections

/// `replog replay`: each event with what it changed in the views.
struct ReplayCommand: Command {
  static let name = "replay"
  static let summary = "show what each event changes in the views"
  static let example = """
    replog replay --view pbs --view history --from 20 --to 26
    replog replay --step
    """
  static let remark = """
    An event is followed by its changes: 'VIEW  PATH  BEFORE → AFTER', with '+' for what is new and '-' for \
    what is gone. With '--user' other users' events are shown only where they change something of that user's.
    """
  static let accepts: GlobalOptions.Accepted = [.table]
  var views: [ViewArgument] = []
  var first: Int?
  var last: Int?
  var isStepped = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.repeated(&views, "--view", "only this view; may be given again")
    try a.option(&first, "--from", "the first event to show, by its seq")
    try a.option(&last, "--to", "the last event to show, by its seq")
    try a.flag(&isStepped, "--step", "stop after each event and wait for a command")
  }

  func run(_ shell: inout Shell) throws {
    let range = (first ?? 1)...max(first ?? 1, last ?? .max)
    if let first, let last, first > last {
      throw UsageError(
        message: "expected '--from' not after '--to', found \(first) and \(last)",
        help: "see 'replog help replay'")
    }
    if isStepped {
      guard shell.canAsk, shell.printsToTerminal else {
        throw UsageError(
          message: "'--step' needs a terminal", help: "leave it out, or name a range with --from")
      }
    }
    let log = try shell.openLog()
    let traces = views.isEmpty ? Views.all : views.map(\.view)
    let user = try shell.viewer(log)
    var replay = LogReplay(log, traces, of: user, in: range, isOfUser: shell.options.user != nil)
    if isStepped {
      var steps = ReplaySteps(replay)
      return try steps.run(&shell)
    }
    var shown = 0
    while let step = try replay.next() {
      try shell.show(step, shell.options.json)
      shown += 1
    }
    if shown == 0, !shell.options.json { try shell.print("no events") }
  }
}

/// A walk over a log that stops at each event, with what it changed.
struct LogReplay {
  /// An event, its line, and its changes.
  struct Step {
    let event: Event
    /// The line by itself, with its newline.
    let line: [UInt8]
    let changes: [(view: String, change: ViewChange)]
  }

  private var lines: LineReader
  private var traces: [any ViewTracing]
  private let user: Name?
  private let range: ClosedRange<Int>
  /// A Boolean value indicating whether events of others are passed over unless they change something.
  private let isOfUser: Bool

  init(
    _ log: Log, _ views: [any View.Type], of user: Name?, in range: ClosedRange<Int>,
    isOfUser: Bool
  ) {
    lines = log.lines()
    traces = views.map { $0._trace(of: user) }
    (self.user, self.range, self.isOfUser) = (user, range, isOfUser)
  }

  /// Returns the next event to show; nil after the last one.
  mutating func next() throws -> Step? {
    while let line = try lines.next() {
      if line.seq > range.upperBound { continue }
      let event = try lines.event()
      var changes: [(view: String, change: ViewChange)] = []
      for place in traces.indices {
        let name = traces[place].name
        traces[place].apply(event) { changes.append((name, $0)) }
      }
      guard range.contains(line.seq), !isOfUser || line.user == user || !changes.isEmpty else {
        continue
      }
      var bytes: [UInt8] = []
      try lines.writeAlone(to: &bytes)
      return Step(event: event, line: bytes, changes: changes)
    }
    return nil
  }
}

extension Shell {
  /// Prints an event and what it changed.
  mutating func show(_ step: LogReplay.Step, _ isJSON: Bool) throws {
    guard isJSON else { return try print(text(of: step), terminator: "") }
    var json = JSONWriter()
    json.object { json in
      json.member("seq", step.event.seq)
      json.key(plain: "event")
      json.raw(step.line.dropLast())
      json.key(plain: "changes")
      json.array { json in
        for (view, change) in step.changes { json.change(change, of: view) }
      }
    }
    try print(json.bytes + [UInt8(ascii: "\n")])
  }

  /// Returns an event and what it changed as lines for people.
  func text(of step: LogReplay.Step) -> String {
    let event = step.event
    let head = event.headline
    let line = tableWidth.map { shortened(inert(head), to: $0) } ?? inert(head)
    var text = isColored ? "\u{1B}[1m\(line)\u{1B}[0m\n" : line + "\n"
    for (view, change) in step.changes {
      let line = ChangeText(view: view, change: change, isColored: isColored, width: tableWidth)
      text += line.line(indent: "    ") + "\n"
    }
    return text
  }
}

extension Event {
  /// The event on one line: its position, its time, its user, its type and its fields.
  var headline: String {
    let parts = ["\(seq)", minute(at), user?.text ?? "–", type, summary]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
