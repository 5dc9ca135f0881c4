import Events

/// Two projections that are folded together as one.
public struct Pair<A: Projection, B: Projection>: Projection {
  public private(set) var first: A
  public package(set) var second: B
  private let user: Name?
  /// The areas of the two projections, kept so that they are not computed for each event.
  private let firstReads = A.reads
  private let secondReads = B.reads

  public init() { self.init(nil, A(), B()) }

  /// Creates the pair from two states that were folded up to the same event.
  package init(_ first: A, _ second: B) { self.init(nil, first, second) }

  private init(_ user: Name?, _ first: A, _ second: B) {
    (self.user, self.first, self.second) = (user, first, second)
  }

  public static func scoped(to user: Name?) -> Pair {
    Pair(user, .scoped(to: user), .scoped(to: user))
  }

  public static var reads: Areas { A.reads.union(B.reads) }
  public var scope: Scope { first.scope.union(second.scope) }
  public var _interests: [(areas: Areas, scope: Scope)] { first._interests + second._interests }

  public mutating func apply(_ event: Event) {
    // The area is nil for an app's own event, which either projection may read.
    let area = event.area
    if firstReads.contains(area), first.scope.includes(event.user) { first.apply(event) }
    if secondReads.contains(area), second.scope.includes(event.user) { second.apply(event) }
  }

  public mutating func apply(_ set: TypedEvent<SetLogged>) {
    let user = set.user
    if firstReads.contains(.sessions), first.scope.includes(user) { first.apply(set) }
    if secondReads.contains(.sessions), second.scope.includes(user) { second.apply(set) }
  }

  public func _ignores(_ event: Event) -> Bool {
    let user = event.user
    // The area comes last: most events belong to other users and name known exercises.
    return
      (!first.scope.includes(user) || first._ignores(event) || !firstReads.contains(event.area))
      && (!second.scope.includes(user) || second._ignores(event)
        || !secondReads.contains(event.area))
  }

  public func _ignores(_ set: TypedEvent<SetLogged>) -> Bool {
    let user = set.user
    return
      (!firstReads.contains(.sessions) || !first.scope.includes(user) || first._ignores(set))
      && (!secondReads.contains(.sessions) || !second.scope.includes(user) || second._ignores(set))
  }

  public mutating func _complete(_ log: Log, asOf: AsOf?) throws(LogError) {
    try first._complete(log, asOf: asOf)
    try second._complete(log, asOf: asOf)
  }

  public func _resumed(by reader: CheckpointReader) throws -> Pair? {
    guard let one = try first._resumed(by: reader), let other = try second._resumed(by: reader)
    else { return nil }
    return Pair(user, one, other)
  }
}
