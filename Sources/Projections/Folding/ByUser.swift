import Events

/// The state of `P` for each user, for all users or for one of them.
public struct ByUser<P: UserProjection>: Projection {
  public let scope: Scope
  /// A Boolean value indicating whether states discard nothing, so that none has to be completed.
  @usableFromInline let isExact: Bool
  @usableFromInline var states = NameMap<P>()

  @usableFromInline
  init(_ scope: Scope, isExact: Bool) { (self.scope, self.isExact) = (scope, isExact) }

  /// Creates the projection of all users.
  @inlinable
  public init() { self.init(.everyUser, isExact: false) }

  /// Creates the projection of one user, of no user for nil, or of all users if `isAll`.
  @inlinable
  public init(only user: Name?, orAll isAll: Bool = false) {
    self.init(isAll ? .everyUser : user.map { .only($0) } ?? .nothing, isExact: false)
  }

  /// Creates the projection of some users whose states discard nothing.
  init(exactlyOf scope: Scope) { self.init(scope, isExact: true) }

  @inlinable
  public static var reads: Areas { P.reads }

  @inlinable
  public mutating func apply(_ event: Event) {
    guard let user = event.user else { return }
    states[states.place(of: user, orNew: P())].apply(event)
  }

  @inlinable
  public mutating func _apply(_ run: inout EventRun, wantedBy bit: UInt64) {
    P._apply(&run, wantedBy: bit, to: &states, exactly: isExact)
  }

  /// The users that have a state, in order.
  public var users: [Name?] { states.names.sortedByName() }

  /// The state of a user, or the state of an empty log if the user has no events.
  @inlinable
  public subscript(user: Name?) -> P { user.flatMap { states[$0] } ?? P() }

  public mutating func _complete(_ log: Log, asOf: AsOf?) throws(LogError) {
    guard P._forgetful != nil, !isExact else { return }
    let missing = Set(states.names.filter { states[$0]?._missesFacts ?? false })
    if !missing.isEmpty {
      let exact = try replayAll(log, asOf, ByUser(exactlyOf: .users(missing)))
      for user in missing { states[user] = exact[user] }
    }
    let again = LazyReplay<P>(log, asOf, scope)
    for place in states.entries.indices {
      let user = states.entries[place].name
      states[place]._remember { again.state(of: user) }
    }
  }

  public func _resumed(by reader: CheckpointReader) throws -> ByUser? {
    if case .only(let user) = scope, let kept = P._kept, states.isEmpty, !isExact {
      var resumed = self
      resumed.states[user] = try kept.readUser(reader, user)
      return resumed
    }
    // A state that discards facts is completed by another replay of all lines.
    return isExact || P._forgetful == nil ? try resumedByIndex(of: reader) : nil
  }
}
