import Events

/// The state of `P` for each user, for all users or for one of them.
public struct ByUser<P: UserProjection>: Projection {
  @usableFromInline
  enum Whose: Equatable, Sendable {
    case everybody
    case only(Name?)
  }

  @usableFromInline let whose: Whose
  @usableFromInline var states = NameMap<P>()

  /// Creates the projection of all users.
  @inlinable
  public init() { whose = .everybody }

  /// Creates the projection of one user, of none for nil, or of all users if `isAll`.
  @inlinable
  public init(only user: Name?, orAll isAll: Bool = false) {
    whose = isAll ? .everybody : .only(user)
  }

  @inlinable
  public static var reads: Areas { P.reads }

  @inlinable
  public var scope: Scope {
    switch whose {
    case .everybody: .everyUser
    case .only(let user): user.map { .only($0) } ?? .nothing
    }
  }

  @inlinable
  public mutating func apply(_ event: Event) {
    guard let user = event.user else { return }
    states[states.place(of: user, orNew: P())].apply(event)
  }

  @inlinable
  public mutating func _apply(_ run: inout EventRun, wantedBy bit: UInt64) {
    P._apply(&run, wantedBy: bit, to: &states, exactly: false)
  }

  /// The users that have a state, in order.
  public var users: [Name?] { states.names.sortedByName() }

  /// The state of a user; that of an empty log where there is none.
  @inlinable
  public subscript(user: Name?) -> P { user.flatMap { states[$0] } ?? P() }

  public mutating func _complete(_ log: Log, asOf: AsOf?) throws(LogError) {
    guard P._forgetful != nil else { return }
    let missing = Set(states.names.filter { states[$0]?._missesFacts ?? false })
    if !missing.isEmpty {
      let exact = try replayAll(log, asOf, Exactly<P>(of: missing))
      for user in missing { states[user] = exact[user] }
    }
    let again = Again<P>(log, asOf, scope)
    for place in states.entries.indices {
      let user = states.entries[place].name
      states[place]._remember { again.state(of: user) }
    }
  }

  // For all users a replay takes no longer.
  public func _resumed(by reader: CheckpointReader) throws -> ByUser? {
    guard let kept = P._kept, states.isEmpty, case .only(let user) = whose else { return nil }
    var resumed = self
    if let user { resumed.states[user] = try kept.readUser(reader, user) }
    return resumed
  }
}
