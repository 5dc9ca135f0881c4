import Events

extension Log {
  /// Returns the positions of the events of a user's latest actions that are not undone, the latest action first.
  ///
  /// An action is the events of one command, such as an import in several batches. Events of identity do not count as
  /// actions.
  ///
  /// A batch that `append` wrote may have several actions, such as a copy of a log. All facts of a decision have the
  /// same time, which tells one action from the next. A batch that begins with a derived id is a whole import.
  ///
  /// Cost: reads the log from its end back to the last of the actions, and at most one batch more.
  ///
  /// - Parameter count: The number of actions; the result is shorter if the log has fewer.
  func latestActions(of user: Name, _ count: Int) throws -> [Set<Int>] {
    var search = ActionSearch(of: user, count)
    try forEachLineBackwards { line, lines in try search.goesOn(before: line, lines) }
    search.finish()
    return Array(search.actions(from: 0).prefix(count))
  }

  /// Returns the user's latest undo, unless the user has since made another change that was not undone.
  ///
  /// - Parameter skipped: The positions of undos to pass over.
  func latestUndo(of user: Name, besides skipped: Set<Int> = []) throws -> UndoSearch.Result {
    var search = UndoSearch(of: user, besides: skipped)
    try forEachLineBackwards { line, lines in try search.goesOn(before: line, lines) }
    search.finish()
    return search.result
  }
}

/// A line of a user, as a search for actions needs it.
private struct OwnLine {
  let seq: Int
  let id: EventID
  let at: Timestamp
  let type: String
  /// A Boolean value indicating whether it may belong to an action.
  let isAction: Bool

  init(_ line: LineReader.Line, _ lines: LineReader) {
    (seq, id, at, type) = (line.seq, lines.id, line.at, lines.type)
    isAction =
      switch line.area {
      case .identity, .corrections: false
      default: true
      }
  }
}

/// The facts that an `EventsReverted` counts, while the lines of a user are read from the end of a log.
private struct FactCollector {
  /// One or more lines.
  enum Part {
    case line(OwnLine)
    /// A note with the facts that it counts, the last one first.
    case undo(EventsReverted, [OwnLine])
  }

  private var note: (EventsReverted, at: Timestamp)?
  private var facts: [OwnLine] = []

  /// Processes the user's preceding line, and returns the lines whose relation to a note is now known.
  mutating func parts(at line: LineReader.Line, _ lines: LineReader) throws -> [Part] {
    let isNote = line.area == .corrections
    if let (note, time) = note, !isNote, line.at == time {
      facts.append(OwnLine(line, lines))
      guard facts.count == note.count else { return [] }
      guard note.counts(facts.lazy.map { ($0.id, $0.at) }, at: time) else { return rest() }
      defer { (self.note, facts) = (nil, []) }
      return [.undo(note, facts)]
    }
    let parts = rest()
    guard isNote else { return parts + [.line(OwnLine(line, lines))] }
    if case .corrections(.eventsReverted(let note)) = try lines.event().body, note.count > 0 {
      self.note = (note, line.at)
    }
    return parts
  }

  /// Returns the lines after the last one that was read, which no note counts.
  mutating func rest() -> [Part] {
    defer { (note, facts) = (nil, []) }
    return facts.map { .line($0) }
  }
}

/// A backward search from the end of a log for the latest actions that are not undone.
private struct ActionSearch {
  /// A batch of several events.
  private struct Batch {
    var positions: Range<Int>
    /// A Boolean value indicating whether an import wrote it, perhaps as one of several batches.
    let isImport: Bool
  }

  /// Events that redo an action and take its place.
  private struct Redone {
    let positions: Set<Int>
    /// The events on the way back to the redone action that were not read yet.
    var open: Set<EventID>
    /// A Boolean value indicating whether the action was undone by a request that named an earlier event of it.
    var isUndone = false
  }

  private struct Part {
    let seq: Int
    let at: Timestamp
    let isImported: Bool

    /// Returns whether two events of one batch belong to one action.
    func belongs(to other: Part) -> Bool {
      isImported == other.isImported && (isImported || at == other.at)
    }
  }

  let user: Name
  private let count: Int
  private var collector = FactCollector()
  private var undone: Set<EventID> = []
  /// The user's events that are not undone, the latest first.
  private var parts: [Part] = []
  private var redone: [Redone] = []
  /// The batches, the latest first.
  private var batches: [Batch] = []

  init(of user: Name, _ count: Int) { (self.user, self.count) = (user, count) }

  /// Processes the preceding line, and returns whether to continue.
  mutating func goesOn(before line: LineReader.Line, _ lines: LineReader) throws -> Bool {
    if lines.batch > 1 { begin(line.seq, lines) }
    if line.user == user { for part in try collector.parts(at: line, lines) { take(part) } }
    guard redone.allSatisfy(\.open.isEmpty) else { return true }
    // A batch of an import may continue the batch before it.
    if lines.batch > 1, !lines.id.isDerived { return actions(from: line.seq).count < count }
    guard line.seq.isMultiple(of: 1_000) else { return true }
    return actions(from: line.seq + Log.largestBatch).count < count
  }

  private mutating func begin(_ seq: Int, _ lines: LineReader) {
    let batch = Batch(positions: seq..<seq + lines.batch, isImport: lines.id.isDerived)
    if let later = batches.last, later.isImport, batch.isImport, lines.batch == Log.largestBatch,
      later.positions.lowerBound == batch.positions.upperBound,
      // More events than that are undone in steps, since an event about them would not fit into a line.
      later.positions.upperBound - seq < Log.largestReversal
    {
      batches[batches.count - 1].positions = seq..<later.positions.upperBound
    } else {
      batches.append(batch)
    }
  }

  /// Processes the first lines of the log, after all others.
  mutating func finish() { for part in collector.rest() { take(part) } }

  private mutating func take(_ part: FactCollector.Part) {
    switch part {
    case .undo(let note, let facts):
      for fact in facts.dropLast() { _ = removeRedone(fact.id) }
      settle(note, facts)
      if let first = facts.last { _ = removeRedone(first.id) }
    case .line(let line):
      guard !removeRedone(line.id), line.isAction, !undone.contains(line.id) else { return }
      parts.append(Part(seq: line.seq, at: line.at, isImported: line.id.isDerived))
    }
  }

  /// Removes an event from the ways back to redone actions, and returns whether it was on one of them.
  private mutating func removeRedone(_ event: EventID) -> Bool {
    var isRedone = false
    for place in redone.indices where redone[place].open.remove(event) != nil { isRedone = true }
    return isRedone
  }

  private mutating func settle(_ note: EventsReverted, _ facts: [OwnLine]) {
    let ids = Set(facts.map(\.id))
    var isKnown = false
    for place in redone.indices where !redone[place].open.isDisjoint(with: ids) {
      isKnown = true
      redone[place].open.subtract(ids)
      redone[place].open.formUnion(note.events)
      if !note.isRedo, note.events.allSatisfy(undone.contains) { redone[place].isUndone = true }
    }
    guard !ids.isSubset(of: undone) else { return }
    undone.formUnion(note.events)
    guard note.isRedo, !isKnown else { return }
    redone.append(Redone(positions: Set(facts.map(\.seq)), open: Set(note.events)))
  }

  /// Returns the actions whose events are all at or after a position, the latest first.
  func actions(from floor: Int) -> [Set<Int>] {
    var actions = redone.filter { !$0.isUndone }.map(\.positions)
    var rest = batches[...]
    var open: Batch?
    var later: Part?
    for part in parts where part.seq >= floor {
      let seq = part.seq
      defer { later = part }
      if let open, let later, open.positions.contains(seq),
        open.isImport || part.belongs(to: later)
      {
        actions[actions.count - 1].insert(seq)
        continue
      }
      while let batch = rest.first, batch.positions.lowerBound > seq { rest.removeFirst() }
      open = rest.first.flatMap { $0.positions.contains(seq) ? $0 : nil }
      if let open, open.positions.lowerBound < floor { break }
      actions.append([seq])
    }
    return actions.sorted { $0.max() ?? 0 > $1.max() ?? 0 }
  }
}

/// A backward search from the end of a log for the user's latest undo that can be redone.
struct UndoSearch {
  enum Result {
    /// The positions of the events that undid others.
    case undo(Set<Int>)
    /// The position and the type of a later action.
    case later(seq: Int, type: String)
    /// There is no undo, or all of them are redone.
    case none
  }

  let user: Name
  private let skipped: Set<Int>
  private(set) var result = Result.none
  private var collector = FactCollector()
  private var undone: Set<EventID> = []

  init(of user: Name, besides skipped: Set<Int>) { (self.user, self.skipped) = (user, skipped) }

  /// Processes the preceding line, and returns whether to continue.
  mutating func goesOn(before line: LineReader.Line, _ lines: LineReader) throws -> Bool {
    guard line.user == user else { return true }
    return try collector.parts(at: line, lines).allSatisfy { goesOn(before: $0) }
  }

  /// Processes the first lines of the log, after all others.
  mutating func finish() {
    guard case .none = result else { return }
    _ = collector.rest().allSatisfy { goesOn(before: $0) }
  }

  private mutating func goesOn(before part: FactCollector.Part) -> Bool {
    switch part {
    case .undo(let note, let facts):
      if facts.allSatisfy({ undone.contains($0.id) || skipped.contains($0.seq) }) { return true }
      guard note.isRedo else {
        result = .undo(Set(facts.map(\.seq)))
        return false
      }
      undone.formUnion(note.events)
      return true
    case .line(let line):
      guard line.isAction else { return true }
      // Behind a redo, the latest action is the redone one.
      if undone.isEmpty { result = .later(seq: line.seq, type: line.type) }
      return false
    }
  }
}
