// Logs that are no prefix of their remote's.
extension SyncClient {
  /// Returns the error for a log that is not a prefix of the remote's, which ends at `end`.
  func divergence(from end: LogPosition) throws -> LogError {
    let (isLonger, here) = try appender.locked { _ in
      (appender.logEnd?.log.holds(end) ?? false, appender.position)
    }
    return Self.divergence(
      of: appender.path, at: here.seq, from: end, isLonger: isLonger, mayRestore: mayRestore)
  }

  /// Returns the error for a log that ends with `seq` and is not a prefix of the remote's, which ends at `end`.
  ///
  /// - Parameters:
  ///   - isLonger: A Boolean value indicating whether the remote's log is a prefix of this one.
  ///   - mayRestore: A Boolean value indicating whether the connection may restore events.
  static func divergence(
    of path: String, at seq: Int, from end: LogPosition, isLonger: Bool, mayRestore: Bool
  ) -> LogError {
    var error: LogError
    if isLonger {
      error = LogError(
        .conflict, path,
        "the remote must have seq \(seq) of this log, but its log ends with seq \(end.seq)",
        help: mayRestore
          ? "if the remote lost events, restore them: \(.restoreRemote)"
          : "if the remote lost events, restore them on its machine, from a copy of this log: \(.restoreFromCopy)"
      )
    } else {
      error = LogError(
        .conflict, path,
        "the remote's log must begin with this one, but it is another log or was rewritten",
        help: "to keep this log under another name and take the remote's: \(.adoptRemote)")
    }
    error.code = .diverged
    return error
  }

  /// Offers the remote the events after `end`, where its log ends, with their original bytes.
  mutating func restore(
    behind end: LogPosition, _ channel: some SyncChannel, _ input: inout SyncInput
  ) throws {
    let log = try appender.locked { _ in appender.logEnd?.log } ?? Log([], name: appender.path)
    guard log.holds(end) else { throw try divergence(from: end) }
    var rest = try log.units(behind: end)[...]
    while !rest.isEmpty {
      let offer = Offer(rest, of: log)
      rest = rest.dropFirst(offer.units.count)
      try channel.send(SyncRequest.offer(offer.lines, restores: true).bytes)
      for fate in try Self.fates(of: offer, &input) {
        switch fate {
        case .taken(let places, _), .duplicate(let places): report.restored += places.count
        case .refused(_, let reason), .failed(_, let reason): throw Self.unanswered(reason)
        // The failure before it is thrown.
        case .untried: break
        }
      }
      switch try SyncAnswer(from: &input) {
      case .ok: break
      case .failed(let reason): throw Self.unanswered(reason)
      default: throw LogError.protocolBreach("the responses must end with 'ok'")
      }
    }
  }

  /// Replaces the log by the remote's, which is another one, and keeps it under another name.
  ///
  /// Events that the remote's log lacks become pending ones, unless it erased a person. Pending events of that person
  /// become refused ones. The view of the device has all its waiting events at each step.
  mutating func adopt(_ channel: some SyncChannel, _ input: inout SyncInput) throws {
    let files = appender.deviceFiles
    let unfinished: UnfinishedFile
    do throws(SystemError) {
      unfinished = try UnfinishedFile(files.log, for: .unfinished, system: system)
      try system.give(asRoot: unfinished.file, to: system.owner(of: files.log))
    } catch {
      throw LogError(error, doing: "write the log of the remote; no partial file is left")
    }
    var tail = Tail(end: 0, seq: 0, sum: 0)
    while true {
      try channel.send(SyncRequest.have(LogPosition(tail)).bytes)
      guard case .ok(let end, let raw, let hasMore) = try SyncAnswer(from: &input) else {
        throw LogError.protocolBreach("a response to 'have' must be 'ok'")
      }
      let copy = try CopyGroups(ofRemote: raw, behind: tail, to: end)
      do throws(SystemError) { try system.writeAll(raw, to: unfinished.file) } catch {
        throw LogError(error, doing: "write the log of the remote; no partial file is left")
      }
      tail = copy.end
      if !hasMore { break }
    }
    report.adopted = tail.seq
    try take(unfinished, files)
  }

  /// Gives the remote's log the name of this one.
  private mutating func take(_ unfinished: UnfinishedFile, _ files: DeviceFiles) throws {
    let (appender, system) = (appender, system)
    report.kept = try appender.locked { _ in
      guard let old = appender.logEnd?.log else { return nil }
      let new = try Log(path: unfinished.temporary, usesCheckpoint: false, system: system)
      let pending = try linesOfWaiting(in: old, notIn: new, files)
      // The view has each event of this log once, although the events that the remote lacks are now pending, too.
      try appender.forgetReconciled(system)
      do throws(SystemError) {
        try system.sync(unfinished.file)
        try system.replace(files.pending, with: pending, ownerOf: files.log)
        let kept = try appender.keep(as: files.log + ".old-\(appender.position.seq)", old)
        try unfinished.takeName(replaces: true)
        return kept
      } catch {
        throw LogError(error, doing: "take the log of the remote; this log is unchanged")
      }
    }
  }

  /// Returns the lines of the events that wait once the remote's log replaces this one.
  ///
  /// Events whose ids the remote's log has with other content are refused first, and so are those of an erased person.
  private mutating func linesOfWaiting(
    in old: Log, notIn new: Log, _ files: DeviceFiles
  ) throws(LogError) -> [UInt8] {
    let wasSynced = try files.areThere(system)
    if wasSynced {
      report.refused += try appender.reconcile(at: now, system).conflicts
        .map { ($0.ids, .otherContent) }
    }
    let refused = try files.log(at: files.refused, system)
    let waiting = try WaitingEvents(
      in: files.log(at: files.pending, system), old, notIn: new, or: refused, wasSynced: wasSynced)
    let refusals = waiting.refusals
    // If the device dies between two units, none of the rest depends on a unit that was moved.
    try appender.refuse(refusals.reversed().map { ($0.lines, $0.reason) }, at: now, system)
    report.refused += refusals.map { ($0.ids, $0.reason) }
    report.hasErasure = waiting.hasErasure
    let (lost, pending) = (waiting.lost, waiting.pending)
    let first = try lost.file.lines(of: lost.units, after: nil)
    let end = try Log(first, name: files.pending).tail()
    return try first + pending.file.lines(of: pending.units, after: end)
  }
}

extension Appender {
  /// Gives the log a second name, with a number at its end if the name is taken, and returns the name.
  ///
  /// On a file system without second names it is copied.
  fileprivate func keep(as name: String, _ log: Log) throws(SystemError) -> String {
    var (free, attempt) = (name, 1)
    while true {
      do throws(SystemError) {
        try system.link(place, to: free)
        return free
      } catch {
        guard error.isExisting else {
          guard error.isUnsupported else { throw error }
          return try create(free) { (file) throws(SystemError) in
            try system.give(asRoot: file, to: owner)
            try system.writeAll(log.bytes.array(in: 0..<log.bytes.count), to: file)
          }
        }
        attempt += 1
        free = name + ".\(attempt)"
      }
    }
  }
}
