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

  /// Whether it looks at events of this user.
  func concerns(_ user: Name?) -> Bool

  /// Folds in one event. Total and pure: an event that makes no sense here changes nothing.
  mutating func apply(_ event: Event)

  /// Folds in those of `events` that have `bit`, in order. Not to be implemented: it is a requirement
  /// only so that each projection gets a loop of its own, compiled for its type.
  mutating func apply(_ events: [WantedEvent], wantedBy bit: UInt64)

  /// The projection to start over with, because this one let go of what a later event then spoke
  /// of; nil when it is exact, as most always are.
  var restarted: Self? { get }
}

extension Projection {
  public static func scoped(to user: Name?) -> Self { Self() }
  public func concerns(_ user: Name?) -> Bool { true }
  public var restarted: Self? { nil }

  public mutating func apply(_ events: [WantedEvent], wantedBy bit: UInt64) {
    // A span lends its elements; an array copies each, and an event holds references to count.
    let events = events.span
    for index in events.indices where events[index].wanting & bit != 0 {
      apply(events[index].event)
    }
  }
}

/// A projection of one user's events, written as if there were nobody else.
public protocol UserProjection: Projection {
  /// Folds into each user's state those of their events that have `bit`. Not to be implemented, as
  /// above: with one loop for all types, `pbs` took a tenth more.
  static func apply(_ events: [WantedEvent], wantedBy bit: UInt64, to states: inout [Name: Self])
}

extension UserProjection {
  public static func apply(
    _ events: [WantedEvent], wantedBy bit: UInt64, to states: inout [Name: Self]
  ) {
    let events = events.span
    for index in events.indices where events[index].wanting & bit != 0 {
      guard let user = events[index].event.user else { continue }
      states[user, default: Self()].apply(events[index].event)
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
  public func concerns(_ other: Name?) -> Bool { user == nil || user == other }
  public mutating func apply(_ event: Event) { value.apply(event) }
  public var restarted: OfUser? { value.restarted.map { OfUser(user, $0) } }

  public subscript<T>(dynamicMember path: KeyPath<P, T>) -> T { value[keyPath: path] }
}

/// What `P` makes of each user's events, of everybody or of one of them.
public struct ByUser<P: UserProjection>: Projection {
  @usableFromInline
  enum Whose: Equatable, Sendable {
    case everybody
    case only(Name?)
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

  @inlinable
  public static var reads: Areas { P.reads }

  @inlinable
  public func concerns(_ user: Name?) -> Bool {
    switch whose {
    case .everybody: user != nil
    case .only(let name): name != nil && user == name
    }
  }

  @inlinable
  public mutating func apply(_ event: Event) {
    guard let user = event.user else { return }
    states[user, default: P()].apply(event)
  }

  @inlinable
  public mutating func apply(_ events: [WantedEvent], wantedBy bit: UInt64) {
    P.apply(events, wantedBy: bit, to: &states)
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
  public func concerns(_ user: Name?) -> Bool { first.concerns(user) || second.concerns(user) }

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
}

extension Projection {
  /// Whether an event of `area` by `user` can change it.
  @inlinable
  public func wants(_ area: Areas?, of user: Name?) -> Bool {
    area.map(Self.reads.contains) ?? false && concerns(user)
  }
}
