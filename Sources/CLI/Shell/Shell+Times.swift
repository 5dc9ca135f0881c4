import Events
import Projections

// Times on the command line are relative to the time of the command.
extension Shell {
  /// Resolves the times in the shared options, relative to the time of the command.
  mutating func resolveTimes() throws(UsageError) {
    switch options.enteredAsOf {
    case .seq(let seq): options.asOf = .seq(seq)
    case .time(let time, _): options.asOf = time.asOf(from: try now())
    case nil: break
    }
  }
}
