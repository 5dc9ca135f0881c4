extension Log {
  /// Returns what an append of `drafts` would do, without doing it.
  ///
  /// - Throws: whatever the append would throw before it writes.
  public func dryRun(
    _ drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    var dryRun = try DryRun(of: self)
    return try dryRun.append(drafts, defaults: defaults, expecting: expected)
  }
}

/// A log to which batches are appended without being written, each after the one before.
public struct DryRun {
  private var logEnd: LogEnd

  /// Creates a dry run that begins at the end of `log`.
  public init(of log: Log) throws(LogError) { logEnd = try LogEnd(log, tail: nil) }

  /// Returns what an append of `drafts` would do.
  ///
  /// - Throws: whatever the append would throw before it writes.
  public mutating func append(
    _ drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    let batch = try rehearse(drafts, defaults, expected)
    return Appended(acknowledgements: batch.acknowledgements(), setAside: nil)
  }

  /// Returns the places that an append of `drafts` would give them.
  ///
  /// - Throws: the errors of the append before it writes.
  package mutating func receipts(
    appending drafts: [Draft], defaults: DraftDefaults, expecting expected: Int? = nil
  ) throws(LogError) -> Receipts {
    Receipts(all: try rehearse(drafts, defaults, expected).receipts, setAside: nil)
  }

  private mutating func rehearse(
    _ drafts: [Draft], _ defaults: DraftDefaults, _ expected: Int?
  ) throws(LogError) -> Batch {
    var batch = try logEnd.batch(drafts, defaults, expecting: expected)
    if !batch.isEmpty {
      // For what it refuses.
      _ = try batch.encode()
      logEnd.advance(over: batch)
    }
    return batch
  }

  /// Throws what an append of `drafts` at the end of the log would throw before it writes.
  ///
  /// They are not kept, so that one look at the log is enough for many batches.
  public mutating func check(_ drafts: [Draft], defaults: DraftDefaults) throws(LogError) {
    var batch = try logEnd.batch(drafts, defaults, expecting: nil)
    if !batch.isEmpty { _ = try batch.encode() }
  }
}
