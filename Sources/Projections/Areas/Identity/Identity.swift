import Events

/// One user's account and sign-in session.
///
/// A user has one sign-in session: a second sign-in replaces the first. An expired session is still shown, with its
/// end. Only a caller with a clock can tell whether the end is past.
public struct Identity: UserProjection {
  /// The account; nil if the user never registered or signed in.
  public private(set) var account: Accounts.Account?
  /// The sign-in session; nil if the user signed out or never signed in.
  public private(set) var signIn: Accounts.SignIn?

  public init() {}
  public static var reads: Areas { [.identity] }

  public mutating func apply(_ event: Event) {
    guard case .identity(let fact) = event.body, let user = event.user else { return }
    switch fact {
    case .accountRegistered(let account):
      register(account.email, givenName: account.givenName, familyName: account.familyName)
      self.account?.addPassword(with: account.email)
    case .emailVerified(let verified): account?.prove(verified.email, byPassword: true)
    case .emailRemoved(let removal): account?.remove(removal.email)
    case .userSignedIn(let signIn):
      register(
        signIn.email, givenName: signIn.givenName, familyName: signIn.familyName,
        picture: signIn.picture)
      account?.prove(signIn.email, byPassword: signIn.provider == SignIn.password)
      if signIn.provider == SignIn.password { account?.hasPassword = true }
      self.signIn = Accounts.SignIn(
        user: user, provider: signIn.provider, subject: signIn.subject,
        session: signIn.session ?? Name(event.id),
        signedInAt: event.at,
        expiresAt: signIn.expiresAt ?? event.at.adding(seconds: Accounts.signInSeconds).inCalendar,
        id: event.id, seq: event.seq)
    case .sessionRenewed(let renewal):
      if signIn?.session == renewal.session { signIn?.expiresAt = renewal.expiresAt }
    case .userSignedOut(let end):
      guard end.session == nil || end.session == signIn?.session else { return }
      signIn = nil
    case .passwordReset:
      signIn = nil
      account?.hasPassword = true
    case .passwordResetRequested, .identityLinked, .identityUnlinked, .mailSent: break
    }
  }

  private mutating func register(
    _ email: Name, givenName: String?, familyName: String?, picture: String? = nil
  ) {
    var account = account ?? Accounts.Account(email: email)
    account.email = email
    account.givenName = givenName ?? account.givenName
    account.familyName = familyName ?? account.familyName
    account.picture = picture ?? account.picture
    self.account = account
  }
}

extension Accounts.Account {
  /// Records the password of a registration, which is valid from the proof of its address on.
  fileprivate mutating func addPassword(with email: Name) {
    if address(email) == nil { unproven = email } else { hasPassword = true }
  }

  /// Adds a proven address.
  ///
  /// The password of a registration becomes valid only if its owner proves the address. If an identity provider does,
  /// another user may have registered with the address.
  fileprivate mutating func prove(_ email: Name, byPassword: Bool) {
    proven.add(email)
    guard let unproven, unproven.foldedAddress == email.foldedAddress else { return }
    if byPassword { hasPassword = true }
    self.unproven = nil
  }

  /// Removes a verified address; the latest other address replaces it.
  fileprivate mutating func remove(_ email: Name) {
    proven.remove(email)
    guard self.email.foldedAddress == email.foldedAddress, let last = addresses.last else { return }
    self.email = last
  }
}

extension Identity: NestedPayload {
  /// 2: a new password ends the sign-in session; 3: several addresses; 4: removed addresses.
  @usableFromInline package static var version: Int { 4 }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    account = try f.optional("account", old?.account)
    signIn = try f.optional("signIn", old?.signIn)
  }
}

extension Accounts.Account: NestedPayload {
  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    // Arguments are evaluated in source order, which is the order of the fields.
    self.init(
      email: try f("email", old?.email),
      proven: Accounts.Addresses(try f.list("addresses", old?.addresses)),
      givenName: try f.optional("givenName", old?.givenName),
      familyName: try f.optional("familyName", old?.familyName),
      picture: try f.optional("picture", old?.picture),
      hasPassword: try f.withDefault(false, "hasPassword", old?.hasPassword),
      unproven: try f.optional("unproven", old?.unproven))
  }
}

extension Accounts.SignIn: NestedPayload {
  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    user = try f("user", old?.user)
    provider = try f("provider", old?.provider)
    subject = try f.optional("subject", old?.subject)
    session = try f("session", old?.session)
    signedInAt = try f("signedInAt", old?.signedInAt)
    expiresAt = try f("expiresAt", old?.expiresAt)
    id = try f("id", old?.id)
    seq = try f("seq", old?.seq)
  }
}
