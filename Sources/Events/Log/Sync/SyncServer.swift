/// The remote's end of a sync: it sends the events that a device lacks, and takes or refuses those that it offers.
///
/// Each request is answered under the lock of the log, and no lock is held while the device is silent. The server
/// orders the events of all devices, so no device starves.
package struct SyncServer {
  private let appender: Appender
  private let system: System
  private var judge: any UnitJudge
  /// The time for the check that no event is of the far future.
  private let defaults: DraftDefaults
  /// A Boolean value indicating whether a device may restore events that the log lost.
  private let mayRestore: Bool
  /// A closure that words a remedy for the user of the device.
  private let words: (Remedy) -> String
  /// The position that the log of the device has reached.
  private var reached = LogPosition()

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
    if try appender.deviceFiles.areThere(system) {
      throw LogError(
        .conflict, path, "the remote must be a log of its own, but it is synced with another one",
        help: "sync with that one")
    }
    (self.judge, self.defaults, self.mayRestore) = (judge, defaults, mayRestore)
    (self.system, self.words) = (system, words)
  }

  /// Answers the requests of a device until it ends the connection.
  package mutating func serve(_ channel: some SyncChannel) throws {
    var input = SyncInput { try channel.receive() }
    while let request = try SyncRequest(from: &input) { try channel.send(answer(request)) }
  }

  /// Returns the answers to a request, as bytes.
  package mutating func answer(_ request: SyncRequest) -> [UInt8] {
    do {
      switch request {
      case .have(let position): return try next(after: position).bytes
      case .offer(let units, let restores): return try answer(units, restores)
      }
    } catch {
      return SyncAnswer.failed(reason(error)).bytes
    }
  }

  private func reason(_ error: any Error) -> UnitFate.Reason {
    guard let error = error as? LogError else { return UnitFate.Reason(.systemFailed, "\(error)") }
    return UnitFate.Reason(error.code, error.message, help: error.help.map(words))
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
    guard mayRestore || !restores else {
      throw Self.mustNotRestore
    }
    var fates: [UnitFate] = []
    var answer = SyncAnswer.diverged(reached)
    try appender.locked { log in
      try judge.begin(log.log)
      for unit in units { fates.append(fate(of: unit, in: log, restores)) }
      answer = try lines(after: reached)
    }
    if case .ok(let end, _, _) = answer { reached = end }
    return fates.flatMap { SyncAnswer.unit($0).bytes } + answer.bytes
  }

  private static let mustNotRestore = LogError(
    .refused, "the remote",
    "this connection may write as some users only, so it cannot restore a log",
    help: "restore it on the machine of the remote, from a copy of this log")

  /// Takes a unit, durably, or refuses it; the log is locked.
  private mutating func fate(
    of lines: [[UInt8]], in log: borrowing LockedLog, _ restores: Bool
  ) -> UnitFate {
    var drafts: [Draft] = []
    do throws(LineError) {
      for line in lines {
        drafts.append(try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) })
      }
    } catch {
      let why = "a line of it is no event: \(error.message)"
      return .refused(ids(of: lines), UnitFate.Reason(.invalidInput, why))
    }
    let own = drafts.compactMap(\.id)
    guard own.count == drafts.count, drafts.allSatisfy({ $0.at != nil }) else {
      return .refused(own, UnitFate.Reason(.invalidInput, "an event must have an id and a time"))
    }
    do {
      if let known = try log.receipts(ofKnown: drafts, defaults: defaults) {
        return .duplicate(known.map { UnitFate.Place(id: $0.id, seq: $0.seq) })
      }
      var notes: [String] = []
      if !restores {
        switch try judge.verdict(on: drafts) {
        case .refused(let reason): return .refused(own, reason)
        case .taken(let remarks): notes = remarks
        }
      }
      let appended = try log.append(drafts, defaults: defaults)
      judge.note(taken: appended.acknowledgements.map(\.event))
      return .taken(
        appended.acknowledgements.map { UnitFate.Place(id: $0.event.id, seq: $0.event.seq) },
        notes: notes)
    } catch let error as LogError where [.refused, .conflict].contains(error.kind) {
      return .refused(own, reason(error))
    } catch {
      return .failed(own, reason(error))
    }
  }

  /// Returns the ids in lines that are not all events.
  private func ids(of lines: [[UInt8]]) -> [EventID] {
    lines.compactMap { line in
      (try? Bytes.of(line) { (bytes) throws(LineError) in try JSON(bytes) })?["id"]?.text
        .flatMap { EventID($0) }
    }
  }
}

extension LockedLog {
  /// Returns the places of drafts that the log already contains, all of them; nil if one is new.
  ///
  /// - Throws: The errors of an append before it writes.
  func receipts(
    ofKnown drafts: [Draft], defaults: DraftDefaults
  ) throws(LogError) -> [Receipt]? {
    let batch = try batch(of: drafts, defaults)
    return batch.isEmpty ? batch.receipts : nil
  }
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
        return LogPosition(
          seq: lines.position.seq, sum: lines.position.sum, bytes: end)
      }
    }
    return LogPosition(tail)
  }
}
