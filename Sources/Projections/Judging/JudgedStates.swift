import Events

/// The states of a log that judgements read, each replayed once and then advanced.
struct JudgedStates {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let user: Name?
  }

  private let log: Log
  /// The states at the end of the log.
  private var states: [Key: any Projection] = [:]
  /// The events that were appended to the log since the replays.
  private var later: [Event] = []
  /// The states after the events on trial.
  private var tried: [Key: any Projection] = [:]
  /// The events of a unit that may still be refused.
  private var onTrial: [Event] = []
  /// The number of replays of the log.
  private(set) var replays = 0

  init(_ log: Log) { self.log = log }

  /// Returns the state of a projection for one user, after the events on trial.
  ///
  /// Cost: a replay for the first judgement that reads it.
  mutating func state<P: Projection>(_: P.Type, of user: Name?) throws -> P {
    let key = Key(type: ObjectIdentifier(P.self), user: user)
    if let known = tried[key] as? P { return known }
    var state = try settled(P.self, key)
    guard !onTrial.isEmpty else { return state }
    for event in onTrial where state.wants(event.area, of: event.user) { state.apply(event) }
    tried[key] = state
    return state
  }

  private mutating func settled<P: Projection>(_: P.Type, _ key: Key) throws -> P {
    if let known = states[key] as? P { return known }
    var state = try replay(log, P.scoped(to: key.user))
    replays += 1
    for event in later where state.wants(event.area, of: event.user) { state.apply(event) }
    states[key] = state
    return state
  }

  /// Puts an event of a unit on trial.
  mutating func tryOut(_ event: Event) {
    onTrial.append(event)
    JudgedStates.advance(&tried, by: event)
  }

  /// Forgets the events on trial.
  mutating func endTrial() { (tried, onTrial) = ([:], []) }

  /// Advances all states by an event that was appended to the log.
  mutating func apply(_ event: Event) {
    later.append(event)
    JudgedStates.advance(&states, by: event)
  }

  private static func advance(_ states: inout [Key: any Projection], by event: Event) {
    // A loop over the keys themselves would keep the states, so that each change copied one.
    for key in Array(states.keys) {
      guard states[key]?.wants(event.area, of: event.user) == true else { continue }
      states[key]?.apply(event)
    }
  }
}
