import Events

/// The states of a log that judgements read, each replayed once and then advanced.
struct JudgedStates {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let user: Name?
  }

  private let log: Log
  private var states: [Key: any Projection] = [:]
  /// The events that were appended to the log since the replays.
  private var later: [Event] = []

  init(_ log: Log) { self.log = log }

  /// Returns the state of a projection for one user.
  ///
  /// Cost: a replay for the first judgement that reads it.
  mutating func state<P: Projection>(_: P.Type, of user: Name?) throws -> P {
    let key = Key(type: ObjectIdentifier(P.self), user: user)
    if let known = states[key] as? P { return known }
    var state = try replay(log, P.scoped(to: user))
    for event in later where state.wants(event.area, of: event.user) { state.apply(event) }
    states[key] = state
    return state
  }

  /// Advances all states by an event.
  mutating func apply(_ event: Event) {
    later.append(event)
    // A loop over the keys themselves would keep the states, so that each change copied one.
    for key in Array(states.keys) {
      guard states[key]?.wants(event.area, of: event.user) == true else { continue }
      states[key]?.apply(event)
    }
  }
}
