import Events

/// Who has an account, and who is signed in.
///
/// A user has one sign-in session: a second sign-in takes the place of the first. A session that ran
/// out is still shown, with its end; whether that is past is for whoever has a clock.
public struct Accounts: Projection {
  /// What is known of a user.
  public struct Account: Equatable, Sendable {
    public internal(set) var email: Name
    /// nil when it was never told, as for the two below.
    public internal(set) var givenName: String?
    public internal(set) var familyName: String?
    public internal(set) var picture: String?
    /// Whether the address was proved to be theirs, by themselves or by an identity provider.
    public internal(set) var isVerified: Bool
  }

  /// A sign-in session.
  public struct SignIn: Equatable, Sendable {
    public let user: Name
    public let provider: Name
    let subject: Name?
    public let session: Name
    public let signedInAt: Timestamp
    public internal(set) var expiresAt: Timestamp
    /// The event that began it, and its position.
    public let id: EventID
    public let seq: Int
  }

  /// How long a sign-in session lasts, in seconds: one day.
  public static let signInSeconds: Int64 = 86_400

  private var accounts: [Name: Account] = [:]
  private var usersByEmail: [String: Name] = [:]
  private var usersBySubject: [[Name]: Name] = [:]
  private var signIns: [Name: SignIn] = [:]
  /// Names that are no account's and yet not free.
  private var reserved: Set<Name> = []

  public init() {}
  public static var reads: Areas { .identity }

  public mutating func apply(_ event: Event) {
    guard case .identity(let fact) = event.body, let user = event.user else { return }
    switch fact {
    case .accountRegistered(let account):
      register(
        user, account.email, givenName: account.givenName, familyName: account.familyName,
        isVerified: false)
    case .emailVerified(let verified):
      guard let account = accounts[user], isSame(account.email, verified.email) else { return }
      accounts[user]?.isVerified = true
    case .userSignedIn(let signIn):
      register(
        user, signIn.email, givenName: signIn.givenName, familyName: signIn.familyName,
        picture: signIn.picture, isVerified: true)
      if let subject = signIn.subject { usersBySubject[[signIn.provider, subject]] = user }
      signIns[user] = SignIn(
        user: user, provider: signIn.provider, subject: signIn.subject,
        session: signIn.session ?? Name(event.id),
        signedInAt: event.at,
        expiresAt: signIn.expiresAt ?? event.at.adding(seconds: Accounts.signInSeconds),
        id: event.id, seq: event.seq)
    case .sessionRenewed(let renewal):
      if signIns[user]?.session == renewal.session { signIns[user]?.expiresAt = renewal.expiresAt }
    case .userSignedOut(let end):
      guard end.session == nil || end.session == signIns[user]?.session else { return }
      signIns[user] = nil
    }
  }

  private mutating func register(
    _ user: Name, _ email: Name, givenName: String?, familyName: String?, picture: String? = nil,
    isVerified: Bool
  ) {
    let before = accounts[user]
    let wasVerified = before.map { $0.isVerified && isSame($0.email, email) } ?? false
    accounts[user] = Account(
      email: email, givenName: givenName ?? before?.givenName,
      familyName: familyName ?? before?.familyName, picture: picture ?? before?.picture,
      isVerified: isVerified || wasVerified)
    // Whoever has the old address next must not find this account by it.
    if let before, self.user(email: before.email) == user {
      usersByEmail[before.email.text.lowercased()] = nil
    }
    usersByEmail[email.text.lowercased()] = user
  }

  private func isSame(_ one: Name, _ other: Name) -> Bool {
    one.text.lowercased() == other.text.lowercased()
  }
}

extension Accounts {
  /// Keeps a name from being given to a new user.
  mutating func reserve(_ name: Name) { reserved.insert(name) }

  /// Whether a new user may get this name.
  func isFree(_ name: Name) -> Bool { accounts[name] == nil && !reserved.contains(name) }

  /// The account of a user; nil for one who never registered or signed in.
  public func account(of user: Name) -> Account? { accounts[user] }

  /// The user whose account has this address, whatever the case of its letters.
  public func user(email: Name) -> Name? { usersByEmail[email.text.lowercased()] }

  /// The user whom a provider knows by `subject`.
  public func user(provider: Name, subject: Name) -> Name? { usersBySubject[[provider, subject]] }

  /// The sign-in session of a user; nil when they signed out or never signed in.
  public func signIn(of user: Name) -> SignIn? { signIns[user] }

  /// The latest sign-in that was not signed out: whose view a view is when nobody is named.
  public var latest: SignIn? { signIns.values.max { $0.seq < $1.seq } }
}
