import Events

/// The complete handling of a request: the lock, a replay of the state it reads, the decision, the append.
///
/// No other appender writes between the replay and the append.
///
///     let appender = try Appender(path: "events.jsonl")
///     let defaults = DraftDefaults(now: now)
///     let (admitted, _) = try appender.perform(
///       SignIn(provider: "google", subject: "1093", email: "ann@example.com"), defaults: defaults)
///     try appender.perform(StartSession(), by: admitted.user, defaults: defaults)
extension Appender {
  /// Makes `decision` and appends the resulting facts.
  ///
  /// If nothing changes, nothing is appended. An expired sign-in session is renewed in the same batch.
  ///
  /// - Parameters:
  ///   - user: The user who asks; nil for the default user of the log.
  ///   - defaults: The time, on the clock of the user, and the seed of new ids.
  ///   - past: The time of the facts, if they are entered later than they happened.
  /// - Throws: `Refusal` if a rule of the domain or a range forbids it, or `LogError` if the log cannot be read or
  ///   written.
  @discardableResult
  public func perform(
    _ decision: some Decision, by user: Name?, defaults: DraftDefaults, past: Timestamp? = nil
  ) throws -> Appended {
    var remarks: [Remark] = []
    return try perform(decision, by: user, defaults: defaults, past: past, remarks: &remarks)
  }

  /// Makes `decision`, appends the resulting facts, and adds remarks for the user to `remarks`.
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

  /// Makes `admission` and appends the resulting facts.
  ///
  /// - Returns: The admitted user, and the appended events.
  /// - Throws: The errors of a decision.
  @discardableResult
  public func perform(
    _ admission: some Admission, defaults: DraftDefaults
  ) throws -> (admitted: AdmissionResult, appended: Appended) {
    try locked { log in
      let admitted = try admission.admit(log.log, at: defaults.now)
      return (admitted, try log.append(try admitted.drafts(at: defaults.now), defaults: defaults))
    }
  }
}

extension Log {
  /// Returns the events that `decision` would append, without appending them.
  ///
  /// - Parameters:
  ///   - user: The user who asks; nil for the default user of the log.
  ///   - defaults: The time, on the clock of the user, and the seed of new ids.
  ///   - past: The time of the facts, if they are entered later than they happened.
  /// - Throws: The errors that `Appender.perform` would throw before it writes.
  public func dryRun(
    _ decision: some Decision, by user: Name?, defaults: DraftDefaults, past: Timestamp? = nil
  ) throws -> Appended {
    var remarks: [Remark] = []
    return try dryRun(decision, by: user, defaults: defaults, past: past, remarks: &remarks)
  }

  /// Returns the events that `decision` would append, and adds remarks for the user to `remarks`.
  public func dryRun(
    _ decision: some Decision, by user: Name?, defaults: DraftDefaults, past: Timestamp? = nil,
    remarks: inout [Remark]
  ) throws -> Appended {
    let drafts = try decision.drafts(
      self, by: user, at: defaults.now, past: past, remarks: &remarks)
    return try dryRun(drafts, defaults: defaults)
  }

  /// Returns the user that `admission` would admit and the events that it would append, without appending them.
  ///
  /// - Throws: The errors that `Appender.perform` would throw before it writes.
  public func dryRun(
    _ admission: some Admission, defaults: DraftDefaults
  ) throws -> (admitted: AdmissionResult, appended: Appended) {
    let admitted = try admission.admit(self, at: defaults.now)
    return (admitted, try dryRun(try admitted.drafts(at: defaults.now), defaults: defaults))
  }
}
