// Appends to a log that is synced with another one: its new events wait in a file of their own.
extension Appender {
  /// The pending events of a device, and the end of its log together with them.
  struct Device {
    /// The appender of the file with the pending events.
    let appender: Appender
    /// The events that wait.
    var pending: PendingEvents
    /// The end of the log that a decision reads.
    var end: LogEnd
  }

  /// The paths of the files next to the log.
  var deviceFiles: DeviceFiles { DeviceFiles(place: place) }

  /// The position of the last event that the remote accepted; nil for a log that is not synced with another one.
  package var accepted: Int? { device?.end.log.accepted }

  /// Reads the pending events of a synced log; requires the lock.
  func lookAtPending() throws(LogError) {
    guard try deviceFiles.areThere(system) else { return device = nil }
    let index = device?.end.index
    let appender: Appender
    if let known = device?.appender, known.path == deviceFiles.pending {
      appender = known
    } else {
      appender = try Appender(path: deviceFiles.pending, usesCheckpoint: false, system: system)
    }
    let pending = try pendingEvents()
    guard var log = logEnd?.log else {
      preconditionFailure("a log is looked at when it is locked")
    }
    try log.show(pending, behind: file, system)
    var end = try LogEnd(log, tail: nil)
    if let index { end.reuseIndex(index) }
    device = Device(appender: appender, pending: pending, end: end)
  }

  /// Returns the pending events; requires the lock.
  func pendingEvents() throws(LogError) -> PendingEvents {
    guard let log = logEnd?.log else {
      preconditionFailure("a log is looked at when it is locked")
    }
    let files = deviceFiles
    return try PendingEvents(
      in: files.log(at: files.pending, system), notIn: log,
      or: files.log(at: files.refused, system), behind: SyncState(files, system).reconciled)
  }

  /// Writes the new events of a batch as one unit of pending events, durably; requires the lock.
  ///
  /// Their positions in the batch are provisional: another device may sync first.
  func writePending(
    _ drafts: [Draft], _ defaults: DraftDefaults, _ expected: Int?
  ) throws(LogError) -> (Batch, Appended.SetAside?) {
    // A random id is always new.
    if defaults.seed != nil || drafts.indices.contains(where: { drafts[$0].id != nil }) {
      device?.end.refused = try deviceFiles.log(at: deviceFiles.refused, system).ids()
    }
    guard var batch = try device?.end.batch(drafts, defaults, expecting: expected) else {
      preconditionFailure("the pending events of a synced log are read under its lock")
    }
    if batch.isEmpty { return (batch, nil) }
    // Encoding may refuse a value or a line.
    _ = try batch.encode()
    let aside = try device?.appender.write(unit: batch.newDrafts(), defaults)
    try lookAtPending()
    return (batch, aside ?? nil)
  }

  /// Appends drafts as one batch, and returns the file with the torn end that an earlier crash left.
  func write(
    unit drafts: [Draft], _ defaults: DraftDefaults
  ) throws(LogError) -> Appended.SetAside? {
    do {
      return try locked { log in try log.receipts(appending: drafts, defaults: defaults) }.setAside
    } catch let error as LogError {
      throw error
    } catch {
      throw LogError(.system, path, "\(error)")
    }
  }
}
