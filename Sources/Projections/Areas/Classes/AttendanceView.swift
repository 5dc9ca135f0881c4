import Events

/// The classes that a user attended and missed in seven days.
///
/// A class belongs to the local day of its start.
public struct AttendanceView: PersonalView {
  /// The seven days.
  public struct Row: Record {
    public let days: [Day]
    public let hours: Double
    /// The number of classes attended.
    public let attended: Int
    /// The number of classes missed.
    public let missed: Int
    /// The average minutes of an attended class; nil if there is none.
    public let averageMinutes: Double?
    /// The titles of the attended classes, the most frequent first.
    public let top: [Top]

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f.list("days", row?.days, .plain, "The days, in order.")
      f("hours", row?.hours, .plain, "The hours attended.")
      f("attended", row?.attended, .plain, "The number of classes attended.")
      f("missed", row?.missed, .plain, "The number of missed classes.")
      f(
        "averageMinutes", row?.averageMinutes, .plain,
        "The average minutes of an attended class; null if there is none.")
      f.list(
        "top", row?.top, .plain, "The titles of the classes attended, the most frequent first.")
    }
  }

  public struct Day: Record {
    public let date: LocalDay
    public let minutes: Double
    /// The minutes as a fraction of the longest of the seven days, 0…1; 0 if that is 0.
    public let fraction: Double

    public static var key: String? { "date" }

    public static func list(_ day: Self?, _ f: inout some RecordVisitor) {
      f("date", day?.date, .plain, "The local day.")
      f("minutes", day?.minutes, .plain, "The minutes attended.")
      f(
        "fraction", day?.fraction, .plain,
        "The minutes as a fraction of the longest of the seven days; 0 if that is 0.")
    }
  }

  /// A title of attended classes.
  public struct Top: Record {
    @Verbatim public private(set) var title: String
    /// The number of classes attended.
    public let count: Int
    /// The share of all attended classes, in whole percent; all shares add up to 100.
    public let percent: Int

    public static var key: String? { "class" }

    public static func list(_ top: Self?, _ f: inout some RecordVisitor) {
      f("class", top?.title, .plain, "The title.")
      f("count", top?.count, .plain, "The number of classes attended.")
      f(
        "percent", top?.percent, .plain,
        "The share of all attended classes, in whole percent; all shares add up to 100.")
    }
  }

  public static let name = "attendance"
  public static let summary = "the classes that you attended and missed in seven days"
  public static let scaling = Scaling.stream(of: [.classes])
  public static let shape = ViewShape.object

  public var rows: [Row]

  /// Creates the view of the seven days up to the latest event about classes; it has no days before the first event.
  public init(of user: Name?, _ own: OwnClasses, _ timetable: Timetable) {
    let days = timetable.latest.map { Self.days(endingOn: $0.day) } ?? []
    self.init(of: user, own, timetable, days, at: nil)
  }

  /// Creates the view of some days.
  ///
  /// - Parameter now: The time for deciding which classes are over. If it is nil, only the users' own entries count as
  ///   missed.
  public init(
    of user: Name?, _ own: OwnClasses, _ timetable: Timetable, _ days: [LocalDay],
    at now: Timestamp?
  ) {
    var (minutes, counts): ([LocalDay: Double], [ExactText: Int]) = ([:], [:])
    var (total, attended, missed) = (0.0, 0, 0)
    let wanted = Set(days)
    for it in own.classes(of: user, in: timetable) where wanted.contains(it.startsAt.day) {
      if let spent = it.attendedMinutes(of: user) {
        minutes[it.startsAt.day, default: 0] += spent
        counts[ExactText(it.title), default: 0] += 1
        (total, attended) = (total + spent, attended + 1)
      } else if it.state(of: user, at: now) == .missed {
        missed += 1
      }
    }
    let most = minutes.values.max() ?? 0
    rows = [
      Row(
        days: days.map { day in
          let spent = minutes[day] ?? 0
          return Day(date: day, minutes: spent, fraction: most > 0 ? spent / most : 0)
        },
        hours: total / 60, attended: attended, missed: missed,
        averageMinutes: attended > 0 ? total / Double(attended) : nil, top: Self.top(counts))
    ]
  }

  /// Returns all days of classes that a user attended or missed, in order.
  ///
  /// - Parameter now: The time for deciding which classes are over.
  public static func days(
    of user: Name?, _ own: OwnClasses, _ timetable: Timetable, at now: Timestamp
  ) -> [LocalDay] {
    let classes = own.classes(of: user, in: timetable).filter {
      $0.attendedMinutes(of: user) != nil || $0.state(of: user, at: now) == .missed
    }
    return Set(classes.map(\.startsAt.day)).sorted()
  }

  /// Returns the seven days that end on a day.
  public static func days(endingOn day: LocalDay) -> [LocalDay] {
    (day.number - 6...day.number).map { LocalDay(number: $0) }
  }

  /// Returns the seven days of the week, Monday to Sunday, that contains a day.
  public static func days(ofWeekWith day: LocalDay) -> [LocalDay] {
    days(endingOn: LocalDay(number: day.monday.number + 6))
  }

  /// Returns titles with their counts, the most frequent first; equal counts are in the order of the titles.
  ///
  /// Percentages use the largest remainder method: all are rounded down. The titles with the largest remainders get the
  /// missing percents; of equal remainders, the first in the list.
  private static func top(_ counts: [ExactText: Int]) -> [Top] {
    let titles = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let total = titles.reduce(0) { $0 + $1.value }
    guard total > 0 else { return [] }
    var percents = titles.map { $0.value * 100 / total }
    let remainders = titles.indices.sorted { one, other in
      (titles[other].value * 100 % total, one) < (titles[one].value * 100 % total, other)
    }
    for place in remainders.prefix(100 - percents.reduce(0, +)) { percents[place] += 1 }
    return zip(titles, percents).map { Top(title: $0.key.text, count: $0.value, percent: $1) }
  }
}
