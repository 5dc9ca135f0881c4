import Events

/// A request of the host application, whose facts are those of no user: with its state, a decider.
///
/// A host asks for itself, such as to note that a mail was sent; a request of a user is a `Decision`.
public protocol HostRequest: Sendable {
  /// The state that it looks at; `EmptyProjection` where it looks at none.
  associatedtype State: Projection

  /// Returns the facts that follow; none when it is so already.
  ///
  /// Pure.
  ///
  /// - Throws: the reason why it is not done.
  func decide(_ state: State, at now: Timestamp) throws(Refusal) -> [Event.Body]
}

extension HostRequest {
  /// Returns the drafts to append if the host asks for this, given the log up to now.
  ///
  /// - Throws: `Refusal`, or `LogError` when the log is damaged.
  public func drafts(_ log: Log, at now: Timestamp) throws -> [Draft] {
    try decide(try replay(log, State()), at: now)
      .map { try Draft(at: now, user: nil, $0).withinLimits() }
  }
}

extension Appender {
  /// Decides a request of the host and appends the facts that follow.
  ///
  /// - Throws: as for a decision.
  @discardableResult
  public func perform(_ request: some HostRequest, defaults: DraftDefaults) throws -> Appended {
    try locked { log in
      try log.append(try request.drafts(log.log, at: defaults.now), defaults: defaults)
    }
  }
}

extension Log {
  /// Returns what a request of the host would append, without appending it.
  ///
  /// - Throws: as `Appender.perform` would before it writes.
  public func dryRun(_ request: some HostRequest, defaults: DraftDefaults) throws -> Appended {
    try dryRun(try request.drafts(self, at: defaults.now), defaults: defaults)
  }
}
