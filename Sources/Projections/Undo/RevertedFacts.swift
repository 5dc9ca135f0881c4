import Events

/// The facts that undo events, derived one event at a time from the state after the previous facts.
struct RevertedFacts {
  /// A fact, with an id if another fact refers to it.
  struct Fact {
    var id: EventID?
    let body: Event.Body
  }

  private let pass: RevertPass
  private let now: Timestamp
  private let isForced: Bool
  /// A Boolean value indicating whether events without a reversal are skipped.
  private let isAction: Bool
  /// Returns the next step if an event is already undone, given the place of the undoing.
  private let redo: (UndoneEvents.Place) -> Remedy?
  /// Returns the id of the fact at a place from 0.
  private let id: (Int) -> EventID
  private var state: ReversalState
  private var facts: [Fact] = []
  private var places: [EventID: Int] = [:]
  /// The number of facts that are applied to the state but not written, since their session is discarded as a whole.
  private var unwritten = 0
  /// The sessions that are discarded as a whole.
  private var leaving: Set<Name> = []

  init(
    _ pass: RevertPass, at now: Timestamp, isForced: Bool, isAction: Bool,
    redo: @escaping (UndoneEvents.Place) -> Remedy?, id: @escaping (Int) -> EventID
  ) {
    (self.pass, self.now, self.isForced, self.isAction) = (pass, now, isForced, isAction)
    (self.redo, self.id, state) = (redo, id, pass.state)
  }

  /// Returns the facts that undo `targets`, given latest first, and the fact that names the undone events.
  mutating func make(_ targets: [RevertPass.Found]) throws(Refusal) -> [Fact] {
    leaving = Set(targets.compactMap(\.begunSession))
    if targets.count == 1 { leaving = [] }
    state.leaving = leaving
    var (undone, isRedo): ([EventID], Bool) = ([], true)
    for target in targets where try undo(target, isOnly: targets.count == 1) {
      undone.append(target.event.id)
      if !pass.undone.undoesOthers(target.event.id) { isRedo = false }
    }
    guard !facts.isEmpty else { throw nothingToUndo(targets) }
    let note = EventsReverted(events: undone, count: facts.count, isRedo: isRedo)
    return facts + [Fact(body: .corrections(.eventsReverted(note)))]
  }

  /// Makes the facts that undo an event, and returns whether there are any.
  private mutating func undo(_ target: RevertPass.Found, isOnly: Bool) throws(Refusal) -> Bool {
    let event = target.event
    if let place = pass.undone[event.id], !isForced {
      guard isOnly else { return false }
      throw Refusal(
        .notUndoable, "\(event.seq) \(event.type) is already undone by \(place.seq) \(place.type)",
        help: redo(place))
    }
    switch target.reversal {
    case .noEffect: return false
    case .bystander(let reason, let help):
      guard !isAction else { return false }
      throw cannot(event, reason, help)
    case .impossible(let reason, let help): throw cannot(event, reason, help)
    case .facts(let subjects, let session, let make):
      let bodies = try bodies(of: make(&state), event, subjects)
      let isLeaving = session.map(leaving.contains) ?? false
      for body in bodies { add(body, undoing: event, isWritten: !isLeaving || event.isStart) }
      return true
    }
  }

  private func bodies(
    of undoing: Undoing, _ event: Event, _ subjects: [UndoTarget]
  ) throws(Refusal) -> [Event.Body] {
    switch undoing {
    case .facts(let bodies): return bodies
    case .overwritten(let forced):
      if isForced, let forced { return forced }
      guard let later = pass.latestChange(of: subjects, after: event.seq) else {
        throw cannot(
          event, "its result no longer exists",
          forced == nil ? nil : "force it with \(.give(.isForced))")
      }
      let insist: Remedy = forced == nil ? "" : ", or force it with \(.give(.isForced))"
      throw Refusal(
        .notUndoable,
        "cannot undo \(event.seq) \(event.type): \(later.seq) \(later.type) changed the same "
          + "later",
        help: "undo that event first with \(.revert(later.seq, isBatch: false))\(insist)")
    }
  }

  /// Applies a fact to the state, and adds it to the written facts.
  private mutating func add(_ body: Event.Body, undoing event: Event, isWritten: Bool) {
    // Facts that are not written get ids beyond those of any batch.
    let id = id(isWritten ? facts.count : 2 * Log.largestReversal + unwritten)
    if !isWritten { unwritten += 1 }
    let fact = Event(id: id, at: now, user: pass.user, body, seq: pass.lastSeq + facts.count + 1)
    if case .pushUps(.pushUpsRemoved(let removal)) = body { refer(to: removal.pushUps) }
    state.apply(fact)
    if case .pushUps(.pushUpsRemoved(let removal)) = event.body {
      state.replace(id, inPlaceOf: removal.pushUps)
    }
    guard isWritten else { return }
    places[id] = facts.count
    facts.append(Fact(body: body))
  }

  /// Sets the id of the fact that logs push-ups again, since another fact refers to it.
  private mutating func refer(to id: EventID) {
    if let place = places[id] { facts[place].id = id }
  }

  private func cannot(_ event: Event, _ reason: String, _ help: Remedy?) -> Refusal {
    Refusal(
      .notUndoable, "cannot undo \(event.seq) \(event.type): \(reason)", help: help)
  }

  private func nothingToUndo(_ targets: [RevertPass.Found]) -> Refusal {
    guard let only = targets.first?.event, targets.count == 1 else {
      return Refusal(
        .nothingToUndo, "these events changed nothing, so there is nothing to undo",
        help: "\(.show(.log)) shows what happened")
    }
    return Refusal(
      .nothingToUndo,
      "there is nothing to undo: \(only.seq) \(only.type) changed nothing",
      help: "undo an earlier event by its position, as in @45")
  }
}

extension Event {
  fileprivate var isStart: Bool {
    if case .sessions(.sessionStarted) = body { true } else { false }
  }
}

extension RevertPass.Found {
  /// The session that the event began; nil for any other event.
  fileprivate var begunSession: Name? {
    guard event.isStart, case .facts(_, let session, _) = reversal else { return nil }
    return session
  }
}
