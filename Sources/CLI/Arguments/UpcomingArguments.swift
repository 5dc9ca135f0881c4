import Events
import Projections

/// An upcoming time, relative to the time of the command: a weekday means the next one.
struct UpcomingTime: RelativeArgument {
  /// The time, with today's date if there is a `day`; nil for now.
  private let time: EnteredTime?
  private let day: UpcomingDay?

  /// Creates the argument for now.
  init() { (time, day) = (nil, nil) }

  static var placeholder: String { "TIME" }
  static var expected: String { "a time as in '2026-03-06 18:00' or 'tomorrow 18:00'" }

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

  func value(from now: Timestamp) -> Timestamp {
    let moment = time?.moment(from: now) ?? now
    guard let day else { return moment }
    let days = day.value(from: now).lowerBound.number - now.day.number
    let meant = moment.adding(seconds: Int64(days) * 86_400)
    // On the evening of a Monday, the next Monday morning is a week later.
    return day.isWeekday && meant <= now ? meant.adding(seconds: 7 * 86_400) : meant
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
  static var expected: String { "a date as in 2026-03-06, a weekday, today or tomorrow" }

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

  /// Returns the days, relative to `now`: one day, or those of a month.
  func value(from now: Timestamp) -> ClosedRange<LocalDay> {
    let day: LocalDay
    switch form {
    case .written(let time): return time.days(from: now)
    case .tomorrow: day = LocalDay(number: now.day.number + 1)
    case .weekday(let weekday):
      day = LocalDay(number: now.day.number + (weekday.index - now.day.weekday.index + 7) % 7)
    }
    return day...day
  }
}
