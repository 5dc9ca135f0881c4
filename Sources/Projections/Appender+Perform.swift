import Events

/// The whole way of a request: the lock, a replay of what the request looks at, the decision, the
/// append. Nobody else appends between the look and the write.
///
///     let appender = try Appender(path: "events.jsonl")
///     let supply = Supply(now: now)
///     let (admitted, _) = try appender.perform(
///       SignIn(provider: "google", subject: "1093", email: "ann@example.com"), supplying: supply)
///     try appender.perform(StartSession(), by: admitted.user, supplying: supply)
extension Appender {
  /// Asks for `decision` and appends what follows. Nothing is appended when it is so already.
  ///
  /// A sign-in session that ran out is renewed in the same batch.
  ///
  /// - Parameters:
  ///   - user: who asks; nil for the user of the latest sign-in.
  ///   - supply: the time, on the clock of the user, and what decides new ids.
  /// - Throws: `Refusal` when a rule of the domain or a range is against it, `LogError` when the log
  ///   cannot be read or written.
  @discardableResult
  public func perform(
    _ decision: some Decision, by user: Name?, supplying supply: Supply
  ) throws -> Appended {
    try locked { log in
      try log.append(try decision.drafts(log.log, by: user, at: supply.now), supplying: supply)
    }
  }

  /// Asks for `admission` and appends what follows.
  ///
  /// - Returns: whom it admitted, and what was appended.
  /// - Throws: as for a decision.
  @discardableResult
  public func perform(
    _ admission: some Admission, supplying supply: Supply
  ) throws -> (admitted: Admitted, appended: Appended) {
    try locked { log in
      let admitted = try admission.admit(log.log, at: supply.now)
      return (admitted, try log.append(try admitted.drafts(at: supply.now), supplying: supply))
    }
  }
}
