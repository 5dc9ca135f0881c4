import Events
import Projections

/// A weekday of the plan: its name, or `today` or `tomorrow` relative to the time of the command.
struct PlanDay: RelativeArgument {
  private enum Form {
    case weekday(Weekday)
    /// The day that is a number of days from now.
    case ahead(Int)
  }

  private let form: Form

  static var placeholder: String { "DAY" }
  static var expected: String { "a day of the week" }
  static var choices: [String] { Weekday.allCases.map(\.rawValue) + ["today", "tomorrow"] }

  init?(argument text: String) {
    let text = text.lowercased()
    if let weekday = Weekday(entered: text) {
      form = .weekday(weekday)
    } else if let days = ["today", "tomorrow"].firstIndex(of: text) {
      form = .ahead(days)
    } else {
      return nil
    }
  }

  /// Returns the weekday on the user's calendar, relative to `clock`.
  func value(on clock: UserClock) -> Weekday {
    switch form {
    case .weekday(let weekday): weekday
    case .ahead(let days): LocalDay(number: clock.now.day.number + days).weekday
    }
  }
}
