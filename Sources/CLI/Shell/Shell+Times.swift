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
}
