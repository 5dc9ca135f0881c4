import Events

/// The push-ups of each day, newest first, for a plot.
public struct PushUpTrendView: PersonalView {
  /// A day with push-ups.
  public struct Row: Record {
    public let day: LocalDay
    public internal(set) var sessions = 0
    /// The push-ups of the day.
    public internal(set) var count = 0
    /// The most push-ups of a session of the day.
    public internal(set) var best = 0
    /// The average push-ups per day over this day and the six before it.
    public internal(set) var sevenDayAverage = 0.0

    public static var key: String? { "day" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("day", row?.day, .plain.column(1, "day"), "The user's day.")
      f("sessions", row?.sessions, .plain.column(2, "sessions"), "The number of sessions.")
      f("count", row?.count, .plain.column(3, "push-ups"), "The push-ups of the day.")
      f(
        "best", row?.best, .plain.column(4, "best"), "The most push-ups in one session on that day."
      )
      f(
        "sevenDayAverage", row?.sevenDayAverage, .plain.column(5, "7-day average"),
        "The average push-ups per day over this day and the six before it.")
    }
  }

  public static let name = "pushups trend"
  public static let summary = "the push-ups of each day, newest first, with their average"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no push-ups"
  public static let day: (@Sendable (Row) -> LocalDay)? = { $0.day }

  public var rows: [Row]

  public init(of user: Name?, _ pushUps: PushUps, _: EmptyProjection) {
    var days: [LocalDay: Row] = [:]
    for session in pushUps.sessions {
      var row = days[session.day] ?? Row(day: session.day, best: session.count)
      row.sessions += 1
      row.count &+= session.count
      row.best = max(row.best, session.count)
      days[session.day] = row
    }
    rows = days.values.sorted { $0.day > $1.day }
    for place in rows.indices {
      let first = rows[place].day.number - 6
      let week = rows[place...].prefix { $0.day.number >= first }
      rows[place].sevenDayAverage = week.reduce(0) { $0 + Double($1.count) } / 7
    }
  }
}
