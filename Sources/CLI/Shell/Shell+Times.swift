import Events
import Projections

// Times that were typed are counted from the time of the command.
extension Shell {
  /// Counts the times among the options that all commands share from the time of the command.
  mutating func resolveTimes() throws(UsageError) {
    switch options.enteredAsOf {
    case .seq(let seq): options.asOf = .seq(seq)
    case .time(let time, _): options.asOf = time.asOf(from: try now())
    case nil: break
    }
  }

  /// Returns the weekday that an argument names.
  func weekday(_ day: PlanDay) throws(UsageError) -> Weekday { day.weekday(from: try now()) }

  /// Returns the moment of the past that an option names; nil without it.
  func moment(_ past: PastArgument?) throws(UsageError) -> Timestamp? {
    guard let past else { return nil }
    return past.time.moment(from: try now())
  }
}
