import Events

/// One pass over a log, which finds the events to undo and the reversal of each.
struct RevertPass {
  /// A reference that the pass searches for.
  enum Wanted {
    case seq(Int)
    /// The prefix of an id.
    case prefix(String)
    /// The positions of the events of one action.
    case action(Set<Int>)
  }

  /// An event of the user, and the subjects that it changed.
  struct Found {
    let event: Event
    let changes: [any AnyUndoChange]
    let batch: Int
  }

  /// An event that changed the same value as an event to undo.
  struct LaterChange {
    let seq: Int
    let type: String
    let id: EventID
    let user: Name?
  }

  /// The later changes of a subject, without those that cancel out.
  private struct Watch {
    let seq: Int
    var change: any AnyUndoChange
    var later: [LaterChange] = []
  }

  /// The events that a reference matches.
  private struct Matches {
    /// The positions of the events with a matching id.
    var own: [EventID: Int] = [:]
    /// The positions of the latest events that created an entity with a matching name.
    var named: [Name: Int] = [:]

    /// Returns the event with exactly this id, or the latest that created an entity with this name.
    ///
    /// An entity that an undo created again has the id of its first event as its name.
    func exact(_ text: String) -> Int? { EventID(text).flatMap { own[$0] } ?? named[Name(text)] }

    /// The positions of all matching events, without those that created again what another one created.
    var all: [Int] {
      let others = named.filter { name, _ in EventID(name.text).map { own[$0] == nil } ?? true }
      return Array(own.values) + others.values
    }
  }

  let user: Name
  /// The state at the end of the log.
  private(set) var state: ReversalState
  private(set) var identity = Identity()
  /// The position of the last event.
  private(set) var lastSeq = 0
  private var watch: Watch?
  private(set) var undone = UndoneEvents()
  private let wanted: [Wanted]
  private let isBatch: Bool
  /// The found events for each reference.
  private var matches: [Matches]
  private var found: [Found] = []
  /// The places of the found events by position, at the end of the pass.
  private var places: [Int: Int] = [:]
  /// The current batch: its number, its found events, and the position after it.
  private var batch = (number: 0, found: [Found](), isWanted: false, end: 0)

  /// The lines that a pass reads.
  struct Choice: Sendable {
    let user: Name
    /// The positions in the references.
    let seqs: [Int]

    /// Returns whether the pass reads the current line of `lines`.
    func includes(_ line: LineReader.Line, _ lines: LineReader) -> Bool {
      // The first line of a batch of several events begins a new batch.
      line.user == user || ReversalState.shared.contains(line.area) || lines.batch > 1
        || seqs.contains(line.seq)
    }
  }

  /// The lines to read.
  var choice: Choice {
    Choice(user: user, seqs: wanted.compactMap { if case .seq(let seq) = $0 { seq } else { nil } })
  }

  /// Creates a pass that has not read any line yet.
  init(by user: Name, _ wanted: [Wanted], isBatch: Bool) {
    (self.user, self.wanted, self.isBatch) = (user, wanted, isBatch)
    state = ReversalState(of: user)
    matches = wanted.map { _ in Matches() }
  }

  /// Creates a pass by reading all of `log`.
  init(of log: Log, by user: Name, _ wanted: [Wanted], isBatch: Bool) throws {
    self.init(by: user, wanted, isBatch: isBatch)
    try readAll(log)
    finish(at: try log.tail().seq)
  }

  private mutating func readAll(_ log: Log) throws {
    let choice = choice
    try log.forEachLine(where: { (line, lines) in choice.includes(line, lines) }) { line, lines in
      try read(line, lines)
      return true
    }
  }

  /// Reads one of the lines to read.
  ///
  /// - Parameter event: The event of the line, if it was decoded.
  mutating func read(_ line: LineReader.Line, _ lines: LineReader, _ event: Event? = nil) throws {
    if lines.batch > 1 || line.seq >= batch.end { begin(line.seq, lines.batch) }
    guard line.user != user else { return try takeOwn(event ?? lines.event()) }
    try requireOwn(line)
    guard ReversalState.shared.contains(line.area) else { return }
    let event = try event ?? lines.event()
    state.apply(event)
    recordChange(by: event)
  }

  /// Ends the pass after the last line of the log, at `seq`.
  mutating func finish(at seq: Int) {
    lastSeq = seq
    begin(seq + 1, 1)
    undone.settle()
    for (place, one) in found.enumerated() { places[one.event.seq] = place }
  }

  /// Returns the found events of an action, the latest first.
  func targets(of action: Set<Int>) -> [Found] {
    var meant = action.compactMap { places[$0] }.map { found[$0] }
    if isBatch {
      let batches = Set(meant.map(\.batch))
      meant = found.filter { batches.contains($0.batch) }
    }
    return meant.sorted { $0.event.seq > $1.event.seq }
  }

  /// Returns the referenced events, the latest first.
  ///
  /// - Throws: A refusal if a reference matches no event, or several.
  func targets() throws(Refusal) -> [Found] {
    var seqs: Set<Int> = []
    for (wanted, match) in zip(wanted, matches) {
      switch wanted {
      case .action(let all): seqs.formUnion(all)
      case .seq(let seq):
        guard match.own.isEmpty else {
          seqs.insert(seq)
          continue
        }
        throw Refusal(
          .notFound, "the log has no event at \(seq)", help: "its last event is \(lastSeq)")
      case .prefix(let text):
        let meant = match.exact(text).map { [$0] } ?? match.all
        guard let only = meant.first else {
          throw Refusal(
            .notFound, "none of your events has an id or a name that starts with '\(text)'",
            help: "\(.show(.log)) shows them; @45 is the event at position 45")
        }
        guard meant.count == 1 else {
          throw Refusal(
            .ambiguous, "\(meant.count) of your events have an id that starts with '\(text)'",
            help: "enter more characters of the id")
        }
        seqs.insert(only)
      }
    }
    return targets(of: seqs)
  }

  /// Returns the latest event after the one at `seq` that changed the same value and was not undone; nil if there is none.
  ///
  /// Cost: another pass over the log.
  func latest(
    after seq: Int, changing change: any AnyUndoChange, in log: Log
  ) throws -> LaterChange? {
    var pass = RevertPass(by: user, [], isBatch: false)
    pass.watch = Watch(seq: seq, change: change)
    try pass.readAll(log)
    return pass.watch?.later.last
  }

  private mutating func begin(_ seq: Int, _ count: Int) {
    if batch.isWanted { found += batch.found }
    batch = (batch.number + 1, [], false, seq + max(1, count))
  }

  private mutating func takeOwn(_ event: Event) throws {
    let isMeant = match(event)
    if isMeant || isBatch && mayHoldWanted(from: event.seq) {
      let changes = state.changes(by: event)
      batch.found.append(Found(event: event, changes: changes, batch: batch.number))
      if isMeant { batch.isWanted = true }
    } else {
      state.apply(event)
    }
    identity.apply(event)
    let facts = undone.apply(event) { state.replace($0, inPlaceOf: $1) }
    recordChange(by: event)
    if case .corrections(.eventsReverted(let note)) = event.body { cancel(note, facts) }
  }

  /// Records that an event changed the watched subject.
  private mutating func recordChange(by event: Event) {
    guard let seq = watch?.seq, event.seq >= seq,
      watch?.change.advance(in: &state) ?? false, event.seq > seq
    else { return }
    watch?.later.append(
      LaterChange(seq: event.seq, type: event.type, id: event.id, user: event.user))
  }

  /// Removes undone events from the changes of the watched subject, with the facts that undo them.
  ///
  /// The facts stay if they undo events before the watched one.
  private mutating func cancel(_ note: EventsReverted, _ facts: [Event]) {
    guard let later = watch?.later, !later.isEmpty else { return }
    let undone = Set(note.events)
    guard later.contains(where: { undone.contains($0.id) }) else { return }
    let undoing = Set(facts.map(\.id))
    watch?.later.removeAll { undone.contains($0.id) || undoing.contains($0.id) }
  }

  /// Returns whether the current batch may contain a referenced event.
  private func mayHoldWanted(from seq: Int) -> Bool {
    wanted.contains { wanted in
      switch wanted {
      case .seq(let wanted): wanted < batch.end && wanted >= seq || batch.isWanted
      case .prefix: true
      case .action: false
      }
    }
  }

  /// Records an event that a reference matches, and returns whether any reference does.
  private mutating func match(_ event: Event) -> Bool {
    var isMeant = false
    for (place, wanted) in wanted.enumerated() {
      switch wanted {
      case .seq(let seq):
        guard event.seq == seq else { continue }
        matches[place].own[event.id] = seq
        isMeant = true
      case .action(let seqs): if seqs.contains(event.seq) { isMeant = true }
      case .prefix(let text):
        if event.id.description.utf8.starts(with: text.utf8) {
          matches[place].own[event.id] = event.seq
          isMeant = true
        }
        let created = event.entities.filter { $0.role == .created }.compactMap(\.name)
        for name in created where name.text.utf8.starts(with: text.utf8) {
          matches[place].named[name] = event.seq
          isMeant = true
        }
      }
    }
    return isMeant
  }

  /// Refuses a position with an event of another user.
  private func requireOwn(_ line: LineReader.Line) throws(Refusal) {
    for case .seq(let seq) in wanted where seq == line.seq {
      throw Refusal(
        .notOwner, "event \(seq) is not yours", help: "only its own user can undo an event")
    }
  }
}
