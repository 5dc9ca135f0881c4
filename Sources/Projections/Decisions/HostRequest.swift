import Events

/// A request of the host application, decided by its state; its facts have no user.
///
/// A host makes requests of its own, such as recording that an email was sent. A request of a user is a `Decision`.
public protocol HostRequest: Sendable {
  /// The projection that the request reads; `EmptyProjection` if it reads none.
  associatedtype State: Projection

  /// Returns the resulting facts; an empty array if nothing changes.
  ///
  /// The function is pure.
  ///
  /// - Throws: The reason for the refusal.
  func decide(_ state: State, at now: Timestamp) throws(Refusal) -> [Event.Body]
}

extension HostRequest {
  /// Returns the drafts to append for the request, given the current log.
  ///
  /// - Throws: `Refusal`, or `LogError` if the log is damaged.
  public func drafts(_ log: Log, at now: Timestamp) throws -> [Draft] {
    try decide(try replay(log, State()), at: now)
      .map { try Draft(at: now, user: nil, $0).withinLimits() }
  }
}

extension Appender {
  /// Decides a request of the host and appends the resulting facts.
  ///
  /// - Throws: The errors of a decision.
  @discardableResult
  public func perform(_ request: some HostRequest, defaults: DraftDefaults) throws -> Appended {
    try locked { log in
      try log.append(try request.drafts(log.log, at: defaults.now), defaults: defaults)
    }
  }
}

extension Log {
  /// Returns the events that a request of the host would append, without appending them.
  ///
  /// - Throws: The errors that `Appender.perform` would throw before it writes.
  public func dryRun(_ request: some HostRequest, defaults: DraftDefaults) throws -> Appended {
    try dryRun(try request.drafts(self, at: defaults.now), defaults: defaults)
  }
}
