/// The remote's end of a sync: it sends missing events to a device, and takes or refuses the events that the device
/// offers.
///
/// Each request is answered under the lock of the log, and no lock is held while the device is silent. The server
/// orders the events of all devices, so no device starves.
package struct SyncServer {
  private let appender: Appender
  private let system: System
  private var trial: UnitTrial
  /// The time for the check that no event is of the far future.
  private let defaults: DraftDefaults
  /// A Boolean value indicating whether a device may restore events that the log lost.
  private let mayRestore: Bool
  /// The position that the log of the device has reached.
  private var reached = LogPosition()
  /// The end of the log after the last decision; nil if the judge must begin there.
  private var judged: LogPosition?

  /// The number of bytes after which an answer sends no more batches.
  static let sentBytes = 8 << 20
  /// The largest number of bytes of the log in one answer.
  static let mostRaw = Log.largestBatchBytes + sentBytes

  /// Creates a server of the log at `path`.
  package init(
    path: String, judge: any UnitJudge, defaults: DraftDefaults, mayRestore: Bool, system: System,
    words: @escaping (Remedy) -> String
  ) throws(LogError) {
    appender = try Appender(path: path, system: system)
    try Self.requireOwnLog(path, system)
    trial = UnitTrial(judge, words: words)
    (self.defaults, self.mayRestore, self.system) = (defaults, mayRestore, system)
  }

  /// Requires a log that is not synced with another one.
  static func requireOwnLog(_ path: String, _ system: System) throws(LogError) {
    guard try DeviceFiles(of: path, system).areThere(system) else { return }
    throw LogError(
      .conflict, path, "the remote must not itself be synced with another log",
      help: "sync with that log")
  }

  /// Answers the requests of a device until it ends the connection.
  package mutating func serve(_ channel: some SyncChannel) throws {
    var input = SyncInput { try channel.receive() }
    do {
      while let request = try SyncRequest(from: &input) { try channel.send(answer(request)) }
    } catch let error as LogError where error.code != .connectionLost {
      try channel.send(SyncAnswer.failed(trial.reason(error)).bytes)
      throw error
    }
  }

  /// Returns the answers to a request, as bytes.
  package mutating func answer(_ request: SyncRequest) -> [UInt8] {
    do {
      switch request {
      case .have(let position): return try next(after: position).bytes
      case .offer(let units, let restores): return try answer(units, restores)
      }
    } catch {
      return SyncAnswer.failed(trial.reason(error)).bytes
    }
  }

  // MARK: - The events that a device lacks

  private mutating func next(after position: LogPosition) throws -> SyncAnswer {
    let answer = try appender.locked { _ in try lines(after: position) }
    switch answer {
    // A device that restores this log begins at its end.
    case .ok(let end, _, _), .diverged(let end): reached = end
    default: break
    }
    return answer
  }

  /// Returns the next lines of the log, which is locked; the look under the lock has synced them.
  private func lines(after position: LogPosition) throws(LogError) -> SyncAnswer {
    try appender.endLastLine()
    guard let end = appender.logEnd else { preconditionFailure("a locked log was looked at") }
    let tail = end.tail
    guard position.bytes <= tail.end, end.log.holds(position) else {
      return .diverged(LogPosition(tail))
    }
    let log = end.log
    let stop = try log.endOfBatch(after: position, most: Self.sentBytes, tail)
    return .ok(
      stop, raw: log.bytes.array(in: position.bytes..<stop.bytes), hasMore: stop.bytes < tail.end)
  }

  // MARK: - The events that a device offers

  private mutating func answer(_ units: [[[UInt8]]], _ restores: Bool) throws -> [UInt8] {
    guard mayRestore || !restores else { throw Self.mustNotRestore }
    var (fates, end) = ([UnitFate](), reached)
    while fates.count < units.count {
      try appender.locked { log in
        // The events of another device may have taken the place of the lost ones.
        guard !restores || appender.position == end else { throw Self.changed }
        try decide(on: units, restores, in: log, &fates)
        end = appender.position
      }
    }
    let answer = try next(after: reached)
    return fates.flatMap { SyncAnswer.unit($0).bytes } + answer.bytes
  }

  /// Decides on the next units, for about a second; the log is locked.
  private mutating func decide(
    on units: [[[UInt8]]], _ restores: Bool, in log: borrowing LockedLog, _ fates: inout [UnitFate]
  ) throws {
    if !restores, judged != appender.position { try trial.begin(log.log) }
    judged = nil
    let begin = system.monotonicSeconds()
    while fates.count < units.count, system.monotonicSeconds() - begin < Appender.longestHold {
      let defaults = defaults
      fates.append(
        trial.fate(of: units[fates.count], restores) { drafts in
          try log.batch(of: drafts, defaults)
        } append: { drafts in
          try log.append(drafts, defaults: defaults)
        })
      // The next units would fail in the same way, which is not their fault.
      guard case .failed(_, let reason) = fates.last, Self.failures.contains(reason.code) else {
        continue
      }
      fates += units[fates.count...].map { .untried(UnitTrial.ids(of: $0)) }
      return
    }
    if !restores { judged = appender.position }
  }

  /// The codes of errors that are not about a unit.
  private static let failures: Set<ErrorCode> = [.durabilityUnknown, .outOfRoom, .systemFailed]

  private static let changed = LogError(
    .conflict, "the remote", "the log of the remote changed during the sync", help: "sync again")

  private static let mustNotRestore = LogError(
    .refused, "the remote",
    "this connection may write only as some users, so it cannot restore a log",
    help: "restore it on the machine of the remote, from a copy of this log")
}

extension Log {
  /// Returns the end of the first batch that ends at least `most` bytes after a position, or the end of the log.
  func endOfBatch(
    after position: LogPosition, most: Int, _ tail: Tail
  ) throws(LogError) -> LogPosition {
    guard tail.end - position.bytes > most else { return LogPosition(tail) }
    var lines = lines(behind: position)
    var missing = 0
    while try lines.next() != nil {
      missing = max(missing, lines.batch) - 1
      let end = lines.range.upperBound + 1
      if missing == 0, end - position.bytes >= most {
        return LogPosition(seq: lines.position.seq, sum: lines.position.sum, bytes: end)
      }
    }
    return LogPosition(tail)
  }
}
