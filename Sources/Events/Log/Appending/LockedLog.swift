/// A log while its lock is held, and the one way to make it longer.
public struct LockedLog: ~Copyable {
  private let appender: Appender

  init(_ appender: Appender) { self.appender = appender }

  /// The log up to now.
  public var log: Log {
    guard let log = appender.logEnd?.log else {
      preconditionFailure("a log is looked at when it is locked")
    }
    return log
  }

  /// Appends all of `drafts`, or none.
  ///
  /// A draft whose id is in the log with the same content is acknowledged again and not written.
  ///
  /// - Parameter expected: the `seq` the log must end with; nil for any. A batch that holds nothing
  ///   new succeeds whatever the log ends with.
  /// - Throws: `LogError`: `.refused` for a value out of range, `.conflict` for an id with other
  ///   content or an unmet expectation, `.system` when nothing was written, `.durabilityUnknown`.
  public func append(
    _ drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    let (batch, aside) = try write(drafts, defaults, expected)
    return Appended(acknowledgements: batch.acknowledgements(), setAside: aside)
  }

  /// Appends all of `drafts`, or none, and returns their places, for a caller that does not need the events.
  ///
  /// It throws the errors of `append` and copies no event, which saves an eighth of an append.
  package func receipts(
    appending drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Receipts {
    let (batch, aside) = try write(drafts, defaults, expected)
    return Receipts(all: batch.receipts, setAside: aside)
  }

  private func write(
    _ drafts: [Draft], _ defaults: DraftDefaults, _ expected: Int?
  ) throws(LogError) -> (Batch, Appended.SetAside?) {
    guard var batch = try appender.logEnd?.batch(drafts, defaults, expecting: expected) else {
      preconditionFailure("a log is looked at when it is locked")
    }
    if batch.isEmpty { return (batch, nil) }
    let lines = try batch.encode()
    let aside = try appender.setAside()
    try appender.endLastLine()
    try appender.write(lines, batch)
    return (batch, aside)
  }
}

extension LogError {
  /// Returns the error of an id that is in the log already, with other content.
  static func reused(_ id: EventID, by seq: Int, _ path: String) -> LogError {
    LogError(
      .conflict, path, "id \(id) is that of seq \(seq), which has other content",
      help: "nothing of this batch was written; a new fact needs a new id")
  }
}
