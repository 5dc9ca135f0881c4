/// A log whose lock is held, so that events can be appended to it.
public struct LockedLog: ~Copyable {
  private let appender: Appender

  init(_ appender: Appender) { self.appender = appender }

  /// The log in its current state, followed by the events that wait to be synced.
  public var log: Log {
    guard let log = appender.device?.end.log ?? appender.logEnd?.log else {
      preconditionFailure("a log is looked at when it is locked")
    }
    return log
  }

  /// Appends all of `drafts`, or none.
  ///
  /// If the log contains the id of a draft with the same content, the draft is acknowledged again and not written.
  ///
  /// - Parameter expected: The `seq` of the last event that the caller expects; nil for any. A batch that contains
  ///   nothing new succeeds at any `seq`.
  /// - Throws: `LogError`. `.refused` for a value out of range. `.conflict` for an id with other content, or if the
  ///   log does not end with `expected`. `.system` if nothing was written. `.durabilityUnknown` if the sync failed.
  public func append(
    _ drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    let (batch, aside) = try write(drafts, defaults, expected)
    return Appended(acknowledgements: batch.acknowledgements(), setAside: aside)
  }

  /// Appends all of `drafts`, or none, and returns their places.
  ///
  /// Use it if you do not need the events: it copies none of them, which saves an eighth of an append. It throws the
  /// errors of `append`.
  package func receipts(
    appending drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil,
    isWhole: Bool = true
  ) throws(LogError) -> Receipts {
    let (batch, aside) = try write(drafts, defaults, expected, isWhole)
    return Receipts(all: batch.receipts, setAside: aside)
  }

  /// Appends copies of the next lines of another log, byte for byte, all of them or none.
  ///
  /// - Throws: `LogError`. `.conflict` if the first line does not continue this log; otherwise the errors of a write.
  package func append(_ copies: CopiedLines) throws(LogError) -> Appended.SetAside? {
    guard let tail = appender.logEnd?.tail else {
      preconditionFailure("a log is looked at when it is locked")
    }
    try copies.requireContinuation(of: tail)
    let aside = try appender.setAside()
    try appender.endLastLine()
    _ = try appender.write(copies.bytes) { copies.tail(size: $0) }
    return aside
  }

  /// Returns the batch that an append of `drafts` would write.
  func batch(of drafts: [Draft], _ defaults: DraftDefaults) throws(LogError) -> Batch {
    guard let batch = try appender.logEnd?.batch(drafts, defaults, expecting: nil) else {
      preconditionFailure("a log is looked at when it is locked")
    }
    return batch
  }

  private func write(
    _ drafts: [Draft], _ defaults: DraftDefaults, _ expected: Int?, _ isWhole: Bool = true
  ) throws(LogError) -> (Batch, Appended.SetAside?) {
    if appender.device != nil {
      return try appender.writePending(drafts, defaults, expected, isWhole: isWhole)
    }
    guard var batch = try appender.logEnd?.batch(drafts, defaults, expecting: expected) else {
      preconditionFailure("a log is looked at when it is locked")
    }
    if batch.isEmpty { return (batch, nil) }
    batch.isWhole = isWhole
    let lines = try batch.encode()
    let aside = try appender.setAside()
    try appender.endLastLine()
    try appender.write(lines, batch)
    return (batch, aside)
  }
}

extension LogError {
  /// Returns the error for an id that the log already contains with other content.
  ///
  /// - Parameters:
  ///   - seq: The position of the event with the id; nil if the same batch contains it.
  ///   - draft: The position of the draft with the id, from 0.
  static func reused(_ id: EventID, by seq: Int?, _ path: String, draft: Int) -> LogError {
    var error = LogError(
      .conflict, path,
      (seq.map { "seq \($0)" } ?? "an earlier event of the batch")
        + " has the same id \(id) with different content",
      help: "none of this batch was written; use a new id for a new fact")
    error.draft = draft
    return error
  }

  /// Returns the error for a log that ends with another position than the expected one.
  package static func unexpectedEnd(_ seq: Int, _ path: String, expected: Int) -> LogError {
    LogError(
      .conflict, path, "the log must end with seq \(expected), got \(seq)",
      help: "read the new events, then decide again")
  }

  /// Returns the error for an id of an event that the remote refused.
  static func refusedBefore(_ id: EventID, _ path: String, draft: Int) -> LogError {
    var error = LogError(
      .conflict, path, "the remote has already refused an event with the id \(id)",
      help: "to submit it again: \(.retryRefused(id)); use a new id for a new fact")
    error.draft = draft
    return error
  }
}
