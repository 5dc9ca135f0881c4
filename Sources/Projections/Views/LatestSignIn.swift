import Events

/// Whose sign-in was the latest that was not signed out: whose view a view is when nobody is named.
///
/// It keeps the newest sign-ins alone, so its size does not grow with the users. Where all of them
/// were signed out and there had been more, it says so (`restarted`): the replay starts over with one
/// that keeps all.
public struct LatestSignIn: Projection {
  /// One sign-in session.
  struct Active: NestedPayload {
    let user: Name
    let session: Name
  }

  /// How many are kept: more than sign out in a row without anybody signing in.
  static let usualCapacity = 64

  /// The newest sign-in sessions that last, oldest first, one a user.
  private var active: [Active] = []
  /// Whether there are no others.
  private var isWhole = true
  private var capacity = LatestSignIn.usualCapacity

  public init() {}
  public static var reads: Areas { .identity }
  public static var kept: Kept<Self>? { Kept("LatestSignIn") }

  /// The user; nil when nobody is signed in.
  ///
  /// - Precondition: `restarted` is nil, as it is behind a `replay`.
  public var user: Name? {
    precondition(restarted == nil, "all sign-ins that were kept have ended; replay the log")
    return active.last?.user
  }

  public var restarted: LatestSignIn? {
    guard active.isEmpty, !isWhole else { return nil }
    var fresh = LatestSignIn()
    fresh.capacity = .max
    return fresh
  }

  public mutating func apply(_ event: Event) {
    guard case .identity(let fact) = event.body, let user = event.user else { return }
    switch fact {
    case .userSignedIn(let signIn):
      active.removeAll { $0.user == user }
      active.append(Active(user: user, session: signIn.session ?? Name(event.id)))
      guard active.count > capacity else { return }
      active.removeFirst()
      isWhole = false
    case .userSignedOut(let end):
      active.removeAll {
        $0.user == user && (end.session == nil || end.session == $0.session)
      }
    case .accountRegistered, .emailVerified, .sessionRenewed: break
    }
  }
}

extension LatestSignIn: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    active = try f.list("active", old?.active)
    isWhole = try f("isWhole", old?.isWhole)
    capacity = try f("capacity", old?.capacity)
  }
}

extension LatestSignIn.Active {
  init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    user = try f("user", old?.user)
    session = try f("session", old?.session)
  }
}
