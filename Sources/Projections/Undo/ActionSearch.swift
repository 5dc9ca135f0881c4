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
    return Array(search.actions(from: 0).prefix(count))
  }

  /// Returns the user's latest undo, if the user did nothing else since that was not undone.
  ///
  /// - Parameter skipped: The positions of undos to pass over.
  func latestUndo(of user: Name, besides skipped: Set<Int> = []) throws -> UndoSearch.Result {
    var search = UndoSearch(of: user, besides: skipped)
    try forEachLineBackwards { line, lines in try search.goesOn(before: line, lines) }
    return search.result
  }
}

/// The facts that an `EventsReverted` counts, while a log is read from its end.
private struct FactCollector {
  /// The part of a line in an undo.
  enum Part {
    case none
    /// The line is a note, or a fact that another fact of its note precedes.
    case inside
    /// The line is the first fact of a note, which has all its facts now, the last one first.
    case start(EventsReverted, [Fact])
  }

  typealias Fact = (id: EventID, seq: Int)

  private var note: EventsReverted?
  private var facts: [Fact] = []

  /// Processes the preceding line of a user.
  mutating func part(of line: LineReader.Line, _ lines: LineReader) throws -> Part {
    if let note {
      facts.append((lines.id, line.seq))
      if facts.count < note.count { return .inside }
      defer { (self.note, facts) = (nil, []) }
      return .start(note, facts)
    }
    guard line.area == .corrections else { return .none }
    if case .corrections(.eventsReverted(let note)) = try lines.event().body, note.count > 0 {
      self.note = note
    }
    return .inside
  }
}

extension LineReader.Line {
  /// Returns whether the line may belong to an action of a user.
  fileprivate func isAction(of user: Name) -> Bool {
    switch area {
    case .identity, .corrections: false
    case .exercises, .plan, .sessions, .feed, .profile, .workouts, .program, .classes, .videos,
      .pushUps, .meals, nil:
      self.user == user
    }
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

  /// An event of an action.
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
    if line.user == user { try take(line, lines) }
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

  private mutating func take(_ line: LineReader.Line, _ lines: LineReader) throws {
    let part = try collector.part(of: line, lines)
    if case .start(let note, let facts) = part { settle(note, facts) }
    var isRedone = false
    for place in redone.indices where redone[place].open.remove(lines.id) != nil { isRedone = true }
    guard case .none = part, !isRedone, line.isAction(of: user), !undone.contains(lines.id) else {
      return
    }
    parts.append(Part(seq: line.seq, at: line.at, isImported: lines.id.isDerived))
  }

  private mutating func settle(_ note: EventsReverted, _ facts: [FactCollector.Fact]) {
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
    switch try collector.part(of: line, lines) {
    case .inside: return true
    case .start(let note, let facts):
      if facts.allSatisfy({ undone.contains($0.id) || skipped.contains($0.seq) }) { return true }
      guard note.isRedo else {
        result = .undo(Set(facts.map(\.seq)))
        return false
      }
      undone.formUnion(note.events)
      return true
    case .none: break
    }
    guard line.isAction(of: user) else { return true }
    // Behind a redo, the latest action is the redone one.
    if undone.isEmpty { result = .later(seq: line.seq, type: lines.type) }
    return false
  }
}
