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

// The time of the command, and the ids that follow from it.
extension Shell {
  /// Returns the time: `--now`, then `$REPLOG_NOW`, then the clock.
  func now() throws(UsageError) -> Timestamp { try givenNow() ?? system.now() }

  /// Returns the time that replaces the clock's; nil if none is given.
  private func givenNow() throws(UsageError) -> Timestamp? {
    try given(options.now, or: "REPLOG_NOW")
  }

  /// Returns the source of new ids and times; a time of the clock is in UTC.
  func draftDefaultsInUTC() throws(UsageError) -> DraftDefaults {
    let seed = try givenSeed()
    return DraftDefaults(now: try givenNow() ?? system.nowInUTC(), seed: seed)
  }

  /// Returns the clock's time, or a later time of the command.
  ///
  /// '--now' repeats a command of the past; the events since then are not in the future.
  func clock(after now: Timestamp) -> Timestamp { max(now, system.nowInUTC()) }

  /// Returns the latest time that new events may claim: a day ahead of the clock.
  ///
  /// With '--as-known', all events after one of the far future would be unknown.
  func latestTime(after now: Timestamp) -> Timestamp { clock(after: now).adding(seconds: 86_400) }

  /// Returns a time with the offset of this machine, unless the time was given.
  func inZone(_ now: Timestamp) throws(UsageError) -> Timestamp {
    try givenNow() ?? system.inZone(now)
  }

  /// Returns the source of new ids: `--seed`, then `$REPLOG_SEED`, then random numbers.
  func draftDefaults() throws(UsageError) -> DraftDefaults {
    let seed = try givenSeed()
    return DraftDefaults(now: try now(), seed: seed)
  }

  private func givenSeed() throws(UsageError) -> UInt64? {
    try given(options.seed, or: "REPLOG_SEED")
  }

  /// Returns the value of an option, or else of an environment variable; nil if neither is given.
  private func given<V: ArgumentValue>(
    _ option: V?, or variable: String
  ) throws(UsageError) -> V? {
    if let option { return option }
    guard let text = system.environment(variable) else { return nil }
    guard let value = V(argument: text) else {
      throw .invalid(text, for: "$\(variable)", expected: V.expected, of: "options")
    }
    return value
  }
}
