import Events

/// The mails that are due and that no host has sent yet.
///
/// An account with an unverified address is due a verification mail. A request for a new password is due a mail if an
/// account has the address. A mail is removed when it is no longer needed: after the verification of the address, or
/// after the new password.
public struct Outbox: Projection {
  /// A kind of mail.
  public enum Kind: String, CaseIterable, Sendable {
    case verification
    case passwordReset = "password-reset"
  }

  /// A mail to send.
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
  /// The ids of the mails that became due for each user, by kind; some may already be sent.
  private var asked: [Kind: [Name: [EventID]]] = [:]

  public init() {}
  public static var reads: Areas { [.identity] }

  /// The mails, the oldest first.
  public var mails: [Mail] { waiting.values.sorted { ($0.seq, $0.id) < ($1.seq, $1.id) } }

  /// Returns the unsent mail that an event made due; nil if there is none.
  public subscript(id: EventID) -> Mail? { waiting[id] }

  public mutating func apply(_ event: Event) {
    guard case .identity(let fact) = event.body else { return }
    accounts.apply(event)
    switch fact {
    case .accountRegistered(let account):
      // An account that registers again with a verified address stays verified.
      guard let user = event.user, accounts.account(of: user)?.isVerified == false else { return }
      add(.verification, event, to: account.email, of: user)
    case .passwordResetRequested(let request):
      guard let user = accounts.user(email: request.email) else { return }
      add(.passwordReset, event, to: accounts.account(of: user)?.email ?? request.email, of: user)
    case .emailVerified, .userSignedIn:
      guard let user = event.user, accounts.account(of: user)?.isVerified == true else { return }
      remove(.verification, of: user)
    case .passwordReset:
      if let user = event.user { remove(.passwordReset, of: user) }
    case .mailSent(let sent): waiting[sent.mail] = nil
    case .sessionRenewed, .userSignedOut, .identityLinked, .identityUnlinked: break
    }
  }

  private mutating func add(_ kind: Kind, _ event: Event, to address: Name, of user: Name) {
    waiting[event.id] = Mail(
      id: event.id, seq: event.seq, kind: kind, to: address, user: user, at: event.at)
    asked[kind, default: [:]][user, default: []].append(event.id)
  }

  private mutating func remove(_ kind: Kind, of user: Name) {
    let ids = asked[kind, default: [:]].removeValue(forKey: user) ?? []
    for id in ids where waiting[id].map({ $0.kind == kind && $0.user == user }) ?? false {
      waiting[id] = nil
    }
  }
}

extension Outbox {
  /// Returns the mail of a reference: an id or its prefix, the position of its event as in `@45`, or the latest.
  func mail(_ reference: Reference) throws(Refusal) -> Mail {
    let help: Remedy = "\(.show(.outbox)) shows unsent mails"
    if case .prefix(let text) = reference, text.hasPrefix("@"), let seq = Int(text.dropFirst()) {
      if let mail = mails.first(where: { $0.seq == seq }) { return mail }
      throw Refusal(.notFound, "event \(seq) requested no unsent mail", help: help)
    }
    let name = try reference.resolve(among: mails.map { Name($0.id) }, "unsent mail", help: help)
    guard let id = EventID(name.text), let mail = waiting[id] else {
      throw Refusal(.notFound, "there is no unsent mail '\(name)'", help: help)
    }
    return mail
  }
}
