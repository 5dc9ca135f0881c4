import Events

/// The accounts and sign-in sessions: the `Identity` of every user, with indexes for finding one.
public struct Accounts: Projection {
  public struct Account: Equatable, Sendable {
    /// The address of the latest sign-in or registration.
    public internal(set) var email: Name
    var proven = Addresses()
    /// The given name; nil if it is unknown, as for the two properties below.
    @Verbatim public internal(set) var givenName: String? = nil
    @Verbatim public internal(set) var familyName: String? = nil
    @Verbatim public internal(set) var picture: String? = nil
    /// A Boolean value indicating whether the user can sign in with a password.
    public internal(set) var hasPassword = false
    /// The address of the latest registration, until a proof; the account does not own it.
    var unproven: Name?

    /// The addresses that the user or an identity provider proved, in the order of the proofs.
    public var addresses: [Name] { proven.list }

    /// A Boolean value indicating whether `email` is proven.
    public var isVerified: Bool { address(email) != nil }

    /// Returns the proven address that equals `email`, as it was first written; nil if there is none.
    public func address(_ email: Name) -> Name? { proven[email] }
  }

  /// Different addresses, in order.
  struct Addresses: Equatable, Sendable {
    private var written = OrderedDictionary<Name, Name>()
    var list: [Name] { written.values }

    init(_ list: [Name] = []) { for email in list { add(email) } }

    subscript(email: Name) -> Name? { written[email.foldedAddress] }

    mutating func add(_ email: Name) {
      if self[email] == nil { written[email.foldedAddress] = email }
    }

    mutating func remove(_ email: Name) { written[email.foldedAddress] = nil }
  }

  public struct SignIn: Equatable, Sendable {
    public let user: Name
    public let provider: Name
    let subject: Name?
    public let session: Name
    public let signedInAt: Timestamp
    public internal(set) var expiresAt: Timestamp
    /// The event that began the session, and the event's position.
    public let id: EventID
    public let seq: Int
  }

  /// The duration of a sign-in session in seconds: one day.
  public static let signInSeconds: Int64 = 86_400

  private var identities: [Name: Identity] = [:]
  /// The owners of addresses: the accounts for which they were proven first.
  private var usersByEmail: [Name: Name] = [:]
  /// The users who registered with an address that has no owner, in the order of their registrations.
  private var waitingByEmail: [Name: [Name]] = [:]
  private var usersBySubject: [[Name]: Name] = [:]
  /// The user of the last sign-in, even if they have signed out.
  private var lastUser: Name?
  /// The latest request of each user for a new password, until the password is set.
  private var resetRequests: [Name: EventID] = [:]
  /// The names that have an account, and the other names that are not available.
  ///
  /// They are in NFC, because people could not tell apart users whose names are only composed differently.
  private var (named, reserved): (Set<Name>, Set<Name>) = ([], [])

  public init() {}
  public static var reads: Areas { [.identity] }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("Accounts") }

  public mutating func apply(_ event: Event) {
    guard case .identity(let fact) = event.body else { return }
    if case .passwordResetRequested(let request) = fact {
      // A user who asks for a new password is not signed in.
      if let user = recipient(of: request.email) { resetRequests[user] = event.id }
      return
    }
    guard let user = event.user else { return }
    let before = account(of: user)?.unproven
    identities[user, default: Identity()].apply(event)
    if account(of: user) != nil { named.insert(user.composed) }
    switch fact {
    case .accountRegistered(let account): wait(user, for: account.email, before)
    case .emailVerified(let verified):
      if account(of: user) != nil { prove(verified.email, of: user) }
    case .emailRemoved(let removal): free(removal.email, of: user)
    case .userSignedIn(let signIn):
      prove(signIn.email, of: user)
      lastUser = user
      if let subject = signIn.subject { link(signIn.provider, subject, to: user) }
    case .passwordReset: resetRequests[user] = nil
    case .identityLinked(let linked): link(linked.provider, linked.subject, to: user)
    case .identityUnlinked(let link):
      let subject = [link.provider, link.subject]
      if usersBySubject[subject] == user { usersBySubject[subject] = nil }
    case .sessionRenewed, .userSignedOut, .passwordResetRequested, .mailSent: break
    }
  }

  /// Adds a user to those who wait for the proof of an address without an owner.
  private mutating func wait(_ user: Name, for email: Name, _ before: Name?) {
    if let before { waitingByEmail[before.foldedAddress]?.drop { $0 == user } }
    let key = email.foldedAddress
    if usersByEmail[key] == nil { waitingByEmail[key, default: []].append(user) }
  }

  /// Gives an address to the user for whom it is proven, unless it has an owner.
  private mutating func prove(_ email: Name, of user: Name) {
    let key = email.foldedAddress
    guard usersByEmail[key] == nil else { return }
    usersByEmail[key] = user
    waitingByEmail[key] = nil
  }

  /// Gives a provider's subject to the first user who signs in with it or links it, until they unlink it.
  private mutating func link(_ provider: Name, _ subject: Name, to user: Name) {
    let key = [provider, subject]
    if usersBySubject[key] == nil { usersBySubject[key] = user }
  }

  /// Takes an address from its owner, so that the next user who verifies it owns it.
  private mutating func free(_ email: Name, of user: Name) {
    let key = email.foldedAddress
    if usersByEmail[key] == user { usersByEmail[key] = nil }
  }
}

extension Accounts {
  /// Makes a name unavailable for a new user.
  mutating func reserve(_ name: Name) { reserved.insert(name.composed) }

  /// Returns whether a user with this name has an account.
  func hasAccount(named name: Name) -> Bool { named.contains(name.composed) }

  /// Returns whether a name is not available for a new user, unless the host asks for it.
  func isTaken(_ name: Name) -> Bool { hasAccount(named: name) || reserved.contains(name.composed) }

  /// Returns the account of a user; nil if they never registered or signed in.
  public func account(of user: Name) -> Account? { identities[user]?.account }

  /// Returns the user whose account owns this address; nil if no account does.
  ///
  /// The case of ASCII letters does not matter, nor whether letters are composed.
  public func user(email: Name) -> Name? { usersByEmail[email.foldedAddress] }

  /// Returns the users who registered with this address, in order; empty once an account owns it.
  public func usersWaiting(for email: Name) -> [Name] { waitingByEmail[email.foldedAddress] ?? [] }

  /// Returns the user whose password a request with this address is about: the owner, otherwise the latest who
  /// registered with it.
  func recipient(of email: Name) -> Name? { user(email: email) ?? usersWaiting(for: email).last }

  /// Returns the user with the `subject` of a provider.
  public func user(provider: Name, subject: Name) -> Name? { usersBySubject[[provider, subject]] }

  /// Returns the sign-in session of a user; nil if they signed out or never signed in.
  public func signIn(of user: Name) -> SignIn? { identities[user]?.signIn }

  /// Returns the user's latest request for a new password; nil if there is no open request.
  func resetRequest(of user: Name) -> EventID? { resetRequests[user] }

  /// The user of the last sign-in, unless they signed out: the default user of the log.
  var current: Name? { lastUser.flatMap { signIn(of: $0) == nil ? nil : $0 } }

  /// The sign-in sessions of all users, in no order.
  var signIns: [SignIn] { identities.values.compactMap(\.signIn) }

  /// The latest sign-in whose user has not signed out, even if another user signed in and out later.
  public var latest: SignIn? { signIns.max { $0.seq < $1.seq } }
}

extension Name {
  /// The key for finding an account by its address.
  var foldedAddress: Name { Name(Events.foldedAddress(text)) }

  /// The name in NFC.
  fileprivate var composed: Name { Name(Events.composed(text)) }
}

extension Accounts: Payload {
  /// 2: only ASCII letters of addresses are folded; 3: linked subjects and new passwords; 4: several addresses;
  /// 5: removed addresses; 6: the last sign-in.
  @usableFromInline package static var version: Int { 6 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    identities = try f.dictionary("known", old?.identities)
    usersByEmail = try f.dictionary("byEmail", old?.usersByEmail)
    for found in try f.list("waiting", old?.waiting) {
      waitingByEmail[found.key, default: []].append(found.value)
    }
    for found in try f.list("bySubject", old?.bySubject) {
      usersBySubject[[found.provider, found.subject]] = found.user
    }
    lastUser = try f.optional("lastUser", old?.lastUser)
    resetRequests = try f.dictionary("resets", old?.resetRequests)
    reserved = Set(try f.list("reserved", old?.reserved.sorted()))
    named = Set(identities.lazy.filter { $0.value.account != nil }.map(\.key.composed))
  }

  private var waiting: [StateEntry<Name, Name>] {
    waitingByEmail.sorted { $0.key < $1.key }.flatMap { entry in
      entry.value.map { StateEntry(entry.key, $0) }
    }
  }

  private var bySubject: [BySubject] {
    usersBySubject.map { BySubject(provider: $0.key[0], subject: $0.key[1], user: $0.value) }
      .sorted { ($0.provider, $0.subject) < ($1.provider, $1.subject) }
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
