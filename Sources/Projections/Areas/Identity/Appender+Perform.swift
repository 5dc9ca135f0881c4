import Events

/// The whole way of a request: the lock, a replay of what the request looks at, the decision, the append.
///
/// No other appender writes between the look and the write.
///
///     let appender = try Appender(path: "events.jsonl")
///     let defaults = DraftDefaults(now: now)
///     let (admitted, _) = try appender.perform(
///       SignIn(provider: "google", subject: "1093", email: "ann@example.com"), defaults: defaults)
///     try appender.perform(StartSession(), by: admitted.user, defaults: defaults)
extension Appender {
  /// Makes `decision` and appends the facts that follow.
  ///
  /// Nothing is appended when it is so already. A sign-in session that ran out is renewed in the same
  /// batch.
  ///
  /// - Parameters:
  ///   - user: who asks; nil for the user of the latest sign-in.
  ///   - defaults: the time, on the clock of the user, and what decides new ids.
  ///   - past: the time of the facts, where they are entered later than they happened.
  /// - Throws: `Refusal` when a rule of the domain or a range is against it, `LogError` when the log
  ///   cannot be read or written.
  @discardableResult
  public func perform(
    _ decision: some Decision, by user: Name?, defaults: DraftDefaults, past: Timestamp? = nil
  ) throws -> Appended {
    var remarks: [Remark] = []
    return try perform(decision, by: user, defaults: defaults, past: past, remarks: &remarks)
  }

  /// Makes `decision`, appends the facts that follow, and adds what is worth telling the user about them
  /// to `remarks`.
  @discardableResult
  public func perform(
    _ decision: some Decision, by user: Name?, defaults: DraftDefaults, past: Timestamp? = nil,
    remarks: inout [Remark]
  ) throws -> Appended {
    try locked { log in
      let drafts = try decision.drafts(
        log.log, by: user, at: defaults.now, past: past, remarks: &remarks)
      return try log.append(drafts, defaults: defaults)
    }
  }

  /// Makes `admission` and appends the facts that follow.
  ///
  /// - Returns: the user that was admitted, and what was appended.
  /// - Throws: as for a decision.
  @discardableResult
  public func perform(
    _ admission: some Admission, defaults: DraftDefaults
  ) throws -> (admitted: Admitted, appended: Appended) {
    try locked { log in
      let admitted = try admission.admit(log.log, at: defaults.now)
      return (admitted, try log.append(try admitted.drafts(at: defaults.now), defaults: defaults))
    }
  }
}

extension Log {
  /// Returns what `decision` would append, without appending it.
  ///
  /// - Parameters:
  ///   - user: who asks; nil for the user of the latest sign-in.
  ///   - defaults: the time, on the clock of the user, and what decides new ids.
  ///   - past: the time of the facts, where they are entered later than they happened.
  /// - Throws: as `Appender.perform` would before it writes.
  public func dryRun(
    _ decision: some Decision, by user: Name?, defaults: DraftDefaults, past: Timestamp? = nil
  ) throws -> Appended {
    var remarks: [Remark] = []
    return try dryRun(decision, by: user, defaults: defaults, past: past, remarks: &remarks)
  }

  /// Returns what `decision` would append, and adds what is worth telling the user about it to `remarks`.
  public func dryRun(
    _ decision: some Decision, by user: Name?, defaults: DraftDefaults, past: Timestamp? = nil,
    remarks: inout [Remark]
  ) throws -> Appended {
    let drafts = try decision.drafts(
      self, by: user, at: defaults.now, past: past, remarks: &remarks)
    return try dryRun(drafts, defaults: defaults)
  }

  /// Returns the user that `admission` would admit, and what it would append, without appending it.
  ///
  /// - Throws: as `Appender.perform` would before it writes.
  public func dryRun(
    _ admission: some Admission, defaults: DraftDefaults
  ) throws -> (admitted: Admitted, appended: Appended) {
    let admitted = try admission.admit(self, at: defaults.now)
    return (
      admitted, try dryRun(try admitted.drafts(at: defaults.now), defaults: defaults)
    )
  }
}
