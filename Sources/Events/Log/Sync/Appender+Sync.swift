// The steps of a sync that change the files of a device; they require the lock of its log.
extension Appender {
  /// Removes the events that are in the log, or were refused, from the file of pending events.
  ///
  /// - Returns: The number of events that still wait.
  func reconcile(_ system: System) throws(LogError) -> Int {
    let files = deviceFiles
    let pending = try pendingEvents()
    if pending.hasOthers || !system.isThere(files.pending) {
      do throws(SystemError) {
        try system.replace(
          files.pending, with: pending.lines(of: pending.units, after: nil), ownerOf: files.log)
      } catch {
        throw LogError(error, doing: "write the pending events; nothing is lost")
      }
    }
    var state = SyncState(files, system)
    let before = state
    state.reconciled = position
    let waiting = Set(pending.units.lazy.compactMap(\.ids.first))
    state.failures.removeAll { !waiting.contains($0.id) }
    // A position is worth a write if it saves a look at many lines.
    let isFar = position.bytes - (before.reconciled?.bytes ?? 0) >= 1 << 20
    if isFar || state.failures != before.failures { try state.write(to: files, system) }
    return pending.count
  }

  /// Appends the events of a unit to the refused ones, with the reason, unless they are there.
  func refuse(
    _ lines: [[UInt8]], _ reason: UnitFate.Reason, at now: Timestamp, _ system: System
  ) throws(LogError) {
    let drafts = lines.compactMap { line in
      // The longest line has no room for the reason.
      RefusedEvents.draft(line, reason, at: now) ?? RefusedEvents.draft(line, nil, at: now)
    }
    let known = try RefusedEvents.ids(in: deviceFiles.log(at: deviceFiles.refused, system))
    guard !drafts.contains(where: { $0.id.map(known.contains) == true }) else { return }
    _ = try Appender(path: deviceFiles.refused, usesCheckpoint: false, system: system)
      .write(unit: drafts, DraftDefaults(now: now))
  }
}

extension System {
  /// Replaces a file of a device as a whole: a new file, a sync, a rename, and a sync of the folder.
  func replace(
    _ path: String, with bytes: [UInt8], ownerOf log: String
  ) throws(SystemError) {
    let unfinished = try UnfinishedFile(path, for: .unfinished, system: self)
    try give(asRoot: unfinished.file, to: owner(of: log))
    try writeAll(bytes, to: unfinished.file)
    try sync(unfinished.file)
    try unfinished.takeName(replaces: true)
  }
}
