/// What an append supplies where a draft has it not.
public struct Supply: Sendable {
  /// The time of drafts without one.
  public var now: Timestamp
  /// What decides the random bits of new ids; nil leaves them to the system.
  public var seed: UInt64?

  /// The time `now`, and ids that `seed` decides.
  public init(now: Timestamp, seed: UInt64? = nil) {
    self.now = now
    self.seed = seed
  }

  /// A version 7 id for something that is not an event.
  public func newID() -> EventID { id(seq: 0) }

  /// A version 7 id for the event at `seq`. The position is mixed into the seed, so that two commands
  /// with one seed do not make one id.
  func id(seq: Int) -> EventID {
    guard let seed else {
      var system = SystemRandomNumberGenerator()
      return EventID(milliseconds: now.milliseconds, random: (system.next(), system.next()))
    }
    var mixer = SeededGenerator(seed: UInt64(truncatingIfNeeded: seq))
    var seeded = SeededGenerator(seed: seed ^ mixer.next())
    return EventID(milliseconds: now.milliseconds, random: (seeded.next(), seeded.next()))
  }
}

/// What became of one draft.
public struct Acknowledgement: Equatable, Sendable {
  /// The event as it stands in the log.
  public let event: Event
  /// Whether it stood there before, under the same id and with the same content.
  public let isDuplicate: Bool
}

/// What an append did.
public struct Appended: Sendable {
  /// One for each draft, in their order.
  public let acknowledgements: [Acknowledgement]
  /// Where torn bytes of an earlier crash were put; nil when there were none.
  public let setAside: SetAside?

  /// A file of bytes that were never acknowledged.
  public struct SetAside: Equatable, Sendable {
    public let path: String
    public let count: Int
  }
}

/// A log while its lock is held: what it says, and the one way to make it longer.
public struct LockedLog: ~Copyable {
  private let appender: Appender

  init(_ appender: Appender) { self.appender = appender }

  /// The log up to now.
  public var log: Log {
    guard let log = appender.frontier?.log else {
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
    _ drafts: [Draft], supplying supply: Supply, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    guard var batch = try appender.frontier?.batch(drafts, supply, expecting: expected) else {
      preconditionFailure("a log is looked at when it is locked")
    }
    if batch.isEmpty { return Appended(acknowledgements: batch.acknowledgements, setAside: nil) }
    let lines = try batch.encode()
    let aside = try appender.setAside()
    try appender.endLastLine()
    try appender.write(lines, batch)
    return Appended(acknowledgements: batch.acknowledgements, setAside: aside)
  }
}

extension Log {
  /// What an append of `drafts` would do, without doing it.
  ///
  /// - Throws: whatever the append would throw before it writes.
  public func rehearse(
    _ drafts: [Draft], supplying supply: Supply, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    var rehearsal = try Rehearsal(of: self)
    return try rehearsal.append(drafts, supplying: supply, expecting: expected)
  }
}

/// A log to which batches are appended in thought: each follows the one before, and nothing is
/// written.
public struct Rehearsal {
  private var frontier: Frontier

  /// Begins where `log` ends.
  public init(of log: Log) throws(LogError) { frontier = try Frontier(log, tail: nil) }

  /// What an append of `drafts` would do.
  ///
  /// - Throws: whatever the append would throw before it writes.
  public mutating func append(
    _ drafts: [Draft], supplying supply: Supply, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    var batch = try frontier.batch(drafts, supply, expecting: expected)
    if !batch.isEmpty {
      // For what it refuses.
      _ = try batch.encode()
      frontier.advance(over: batch)
    }
    return Appended(acknowledgements: batch.acknowledgements, setAside: nil)
  }
}

extension LogError {
  /// An id stands in the log already, with other content.
  static func reused(_ id: EventID, by seq: Int, _ path: String) -> LogError {
    LogError(
      .conflict, path, "id \(id) is that of seq \(seq), which has other content",
      help: "nothing of this batch was written; a new fact needs a new id")
  }
}
