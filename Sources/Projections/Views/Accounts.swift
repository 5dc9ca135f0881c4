import Events

/// Who has an account, and who is signed in: `Identity` of everybody, and the ways to find one.
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

  private var identities: [Name: Identity] = [:]
  private var usersByEmail: [String: Name] = [:]
  private var usersBySubject: [[Name]: Name] = [:]
  /// Names that are no account's and yet not free.
  private var reserved: Set<Name> = []

  public init() {}
  public static var reads: Areas { .identity }
  public static var kept: Kept<Self>? { Kept("Accounts") }

  public mutating func apply(_ event: Event) {
    guard case .identity(let fact) = event.body, let user = event.user else { return }
    let before = identities[user]?.account?.email
    identities[user, default: Identity()].apply(event)
    switch fact {
    case .accountRegistered(let account): find(user, by: account.email, before)
    case .userSignedIn(let signIn):
      find(user, by: signIn.email, before)
      if let subject = signIn.subject { usersBySubject[[signIn.provider, subject]] = user }
    case .emailVerified, .sessionRenewed, .userSignedOut: break
    }
  }

  private mutating func find(_ user: Name, by email: Name, _ before: Name?) {
    // Whoever has the old address next must not find this account by it.
    if let before, self.user(email: before) == user {
      usersByEmail[before.text.lowercased()] = nil
    }
    usersByEmail[email.text.lowercased()] = user
  }
}

extension Accounts {
  /// Keeps a name from being given to a new user.
  mutating func reserve(_ name: Name) { reserved.insert(name) }

  /// Whether a new user may get this name.
  func isFree(_ name: Name) -> Bool { account(of: name) == nil && !reserved.contains(name) }

  /// The account of a user; nil for one who never registered or signed in.
  public func account(of user: Name) -> Account? { identities[user]?.account }

  /// The user whose account has this address, whatever the case of its letters.
  public func user(email: Name) -> Name? { usersByEmail[email.text.lowercased()] }

  /// The user whom a provider knows by `subject`.
  public func user(provider: Name, subject: Name) -> Name? { usersBySubject[[provider, subject]] }

  /// The sign-in session of a user; nil when they signed out or never signed in.
  public func signIn(of user: Name) -> SignIn? { identities[user]?.signIn }

  /// The latest sign-in that was not signed out: whose view a view is when nobody is named.
  public var latest: SignIn? {
    identities.values.compactMap(\.signIn).max { $0.seq < $1.seq }
  }
}

extension Accounts: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    for known in try f.list("known", old?.known) { identities[known.user] = known.identity }
    for found in try f.list("byEmail", old?.byEmail) { usersByEmail[found.key] = found.user }
    for found in try f.list("bySubject", old?.bySubject) {
      usersBySubject[[found.provider, found.subject]] = found.user
    }
    reserved = Set(try f.list("reserved", old?.reserved.sorted()))
  }

  private var known: [Known] {
    identities.map { Known(user: $0.key, identity: $0.value) }.sorted { $0.user < $1.user }
  }

  private var byEmail: [ByEmail] {
    usersByEmail.map { ByEmail(key: $0.key, user: $0.value) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private var bySubject: [BySubject] {
    usersBySubject.map { BySubject(provider: $0.key[0], subject: $0.key[1], user: $0.value) }
      .sorted { ($0.provider, $0.subject) < ($1.provider, $1.subject) }
  }

  private struct Known: NestedPayload {
    let user: Name
    let identity: Identity

    init(user: Name, identity: Identity) { (self.user, self.identity) = (user, identity) }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      user = try f("user", old?.user)
      identity = try f("identity", old?.identity)
    }
  }

  private struct ByEmail: NestedPayload {
    let key: String
    let user: Name

    init(key: String, user: Name) { (self.key, self.user) = (key, user) }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      key = try f("key", old?.key)
      user = try f("user", old?.user)
    }
  }

  private struct BySubject: NestedPayload {
    let provider: Name
    let subject: Name
    let user: Name

    init(provider: Name, subject: Name, user: Name) {
      (self.provider, self.subject, self.user) = (provider, subject, user)
    }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      provider = try f("provider", old?.provider)
      subject = try f("subject", old?.subject)
      user = try f("user", old?.user)
    }
  }
}
