import Events

/// The emails that a host should send.
public struct OutboxView: LogView {
  public struct Row: Record {
    public let mail: Outbox.Mail

    public static var key: String? { "mail" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("mail", row?.mail.id, .plain.reference, "The id of the event that requested the email.")
      f("kind", row?.mail.kind, .plain, "The kind of email.")
      f("to", row?.mail.to, .plain.personal, "The address of the recipient.")
      f("user", row?.mail.user, .plain.personal, "The user with this address.")
      f("at", row?.mail.at, .plain.column(5, "since"), "The time of the request.")
    }
  }

  public static let name = "outbox"
  public static let summary = "the unsent emails, oldest first"
  public static let scaling = Scaling.stream(of: [.identity])
  public static let emptyText = "no unsent emails"

  public var rows: [Row]

  public init(_ outbox: Outbox) { rows = outbox.mails.map { Row(mail: $0) } }

  public static func row(_ key: Name, of outbox: Outbox) -> Row? {
    EventID(key.text).flatMap { outbox[$0] }.map { Row(mail: $0) }
  }

  public static func touched(by event: Event) -> [Name]? {
    guard case .identity(let fact) = event.body else { return [] }
    switch fact {
    case .accountRegistered, .passwordResetRequested: return [Name(event.id)]
    case .mailSent(let sent): return [Name(sent.mail)]
    case .sessionRenewed, .userSignedOut, .identityLinked, .identityUnlinked: return []
    default: return nil
    }
  }
}

extension Outbox.Kind: RecordValue {}
