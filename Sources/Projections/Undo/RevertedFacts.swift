import Events

/// The facts that undo events, derived one event at a time from the state after the previous facts.
struct RevertedFacts {
  private let pass: RevertPass
  private let log: Log
  private let now: Timestamp
  private let mode: Mode
  /// Returns the next step if an event is already undone, given the place of the undoing.
  private let redo: (UndoneEvents.Place) -> Remedy?
  /// Returns the id of the fact at a place from 0.
  private let id: (Int) -> EventID
  private var state: ReversalState
  private var facts: [Event.Body] = []
  /// The number of facts that are applied to the state but not written, since their session is discarded as a whole.
  private var unwritten = 0
  /// The events of an action that stay as they are: nothing reverses them, or their former values are out of today's
  /// range.
  private(set) var passedOver: [Revert.PassedOver] = []
  /// The sessions that are discarded as a whole.
  private var leaving: Set<Name> = []

  /// The events that are skipped instead of refused.
  struct Mode {
    var isForced = false
    /// A Boolean value indicating whether events without a reversal are skipped.
    var isAction = false
    /// A Boolean value indicating whether these are the user's latest events, so that only an undo changed them since.
    var isLatest = false
    /// A Boolean value indicating whether also those without a reversal that a batch does not skip are skipped, with a
    /// note.
    var stepsPast = false
    /// A Boolean value indicating whether the events are those of an undo that is redone.
    var isRedo = false
  }

  init(
    _ pass: RevertPass, _ log: Log, at now: Timestamp, _ mode: Mode,
    redo: @escaping (UndoneEvents.Place) -> Remedy?, id: @escaping (Int) -> EventID
  ) {
    (self.pass, self.log, self.now, self.mode) = (pass, log, now, mode)
    (self.redo, self.id, state) = (redo, id, pass.state)
  }

  /// Returns the facts that undo `targets`, given latest first, and the fact that names the undone events.
  mutating func make(_ targets: [RevertPass.Found]) throws(Refusal) -> [Event.Body] {
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
    return facts + [note.body]
  }

  /// Makes the facts that undo an event, and returns whether there are any.
  private mutating func undo(_ target: RevertPass.Found, isOnly: Bool) throws(Refusal) -> Bool {
    let event = target.event
    if let place = pass.undone[event.id], !mode.isForced {
      guard isOnly else { return false }
      throw alreadyUndone(event, by: place)
    }
    if let obstacle = event.obstacle(hasEffect: !target.changes.isEmpty) {
      if obstacle.isSkipped, mode.isAction { return false }
      guard mode.stepsPast else { throw cannot(event, obstacle.reason, obstacle.help) }
      passedOver.append(
        .init(seq: event.seq, type: event.type, reason: obstacle.reason, help: obstacle.help))
      return false
    }
    let (written, before) = (facts.count, facts.count + unwritten)
    for change in target.changes { try undo(change, of: event) }
    let isUndone = facts.count + unwritten > before
    if case .plan(.exerciseMoved) = event.body {
      facts.replaceSubrange(written..., with: Array(facts[written...]).joinedMoves)
    }
    return isUndone
  }

  private mutating func undo(_ change: any AnyUndoChange, of event: Event) throws(Refusal) {
    var change = change
    let known = change.knownFacts(in: state)
    if known == nil { _ = change.advance(in: &state) }
    let undoing =
      if let known { Undoing(facts: known, isUntouched: true) } else {
        try change.undoing(in: &state)
      }
    let isForced = mode.isForced && !undoing.facts.isEmpty
    guard undoing.isUntouched || isForced else {
      return try refuse(event, change, canForce: !undoing.facts.isEmpty)
    }
    if undoing.facts.isEmpty { return }
    if let breach = breach(of: undoing.facts) {
      guard mode.isLatest else { throw cannot(event, breach.message, breach.help) }
      return passedOver.append(.init(seq: event.seq, type: event.type, reason: breach.message))
    }
    let isWritten = event.isStart || change.session.map { !leaving.contains($0) } ?? true
    for body in undoing.facts { add(body, isWritten: isWritten) }
    if known != nil || change.advance(in: &state) { return }
    // Without an effect, they left the state as it was.
    if isWritten { facts.removeLast(undoing.facts.count) }
    try refuse(event, change, canForce: false)
  }

  /// Returns the reason why some facts would be refused; nil if they would not.
  ///
  /// The limits of fields may have changed since the old value was recorded, and a fold may exceed them.
  private func breach(of facts: [Event.Body]) -> Refusal? {
    for body in facts {
      do throws(Refusal) { _ = try Draft(at: now, user: pass.user, body).withinLimits() } catch {
        return error
      }
    }
    return nil
  }

  /// Refuses to undo a change, unless it is one of the user's latest events and nothing of it is left.
  private func refuse(_ event: Event, _ change: any AnyUndoChange, canForce: Bool) throws(Refusal) {
    if mode.isLatest, change.isPersonal || !canForce { return }
    if !canForce, let place = pass.undone[event.id] { throw alreadyUndone(event, by: place) }
    guard let later = try? pass.latest(after: event.seq, changing: change, in: log) else {
      throw cannot(
        event, "its result no longer exists", canForce ? "force it with \(.give(.isForced))" : nil)
    }
    let isOwn = later.user == pass.user
    if mode.isLatest, isOwn { return }
    let first: Remedy =
      isOwn
      ? "undo that event first with \(.revert(later.seq, isBatch: false))"
      : "only \(later.author) can undo that event"
    let force: Remedy =
      mode.isLatest
      ? "\(.revert(event.seq, isBatch: false)) and \(.give(.isForced)), or undo an earlier event by its position, for example @45"
      : "\(.give(.isForced))"
    throw cannot(
      event,
      "event \(later.seq) (\(later.type)\(isOwn ? "" : ", by \(later.author)")) later changed the same value",
      canForce ? "\(first)\(isOwn ? ", or" : ";") force it with \(force)" : first)
  }

  /// Applies a fact to the state, and adds it to the written facts.
  private mutating func add(_ body: Event.Body, isWritten: Bool) {
    // A fact that is not written shares its id with the next one: it adds nothing that is named by an event's id.
    let id = id(facts.count)
    if !isWritten { unwritten += 1 }
    let fact = Event(id: id, at: now, user: pass.user, body, seq: pass.lastSeq + facts.count + 1)
    state.apply(fact)
    if isWritten { facts.append(body) }
  }

  private func alreadyUndone(_ event: Event, by place: UndoneEvents.Place) -> Refusal {
    Refusal(
      .notUndoable,
      "event \(event.seq) (\(event.type)) was already undone by event \(place.seq) (\(place.type))",
      // In a log that was written by hand, events may seem to undo each other.
      help: place.seq > event.seq ? redo(place) : nil)
  }

  private func cannot(_ event: Event, _ reason: String, _ help: Remedy?) -> Refusal {
    let request = mode.isRedo ? "redo the undo by" : "undo"
    return Refusal(
      .notUndoable, "cannot \(request) event \(event.seq) (\(event.type)): \(reason)",
      help: help ?? "\(.show(.log)) shows the events")
  }

  private func nothingToUndo(_ targets: [RevertPass.Found]) -> Refusal {
    guard let only = targets.first?.event, targets.count == 1 else {
      return Refusal(
        .nothingToUndo, "these events changed nothing, so there is nothing to undo",
        help: "\(.show(.log)) shows the events")
    }
    return Refusal(
      .nothingToUndo,
      "there is nothing to undo: event \(only.seq) (\(only.type)) changed nothing",
      help: "undo an earlier event by its position, for example @45")
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
    event.isStart ? changes.lazy.compactMap(\.session).first : nil
  }
}

extension RevertPass.LaterChange {
  fileprivate var author: String { user.map { "'\($0)'" } ?? "nobody" }
}
