import Events

extension SessionEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ event: Event, _ state: inout ReversalState) -> Reversal {
    switch self {
    case .sessionStarted(let start):
      Self.reversal(ofStart: start.session ?? Name(event.id), state)
    case .setLogged(let set): Self.reversal(of: set, event.id, state)
    case .setRevised(let revision): Self.reversal(of: revision, &state)
    case .setRemoved(let removal): Self.reversal(of: removal, &state)
    case .sessionRevised(let revision): Self.reversal(of: revision, state)
    case .sessionEnded(let end): Self.reversal(ofEnd: end.session, at: event.at, state)
    case .sessionReopened(let reopening): Self.reversal(ofReopening: reopening.session, state)
    case .sessionDiscarded(let discarding): Self.reversal(ofDiscarding: discarding.session, state)
    case .sessionRestored(let restoring): Self.reversal(ofRestoring: restoring.session, state)
    case .setMoved(let move): Self.reversal(of: move, &state)
    case .setRestored(let restoring): Self.reversal(ofRestoring: restoring.set, state)
    }
  }

  /// Returns the parts of the state that the event with this id changes.
  func subjects(_ id: EventID) -> [UndoTarget] {
    switch self {
    case .sessionStarted(let start): [.session(start.session ?? Name(id))]
    case .setLogged(let set): [.sets(set.session), .set(id)]
    case .setRevised(let revision): [.set(revision.set)]
    case .setRemoved(let removal): [.set(removal.set)]
    case .sessionRevised(let revision): [.session(revision.session)]
    case .sessionEnded(let end): [.session(end.session)]
    case .sessionReopened(let reopening): [.session(reopening.session)]
    case .sessionDiscarded(let discarding): [.session(discarding.session)]
    case .sessionRestored(let restoring): [.session(restoring.session)]
    case .setMoved(let move): [.place(move.set)]
    case .setRestored(let restoring): [.set(restoring.set)]
    }
  }

  // MARK: - Sets

  /// Returns the reversal of a set: its removal, and the discarding of its session if only this set began it.
  private static func reversal(
    of set: SetLogged, _ id: EventID, _ state: ReversalState
  ) -> Reversal {
    let session = set.session
    let begins = !state.history.stands(session)
    return .facts(about: [.set(id), .session(session)], session: session) { state in
      guard let now = state.set(id) else { return .overwritten(orForced: nil) }
      var facts: [Event.Body] = [.sessions(.setRemoved(SetRemoved(set: now.set.id)))]
      if begins, state.history.setCount(of: session) == 1 {
        facts.append(.sessions(.sessionDiscarded(SessionDiscarded(session: session))))
      }
      return SetLogged.isVerbatim(now.set.logged(into: session), set)
        ? .facts(facts) : .overwritten(orForced: facts)
    }
  }

  /// Returns the reversal of a revision: the changed properties get their previous values.
  private static func reversal(
    of revision: SetRevised, _ state: inout ReversalState
  ) -> Reversal {
    guard let (session, before) = state.set(revision.set) else { return .noEffect }
    var after = before
    after.revise(revision)
    guard after != before else { return .noEffect }
    let (was, became) = (before.logged(into: session), after.logged(into: session))
    let about: [UndoTarget] = [.set(revision.set), .session(session)]
    return .facts(about: about, session: session) { state in
      guard let now = state.set(revision.set)?.set else { return .overwritten(orForced: nil) }
      let back: Event.Body = .sessions(.setRevised(was.revision(of: now.id, from: became)))
      // If no later event changed these values, repeating the revision changes nothing.
      var again = now
      again.revise(became.revision(of: now.id, from: was))
      return again == now ? .facts([back]) : .overwritten(orForced: [back])
    }
  }

  /// Returns the reversal of a removal: the set is restored in its place, with its id and its time.
  private static func reversal(
    of removal: SetRemoved, _ state: inout ReversalState
  ) -> Reversal {
    guard let (session, before) = state.set(removal.set),
      let position = state.position(of: removal.set)
    else { return .noEffect }
    let restoring = SetRestored(set: before.id, position: position)
    return .facts(about: [.set(removal.set), .session(session)], session: session) { state in
      guard state.set(removal.set) == nil, state.history.removedSet(before.id) != nil else {
        return .overwritten(orForced: nil)
      }
      return .facts([.sessions(.setRestored(restoring))])
    }
  }

  /// Returns the reversal of a restoration: the removal of the set.
  private static func reversal(ofRestoring id: EventID, _ state: ReversalState) -> Reversal {
    guard let (session, restored) = state.history.removedSet(id) else { return .noEffect }
    let set = restored.logged(into: session)
    return .facts(about: [.set(id), .session(session)], session: session) { state in
      guard let now = state.set(id) else { return .overwritten(orForced: nil) }
      let facts: [Event.Body] = [.sessions(.setRemoved(SetRemoved(set: now.set.id)))]
      return SetLogged.isVerbatim(now.set.logged(into: session), set)
        ? .facts(facts) : .overwritten(orForced: facts)
    }
  }

  /// Returns the reversal of a move: a move to the previous place, or the nearest place in the session.
  private static func reversal(of move: SetMoved, _ state: inout ReversalState) -> Reversal {
    guard let session = state.set(move.set)?.session, let from = state.position(of: move.set)
    else { return .noEffect }
    let to = min(max(1, move.position), state.history.setCount(of: session) ?? 1)
    guard from != to else { return .noEffect }
    let about: [UndoTarget] = [.place(move.set), .set(move.set), .session(session)]
    return .facts(about: about, session: session) { state in
      guard let now = state.set(move.set)?.set.id else { return .overwritten(orForced: nil) }
      let back: Event.Body = .sessions(.setMoved(SetMoved(set: now, position: from)))
      return state.position(of: move.set) == to ? .facts([back]) : .overwritten(orForced: [back])
    }
  }

  // MARK: - Sessions

  private static func reversal(ofStart name: Name, _ state: ReversalState) -> Reversal {
    guard !state.history.stands(name) else { return .noEffect }
    return .facts(about: [.sets(name), .session(name)], session: name) { state in
      guard let session = state.history[name] else { return .overwritten(orForced: nil) }
      let discard: [Event.Body] = [.sessions(.sessionDiscarded(SessionDiscarded(session: name)))]
      return session.sets.isEmpty && session.endedAt == nil
        ? .facts(discard) : .overwritten(orForced: discard)
    }
  }

  /// Returns the reversal of a correction: the changed properties get their previous values.
  private static func reversal(of revision: SessionRevised, _ state: ReversalState) -> Reversal {
    let name = revision.session
    guard let before = state.history[name] else { return .noEffect }
    var after = before
    after.revise(revision)
    guard after != before else { return .noEffect }
    // No correction removes an end, but a reopening does.
    let reopens = before.endedAt == nil && after.endedAt != nil
    let (was, became) = (before.facts, after.facts)
    return .facts(about: [.session(name)], session: name) { state throws(Refusal) in
      guard let now = state.history[name] else { return .overwritten(orForced: nil) }
      if reopens, !state.leaving.contains(name) {
        try state.history.requireNoneOpen(toOpen: name)
      }
      let back = was.revision(of: name, from: became)
      var facts: [SessionEvent] = reopens ? [.sessionReopened(SessionReopened(session: name))] : []
      if back != SessionRevised(session: name) { facts.append(.sessionRevised(back)) }
      // If no later event changed these values, repeating the revision changes nothing.
      var again = now
      again.revise(became.revision(of: name, from: was))
      let bodies = facts.map { Event.Body.sessions($0) }
      return again == now ? .facts(bodies) : .overwritten(orForced: bodies)
    }
  }

  private static func reversal(
    ofEnd name: Name, at time: Timestamp, _ state: ReversalState
  ) -> Reversal {
    guard let before = state.history[name] else { return .noEffect }
    guard before.endedAt != time else { return .noEffect }
    return .facts(about: [.session(name)], session: name) { state throws(Refusal) in
      guard state.history[name]?.endedAt == time else { return .overwritten(orForced: nil) }
      if let end = before.endedAt { return .facts([Self.end(name, at: end)]) }
      if !state.leaving.contains(name) { try state.history.requireNoneOpen(toOpen: name) }
      return .facts([.sessions(.sessionReopened(SessionReopened(session: name)))])
    }
  }

  private static func reversal(ofReopening name: Name, _ state: ReversalState) -> Reversal {
    guard let end = state.history[name]?.endedAt else { return .noEffect }
    return .facts(about: [.session(name)], session: name) { state in
      guard let now = state.history[name], now.endedAt == nil else {
        return .overwritten(orForced: nil)
      }
      return .facts([Self.end(name, at: end)])
    }
  }

  /// Returns the fact that gives a session its earlier end; a `SessionEnded` would end it at the time of the undoing.
  private static func end(_ name: Name, at time: Timestamp) -> Event.Body {
    .sessions(.sessionRevised(SessionRevised(session: name, endedAt: time)))
  }

  private static func reversal(ofDiscarding name: Name, _ state: ReversalState) -> Reversal {
    guard let before = state.history[name] else { return .noEffect }
    let wasOpen = before.endedAt == nil
    return .facts(about: [.session(name)], session: name) { state throws(Refusal) in
      guard state.history.discardedSession(name) != nil else { return .overwritten(orForced: nil) }
      if wasOpen { try state.history.requireNoneOpen(toOpen: name) }
      return .facts([.sessions(.sessionRestored(SessionRestored(session: name)))])
    }
  }

  private static func reversal(ofRestoring name: Name, _ state: ReversalState) -> Reversal {
    guard let restored = state.history.discardedSession(name) else { return .noEffect }
    let count = restored.sets.count
    return .facts(about: [.sets(name), .session(name)], session: name) { state in
      guard let now = state.history.setCount(of: name) else { return .overwritten(orForced: nil) }
      let discard: [Event.Body] = [.sessions(.sessionDiscarded(SessionDiscarded(session: name)))]
      return now == count ? .facts(discard) : .overwritten(orForced: discard)
    }
  }
}

extension History {
  /// Refuses if a session is open: a user has at most one open session.
  fileprivate func requireNoneOpen(toOpen name: Name) throws(Refusal) {
    guard let open, open.session != name else { return }
    throw Refusal(
      .sessionOpen, "a session has been open since \(open.startedAt), and only one can be open",
      help: "end it with \(.endSession) or discard it with \(.discardSession)")
  }
}
