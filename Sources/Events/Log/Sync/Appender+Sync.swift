// The steps of a sync that change the files of a device; they require the lock of its log.
extension Appender {
  /// Removes the events that are in the log, or were refused, from the file of pending events.
  ///
  /// An event whose id the log has with other content moves to the refused events.
  ///
  /// - Returns: The pending events as they were found.
  func reconcile(at now: Timestamp, _ system: System) throws(LogError) -> PendingEvents {
    let pending = try pendingEvents()
    try refuse(pending.conflicts.map { (pending.lines(of: $0), .otherContent) }, at: now, system)
    if pending.hasOthers {
      try replace(
        deviceFiles.pending, with: pending.file.lines(of: pending.units, after: nil), system)
    }
    var state = SyncState(deviceFiles, system)
    let before = state
    state.reconciled = position
    let waiting = Set(pending.units.lazy.compactMap(\.ids.first))
    state.failures.removeAll { !waiting.contains($0.id) }
    // A position is worth a write if it saves a look at many lines.
    let isFar = position.bytes - (before.reconciled?.bytes ?? 0) >= 1 << 20
    if isFar || state.failures != before.failures { try state.write(to: deviceFiles, system) }
    return pending
  }

  /// Replaces a file next to the log, durably.
  func replace(_ path: String, with bytes: [UInt8], _ system: System) throws(LogError) {
    do throws(SystemError) {
      try system.replace(path, with: bytes, ownerOf: deviceFiles.log)
    } catch {
      throw LogError(error, doing: "write the events of this device; nothing is lost")
    }
  }

  /// The number of seconds after which a sync gives others a chance to take the lock.
  static let longestHold = 1.0

  /// Makes the log one of a device, whose events wait in a file of their own from now on.
  ///
  /// An event that was appended to the log after the remote's lines would part the log from its remote's.
  func requirePending(_ system: System) throws(LogError) {
    guard try !system.exists(deviceFiles.pending) else { return }
    try replace(deviceFiles.pending, with: [], system)
  }

  /// Makes the next pass over the pending events compare them with the whole log.
  ///
  /// It comes before any change that adds events of the log to the pending ones.
  func forgetReconciled(_ system: System) throws(LogError) {
    var state = SyncState(deviceFiles, system)
    guard state.reconciled != nil else { return }
    state.reconciled = nil
    try state.write(to: deviceFiles, system)
  }

  /// Returns the lines of the remote's log between two positions that this log lacks.
  ///
  /// - Throws: An error if they do not continue this log up to `end`; nothing was written then.
  func lacking(
    _ raw: [UInt8], from start: Int, to end: LogPosition, _ system: System
  ) throws(LogError) -> CopyGroups {
    guard let (log, tail) = logEnd.map({ ($0.log, $0.tail) }) else {
      preconditionFailure("a locked log was looked at")
    }
    let known = tail.end - start
    // Only another sync of this device may have appended more lines since the request.
    let isSynced = try deviceFiles.areThere(system)
    guard known >= 0, known <= raw.count || isSynced,
      log.bytes.array(in: start..<min(tail.end, start + raw.count)) == Array(raw.prefix(known))
    else { throw SyncClient.changed(path) }
    let copy = try Bytes.of(raw) { (bytes) throws(LogError) in
      try CopyGroups(bytes[min(known, raw.count)..<raw.count], behind: tail)
    }
    let isEnd =
      copy.groups.isEmpty
      ? end.bytes == start + raw.count && log.holds(end) : LogPosition(copy.end) == end
    guard isEnd else { throw .otherEnd }
    return copy
  }

  /// Appends the events of units to the refused ones, except for those that are there.
  ///
  /// The units are written in this order, each durably.
  func refuse(
    _ units: [(lines: [[UInt8]], reason: UnitFate.Reason)], at now: Timestamp, _ system: System
  ) throws(LogError) {
    guard !units.isEmpty else { return }
    let known = try deviceFiles.log(at: deviceFiles.refused, system).ids()
    var file: Appender?
    for (lines, reason) in units {
      let drafts: [Draft]
      do throws(LineError) { drafts = try RefusedEvents.drafts(lines, reason, at: now) } catch {
        throw LogError(.damaged, deviceFiles.pending, error.message, help: error.help)
      }
      let new = drafts.filter { $0.id.map(known.contains) != true }
      guard !new.isEmpty else { continue }
      if file == nil {
        file = try Appender(path: deviceFiles.refused, usesCheckpoint: false, system: system)
      }
      _ = try file?.write(new, DraftDefaults(now: now))
    }
  }
}

extension UnitFate.Reason {
  /// The reason for an event whose id the remote's log has with other content.
  static let otherContent = UnitFate.Reason(
    .conflict, "the remote has another event with this id",
    help: "record the fact again if it is missing")
}

extension System {
  /// Replaces a file of a device as a whole: a new file, a sync, a rename, and a sync of the folder.
  ///
  /// Under the lock of the log no other process creates the file, so the name is never looked up.
  func replace(_ path: String, with bytes: [UInt8], ownerOf log: String) throws(SystemError) {
    let unfinished = try UnfinishedFile(path, for: .unfinished, system: self)
    try give(asRoot: unfinished.file, to: owner(of: log))
    try writeAll(bytes, to: unfinished.file)
    try sync(unfinished.file)
    try unfinished.takeName(replaces: true)
  }
}
