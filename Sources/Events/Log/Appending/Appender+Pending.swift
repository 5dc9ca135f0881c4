// Appends to a log that is synced with another one: its new events wait in a file of their own.
extension Appender {
  /// The pending events of a device, and the end of its log together with them.
  struct Device {
    /// The appender of the file with the pending events.
    let appender: Appender
    /// The end of the log without them, and the file of the refused events at the last look.
    let (log, refused): (LogPosition, FileStatus.Version?)
    /// The end of the log that a decision reads.
    var end: LogEnd
    /// A Boolean value indicating whether the end has the ids of the refused events.
    var knowsRefused = false
  }

  /// The paths of the files next to the log.
  var deviceFiles: DeviceFiles { DeviceFiles(place: place) }

  /// The position of the last event that the remote accepted; nil for a log that is not synced with another one.
  package var accepted: Int? { device?.end.log.accepted }

  /// Reads the pending events of a synced log, unless they are as this appender left them; requires the lock.
  ///
  /// - Parameter isForced: A Boolean value indicating whether they are read in any case.
  func lookAtPending(isForced: Bool = false) throws(LogError) {
    guard try deviceFiles.areThere(system) else { return device = nil }
    let refused = (try? system.status(path: deviceFiles.refused))?.version
    if !isForced, let device, device.log == position, device.refused == refused,
      device.appender.path == deviceFiles.pending, try device.appender.isAsLeft()
    {
      return
    }
    let index = device?.end.index
    let appender: Appender
    if let known = device?.appender, known.path == deviceFiles.pending {
      appender = known
    } else {
      appender = try Appender(path: deviceFiles.pending, usesCheckpoint: false, system: system)
    }
    let pending = try pendingEvents()
    guard var log = logEnd?.log else { preconditionFailure("a log is looked at when it is locked") }
    try log.show(pending, behind: file, hasRoom: true, system)
    var end = try LogEnd(log, tail: nil)
    if let index { end.reuseIndex(index) }
    device = Device(appender: appender, log: position, refused: refused, end: end)
  }

  /// Returns the pending events; requires the lock.
  func pendingEvents() throws(LogError) -> PendingEvents {
    guard let log = logEnd?.log else { preconditionFailure("a log is looked at when it is locked") }
    let files = deviceFiles
    return try PendingEvents(
      in: files.log(at: files.pending, system), notIn: log,
      or: files.log(at: files.refused, system), behind: SyncState(files, system).reconciled)
  }

  /// Writes the new events of a batch as one unit of pending events, or each as its own, durably; requires the lock.
  ///
  /// Their positions in the batch are provisional: another device may sync first.
  func writePending(
    _ drafts: [Draft], _ defaults: DraftDefaults, _ expected: Int?, isWhole: Bool
  ) throws(LogError) -> (Batch, Appended.SetAside?) {
    // A random id is always new.
    if device?.knowsRefused == false,
      defaults.seed != nil || drafts.indices.contains(where: { drafts[$0].id != nil })
    {
      device?.end.refused = try deviceFiles.log(at: deviceFiles.refused, system).ids()
      device?.knowsRefused = true
    }
    guard var batch = try device?.end.batch(drafts, defaults, expecting: expected) else {
      preconditionFailure("the pending events of a synced log are read under its lock")
    }
    if batch.isEmpty { return (batch, nil) }
    batch.isWhole = isWhole
    // Encoding may refuse a value or a line.
    let lines = try batch.encode()
    let aside = try device?.appender.write(batch.newDrafts(), defaults, isWhole: isWhole)
    hasWritten = true
    // Another look would decode all pending events again.
    if device?.end.extend(by: batch, lines) != true { try lookAtPending(isForced: true) }
    return (batch, aside ?? nil)
  }

  /// Appends drafts, as one batch or each on its own, and returns the file with the torn end that a crash left.
  func write(
    _ drafts: [Draft], _ defaults: DraftDefaults, isWhole: Bool = true
  ) throws(LogError) -> Appended.SetAside? {
    do {
      return try locked { log in
        try log.receipts(appending: drafts, defaults: defaults, isWhole: isWhole)
      }.setAside
    } catch let error as LogError {
      throw error
    } catch {
      throw LogError(.system, path, "\(error)")
    }
  }
}
