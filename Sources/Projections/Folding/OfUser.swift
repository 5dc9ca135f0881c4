import Events

/// The state of `P` for one user.
@dynamicMemberLookup
public struct OfUser<P: UserProjection>: Projection {
  /// The user; nil for a state without events.
  public let user: Name?
  /// The state.
  public private(set) var value: P
  /// A Boolean value indicating whether no event was folded in.
  private var isEmpty: Bool

  /// Creates the projection of an empty log for `user`.
  public init(_ user: Name?) { self.init(user, P(), isEmpty: true) }

  private init(_ user: Name?, _ value: P, isEmpty: Bool = false) {
    (self.user, self.value, self.isEmpty) = (user, value, isEmpty)
  }

  public init() { self.init(nil) }
  public static func scoped(to user: Name?) -> OfUser { OfUser(user) }
  public static var reads: Areas { P.reads }
  public var scope: Scope { user.map { .only($0) } ?? .nothing }

  public mutating func apply(_ event: Event) {
    isEmpty = false
    value.apply(event)
  }

  public mutating func apply(_ set: TypedEvent<SetLogged>) {
    isEmpty = false
    value.apply(set)
  }

  public mutating func _complete(_ log: Log, asOf: AsOf?) throws(LogError) {
    guard P._forgetful != nil else { return }
    let empty = OfUser(user)
    if value._missesFacts { value = try replayAll(log, asOf, empty).value }
    value._remember { (try? replayAll(log, asOf, empty))?.value }
  }

  public func _resumed(by reader: CheckpointReader) throws -> OfUser? {
    if let user, isEmpty {
      if let parts = P._parts { return OfUser(user, try parts.resumed(reader, user)) }
      if let kept = P._kept { return OfUser(user, try kept.readUser(reader, user) ?? P()) }
    }
    return try resumedByIndex(of: reader)
  }

  public subscript<T>(dynamicMember path: KeyPath<P, T>) -> T { value[keyPath: path] }
}
