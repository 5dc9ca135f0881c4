import Events

/// A pure fold over the events of a log. The projection is its state.
///
/// Two laws hold for all, and are tested: folding a log in two parts gives what folding it at once
/// gives, as long as `restarted` is nil; and the same log gives the same bytes out on every machine.
public protocol Projection: Sendable {
  /// The projection of an empty log.
  init()

  /// The same for one user, for what looks at one user's events only; the others ignore it.
  static func scoped(to user: Name?) -> Self

  /// Areas whose events can change it; the reader passes the others undecoded.
  static var reads: Areas { get }

  /// Whose events it looks at. The same for as long as it is folded.
  var scope: Scope { get }

  /// Folds in one event. Total and pure: an event that makes no sense here changes nothing.
  mutating func apply(_ event: Event)

  /// Folds in those events of `run` that have `bit`, in order. Not to be implemented: it is a requirement
  /// only so that each projection gets a loop of its own, compiled for its type.
  mutating func apply(_ run: inout EventRun, wantedBy bit: UInt64)

  /// The projection to start over with, because this one let go of what a later event then spoke
  /// of; nil when it is exact, as most always are.
  var restarted: Self? { get }

  /// How a checkpoint keeps its state; nil for one that is replayed from the first event each time.
  static var kept: Kept<Self>? { get }

  /// The same as of a checkpoint's position; nil where none keeps it, or events were folded in
  /// already. Not to be implemented: `kept` says all.
  ///
  /// - Throws: what says that the checkpoint is not to be used.
  func resumed(by reader: CheckpointReader) throws -> Self?

  /// Adds its state to a checkpoint. Not to be implemented: `kept` says all.
  ///
  /// - Parameter before: the checkpoint from which all is taken over that is not added; nil where all
  ///   is.
  /// - Throws: `Checkpoint.Damage` when that one does not keep this projection.
  func save(to writer: inout CheckpointWriter, extending before: Checkpoint?) throws
}

extension Projection {
  public static func scoped(to user: Name?) -> Self { Self() }
  public var scope: Scope { .everything }
  public var restarted: Self? { nil }
  public static var kept: Kept<Self>? { nil }

  public func resumed(by reader: CheckpointReader) throws -> Self? {
    guard let kept = Self.kept, try kept.isEmpty(self) else { return nil }
    return try kept.read(reader, nil)
  }

  public func save(to writer: inout CheckpointWriter, extending before: Checkpoint?) throws {
    try Self.kept?.write(self, nil, &writer)
  }

  public mutating func apply(_ run: inout EventRun, wantedBy bit: UInt64) {
    for index in run.wanting.indices where run.wanting[index] & bit != 0 {
      run.lend(index) { event in apply(event) }
    }
  }

  /// Whether an event of `area` by `user` can change it.
  @inlinable
  public func wants(_ area: Areas?, of user: Name?) -> Bool {
    area.map(Self.reads.contains) ?? false && scope.includes(user)
  }
}

/// Whose events something looks at.
public enum Scope: Equatable, Sendable {
  /// All, those of nobody too.
  case everything
  /// Those of every user.
  case everyUser
  /// Those of one user.
  case only(Name)
  /// Those of some users.
  case these(Set<Name>)
  /// None.
  case nothing

  /// Whether events of `user` are among them; nil for events of nobody.
  @inlinable
  public func includes(_ user: Name?) -> Bool {
    switch self {
    case .everything: true
    case .everyUser: user != nil
    case .only(let name): user == name
    case .these(let names): user.map(names.contains) ?? false
    case .nothing: false
    }
  }

  /// What looks at all that either looks at; it may look at more.
  func union(_ other: Scope) -> Scope {
    switch (self, other) {
    case (.nothing, let scope), (let scope, .nothing): scope
    case _ where self == other: self
    case (.everything, _), (_, .everything): .everything
    default: .everyUser
    }
  }
}

/// A projection of one user's events, written as if there were nobody else.
public protocol UserProjection: Projection {
  /// Folds into each user's state those of their events that have `bit`. Not to be implemented, as
  /// above: with one loop for all types, `pbs` took a tenth more.
  static func apply(_ run: inout EventRun, wantedBy bit: UInt64, to states: inout [Name: Self])
}

extension UserProjection {
  public static func apply(
    _ run: inout EventRun, wantedBy bit: UInt64, to states: inout [Name: Self]
  ) {
    for index in run.wanting.indices where run.wanting[index] & bit != 0 {
      run.lend(index) { event in
        if let user = event.user { states[user, default: Self()].apply(event) }
      }
    }
  }
}

/// What `P` makes of one user's events.
@dynamicMemberLookup
public struct OfUser<P: UserProjection>: Projection {
  /// Whose; nil for the events of everybody, taken as one person's.
  public let user: Name?
  /// The state.
  public private(set) var value: P

  /// The projection of an empty log for `user`.
  public init(_ user: Name?) { self.init(user, P()) }

  private init(_ user: Name?, _ value: P) {
    self.user = user
    self.value = value
  }

  public init() { self.init(nil) }
  public static func scoped(to user: Name?) -> OfUser { OfUser(user) }
  public static var reads: Areas { P.reads }
  public var scope: Scope { user.map { .only($0) } ?? .everything }
  public mutating func apply(_ event: Event) { value.apply(event) }
  public var restarted: OfUser? { value.restarted.map { OfUser(user, $0) } }

  public func resumed(by reader: CheckpointReader) throws -> OfUser? {
    guard let user, let kept = P.kept, try kept.isEmpty(value), try kept.isIn(reader.checkpoint)
    else { return nil }
    return OfUser(user, try kept.read(reader, user) ?? P())
  }

  public subscript<T>(dynamicMember path: KeyPath<P, T>) -> T { value[keyPath: path] }
}

/// What `P` makes of each user's events, of everybody or of one of them.
public struct ByUser<P: UserProjection>: Projection {
  @usableFromInline
  enum Whose: Equatable, Sendable {
    case everybody
    case only(Name?)
    case these(Set<Name>)
  }

  @usableFromInline let whose: Whose
  @usableFromInline var states: [Name: P] = [:]

  /// Everybody's.
  @inlinable
  public init() { whose = .everybody }

  /// One user's, or nobody's for nil; everybody's if `isAll`.
  @inlinable
  public init(only user: Name?, orAll isAll: Bool = false) {
    whose = isAll ? .everybody : .only(user)
  }

  /// That of some users.
  init(of users: Set<Name>) { whose = .these(users) }

  @inlinable
  public static var reads: Areas { P.reads }

  @inlinable
  public var scope: Scope {
    switch whose {
    case .everybody: .everyUser
    case .only(let user): user.map { .only($0) } ?? .nothing
    case .these(let users): .these(users)
    }
  }

  @inlinable
  public mutating func apply(_ event: Event) {
    guard let user = event.user else { return }
    states[user, default: P()].apply(event)
  }

  @inlinable
  public mutating func apply(_ run: inout EventRun, wantedBy bit: UInt64) {
    P.apply(&run, wantedBy: bit, to: &states)
  }

  /// The users that have a state, in order.
  @inlinable
  public var users: [Name?] { states.keys.sorted() }

  /// The state of a user; that of an empty log where there is none.
  @inlinable
  public subscript(user: Name?) -> P { user.flatMap { states[$0] } ?? P() }

  @inlinable
  public var restarted: ByUser? {
    let again = states.compactMapValues(\.restarted)
    guard !again.isEmpty else { return nil }
    var fresh = self
    fresh.states = again
    return fresh
  }

  public func resumed(by reader: CheckpointReader) throws -> ByUser? {
    guard let kept = P.kept, states.isEmpty, try kept.isIn(reader.checkpoint) else { return nil }
    let users: [Name] =
      switch whose {
      case .everybody: try reader.checkpoint.keys().compactMap { $0.user(of: kept.name) }
      case .only(let user): user.map { [$0] } ?? []
      case .these(let users): Array(users)
      }
    var resumed = self
    for user in users { resumed.states[user] = try kept.read(reader, user) }
    return resumed
  }

  public func save(to writer: inout CheckpointWriter, extending before: Checkpoint?) throws {
    guard let kept = P.kept else { return }
    if let before, try !kept.isIn(before) { throw Checkpoint.Damage() }
    try writer.add(Checkpoint.Key(kept.name))
    for user in states.keys.sorted() {
      guard let state = states[user] else { continue }
      try kept.write(state, user, &writer)
    }
  }
}

/// Two projections folded together, as one.
public struct Both<A: Projection, B: Projection>: Projection {
  public private(set) var first: A
  public private(set) var second: B
  private let user: Name?

  public init() { self.init(nil, A(), B()) }

  private init(_ user: Name?, _ first: A, _ second: B) {
    (self.user, self.first, self.second) = (user, first, second)
  }

  public static func scoped(to user: Name?) -> Both {
    Both(user, .scoped(to: user), .scoped(to: user))
  }

  public static var reads: Areas { A.reads.union(B.reads) }
  public var scope: Scope { first.scope.union(second.scope) }

  public mutating func apply(_ event: Event) {
    if first.wants(event.area, of: event.user) { first.apply(event) }
    if second.wants(event.area, of: event.user) { second.apply(event) }
  }

  /// Starts over whole; the half that is exact comes out the same.
  public var restarted: Both? {
    let (one, other) = (first.restarted, second.restarted)
    guard one != nil || other != nil else { return nil }
    return Both(user, one ?? .scoped(to: user), other ?? .scoped(to: user))
  }

  public func resumed(by reader: CheckpointReader) throws -> Both? {
    guard let one = try first.resumed(by: reader), let other = try second.resumed(by: reader)
    else { return nil }
    return Both(user, one, other)
  }
}
