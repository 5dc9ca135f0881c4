extension Log {
  /// Returns the result that an append of `drafts` would have, without writing.
  ///
  /// - Throws: The errors that the append would throw before it writes.
  public func dryRun(
    _ drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    var dryRun = try DryRun(of: self)
    return try dryRun.append(drafts, defaults: defaults, expecting: expected)
  }
}

/// A log to which batches are appended in memory only, one after the other.
public struct DryRun {
  private var logEnd: LogEnd

  /// Creates a dry run that begins at the end of `log`.
  public init(of log: Log) throws(LogError) { logEnd = try LogEnd(log, tail: nil) }

  /// Returns the result that an append of `drafts` would have.
  ///
  /// - Throws: The errors that the append would throw before it writes.
  public mutating func append(
    _ drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    let batch = try rehearse(drafts, defaults, expected)
    return Appended(acknowledgements: batch.acknowledgements(), setAside: nil)
  }

  /// Returns the places that an append of `drafts` would assign.
  ///
  /// - Throws: The errors that the append would throw before it writes.
  package mutating func receipts(
    appending drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Receipts {
    Receipts(all: try rehearse(drafts, defaults, expected).receipts, setAside: nil)
  }

  /// Returns the batch of `drafts`, which separates new events from known ones; nothing is appended.
  mutating func batch(of drafts: [Draft], _ defaults: DraftDefaults) throws(LogError) -> Batch {
    try logEnd.batch(drafts, defaults, expecting: nil)
  }

  private mutating func rehearse(
    _ drafts: [Draft], _ defaults: DraftDefaults, _ expected: Int?
  ) throws(LogError) -> Batch {
    var batch = try logEnd.batch(drafts, defaults, expecting: expected)
    if !batch.isEmpty {
      // Encoding may refuse a value or a line.
      _ = try batch.encode()
      logEnd.advance(over: batch)
    }
    return batch
  }

  /// Throws the error that an append of `drafts` at the end of the log would throw before it writes.
  ///
  /// The drafts are not kept, so one pass over the log is enough to check many batches.
  public mutating func check(_ drafts: [Draft], defaults: DraftDefaults) throws(LogError) {
    var batch = try logEnd.batch(drafts, defaults, expecting: nil)
    if !batch.isEmpty { _ = try batch.encode() }
  }
}
