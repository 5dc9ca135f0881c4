import Events

/// A request for an account with an email address and a password.
///
/// The account owns the address only after its verification. Until then others can register with the address too, and
/// an identity provider's sign-in with it opens an account of its own.
public struct SignUp: Admission {
  public var email: String
  public var givenName: String?
  public var familyName: String?
  /// The name of the new user; nil for the part of the address before the "@".
  public var user: Name?

  public init(
    email: String, givenName: String? = nil, familyName: String? = nil, user: Name? = nil
  ) {
    (self.email, self.givenName, self.familyName) = (email, givenName, familyName)
    self.user = user
  }

  public func decide(_ accounts: Accounts, at now: Timestamp) throws(Refusal) -> AdmissionResult {
    let email = try address(email)
    if accounts.user(email: email) != nil {
      throw Refusal(
        .accountExists, "'\(email)' already has an account", help: "sign in with this address")
    }
    let registered = AccountRegistered(
      email: email, givenName: given(givenName), familyName: given(familyName))
    return AdmissionResult(
      user: try accounts.newName(for: email, wanted: user),
      facts: [registered.body])
  }
}

/// A request to verify an address: its owner followed the link in an email.
public struct VerifyEmail: Admission {
  public var email: String
  /// The user whose email had the link; nil if only one user registered with the address.
  public var user: Name?

  public init(email: String, user: Name? = nil) { (self.email, self.user) = (email, user) }

  public func decide(_ accounts: Accounts, at now: Timestamp) throws(Refusal) -> AdmissionResult {
    let email = try address(email)
    if let owner = accounts.user(email: email) {
      try require(user, toBe: owner, with: email)
      return AdmissionResult(user: owner, facts: [])
    }
    let waiting = accounts.usersWaiting(for: email).filter { $0 == user ?? $0 }
    guard let user = waiting.first else { throw .noAccount(email) }
    guard waiting.count == 1 else {
      throw Refusal(
        .ambiguous, "\(waiting.count) users registered with the address '\(email)'",
        help: "name the user to whom the link was sent, for example \(.give(.user, user.text))")
    }
    let registered = accounts.account(of: user)?.unproven ?? email
    return AdmissionResult(user: user, facts: [EmailVerified(email: registered).body])
  }
}

/// A sign-in that an identity provider confirmed, or the host application for a password.
public struct SignIn: Admission {
  /// The name that means the host application, which checked a password, instead of a provider.
  public static let password: Name = "password"
  /// The name that means the user's own machine instead of a provider.
  public static let local = "local"
  /// The names of providers that do not identify their users.
  package static let usualProviders: [Name] = [
    password, Name(local), "google", "apple", "facebook", "github", "microsoft",
  ]
  /// The number of seconds after a sign-in within which another one of the current user changes nothing: RedGym's
  /// cooldown.
  public static let cooldownSeconds = 3.0

  public var provider: String
  public var subject: String?
  /// The address; nil for that of the account with the provider's subject, or of the named user.
  public var email: String?
  public var givenName: String?
  public var familyName: String?
  public var picture: String?
  /// The name of a new user; nil for the part of the address before the "@".
  ///
  /// If the log has events under a requested name, they become events of the new user. Without an address it is the
  /// name of an existing user, who signs in by it.
  public var user: Name?

  public init(
    provider: String, subject: String? = nil, email: String? = nil, givenName: String? = nil,
    familyName: String? = nil, picture: String? = nil, user: Name? = nil
  ) {
    self.user = user
    (self.provider, self.subject, self.email) = (provider, subject, email)
    (self.givenName, self.familyName, self.picture) = (givenName, familyName, picture)
  }

  public func decide(_ accounts: Accounts, at now: Timestamp) throws(Refusal) -> AdmissionResult {
    let provider = try required(provider: provider)
    let subject = given(subject).map { Name($0) }
    let email =
      if let email { try address(email) } else { try knownAddress(accounts, provider, subject) }
    let user = try owner(accounts, provider, subject, email)
    if let user { try require(self.user, toBe: user, with: email) }
    if let user, user == accounts.current, accounts.user(email: email) == user,
      let current = accounts.signIn(of: user), current.provider == provider,
      current.subject == subject
    {
      // Counted from the last recorded sign-in; a sign-in within the cooldown does not extend it.
      let seconds = now.seconds(since: current.signedInAt)
      if seconds >= 0, seconds < SignIn.cooldownSeconds {
        return AdmissionResult(user: user, facts: [], existing: current)
      }
    }
    let fact = UserSignedIn(
      provider: provider, subject: subject, email: email, givenName: given(givenName),
      familyName: given(familyName), picture: given(picture),
      expiresAt: now.adding(seconds: Accounts.signInSeconds))
    let facts = [fact.body]
    if let user { return AdmissionResult(user: user, facts: facts) }
    return AdmissionResult(user: try accounts.newName(for: email, wanted: self.user), facts: facts)
  }

  /// Returns the address of the account with the provider's subject, or of the named user.
  ///
  /// A name alone proves nothing to an identity provider. It is enough only if the host checked a password, or on the
  /// machine of the user.
  ///
  /// Source: Pump Path, whose provider gives the user's id every time, and RedGym's sign-in by name.
  private func knownAddress(
    _ accounts: Accounts, _ provider: Name, _ subject: Name?
  ) throws(Refusal) -> Name {
    if let subject {
      if let user = accounts.user(provider: provider, subject: subject),
        let account = accounts.account(of: user)
      {
        return try account.knownAddress()
      }
      throw Refusal(
        .noAccount, "no account is linked to this subject of \(provider)",
        help: "give the email address, too: \(.give(.email))")
    }
    let isByName = provider == SignIn.password || provider.text == SignIn.local
    if isByName, let user, let account = accounts.account(of: user) {
      return try account.knownAddress()
    }
    throw Refusal(
      .noAccount,
      isByName && user != nil
        ? "there is no account with this name"
        : "a sign-in must have an address or a known subject",
      help: "give the address: \(.give(.email))")
  }

  /// Returns the user with the provider's subject, otherwise with the address; nil for a new user.
  private func owner(
    _ accounts: Accounts, _ provider: Name, _ subject: Name?, _ email: Name
  ) throws(Refusal) -> Name? {
    let byEmail = accounts.user(email: email)
    guard provider != SignIn.password else {
      if let user = byEmail, let account = accounts.account(of: user) {
        guard account.hasPassword else {
          throw Refusal(
            .noPassword, "the account with the address '\(email)' has no password",
            help: "sign in with your usual provider, or \(.resetPassword(email))")
        }
        return user
      }
      guard !accounts.usersWaiting(for: email).isEmpty else { throw .noAccount(email) }
      throw .notVerified(email)
    }
    guard let subject, let bySubject = accounts.user(provider: provider, subject: subject) else {
      return byEmail
    }
    if let byEmail, byEmail != bySubject {
      throw Refusal(
        .accountMismatch,
        "subject '\(subject)' of \(provider) belongs to '\(bySubject)', and the address '\(email)' "
          + "belongs to '\(byEmail)'", help: "sign in with the address of '\(bySubject)'")
    }
    return bySubject
  }
}

extension Accounts.Account {
  /// Returns the address of the latest sign-in, or the address that was verified last.
  ///
  /// - Throws: A refusal if none is proven: a sign-in would prove that of the registration.
  fileprivate func knownAddress() throws(Refusal) -> Name {
    guard let known = address(email) ?? addresses.last else { throw .notVerified(email) }
    return known
  }
}

extension Refusal {
  fileprivate static func notVerified(_ email: Name) -> Refusal {
    Refusal(
      .emailNotVerified, "the address '\(email)' is not verified yet",
      help: "verify it: \(.verifyEmail(email))")
  }
}

/// A request to extend the user's sign-in session to one day from now.
public struct RenewSignIn: Decision {
  public static let needsProfile = false

  public init() {}

  public func decide(
    _ state: OfUser<Identity>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    guard let signIn = state.value.signIn else { return [] }
    let end = context.now.adding(seconds: Accounts.signInSeconds)
    if signIn.expiresAt == end { return [] }
    return [SessionRenewed(session: signIn.session, expiresAt: end).body]
  }
}

/// A request to end the user's sign-in session.
public struct SignOut: Decision {
  public static let needsProfile = false

  public init() {}

  public func decide(
    _ state: OfUser<Identity>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    guard let signIn = state.value.signIn else { return [] }
    return [UserSignedOut(session: signIn.session).body]
  }
}

/// Refuses a request of another user than the owner of an address.
private func require(_ wanted: Name?, toBe owner: Name, with email: Name) throws(Refusal) {
  guard let wanted, wanted != owner else { return }
  throw Refusal(
    .accountMismatch, "the address '\(email)' belongs to '\(owner)', not to '\(wanted)'",
    help: "leave out the user name")
}

extension Refusal {
  /// Returns the refusal of a request with an address that no account has.
  static func noAccount(_ email: Name) -> Refusal {
    Refusal(
      .noAccount, "there is no account with the address '\(email)'",
      help: "open one: \(.signUp(email: email))")
  }
}

/// Returns an optional text, trimmed; nil if nothing is left.
func given(_ text: String?) -> String? {
  let text = trimmed(text ?? "")
  return text.isEmpty ? nil : text
}

/// Returns a text, trimmed.
///
/// - Parameter what: The field with its article, for the refusal of an empty text: "the title".
func required(_ text: String, _ what: String, help: Remedy) throws(Refusal) -> String {
  guard let text = given(text) else {
    throw Refusal(.emptyValue, "\(what) must not be empty", help: help)
  }
  return text
}

/// Returns an identity provider, trimmed and in lower case.
func required(provider text: String) throws(Refusal) -> Name {
  let text = try required(text, "the provider", help: "for example 'google'")
  // A token in lower case can no longer be recognised.
  guard !SecretValue.isIn(text) else {
    throw Refusal(.holdsSecret, "'provider' \(SecretValue.breach)", help: SecretValue.help)
  }
  return Name(text.lowercased())
}

/// Returns an email address, trimmed.
///
/// Source: TitanUp, which requires an "@" and a "."; only an email can verify the rest.
func address(_ text: String) throws(Refusal) -> Name {
  let text = trimmed(text)
  let parts = text.split(separator: "@", omittingEmptySubsequences: false)
  guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), !parts[1].hasPrefix("."),
    !parts[1].hasSuffix("."), !text.contains(where: \.isWhitespace)
  else {
    // The text may be a secret that was meant for another field, so it is not repeated.
    throw Refusal(
      .invalidEmail, "expected an email address, found \(text.isEmpty ? "nothing" : "other text")",
      help: "use the form ann@example.com")
  }
  return Name(text)
}

extension Accounts {
  /// Returns a free name for a new user: the part before the "@", with a number if that is taken.
  ///
  /// A name is taken even if its letters are composed differently.
  func newName(for email: Name, wanted: Name?) throws(Refusal) -> Name {
    if let wanted {
      guard !hasAccount(named: wanted) else {
        throw Refusal(
          .accountExists, "'\(wanted)' already has an account", help: "choose another name")
      }
      return wanted
    }
    var base = composed(email.text.prefix { $0 != "@" }.lowercased())
    // Lower case can take more bytes; a name has at most 200 bytes including its number.
    while base.utf8.count > 190 { base.unicodeScalars.removeLast() }
    var name = base
    var attempt = 2
    while isTaken(Name(name)) {
      name = "\(base)-\(attempt)"
      attempt += 1
    }
    return Name(name)
  }
}

extension IdentityEvent {
  /// Accounts and links are shared by all devices, so only the host that keeps the log changes them.
  var judgement: Judgement {
    switch self {
    case .accountRegistered, .emailVerified, .emailRemoved, .userSignedIn, .passwordResetRequested,
      .passwordReset, .identityLinked, .identityUnlinked, .mailSent:
      .onlyAtRemote
    // A device renews an expired session together with the first event after it, and ends its own.
    case .sessionRenewed(let renewal): .unless(OtherSession(renewal: renewal))
    case .userSignedOut: .always
    }
  }
}

/// A check of whether a renewal is about another session than the user's; it must not give a session more than its day.
private struct OtherSession: InertEvent {
  let renewal: SessionRenewed

  func isInert(_ event: Event, _ state: OfUser<Identity>) throws(Refusal) -> Bool {
    let latest = event.at.adding(seconds: Accounts.signInSeconds)
    guard renewal.expiresAt.milliseconds <= latest.milliseconds else {
      let times = minutes(latest, renewal.expiresAt)
      throw Refusal(
        .notAuthorized,
        "a session must end no later than \(times.0), got \(times.1)",
        help: "sign in on the remote")
    }
    return state.value.signIn?.session != renewal.session
  }
}
