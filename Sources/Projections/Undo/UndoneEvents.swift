import Events

/// The undone events of a user, as recorded by `EventsReverted`.
struct UndoneEvents {
  /// The consecutive events that undid others, and the undone events.
  private struct Undoing {
    let events: [EventID]
    let facts: [EventID]
    let place: Place
  }

  /// The position of the first of the undoing events.
  struct Place {
    let seq: Int
    let type: String
    /// A Boolean value indicating whether there is only one undoing event.
    let isAlone: Bool
  }

  private var undoings: [Undoing] = []
  /// The events that undid others without redoing anything.
  private var facts: Set<EventID> = []
  /// For each undone event, the event that records it.
  private var places: [EventID: Place] = [:]
  /// The last events of the user, at least as many as the largest batch has.
  private var recent: [Event] = []
  /// The set or push-ups that each removal removed.
  private var removed: [EventID: EventID] = [:]

  /// Returns the first event of the undoing of an event; nil if the event is not undone.
  subscript(event: EventID) -> Place? { places[event] }

  /// Returns whether an event undid others without redoing anything.
  func undoesOthers(_ event: EventID) -> Bool { facts.contains(event) }

  /// Processes the next event of the user.
  mutating func apply(_ event: Event, _ state: inout ReversalState) {
    switch event.body {
    case .sessions(.setRemoved(let removal)): removed[event.id] = removal.set
    case .pushUps(.pushUpsRemoved(let removal)): removed[event.id] = removal.pushUps
    default: break
    }
    guard case .corrections(.eventsReverted(let note)) = event.body else {
      if recent.count >= 2 * Log.largestBatch { recent.removeFirst(Log.largestBatch) }
      return recent.append(event)
    }
    let undoing = recent.suffix(max(0, note.count))
    guard let first = undoing.first else { return }
    undoings.append(
      Undoing(
        events: note.events, facts: undoing.map(\.id),
        place: Place(seq: first.seq, type: first.type, isAlone: undoing.count == 1)))
    // A redoing event counts as an action of its user.
    if !note.isRedo { facts.formUnion(undoing.map(\.id)) }
    noteSuccessors(note, undoing, &state)
  }

  /// Records the sets and push-ups that were logged again: one for each undone removal, in order.
  private func noteSuccessors(
    _ note: EventsReverted, _ undoing: ArraySlice<Event>, _ state: inout ReversalState
  ) {
    let logged = undoing.filter { event in
      switch event.body {
      case .sessions(.setLogged), .pushUps(.pushUpsLogged): true
      default: false
      }
    }
    for (set, event) in zip(note.events.compactMap { removed[$0] }, logged) {
      state.replace(event.id, inPlaceOf: set)
    }
  }

  /// Determines the undone events, after all events were processed.
  ///
  /// It starts from the last: an undoing counts unless it is undone itself.
  mutating func settle() {
    for undoing in undoings.reversed() {
      if undoing.facts.allSatisfy({ places[$0] != nil }) { continue }
      for event in undoing.events where places[event] == nil { places[event] = undoing.place }
    }
  }
}

extension Log {
  /// Returns the positions of the events of a user's latest action that is not undone; nil if there is none.
  ///
  /// An action is the events of one command. Events of identity and catalogues do not count as actions.
  ///
  /// Cost: reads the log from its end back to the action, and at most one batch more.
  func latestAction(of user: Name) throws -> Set<Int>? {
    var search = ActionSearch(of: user)
    try forEachLineBackwards { line, lines in try search.goesOn(before: line, lines) }
    return search.action.isEmpty ? nil : search.action
  }
}

/// A backward search from the end of a log for the latest action that is not undone.
private struct ActionSearch {
  private enum Phase {
    case searching
    /// Reading the undoing events of an `EventsReverted`.
    case undoing(EventsReverted, facts: [(id: EventID, seq: Int)])
    /// Reading the events before the last one of the action, after this many lines.
    case batch(last: Int, earlier: [Int], lines: Int)
  }

  let user: Name
  /// The positions of the events of the action; empty until it is found.
  private(set) var action: Set<Int> = []
  private var phase = Phase.searching
  private var undone: Set<EventID> = []

  init(of user: Name) { self.user = user }

  /// Processes the preceding line, and returns whether to continue.
  mutating func goesOn(before line: LineReader.Line, _ lines: LineReader) throws -> Bool {
    switch phase {
    case .searching: return try search(line, lines)
    case .undoing(let note, var facts):
      guard line.user == user else { return true }
      facts.append((lines.id, line.seq))
      phase = .undoing(note, facts: facts)
      return facts.count < note.count || settle(note, facts)
    case .batch(let last, var earlier, let count):
      if isPart(line, lines) { earlier.append(line.seq) }
      if lines.batch > 1 {
        if line.seq + lines.batch > last { action.formUnion(earlier) }
        return false
      }
      phase = .batch(last: last, earlier: earlier, lines: count + 1)
      return count + 1 < Log.largestBatch
    }
  }

  private mutating func search(_ line: LineReader.Line, _ lines: LineReader) throws -> Bool {
    guard line.user == user else { return true }
    if line.area == .corrections {
      if case .corrections(.eventsReverted(let note)) = try lines.event().body, note.count > 0 {
        phase = .undoing(note, facts: [])
      }
      return true
    }
    guard isPart(line, lines) else { return true }
    action = [line.seq]
    phase = .batch(last: line.seq, earlier: [], lines: 1)
    return lines.batch == 1
  }

  /// Returns whether a line may belong to an action, and is not undone.
  private func isPart(_ line: LineReader.Line, _ lines: LineReader) -> Bool {
    switch line.area {
    case .identity, .exercises, .corrections: false
    case .plan, .sessions, .feed, .profile, .workouts, .program, .classes, .videos, .pushUps,
      .meals, nil:
      line.user == user && !undone.contains(lines.id)
    }
  }

  /// Records the undone events, and returns whether to continue: a redone action ends the search.
  private mutating func settle(
    _ note: EventsReverted, _ facts: [(id: EventID, seq: Int)]
  ) -> Bool {
    phase = .searching
    if facts.allSatisfy({ undone.contains($0.id) }) { return true }
    guard !note.isRedo else {
      action = Set(facts.map(\.seq))
      return false
    }
    undone.formUnion(note.events)
    return true
  }
}
