import Events
import Projections

/// A time or a day, of the log or of new entries, relative to the time of the command.
struct TimeArgument: ArgumentValue {
  let time: EnteredTime

  static var placeholder: String { "TIME|DATE" }
  static var completion: Completion { .pastDays }
  static var expected: String { "a time or a date" }

  init?(argument text: String) {
    guard let time = try? EnteredTime(text) else { return nil }
    self.time = time
  }

  static func nearest(to text: String) -> String? { EnteredTime.nearest(to: text) }
}

/// A time in the past at which something happened; a day alone means that day at the current time of day.
struct PastArgument: RelativeArgument {
  let time: EnteredTime

  static var placeholder: String { "TIME" }
  static var completion: Completion { .pastDays }
  static var expected: String { "a time such as '2026-03-02 18:04', 'yesterday 18:04' or monday" }

  init?(argument text: String) {
    guard let time = try? EnteredTime(text), !time.isMonth else { return nil }
    self.time = time
  }

  func value(on clock: UserClock) throws -> Timestamp { try time.moment(on: clock) ?? clock.now }

  static func nearest(to text: String) -> String? {
    EnteredTime.nearest(to: text).flatMap { PastArgument(argument: $0) == nil ? nil : "'\($0)'" }
  }
}

/// A day of the user, or a month, relative to the time of the command.
struct DayArgument: RelativeArgument {
  let time: EnteredTime

  static var placeholder: String { "DATE" }
  static var completion: Completion { .pastDays }
  static var expected: String { "a date such as 2026-03-02" }

  init?(argument text: String) {
    guard let time = try? EnteredTime(text), time.isDays else { return nil }
    self.time = time
  }

  /// Returns the day, or the first one of a month.
  func value(on clock: UserClock) -> LocalDay { time.days(from: clock.now).lowerBound }

  static func nearest(to text: String) -> String? {
    EnteredTime.nearest(to: text).flatMap { DayArgument(argument: $0) == nil ? nil : $0 }
  }
}

/// A day of a week, relative to the time of the command.
struct WeekArgument: RelativeArgument {
  private let day: DayArgument

  static var placeholder: String { DayArgument.placeholder }
  static var completion: Completion { DayArgument.completion }
  static var expected: String { DayArgument.expected }

  init?(argument text: String) {
    guard let day = DayArgument(argument: text) else { return nil }
    self.day = day
  }

  func value(on clock: UserClock) throws -> LocalDay {
    guard !day.time.isMonth else {
      throw UsageError(
        message: "expected a date in the week, found a month",
        help: "give a day of the week, such as its Monday")
    }
    return day.value(on: clock)
  }

  static func nearest(to text: String) -> String? { DayArgument.nearest(to: text) }
}

/// The part of a log to include: a position, or a time relative to the time of the command.
enum AsOfArgument: ArgumentValue {
  case seq(Int)
  /// A time, and the typed text.
  case time(EnteredTime, String)

  static var placeholder: String { "SEQ|TIME|DATE" }
  static var completion: Completion { .pastDays }
  static var expected: String { "a seq, a time or a date" }

  init?(argument text: String) {
    if let seq = Int(text), seq >= 0 {
      self = .seq(seq)
    } else if let time = try? EnteredTime(text) {
      self = .time(time, text)
    } else {
      return nil
    }
  }

  static func nearest(to text: String) -> String? { EnteredTime.nearest(to: text) }
}
