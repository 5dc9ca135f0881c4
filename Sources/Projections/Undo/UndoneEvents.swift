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
  private var recent = RecentEvents()
  /// The set that each removal removed.
  private var removedSets: [EventID: EventID] = [:]
  /// The push-ups that each removal removed.
  private var removedPushUps: [EventID: EventID] = [:]

  /// Returns the first event of the undoing of an event; nil if the event is not undone.
  subscript(event: EventID) -> Place? { places[event] }

  /// Returns whether an event undid others without redoing anything.
  func undoesOthers(_ event: EventID) -> Bool { facts.contains(event) }

  /// Processes the next event of the user, and returns the events that it records as undoing others.
  ///
  /// - Parameter replace: A closure called with the id of each set, or push-ups, that was logged again, and the old id.
  mutating func apply(
    _ event: Event, replace: (_ new: EventID, _ old: EventID) -> Void = { _, _ in }
  ) -> [Event] {
    switch event.body {
    case .sessions(.setRemoved(let removal)): removedSets[event.id] = removal.set
    case .pushUps(.pushUpsRemoved(let removal)): removedPushUps[event.id] = removal.pushUps
    default: break
    }
    guard case .corrections(.eventsReverted(let note)) = event.body else {
      recent.append(event)
      return []
    }
    let undoing = recent.undoing(note, at: event.at)
    guard let first = undoing.first else { return [] }
    undoings.append(
      Undoing(
        events: note.events, facts: undoing.map(\.id),
        place: Place(seq: first.seq, type: first.type, isAlone: undoing.count == 1)))
    // A redoing event counts as an action of its user.
    if !note.isRedo { facts.formUnion(undoing.map(\.id)) }
    noteSuccessors(note, undoing, replace)
    return Array(undoing)
  }

  /// Records the sets and push-ups that were logged again: one for each undone removal, in order.
  ///
  /// Both are restored; only earlier releases logged them again.
  private func noteSuccessors(
    _ note: EventsReverted, _ undoing: ArraySlice<Event>, _ replace: (EventID, EventID) -> Void
  ) {
    let sets = undoing.filter { if case .sessions(.setLogged) = $0.body { true } else { false } }
    let pushUps = undoing.filter {
      if case .pushUps(.pushUpsLogged) = $0.body { true } else { false }
    }
    let pairs =
      Array(zip(note.events.compactMap { removedSets[$0] }, sets))
      + zip(note.events.compactMap { removedPushUps[$0] }, pushUps)
    for (removed, event) in pairs { replace(event.id, removed) }
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

/// The events of a user since the last note, at least as many as one note can count.
struct RecentEvents {
  private var events: [Event] = []

  mutating func append(_ event: Event) {
    if events.count >= 2 * Log.largestReversal { events.removeFirst(Log.largestReversal) }
    events.append(event)
  }

  /// Returns the events that a note counts, which follows them; the next note counts none of them.
  mutating func undoing(_ note: EventsReverted, at time: Timestamp) -> ArraySlice<Event> {
    defer { events = [] }
    let facts = events.suffix(max(0, note.count))
    return note.counts(facts.lazy.map { ($0.id, $0.at) }, at: time) ? facts : []
  }
}

extension EventsReverted {
  /// Returns whether the note, recorded at a time, counts some events, which precede it.
  ///
  /// All facts of an undo have its time, and none undoes itself. A note with a larger count, or with one that no undo
  /// has, was not written by an undo. It undoes nothing: otherwise it would hide all earlier actions of its user.
  func counts(_ facts: some Collection<(id: EventID, at: Timestamp)>, at time: Timestamp) -> Bool {
    let undone = Set(events)
    return count < Log.largestReversal && facts.count == count
      && facts.allSatisfy { $0.at == time && !undone.contains($0.id) }
  }
}
