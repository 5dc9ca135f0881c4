import Events

/// The emails that are due and that no host has sent yet.
///
/// An account with an unverified address is due a verification email. A request for a new password is due an email if
/// an account has the address. An email is removed when it is no longer needed: after an account owns the address, or
/// after the new password.
public struct Outbox: Projection {
  public enum Kind: String, CaseIterable, Sendable {
    case verification
    case passwordReset = "password-reset"
  }

  public struct Mail: Equatable, Sendable {
    /// The event that made it due.
    public let id: EventID
    /// The position of that event.
    public let seq: Int
    public let kind: Kind
    public let to: Name
    public let user: Name
    /// The time of that event.
    public let at: Timestamp
  }

  private var accounts = Accounts()
  private var waiting: [EventID: Mail] = [:]
  /// The ids of the verification emails by address, and of the other emails by user; some may already be sent.
  private var asked: [Kind: [Name: [EventID]]] = [:]

  public init() {}
  public static var reads: Areas { [.identity] }

  /// The emails, the oldest first.
  public var mails: [Mail] { waiting.values.sorted { ($0.seq, $0.id) < ($1.seq, $1.id) } }

  /// Returns the unsent email that an event made due; nil if there is none.
  public subscript(id: EventID) -> Mail? { waiting[id] }

  public mutating func apply(_ event: Event) {
    guard case .identity(let fact) = event.body else { return }
    accounts.apply(event)
    switch fact {
    case .accountRegistered(let account):
      guard let user = event.user, accounts.user(email: account.email) == nil else { return }
      add(.verification, event, to: account.email, of: user, key: account.email.foldedAddress)
    case .passwordResetRequested(let request):
      guard let user = accounts.recipient(of: request.email) else { return }
      let account = accounts.account(of: user)
      let address = account?.address(request.email) ?? account?.unproven ?? request.email
      add(.passwordReset, event, to: address, of: user, key: user)
    case .emailVerified(let verified): removeVerifications(of: verified.email)
    case .userSignedIn(let signIn): removeVerifications(of: signIn.email)
    case .emailRemoved(let removal): if let user = event.user { drop(removal.email, of: user) }
    case .passwordReset:
      if let user = event.user { remove(.passwordReset, key: user) }
    case .mailSent(let sent): waiting[sent.mail] = nil
    case .sessionRenewed, .userSignedOut, .identityLinked, .identityUnlinked: break
    }
  }

  private mutating func add(
    _ kind: Kind, _ event: Event, to address: Name, of user: Name, key: Name
  ) {
    waiting[event.id] = Mail(
      id: event.id, seq: event.seq, kind: kind, to: address, user: user, at: event.at)
    asked[kind, default: [:]][key, default: []].append(event.id)
  }

  /// Removes the verification emails to an address that has an owner.
  private mutating func removeVerifications(of email: Name) {
    if accounts.user(email: email) != nil { remove(.verification, key: email.foldedAddress) }
  }

  /// Removes the emails for a new password to an address that the user removed.
  private mutating func drop(_ email: Name, of user: Name) {
    let key = email.foldedAddress
    for id in asked[.passwordReset]?[user] ?? [] where waiting[id]?.to.foldedAddress == key {
      waiting[id] = nil
    }
  }

  private mutating func remove(_ kind: Kind, key: Name) {
    for id in asked[kind]?.removeValue(forKey: key) ?? [] where waiting[id]?.kind == kind {
      waiting[id] = nil
    }
  }
}

extension Outbox {
  /// Returns the email of a reference: an id or its prefix, the position of its event as in `@45`, or the latest.
  func mail(_ reference: Reference) throws(Refusal) -> Mail {
    try reference.resolve(
      among: mails, by: { (Name($0.id), $0.seq) }, "unsent email",
      created: "did not request an unsent email", help: "\(.show(.outbox)) shows unsent emails")
  }
}
