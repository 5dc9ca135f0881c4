import Events

/// A pure fold over the events of a log, whose value is the state.
///
/// Two laws hold for all, and are tested: folding a log in two parts gives what folding it at once
/// gives; and the same log gives the same bytes out on every machine.
public protocol Projection: Sendable {
  /// Creates the projection of an empty log.
  init()

  /// Returns the projection of an empty log for one user.
  ///
  /// Only a projection that looks at one user's events declares it; for all others the user is ignored.
  static func scoped(to user: Name?) -> Self

  /// The areas whose events can change it; events of all others are passed undecoded.
  ///
  /// `Areas.unknown` contains events of types that replog does not decode, an app's own included.
  static var reads: Areas { get }

  /// The users whose events it looks at, the same for as long as it is folded.
  var scope: Scope { get }

  /// Folds in one event.
  ///
  /// Total and pure: an event that makes no sense here changes nothing.
  mutating func apply(_ event: Event)

  /// Folds in a set that was logged; as the event of it, unless a projection has a quicker way.
  mutating func apply(_ set: TypedEvent<SetLogged>)

  // MARK: - For replays and checkpoints

  // Every projection of an app has these by default. They are requirements so that each gets a loop of
  // its own, compiled for its type, and so that those made of others pass them on.

  /// The events that it looks at, as areas and the users whose events of these areas.
  ///
  /// A projection made of others has a pair for each, so that a walk passes on no event that none wants.
  var _interests: [(areas: Areas, scope: Scope)] { get }

  /// Returns whether an event is known to leave the state as it is.
  ///
  /// The default is false, which is always right. A walk that looks at the state after each event passes those
  /// over of which it is true: nearly all that other users do.
  ///
  /// - Parameter event: Any event; of other areas than its own, or of users beyond its scope, too.
  func _ignores(_ event: Event) -> Bool

  /// Returns whether a set that was logged is known to leave the state as it is; as `_ignores` of the event of it,
  /// unless a projection has a quicker way.
  func _ignores(_ set: TypedEvent<SetLogged>) -> Bool

  /// Folds in those events of `run` that have `bit`, in order.
  mutating func _apply(_ run: inout EventRun, wantedBy bit: UInt64)

  /// Makes good what a replay let go of to take less memory, and gives the state a way to do so later.
  ///
  /// - Parameters:
  ///   - log: the log that was folded in, its first lines maybe by way of a checkpoint.
  ///   - asOf: how much of it.
  mutating func _complete(_ log: Log, asOf: AsOf?) throws(LogError)

  /// The codec of its state in a checkpoint; nil for one that is made of the lines that the index leads to.
  static var _kept: CheckpointCodec<Self>? { get }

  /// Returns the projection as of a checkpoint's position; nil where a replay of all lines takes no longer.
  ///
  /// It is read from the state that the checkpoint keeps, where it keeps one and nothing was folded in before; else the
  /// lines are folded in that the index leads to.
  ///
  /// - Throws: an error where the checkpoint is not to be used.
  func _resumed(by reader: CheckpointReader) throws -> Self?
}

extension Projection {
  public mutating func apply(_ set: TypedEvent<SetLogged>) { apply(set.event) }
  public static func scoped(to user: Name?) -> Self { Self() }
  public var scope: Scope { .everything }
  public var _interests: [(areas: Areas, scope: Scope)] { [(Self.reads, scope)] }
  public func _ignores(_ event: Event) -> Bool { false }
  public func _ignores(_ set: TypedEvent<SetLogged>) -> Bool { _ignores(set.event) }
  public mutating func _complete(_ log: Log, asOf: AsOf?) throws(LogError) {}
  public static var _kept: CheckpointCodec<Self>? { nil }

  public func _resumed(by reader: CheckpointReader) throws -> Self? {
    if let kept = Self._kept, try kept.isEmpty(self), let state = try kept.read(reader) {
      return state
    }
    return try resumedByIndex(of: reader)
  }

  /// Returns the projection with the events folded in that the index of a checkpoint leads to.
  ///
  /// The result is nil if the index does not lead to all events of its interests, or if a replay takes no longer.
  func resumedByIndex(of reader: CheckpointReader) throws -> Self? {
    var interest = Interest()
    var parts: [(areas: Areas, user: Name?)] = []
    for (areas, scope) in _interests {
      interest.add(1, scope, areas)
      switch scope {
      case .everything, .everyUser: parts.append((areas, nil))
      case .only(let user): parts.append((areas, user))
      case .users(let users): parts += users.sorted().map { (areas, $0) }
      case .nothing: break
      }
    }
    var state = self
    let isLed = try reader.withEvents(of: parts, interest) { state._apply(&$0, wantedBy: 1) }
    return isLed ? state : nil
  }

  public mutating func _apply(_ run: inout EventRun, wantedBy bit: UInt64) {
    guard run.isWanted(by: bit) else { return }
    for index in 0..<run.count where run.isWanted(index, by: bit) {
      run.withEvent(at: index) {
        apply($0)
      } set: {
        apply($0)
      }
    }
  }

  /// Returns whether an event of `area` by `user` can change it.
  ///
  /// Cost: proportional to the projections that it is made of.
  public func wants(_ area: Area?, of user: Name?) -> Bool {
    guard Self.reads.contains(area) else { return false }
    return _interests.contains { $0.areas.contains(area) && $0.scope.includes(user) }
  }
}
