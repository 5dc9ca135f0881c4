import Events

/// The user of the latest sign-in, unless they signed out: the default user of a view.
///
/// After a sign-out no other user becomes the current user, even if other users are still signed in.
public struct LatestSignIn: Projection {
  /// The sign-in session that began last.
  private var latest: SignIn?

  private struct SignIn: Equatable, NestedPayload {
    let user: Name
    let session: Name
    var isOver = false

    init(user: Name, session: Name) { (self.user, self.session) = (user, session) }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      user = try f("user", old?.user)
      session = try f("session", old?.session)
      isOver = try f.withDefault(false, "isOver", old?.isOver)
    }
  }

  public init() {}
  public static var reads: Areas { [.identity] }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("LatestSignIn") }

  /// The user; nil if the user of the latest sign-in has signed out, or there is none.
  public var user: Name? { latest.flatMap { $0.isOver ? nil : $0.user } }

  /// A Boolean value indicating whether the log has no sign-in.
  public var isEmpty: Bool { latest == nil }

  /// The user of the latest sign-in if they have signed out; nil while they are signed in.
  public var signedOut: Name? { latest.flatMap { $0.isOver ? $0.user : nil } }

  public mutating func apply(_ event: Event) {
    guard case .identity(let fact) = event.body, let user = event.user else { return }
    switch fact {
    case .userSignedIn(let signIn):
      latest = SignIn(user: user, session: signIn.session ?? Name(event.id))
    case .userSignedOut(let end):
      guard user == latest?.user, end.session == nil || end.session == latest?.session else {
        return
      }
      latest?.isOver = true
    case .passwordReset:
      if user == latest?.user { latest?.isOver = true }
    case .accountRegistered, .emailVerified, .emailRemoved, .sessionRenewed,
      .passwordResetRequested, .identityLinked, .identityUnlinked, .mailSent:
      return
    }
  }
}

extension LatestSignIn: Payload {
  @usableFromInline package static var version: Int { 4 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    latest = try f.optional("latest", old?.latest)
  }
}
