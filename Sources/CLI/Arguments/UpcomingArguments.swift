import Events
import Projections

/// An upcoming time, relative to the time of the command: a weekday means the next one.
struct UpcomingTime: RelativeArgument {
  /// The time, with today's date if there is a `day`.
  private let time: EnteredTime
  private let day: UpcomingDay?

  static var placeholder: String { "TIME" }
  static var expected: String { "a time such as '2026-03-06 18:00' or 'tomorrow 18:00'" }

  init?(argument text: String) {
    let words = trimmed(text).split(separator: " ", maxSplits: 1).map(String.init)
    if let word = words.first, words.count == 2, let day = UpcomingDay(argument: word),
      !day.isWritten, let time = try? EnteredTime("today \(words[1])"), !time.isDays
    {
      (self.time, self.day) = (time, day)
    } else {
      guard let time = try? EnteredTime(text), !time.isDays else { return nil }
      (self.time, day) = (time, nil)
    }
  }

  static func nearest(to text: String) -> String? {
    EnteredTime.nearest(to: text).flatMap { UpcomingTime(argument: $0) == nil ? nil : "'\($0)'" }
  }

  func value(on clock: UserClock) throws -> Timestamp {
    let now = clock.now
    let days = day.map { $0.value(on: clock).lowerBound.number - now.day.number } ?? 0
    guard let meant = try time.moment(on: clock, adding: days) else { return now }
    // On the evening of a Monday, the next Monday morning is a week later.
    guard day?.isWeekday ?? false, meant <= now else { return meant }
    return try time.moment(on: clock, adding: days + 7) ?? meant
  }
}

/// A past or upcoming day, or a month, relative to the time of the command: a weekday means the next one.
struct UpcomingDay: RelativeArgument {
  private enum Form {
    case weekday(Weekday)
    case tomorrow
    case written(EnteredTime)
  }

  private let form: Form

  static var placeholder: String { "DATE" }
  static var completion: Completion {
    .words(["today", "tomorrow"] + Weekday.allCases.map(\.rawValue))
  }
  static var expected: String { "a date such as 2026-03-06, a weekday, today or tomorrow" }

  init?(argument text: String) {
    let text = trimmed(text)
    if let weekday = Weekday(entered: text) {
      form = .weekday(weekday)
    } else if text.lowercased() == "tomorrow" {
      form = .tomorrow
    } else {
      guard let time = try? EnteredTime(text), time.isDays else { return nil }
      form = .written(time)
    }
  }

  static func nearest(to text: String) -> String? {
    EnteredTime.nearest(to: text).flatMap { UpcomingDay(argument: $0) == nil ? nil : $0 }
  }

  var isWeekday: Bool { if case .weekday = form { true } else { false } }
  var isWritten: Bool { if case .written = form { true } else { false } }

  /// Returns the days, relative to `clock`: one day, or those of a month.
  func value(on clock: UserClock) -> ClosedRange<LocalDay> {
    let day: LocalDay
    switch form {
    case .written(let time): return time.days(from: clock.now)
    case .tomorrow: day = LocalDay(number: clock.now.day.number + 1)
    case .weekday(let weekday):
      let today = clock.now.day
      day = LocalDay(number: today.number + (weekday.index - today.weekday.index + 7) % 7)
    }
    return day...day
  }
}
