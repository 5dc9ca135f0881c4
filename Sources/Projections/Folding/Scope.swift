import Events

/// The users whose events a projection reads.
public enum Scope: Equatable, Sendable {
  /// All events, including events without a user.
  case everything
  /// The events of every user.
  case everyUser
  /// The events of one user.
  case only(Name)
  /// The events of some users.
  case users(Set<Name>)
  /// No events.
  case nothing

  /// Returns whether the scope includes events of `user`; nil means events without a user.
  @inlinable
  public func includes(_ user: Name?) -> Bool {
    switch self {
    case .everything: true
    case .everyUser: user != nil
    case .only(let name): user == name
    case .users(let names): user.map(names.contains) ?? false
    case .nothing: false
    }
  }

  /// Returns a scope that includes everything that either scope does; it may include more.
  func union(_ other: Scope) -> Scope {
    switch (self, other) {
    case (.nothing, let scope), (let scope, .nothing): scope
    case _ where self == other: self
    case (.everything, _), (_, .everything): .everything
    default: .everyUser
    }
  }
}
