import Events

/// The push-ups of a user up to a day.
///
/// Every figure uses the user's local days, on which the sessions were done:
///
/// - `sevenDays`: the day and the six before it.
/// - `threeMonths`: the days after the same day three months earlier, up to and including the day. If that month has no
///   such day, its last day counts.
/// - `month`: the calendar month, from its first day to the day.
/// - `streak`: the consecutive days with at least one push-up that end with the day. They end with the previous day
///   while the day itself has no push-ups.
///
/// A traveller may have sessions on later days. These count only for `lifetime`, `longestStreak`, `best` and `level`.
public struct PushUpsView: PersonalView {
  /// The sums.
  public struct Row: Record {
    /// The push-ups of the day.
    public internal(set) var today = 0
    /// The push-ups of the day and the six before it.
    public internal(set) var sevenDays = 0
    /// The push-ups of three months.
    public internal(set) var threeMonths = 0
    /// The push-ups of the calendar month.
    public internal(set) var month = 0
    /// All push-ups.
    public internal(set) var lifetime = 0
    /// The consecutive days with push-ups up to the day.
    public internal(set) var streak = 0
    /// The maximum number of consecutive days with push-ups.
    public internal(set) var longestStreak = 0
    /// The most push-ups of a session; nil before the first.
    public internal(set) var best: Int?
    /// The level, from 1.
    public internal(set) var level = 1

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("today", row?.today, .plain, "Today's push-ups.")
      f("sevenDays", row?.sevenDays, .plain, "The push-ups of today and the six days before it.")
      f(
        "threeMonths", row?.threeMonths, .plain.byMonth.dropped(1),
        "The push-ups of the three months that end today."
      )
      f("month", row?.month, .plain.byMonth.dropped(2), "The push-ups of the calendar month.")
      f("lifetime", row?.lifetime, .plain, "All push-ups.")
      f(
        "streak", row?.streak, .plain,
        "The number of consecutive days with push-ups, up to today or yesterday.")
      f(
        "longestStreak", row?.longestStreak, .plain,
        "The maximum number of consecutive days with push-ups.")
      f(
        "best", row?.best, .plain.dropped(3),
        "The most push-ups in a session; null before the first session.")
      f("level", row?.level, .plain, "The level reached by the lifetime total, 1…10.")
    }
  }

  public static let name = "pushups"
  public static let summary = "push-ups today, over seven days, this month and in total"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.object

  public var rows: [Row]

  /// Creates the view of the latest day with push-ups.
  public init(of user: Name?, _ pushUps: PushUps, _: EmptyProjection) {
    let latest = pushUps.sessions.map(\.day).max()
    self.init(pushUps, on: latest ?? LocalDay(number: 0))
  }

  public init(_ pushUps: PushUps, on today: LocalDay) {
    var row = Row()
    let date = today.date
    let month = LocalDay(number: today.number - date.day + 1)
    let before = today.threeMonthsEarlier
    var active: Set<LocalDay> = []
    for session in pushUps.sessions {
      let (day, count) = (session.day, session.count)
      // Reading a log applies no limits.
      row.lifetime &+= count
      row.best = max(row.best ?? count, count)
      if count > 0 { active.insert(day) }
      guard day <= today else { continue }
      if day == today { row.today &+= count }
      if day.number > today.number - 7 { row.sevenDays &+= count }
      if day > before { row.threeMonths &+= count }
      if day >= month { row.month &+= count }
    }
    var (run, last) = (0, LocalDay?.none)
    for day in active.sorted() {
      run = last.map { $0.number + 1 == day.number } ?? false ? run + 1 : 1
      last = day
      row.longestStreak = max(row.longestStreak, run)
      if day == today || day.number + 1 == today.number { row.streak = run }
    }
    row.level = PushUpLevel.of(lifetime: row.lifetime)
    rows = [row]
  }
}

extension LocalDay {
  /// The date three months earlier with the same day, or the last day of that month if it has no such day.
  fileprivate var threeMonthsEarlier: LocalDay {
    let date = date
    let months = date.year * 12 + date.month - 1 - 3
    let (year, month) = (months / 12, months % 12 + 1)
    for day in stride(from: date.day, to: date.day - 4, by: -1) {
      if let found = LocalDay(year: year, month: month, day: day) { return found }
    }
    // The day would be before the first year of the calendar.
    return LocalDay(number: number - 92)
  }
}
