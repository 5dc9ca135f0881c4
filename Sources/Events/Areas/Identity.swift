/// The events of accounts and sign-ins.
///
/// No event contains a password, a hash of one, or a token. The log records that a provider authenticated the user;
/// the credentials stay in the host application.
public enum IdentityEvent: Equatable, Sendable, EventArea {
  case accountRegistered(AccountRegistered)
  case emailVerified(EmailVerified)
  case emailRemoved(EmailRemoved)
  case userSignedIn(UserSignedIn)
  case sessionRenewed(SessionRenewed)
  case userSignedOut(UserSignedOut)
  case passwordResetRequested(PasswordResetRequested)
  case passwordReset(PasswordReset)
  case identityLinked(IdentityLinked)
  case identityUnlinked(IdentityUnlinked)
  case mailSent(MailSent)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("AccountRegistered", AccountRegistered.self),
    ("EmailVerified", EmailVerified.self),
    ("EmailRemoved", EmailRemoved.self),
    ("UserSignedIn", UserSignedIn.self),
    ("SessionRenewed", SessionRenewed.self),
    ("UserSignedOut", UserSignedOut.self),
    ("PasswordResetRequested", PasswordResetRequested.self),
    ("PasswordReset", PasswordReset.self),
    ("IdentityLinked", IdentityLinked.self),
    ("IdentityUnlinked", IdentityUnlinked.self),
    ("MailSent", MailSent.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .accountRegistered(let payload): payload
    case .emailVerified(let payload): payload
    case .emailRemoved(let payload): payload
    case .userSignedIn(let payload): payload
    case .sessionRenewed(let payload): payload
    case .userSignedOut(let payload): payload
    case .passwordResetRequested(let payload): payload
    case .passwordReset(let payload): payload
    case .identityLinked(let payload): payload
    case .identityUnlinked(let payload): payload
    case .mailSent(let payload): payload
    }
  }
}

/// The registration of an account with an email address and a password; the host application keeps the password.
public struct AccountRegistered: Equatable, Sendable, EventPayload {
  /// The address, not yet verified.
  public let email: Name
  public let givenName: String?
  public let familyName: String?

  public init(email: Name, givenName: String? = nil, familyName: String? = nil) {
    (self.email, self.givenName, self.familyName) = (email, givenName, familyName)
  }

  package var body: Event.Body { .identity(.accountRegistered(self)) }

  @usableFromInline package static var creates: EntityKind? { .mail }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    email = try f("email", old?.email, .email(.registers), "The address, not yet verified.")
    givenName = try f.optional(
      "givenName", old?.givenName, .text.personal(naming: .user), "The given name.")
    familyName = try f.optional(
      "familyName", old?.familyName, .text.personal(naming: .user), "The family name.")
  }
}

/// The verification that the user owns the email address of an account.
public struct EmailVerified: Equatable, Sendable, EventPayload {
  /// The verified address of the user.
  public let email: Name

  public init(email: Name) { self.email = email }

  package var body: Event.Body { .identity(.emailVerified(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    email = try f("email", old?.email, .email(.verifies), "The verified address of the user.")
  }
}

/// The removal of an email address from the user's account, which no longer owns it.
public struct EmailRemoved: Equatable, Sendable, EventPayload {
  public let email: Name

  public init(email: Name) { self.email = email }

  package var body: Event.Body { .identity(.emailRemoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    email = try f("email", old?.email, .email(.removes), "The address.")
  }
}

/// The start of a sign-in session, after an identity provider authenticated the user.
///
/// For a password, the provider is the host application.
public struct UserSignedIn: Equatable, Sendable, EventPayload {
  /// The provider: `google`, `apple`, …, or `password` for the host application.
  public let provider: Name
  /// The user's id at the provider; nil for `password`.
  public let subject: Name?
  /// The address that the provider verified.
  public let email: Name
  public let givenName: String?
  public let familyName: String?
  /// The URL of the profile picture.
  public let picture: String?
  /// The id of the sign-in session; nil for the event's id, as in events written by replog.
  public let session: Name?
  /// The time at which the session expires unless it is renewed; nil for a day after the event.
  public let expiresAt: Timestamp?

  public init(
    provider: Name, subject: Name? = nil, email: Name, givenName: String? = nil,
    familyName: String? = nil, picture: String? = nil, session: Name? = nil,
    expiresAt: Timestamp? = nil
  ) {
    (self.provider, self.subject, self.email) = (provider, subject, email)
    (self.givenName, self.familyName, self.picture) = (givenName, familyName, picture)
    (self.session, self.expiresAt) = (session, expiresAt)
  }

  package var body: Event.Body { .identity(.userSignedIn(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    provider = try f(
      "provider", old?.provider, .provider,
      "The identity provider: google, apple, … or password for the host application.")
    subject = try f.optional(
      "subject", old?.subject, .subject(),
      "The user's id at the provider; omitted for a password.")
    email = try f("email", old?.email, .email(.signsIn), "The address that the provider verified.")
    givenName = try f.optional(
      "givenName", old?.givenName, .text.personal(naming: .user), "The given name.")
    familyName = try f.optional(
      "familyName", old?.familyName, .text.personal(naming: .user), "The family name.")
    picture = try f.optional(
      "picture", old?.picture, .address.personal(naming: .user), "The URL of the profile picture.")
    session = try f.optional(
      "session", old?.session, .begins(.signIn),
      "The sign-in session; omitted if it has the id of the event.")
    expiresAt = try f.optional(
      "expiresAt", old?.expiresAt, .any,
      "The time at which the sign-in session expires unless it is renewed; omitted if it is a day after the event."
    )
  }
}

/// A new end of a sign-in session.
public struct SessionRenewed: Equatable, Sendable, EventPayload {
  public let session: Name
  /// The new time of expiry, unless the session is renewed again.
  public let expiresAt: Timestamp

  public init(session: Name, expiresAt: Timestamp) {
    (self.session, self.expiresAt) = (session, expiresAt)
  }

  package var body: Event.Body { .identity(.sessionRenewed(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session, .changes(.signIn), "The sign-in session.")
    expiresAt = try f(
      "expiresAt", old?.expiresAt, .any,
      "The new time of expiry, unless the session is renewed again.")
  }
}

/// The end of a sign-in session by its user.
public struct UserSignedOut: Equatable, Sendable, EventPayload {
  /// The sign-in session; nil for the current one of the user.
  public let session: Name?

  public init(session: Name? = nil) { self.session = session }

  package var body: Event.Body { .identity(.userSignedOut(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f.optional(
      "session", old?.session, .ends(.signIn),
      "The sign-in session; omitted for the current one.")
  }
}

/// A request for a new password; an email is sent only if the address has an account.
public struct PasswordResetRequested: Equatable, Sendable, EventPayload {
  /// The email address in the request.
  public let email: Name

  public init(email: Name) { self.email = email }

  package var body: Event.Body { .identity(.passwordResetRequested(self)) }

  @usableFromInline package static var creates: EntityKind? { .mail }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    email = try f(
      "email", old?.email, .name.personal(naming: .user), "The email address in the request.")
  }
}

/// A new password, which the host application keeps; it ends the user's sign-in session.
public struct PasswordReset: Equatable, Sendable, EventPayload {
  /// The event that requested the reset; nil if the host application used its own request.
  public let request: EventID?

  public init(request: EventID? = nil) { self.request = request }

  package var body: Event.Body { .identity(.passwordReset(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    request = try f.optional(
      "request", old?.request, .refers(to: .mail),
      "The event that requested the reset; omitted if the host application used its own request.")
  }
}

/// The link of another sign-in provider to the user's account.
public struct IdentityLinked: Equatable, Sendable, EventPayload {
  public let provider: Name
  /// The user's id at the provider.
  public let subject: Name

  public init(provider: Name, subject: Name) { (self.provider, self.subject) = (provider, subject) }

  package var body: Event.Body { .identity(.identityLinked(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    provider = try f("provider", old?.provider, .provider, "The identity provider.")
    subject = try f("subject", old?.subject, .subject(.changes), "The user's id at the provider.")
  }
}

/// The removal of a sign-in provider from the user's account.
public struct IdentityUnlinked: Equatable, Sendable, EventPayload {
  public let provider: Name
  /// The user's id at the provider.
  public let subject: Name

  public init(provider: Name, subject: Name) { (self.provider, self.subject) = (provider, subject) }

  package var body: Event.Body { .identity(.identityUnlinked(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    provider = try f("provider", old?.provider, .provider, "The identity provider.")
    subject = try f("subject", old?.subject, .subject(.ends), "The user's id at the provider.")
  }
}

/// The delivery of an email that an event requested.
public struct MailSent: Equatable, Sendable, EventPayload {
  /// The event that requested the email.
  public let mail: EventID

  public init(mail: EventID) { self.mail = mail }

  package var body: Event.Body { .identity(.mailSent(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    mail = try f("mail", old?.mail, .refers(to: .mail), "The event that requested the email.")
  }
}
