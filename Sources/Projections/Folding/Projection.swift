import Events

/// A pure fold over the events of a log; its value is the state.
///
/// Two laws hold for all projections, and tests check them. Folding a log in two parts gives the same state as folding
/// it at once. The same log gives the same bytes on every machine.
public protocol Projection: Sendable {
  /// Creates the projection of an empty log.
  init()

  /// Returns the projection of an empty log for one user.
  ///
  /// Only a projection that reads one user's events implements it. All other projections ignore the user.
  static func scoped(to user: Name?) -> Self

  /// The areas whose events can change the projection; events of other areas are passed undecoded.
  ///
  /// `Areas.unknown` contains events of types that replog does not decode, including an app's own events.
  static var reads: Areas { get }

  /// The users whose events the projection reads; it never changes during a replay.
  var scope: Scope { get }

  /// Folds in one event.
  ///
  /// It is total and pure: an event that does not fit the state changes nothing.
  mutating func apply(_ event: Event)

  /// Folds in a logged set; by default as its event, unless the projection has a faster way.
  mutating func apply(_ set: TypedEvent<SetLogged>)

  // MARK: - For replays and checkpoints

  // Every projection of an app has these by default. They are requirements for two reasons: each projection gets its
  // own loop, compiled for its type, and composed projections can forward them.

  /// The areas that the projection reads, each with the users whose events it reads there.
  ///
  /// A composed projection has a pair for each of its parts, so a walk skips events that no part wants.
  var _interests: [(areas: Areas, scope: Scope)] { get }

  /// Returns whether an event certainly leaves the state unchanged.
  ///
  /// The default is false, which is always correct. A walk that looks at the state after each event skips the events
  /// for which it is true. These are nearly all events of other users.
  ///
  /// - Parameter event: Any event, including events of other areas and of users outside the scope.
  func _ignores(_ event: Event) -> Bool

  /// Returns whether a logged set certainly leaves the state unchanged; by default `_ignores` of its event.
  func _ignores(_ set: TypedEvent<SetLogged>) -> Bool

  /// Folds in the events of `run` that have `bit`, in order.
  mutating func _apply(_ run: inout EventRun, wantedBy bit: UInt64)

  /// Restores state that the replay discarded to save memory, and lets the state restore itself later.
  ///
  /// - Parameters:
  ///   - log: The log that was folded in. Its first lines may have come from a checkpoint.
  ///   - asOf: The part of the log that was folded in.
  mutating func _complete(_ log: Log, asOf: AsOf?) throws(LogError)

  /// The codec of the state in a checkpoint; nil for a projection that is computed from indexed lines.
  static var _kept: CheckpointCodec<Self>? { get }

  /// Returns the projection at a checkpoint's position; nil if a full replay takes no longer.
  ///
  /// The state comes from the checkpoint if the checkpoint keeps it and no event was folded in before. Otherwise the
  /// lines that the index lists are folded in.
  ///
  /// - Throws: An error if the checkpoint cannot be used.
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

  /// Returns the projection with the events folded in that the index of a checkpoint lists.
  ///
  /// The result is nil if the index does not list all events of its interests, or if a replay takes no longer.
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

  /// Returns whether an event of `area` by `user` can change the projection.
  ///
  /// Cost: proportional to the number of projections in it.
  public func wants(_ area: Area?, of user: Name?) -> Bool {
    guard Self.reads.contains(area) else { return false }
    return _interests.contains { $0.areas.contains(area) && $0.scope.includes(user) }
  }
}
