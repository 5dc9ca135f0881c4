import Events

/// A set of a session.
struct RecordedSet: UndoSubject {
  let id: EventID

  struct Value: Equatable, Sendable {
    /// The id under which it was last logged.
    let id: EventID
    var logged: SetLogged
    let position: Int
    var doneAt: Timestamp

    static func == (one: Self, other: Self) -> Bool {
      SetLogged.isVerbatim(one.logged, other.logged)
    }
  }

  func value(in state: inout ReversalState) -> Value? {
    let id = state.current(id)
    guard let (session, set) = state.history.located(id),
      let position = state.history.position(of: id)
    else { return nil }
    return Value(
      id: id, logged: set.logged(into: session), position: position,
      doneAt: Timestamp(milliseconds: set.doneAt, offsetMinutes: set.at.offsetMinutes))
  }

  func undoing(_ change: UndoChange<Self>, now: Value?) -> UndoneValue<Value> {
    guard let old = change.old, let new = change.new, let now else {
      return UndoneValue(
        target: change.new == nil ? change.old : nil, isUntouched: now == change.new)
    }
    var (target, again) = (now, now)
    target.logged = now.logged.revised(by: old.logged.revision(of: id, from: new.logged))
    target.doneAt = old.doneAt
    again.logged = now.logged.revised(by: new.logged.revision(of: id, from: old.logged))
    return UndoneValue(target: target, isUntouched: again == now)
  }

  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    switch (now, target) {
    case (nil, let target?):
      return [SetRestored(set: target.id, position: target.position).body]
    case (let now?, nil): return [SetRemoved(set: now.id).body]
    case (let now?, let target?):
      let revision = target.logged.revision(
        of: now.id, from: now.logged, doneAt: target.doneAt)
      return revision == SetRevised(set: now.id) ? [] : [revision.body]
    case (nil, nil): return []
    }
  }

  func session(of value: Value?) -> Name? { value?.logged.session }
}

/// The position of a set in its session.
struct SetPosition: UndoSubject {
  let id: EventID

  struct Value: Equatable, Sendable {
    let session: Name
    let position: Int
  }

  func value(in state: inout ReversalState) -> Value? {
    let id = state.current(id)
    guard let session = state.history.located(id)?.session,
      let position = state.history.position(of: id)
    else { return nil }
    return Value(session: session, position: position)
  }

  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    guard let now, let target, now != target else { return [] }
    return [SetMoved(set: state.current(id), position: target.position).body]
  }

  func session(of value: Value?) -> Name? { value?.session }
}

/// The existence, the properties and the end of a session.
struct RecordedSession: PropertySubject {
  let session: Name

  struct Value: Equatable, Sendable {
    var facts: SessionFacts
    let setCount: Int
    /// The position of the event that began it, which distinguishes sessions with one name.
    var seq: Int
  }

  func value(in state: inout ReversalState) -> Value? {
    guard let current = state.history[session],
      let setCount = state.history.setCount(of: session)
    else { return nil }
    return Value(facts: current.facts, setCount: setCount, seq: current.seq)
  }

  /// Returns whether two values differ.
  ///
  /// The sets matter only to an event that began the session: with the session they would go, too.
  func differs(_ one: Value?, _ other: Value?, after change: UndoChange<Self>?) -> Bool {
    let isBegun = change.map { $0.old == nil } ?? false
    return one?.facts != other?.facts || one?.seq != other?.seq
      || isBegun && one?.setCount != other?.setCount
  }

  func restore(_ properties: inout PropertyMerge<Value>) {
    properties.restore(\.seq)
    properties.restoreText(\.facts.title)
    properties.restoreText(\.facts.note)
    properties.restore(\.facts.startedAt)
    properties.restore(\.facts.endedAt)
  }

  func isUntouched(_ now: Value, sinceBegun new: Value) -> Bool {
    now.setCount <= new.setCount && now.facts.endedAt == new.facts.endedAt
  }

  /// Returns true, since a restored session takes the sets of the session that has its name now.
  func canReturn(beside now: Value) -> Bool { true }

  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body] {
    guard let target else { return now == nil ? [] : [SessionDiscarded(session: session).body] }
    guard let now, now.seq == target.seq else {
      return Array(
        repeating: SessionRestored(session: session).body,
        count: state.history.restorings(of: session, begunAt: target.seq))
    }
    let isReopened = now.facts.endedAt != nil && target.facts.endedAt == nil
    let revision = target.facts.revision(of: session, from: now.facts)
    return (isReopened ? [SessionReopened(session: session).body] : [])
      + (revision == SessionRevised(session: session) ? [] : [revision.body])
  }

  /// Refuses to open a session while another one is open, and to part a restored session from later sets.
  func require(_ target: Value?, from now: Value?, in state: ReversalState) throws(Refusal) {
    if let target, let now, target.seq != now.seq,
      state.history.restorings(of: session, begunAt: target.seq) == 0
    {
      throw Refusal(
        .notUndoable, "the session contains the sets that were logged after it was discarded",
        help: "delete the session, or remove its sets")
    }
    guard let target, target.facts.endedAt == nil, now == nil || now?.facts.endedAt != nil,
      !state.leaving.contains(session), let open = state.history.open, open.session != session
    else { return }
    throw Refusal(
      .sessionOpen,
      "a session has been open since \(minute(open.startedAt)), and only one can be open",
      help: "end it with \(.endSession) or discard it with \(.discardSession)")
  }

  func session(of value: Value?) -> Name? { session }
}

/// The existence of a session that the first set in it began; only a session without other sets goes with that set.
struct BegunSession: UndoSubject {
  let session: Name

  typealias Value = Bool

  func value(in state: inout ReversalState) -> Bool? { state.history.stands(session) ? true : nil }

  func undoing(_ change: UndoChange<Self>, now: Bool?) -> UndoneValue<Bool> {
    UndoneValue(target: change.old, isUntouched: true)
  }

  func facts(from now: Bool?, to target: Bool?, in state: ReversalState) -> [Event.Body] {
    state.history.setCount(of: session) == 0
      ? [SessionDiscarded(session: session).body] : []
  }

  func session(of value: Bool?) -> Name? { session }
}
