import Events

/// The labelled days of an axis, as many as fit: days, Mondays, or the first days of months or years.
public struct DateAxis: Equatable, Sendable {
  /// A labelled day.
  public struct Tick: Equatable, Sendable {
    public let day: LocalDay
    /// The label: `2 Mar`, `Mar`, `2026`.
    public let label: String
  }

  /// The ticks, in order; at least one.
  public let ticks: [Tick]

  /// The distance between two ticks.
  private enum Step {
    case days(Int), weeks(Int), months(Int)

    static func years(_ number: Int) -> Step { .months(12 * number) }

    /// The least number of days between two ticks.
    var days: Int {
      switch self {
      case .days(let number): number
      case .weeks(let number): 7 * number
      case .months(let number): 28 * number
      }
    }
  }

  private static let steps: [Step] = [
    .days(1), .days(2), .weeks(1), .weeks(2), .months(1), .months(2), .months(3), .months(6),
    .years(1), .years(2), .years(5), .years(10), .years(50), .years(100), .years(200), .years(500),
    .years(1_000), .years(2_000), .years(5_000),
  ]

  /// Creates the axis of some days.
  ///
  /// - Parameters:
  ///   - count: The number of labels that fit, at least one.
  ///   - period: The number of days of a period, if the chart has a mark for each period: no period has two ticks.
  public init(_ days: ClosedRange<LocalDay>, names count: Int, period: Int = 1) {
    let room = max(1, count)
    for step in Self.steps where step.days >= min(period, 28) {
      // Most steps give far too many ticks, which a lower bound shows without a list of them.
      guard Self.least(step, in: days) <= room + 1 else { continue }
      let found = Self.days(step, in: days)
      guard (1...room).contains(found.count) else { continue }
      if found.count == 1, case .days = step {} else if found.count == 1, room > 1 { break }
      ticks = found.enumerated().map { place, day in
        Tick(day: day, label: Self.label(day, step, isFirst: place == 0))
      }
      return
    }
    // If no step gives enough ticks, the first and the last day are labelled.
    let ends =
      days.lowerBound == days.upperBound || room == 1
      ? [days.lowerBound] : [days.lowerBound, days.upperBound]
    ticks = ends.map { Tick(day: $0, label: Self.label($0, .days(1), isFirst: false)) }
  }

  /// Returns a lower bound of the number of days that a step labels.
  private static func least(_ step: Step, in days: ClosedRange<LocalDay>) -> Int {
    let length = days.upperBound.number - days.lowerBound.number
    return switch step {
    case .days(let number): length / number
    case .weeks(let number): length / (7 * number)
    case .months(let number): length / (31 * number)
    }
  }

  private static func days(_ step: Step, in days: ClosedRange<LocalDay>) -> [LocalDay] {
    let (first, last) = (days.lowerBound.number, days.upperBound.number)
    switch step {
    case .days(let number):
      return stride(from: first, through: last, by: number).map { LocalDay(number: $0) }
    case .weeks(let number):
      let monday = LocalDay(number: first + 6).monday.number
      return stride(from: monday, through: last, by: 7 * number).map { LocalDay(number: $0) }
    case .months(let number): return firsts(months: number, in: days)
    }
  }

  /// Returns the first day of every month whose number, counted from year 0, is a multiple of `months`.
  private static func firsts(months: Int, in days: ClosedRange<LocalDay>) -> [LocalDay] {
    let (start, end) = (days.lowerBound.date, days.upperBound.date)
    let from = (start.year * 12 + start.month - 1 + months - 1) / months * months
    return stride(from: from, through: end.year * 12 + end.month - 1, by: months).compactMap {
      LocalDay(year: $0 / 12, month: $0 % 12 + 1, day: 1)
    }.filter(days.contains)
  }

  private static func label(_ day: LocalDay, _ step: Step, isFirst: Bool) -> String {
    let date = day.date
    let month = monthNames[date.month - 1]
    switch step {
    case .days, .weeks: return "\(date.day) \(month)"
    case .months(let number) where number.isMultiple(of: 12): return "\(date.year)"
    // Without the year, the first label could belong to any year.
    case .months: return date.month == 1 || isFirst ? "\(month) \(date.year)" : month
    }
  }

  /// The short names of the months.
  package static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
