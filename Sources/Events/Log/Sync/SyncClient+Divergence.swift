// Logs that are no prefix of their remote's.
extension SyncClient {
  /// Returns the error for a log that is no prefix of the remote's, which ends at `end`.
  func divergence(from end: LogPosition) throws -> LogError {
    let (lacking, here) = try appender.locked { _ -> (LogPosition?, LogPosition) in
      let log = appender.logEnd?.log
      return (log?.holds(end) ?? false ? end : nil, appender.position)
    }
    var error: LogError
    if let lacking {
      error = LogError(
        .conflict, appender.path,
        "the remote must have seq \(here.seq) of this log, but its log ends with seq \(lacking.seq)",
        help: "if the remote lost events: \(.restoreRemote)")
    } else {
      error = LogError(
        .conflict, appender.path,
        "the remote's log must begin with this one, but it is another log or was rewritten",
        help: "to keep this log under another name and take the remote's: \(.adoptRemote)")
    }
    error.code = .diverged
    return error
  }

  /// Offers the remote the events after `end`, where its log ends, as it had them before.
  func restore(
    behind end: LogPosition, _ channel: some SyncChannel, _ input: inout SyncInput
  ) throws {
    let log = try appender.locked { _ in appender.logEnd?.log } ?? Log([], name: appender.path)
    guard log.holds(end) else { throw try divergence(from: end) }
    var rest = try PendingEvents.units(of: log, behind: end)[...]
    while !rest.isEmpty {
      let units = rest.prefix(SyncRequest.mostUnits)
      rest = rest.dropFirst(units.count)
      let lines = units.map { unit in unit.lines.map { log.bytes.array(in: $0) } }
      try channel.send(SyncRequest.offer(lines, restores: true).bytes)
      var answer = try SyncAnswer(from: &input)
      for _ in units {
        switch answer {
        case .unit(.taken), .unit(.duplicate): break
        case .unit(.refused(_, let reason)), .unit(.failed(_, let reason)), .failed(let reason):
          throw Self.unanswered(reason)
        default:
          throw LogError.protocolBreach(
            "an answer to an offer must be about a unit, got another one")
        }
        answer = try SyncAnswer(from: &input)
      }
      guard case .ok = answer else {
        throw LogError.protocolBreach("the answers must end with 'ok', got another one")
      }
    }
  }

  /// Replaces the log by the remote's, which is another one, and keeps it under another name.
  ///
  /// Events that the remote's log lacks become pending ones, unless it erased a person. The view of the device has all
  /// its waiting events at each step.
  mutating func adopt(_ channel: some SyncChannel, _ input: inout SyncInput) throws {
    let files = appender.deviceFiles
    let unfinished: UnfinishedFile
    do throws(SystemError) {
      unfinished = try UnfinishedFile(files.log, for: .unfinished, system: system)
      try system.give(asRoot: unfinished.file, to: system.owner(of: files.log))
    } catch {
      throw LogError(error, doing: "write the log of the remote; nothing of it is left")
    }
    var (at, last) = (LogPosition(), CopiedLines())
    while true {
      try channel.send(SyncRequest.have(at).bytes)
      guard case .ok(let end, let raw, let hasMore) = try SyncAnswer(from: &input) else {
        throw LogError.protocolBreach("an answer to 'have' must be 'ok', got another one")
      }
      let lines = try CopiedLines(raw, firstNumber: at.seq + 1)
      if !lines.isEmpty {
        try lines.requireContinuation(of: Tail(end: at.bytes, seq: at.seq, sum: at.sum))
        last = lines
      }
      do throws(SystemError) { try system.writeAll(raw, to: unfinished.file) } catch {
        throw LogError(error, doing: "write the log of the remote; nothing of it is left")
      }
      at = end
      if !hasMore { break }
    }
    if last.missing > 0 { throw last.cutBatch() }
    try take(unfinished, files)
  }

  /// Gives the remote's log the name of this one.
  private mutating func take(_ unfinished: UnfinishedFile, _ files: DeviceFiles) throws {
    let (appender, system) = (appender, system)
    report.kept = try appender.locked { _ in
      guard let old = appender.logEnd?.log else { return nil }
      let new = try Log(path: unfinished.temporary, usesCheckpoint: false, system: system)
      let refused = try files.log(at: files.refused, system)
      let lost = try PendingEvents(in: old, notIn: new, or: refused, behind: nil)
      let waiting = try PendingEvents(
        in: files.log(at: files.pending, system), notIn: new, or: refused, behind: nil)
      // After an erasure, the remote lacks events on purpose, and the others have new ids.
      let wasSynced = try files.areThere(system)
      let isErased = try wasSynced && !new.erasures().isSubset(of: old.erasures())
      let owned = isErased ? [] : lost.units
      let known = Set(owned.lazy.flatMap(\.ids))
      let rest = waiting.units.filter { unit in !unit.ids.contains(where: known.contains) }
      let first = lost.lines(of: owned, after: nil)
      let end = try Log(first, name: files.pending).tail()
      do throws(SystemError) {
        try system.sync(unfinished.file)
        try system.replace(
          files.pending, with: first + waiting.lines(of: rest, after: end), ownerOf: files.log)
        let kept = try system.keep(files.log, as: files.log + ".old-\(appender.position.seq)")
        try unfinished.takeName(replaces: true)
        return kept
      } catch {
        throw LogError(error, doing: "take the log of the remote; this log is as it was")
      }
    }
  }
}

extension Log {
  /// Returns the ids of the events that note the erasure of a person.
  fileprivate func erasures() throws(LogError) -> Set<EventID> {
    var ids: Set<EventID> = []
    var lines = lines()
    while let line = try lines.next() {
      guard line.area == .corrections, case .corrections(.personErased) = try lines.event().body
      else { continue }
      ids.insert(lines.id)
    }
    return ids
  }
}

extension CopiedLines {
  /// Creates the lines in `bytes`, each with its newline.
  init(_ bytes: [UInt8], firstNumber: Int) throws(LogError) {
    self.init()
    try Bytes.of(bytes) { (bytes) throws(LogError) in
      var (start, number) = (0, firstNumber)
      while start < bytes.count {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) else {
          throw .connectionLost("it ended within an event")
        }
        try append(bytes[start..<end], number)
        (start, number) = (end + 1, number + 1)
      }
    }
  }
}

extension System {
  /// Gives the file at `path` a second name, with a number at its end if the name is taken, and returns the name.
  fileprivate func keep(_ path: String, as name: String) throws(SystemError) -> String {
    var (free, attempt) = (name, 1)
    while true {
      do throws(SystemError) {
        try link(path, to: free)
        return free
      } catch {
        guard error.isExisting else { throw error }
        attempt += 1
        free = name + ".\(attempt)"
      }
    }
  }
}
