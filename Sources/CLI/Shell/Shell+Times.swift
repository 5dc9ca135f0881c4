import Events
import Projections

// Times on the command line are relative to the time of the command.
extension Shell {
  /// Returns the clock of the user: the time of the command, and the time zone of this machine.
  func userClock() throws(UsageError) -> UserClock { UserClock(now: try now(), zone: machineZone) }

  /// Resolves the times in the shared options, relative to the time of the command.
  mutating func resolveTimes() throws {
    if let known = options.enteredAsKnown {
      guard options.enteredAsOf == nil else {
        throw UsageError(
          code: .conflictingOptions, message: "'--as-of' cannot be combined with '--as-known'",
          help: "'--as-of' uses the recorded time of an event, and '--as-known' its time of arrival"
        )
      }
      options.asKnown = try known.time.asOf(on: userClock())
    }
    switch options.enteredAsOf {
    case .seq(let seq): options.asOf = .seq(seq)
    case .time(let time, _): options.asOf = try time.asOf(on: userClock())
    case nil: break
    }
  }

  /// Resolves the time of `--as-known` to the part of `log` that had arrived by then.
  ///
  /// No checkpoint serves such a part, just as with `--as-of`. If all events had arrived, the part is the whole log,
  /// and its checkpoint is used.
  mutating func resolveKnown(in log: Log) throws(LogError) {
    guard let time = options.asKnown else { return }
    options.asKnown = nil
    options.asOf = try log.known(by: time)
  }
}
