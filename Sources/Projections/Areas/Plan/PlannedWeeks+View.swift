import Events

/// The calendar weeks of a user that have workouts, the latest first.
///
/// Source: RedGym's list of weekly workouts.
public struct PlannedWeeksView: PersonalView {
  public struct Row: Record {
    /// The Monday of the week.
    public let weekStart: LocalDay
    /// The days that have a workout, Monday first.
    public let days: [Day]

    public static var key: String? { "weekStart" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("weekStart", row?.weekStart, .plain.column(1, "week of"), "The Monday of the week.")
      f.list(
        "days", row?.days, .plain.column(2, "days"),
        "The days that have a workout, Monday first.")
    }
  }

  public struct Day: Record {
    public let date: LocalDay
    public let workout: Name
    /// The name of the workout; nil if it was deleted.
    @Verbatim public private(set) var name: String?

    public static var key: String? { "date" }

    public static func list(_ day: Self?, _ f: inout some RecordVisitor) {
      f("date", day?.date, .plain, "The day.")
      f("day", day?.date.weekday, .plain, "The weekday.")
      f("workout", day?.workout, .plain, "The workout assigned to it.")
      f("name", day?.name, .plain.personal, "The name of that workout; null if it was deleted.")
    }
  }

  public static let name = "plan weeks"
  public static let summary = "the calendar weeks that have workouts, latest first"
  public static let scaling = Scaling.stream(of: [.workouts])
  public static let emptyText = "no week has a workout"
  public static var _orderFields: [String]? { ["weekStart"] }
  public static let day: (@Sendable (Row) -> LocalDay)? = { $0.weekStart }

  public var rows: [Row]

  public init(of user: Name?, _ weeks: PlannedWeeks, _ workouts: Workouts) {
    let days = weeks.days.compactMap { date in
      weeks[date].map { Day(date: date, workout: $0, name: workouts[$0]?.name) }
    }
    let byWeek = Dictionary(grouping: days, by: \.date.monday)
    rows = byWeek.keys.sorted(by: >).map { Row(weekStart: $0, days: byWeek[$0, default: []]) }
  }
}
