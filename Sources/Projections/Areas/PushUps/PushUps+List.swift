import Events

/// The push-up sessions, newest first.
///
/// Source: TitanUp's chart of the sessions of a day.
public struct PushUpSessionsView: PersonalView {
  public struct Row: Record {
    public let session: PushUps.Session

    public static var key: String? { "id" }
    public var _keyScalar: RecordScalar? { .id(session.id) }
    public static func == (one: Row, other: Row) -> Bool { isWrittenAlike(one, other) }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      let it = row?.session
      f("id", it?.id, .hidden, "The event that logged the session.")
      f("day", it?.day, .plain.column(1, "day"), "The user's day.")
      f("count", it?.count, .plain.column(2, "push-ups"), "The number of push-ups.")
      f(
        "seconds", it?.logged.seconds, .seconds.column(3, "seconds"),
        "The duration; null when not recorded.")
      f(
        "note", it?.logged.note, .plain.personal.column(4, "note").shortened.dropped(1),
        "A remark, or null.")
      f("at", it?.at, .hidden, "The time at which it was logged.")
      f("seq", it?.seq, .plain.column(5, "event"), "The position of the event that logged it.")
    }
  }

  public static let name = "pushups list"
  public static let summary = "the push-up sessions, newest first"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no push-ups"
  public static var _orderFields: [String]? { ["day", "at"] }
  public static let day: (@Sendable (Row) -> LocalDay)? = { $0.session.day }

  public var rows: [Row]

  public init(of user: Name?, _ pushUps: PushUps, _: EmptyProjection) {
    let sessions = pushUps.sessions.enumerated().sorted { one, other in
      (one.element.day, one.element.at.milliseconds, one.offset)
        > (other.element.day, other.element.at.milliseconds, other.offset)
    }
    rows = sessions.map { Row(session: $0.element) }
  }
}
