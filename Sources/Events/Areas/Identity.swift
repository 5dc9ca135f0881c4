/// Accounts and sign-ins. No event carries a password, a hash of one, or a token: the log records
/// that somebody vouched for the user, and credentials stay with the host application.
public enum IdentityEvent: EventArea {
  case accountRegistered(AccountRegistered)
  case emailVerified(EmailVerified)
  case userSignedIn(UserSignedIn)
  case sessionRenewed(SessionRenewed)
  case userSignedOut(UserSignedOut)

  public enum Kind: String, CaseIterable, Sendable {
    case accountRegistered = "AccountRegistered"
    case emailVerified = "EmailVerified"
    case userSignedIn = "UserSignedIn"
    case sessionRenewed = "SessionRenewed"
    case userSignedOut = "UserSignedOut"
  }

  public init(_ kind: Kind, _ reader: inout PayloadReader) throws(LineError) {
    switch kind {
    case .accountRegistered: self = .accountRegistered(try reader.payload())
    case .emailVerified: self = .emailVerified(try reader.payload())
    case .userSignedIn: self = .userSignedIn(try reader.payload())
    case .sessionRenewed: self = .sessionRenewed(try reader.payload())
    case .userSignedOut: self = .userSignedOut(try reader.payload())
    }
  }

  public var tagged: (kind: Kind, payload: any Payload) {
    switch self {
    case .accountRegistered(let payload): (.accountRegistered, payload)
    case .emailVerified(let payload): (.emailVerified, payload)
    case .userSignedIn(let payload): (.userSignedIn, payload)
    case .sessionRenewed(let payload): (.sessionRenewed, payload)
    case .userSignedOut(let payload): (.userSignedOut, payload)
    }
  }
}

/// Somebody opened an account with an email address and a password, which the host application
/// keeps.
public struct AccountRegistered: Payload {
  /// The address, not yet verified.
  public let email: Name
  public let givenName: String?
  public let familyName: String?

  public init(email: Name, givenName: String? = nil, familyName: String? = nil) {
    self.email = email
    self.givenName = givenName
    self.familyName = familyName
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    email = try f("email", old?.email)
    givenName = try f.optional("givenName", old?.givenName, .text)
    familyName = try f.optional("familyName", old?.familyName, .text)
  }
}

/// The owner of an account proved that its email address is theirs.
public struct EmailVerified: Payload {
  public let email: Name

  public init(email: Name) { self.email = email }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    email = try f("email", old?.email)
  }
}

/// An identity provider, or the host application for a password, vouched for the user, and a sign-in
/// session began.
public struct UserSignedIn: Payload {
  /// Who vouched: `google`, `apple`, …, or `password` for the host application.
  public let provider: Name
  /// The user's id at the provider; nil for `password`.
  public let subject: Name?
  public let email: Name
  public let givenName: String?
  public let familyName: String?
  /// Where the profile picture is.
  public let picture: String?
  /// The sign-in session; nil when it is named by the event itself, as replog writes it.
  public let session: Name?
  /// When the sign-in session ends unless renewed; nil for a day after the event.
  public let expiresAt: Timestamp?

  public init(
    provider: Name, subject: Name? = nil, email: Name, givenName: String? = nil,
    familyName: String? = nil, picture: String? = nil, session: Name? = nil,
    expiresAt: Timestamp? = nil
  ) {
    self.provider = provider
    self.subject = subject
    self.email = email
    self.givenName = givenName
    self.familyName = familyName
    self.picture = picture
    self.session = session
    self.expiresAt = expiresAt
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    provider = try f("provider", old?.provider)
    subject = try f.optional("subject", old?.subject)
    email = try f("email", old?.email)
    givenName = try f.optional("givenName", old?.givenName, .text)
    familyName = try f.optional("familyName", old?.familyName, .text)
    picture = try f.optional("picture", old?.picture, .address)
    session = try f.optional("session", old?.session)
    expiresAt = try f.optional("expiresAt", old?.expiresAt)
  }
}

/// A sign-in session got a new end.
public struct SessionRenewed: Payload {
  /// The sign-in session.
  public let session: Name
  /// When it ends now, unless renewed again.
  public let expiresAt: Timestamp

  public init(session: Name, expiresAt: Timestamp) {
    self.session = session
    self.expiresAt = expiresAt
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session)
    expiresAt = try f("expiresAt", old?.expiresAt)
  }
}

/// The user ended their sign-in session.
public struct UserSignedOut: Payload {
  /// The sign-in session; nil for whichever the user has.
  public let session: Name?

  public init(session: Name? = nil) { self.session = session }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f.optional("session", old?.session)
  }
}
