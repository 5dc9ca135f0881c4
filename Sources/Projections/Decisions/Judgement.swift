import Events

/// The way in which the remote judges an event of a device.
///
/// Each area chooses the way for each of its events, in one switch without a default.
package enum Judgement: Sendable {
  /// The event is taken: it concerns only its user, and is valid in any state.
  case always
  /// The event is taken unless a check refuses it; the check returns whether the event changes nothing.
  case unless(any InertEvent)
  /// The event is taken unless the decision that makes it is refused.
  case decision(any Decision)
  /// The event can be recorded only on the remote.
  case onlyAtRemote
}

/// A check of whether an event changes nothing.
package protocol InertEvent: Sendable {
  associatedtype State: Projection
  /// Returns whether an event changes nothing in a state.
  ///
  /// - Throws: `Refusal` if its user may not record it.
  func isInert(_ event: Event, _ state: State) throws(Refusal) -> Bool
}

/// A check of the part of a state that an event may change, before and after the event.
package struct Unchanged<State: Projection, Part: Equatable>: InertEvent {
  private let part: @Sendable (State) -> Part

  package init(_: State.Type, _ part: @escaping @Sendable (State) -> Part) { self.part = part }

  package func isInert(_ event: Event, _ state: State) -> Bool {
    var after = state
    after.apply(event)
    return part(after) == part(state)
  }
}

/// A check of whether an event refers to something that does not exist.
package struct Missing<State: Projection>: InertEvent {
  private let isThere: @Sendable (State) -> Bool

  package init(from _: State.Type, unless isThere: @escaping @Sendable (State) -> Bool) {
    self.isThere = isThere
  }

  package func isInert(_ event: Event, _ state: State) -> Bool { !isThere(state) }
}
