/// What an append supplies where a draft has it not.
public struct Supply {
  /// The time of drafts without one.
  public var now: Timestamp
  /// Where the random bits of new ids come from.
  public var random: any RandomNumberGenerator

  /// The time `now` and ids made from `random`.
  public init(now: Timestamp, random: any RandomNumberGenerator) {
    self.now = now
    self.random = random
  }

  /// A new version 7 id.
  public mutating func newID() -> EventID {
    EventID(milliseconds: now.milliseconds, random: (random.next(), random.next()))
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
    _ drafts: [Draft], supplying supply: inout Supply, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    guard var batch = try appender.frontier?.batch(drafts, &supply, expecting: expected) else {
      preconditionFailure("a log is looked at when it is locked")
    }
    if batch.isEmpty { return Appended(acknowledgements: batch.acknowledgements, setAside: nil) }
    let lines = try batch.encode()
    let aside = try appender.setAside()
    try appender.write(lines, batch)
    return Appended(acknowledgements: batch.acknowledgements, setAside: aside)
  }
}

extension Log {
  /// What an append of `drafts` would do, without doing it.
  ///
  /// - Throws: whatever the append would throw before it writes.
  public func rehearse(
    _ drafts: [Draft], supplying supply: inout Supply, expecting expected: Int? = nil
  ) throws(LogError) -> Appended {
    var frontier = try Frontier(self, tail: nil)
    var batch = try frontier.batch(drafts, &supply, expecting: expected)
    if !batch.isEmpty { _ = try batch.encode() }
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
