/// The result of a repair of a log.
public struct Repaired: Sendable {
  /// The plan that was carried out.
  public let plan: RepairPlan
  /// The path of the copy of the whole log before the repair.
  public let original: String
}

extension Appender {
  /// Carries out `plan` on the log, or returns nil and changes nothing if the log is healthy.
  ///
  /// Under the lock, the repair takes these steps:
  ///
  /// - It reads the log again and compares the damage with the plan.
  /// - It syncs the log and writes a copy of the whole log next to it, `LOG.before-repair`.
  /// - It writes the new log next to the old one, and syncs the copy, the new log and the folder.
  /// - It locks the new log, so that no append writes to a name that may not last.
  /// - It renames the new log to the name of the old one, and syncs the folder again.
  ///
  /// A failure or a crash before the rename leaves the log unchanged. After a crash, a whole or partial copy may
  /// remain, or a `LOG.repairing`. The next repair removes the latter; a file of that name without the mark of an
  /// unfinished file is an error.
  ///
  /// - Parameter plan: The plan that the user has seen.
  /// - Throws: `LogError`. `.conflict` if the log changed or was replaced after the plan was made. `.damaged` if no
  ///   line is an event. `.durabilityUnknown` if the log was renamed and the folder could not be synced. `.system`
  ///   for any other failed system call.
  public func repair(_ plan: RepairPlan) throws(LogError) -> Repaired? {
    try lockedAsItIs { () throws(LogError) in
      let log = try current()
      let found = RepairPlan(log)
      if found.isHealthy { return nil }
      try found.requireRepairable(log.name)
      guard found.removedCount == plan.removedCount, found.digest == plan.digest,
        found.unchained == plan.unchained
      else {
        throw LogError(
          .conflict, path, "the log changed after its repair was shown",
          help: "run \(.repair) again")
      }
      return Repaired(plan: found, original: try replace(log, by: found))
    }
  }

  /// Returns the whole log in its current state.
  private func current() throws(LogError) -> Log {
    do throws(SystemError) {
      let size = try system.status(file).size
      return Log(name: path, memory: try Memory(file, count: size, system: system))
    } catch {
      throw LogError(error, doing: "read the log")
    }
  }

  /// Replaces `log` with the repaired log and returns the path of the copy of the old one.
  private func replace(_ log: Log, by plan: RepairPlan) throws(LogError) -> String {
    let copy: String
    let made: Descriptor?
    do throws(SystemError) {
      let owner = try system.status(file).owner
      try system.sync(file)
      copy = try create(place + ".before-repair") { (file) throws(SystemError) in
        try give(file, to: owner)
        try write(0..<log.bytes.count, of: log.bytes, to: file)
      }
      do throws(SystemError) { made = try make(plan, of: log.bytes, at: place, owner) } catch {
        system.remove(copy)
        throw error
      }
    } catch {
      if error.isTaken { throw LogError.taken(error.path, isTemporary: true) }
      throw LogError(
        error, doing: "repair the log; the log is unchanged",
        help:
          error.isOutOfRoom ? "free up disk space for two more copies of the log" : nil)
    }
    guard let repaired = made else {
      system.remove(copy)
      throw LogError.replaced(path, help: "nothing was changed; run \(.repair) again")
    }
    defer { system.unlock(repaired) }
    logEnd = nil
    // The checkpoint belongs to the old log; readers would ignore it.
    CheckpointFolder(path: Checkpoint.path(of: place), system: system).remove()
    do throws(SystemError) { try syncFolder(of: place) } catch {
      throw LogError(
        .durabilityUnknown, path,
        "cannot sync the repaired log: \(error.reason); the repaired log has replaced the original, but may not "
          + "survive a power failure",
        help: "check the disk; the original log is in '\(copy)'")
    }
    return copy
  }

  /// Writes the repaired log next to `place`, renames it to `place` and returns it, locked.
  ///
  /// The result is nil, without a rename, if another file has taken the name. The lock is on the file that was read,
  /// so it does not prevent another program from replacing that file.
  private func make(
    _ plan: RepairPlan, of bytes: Bytes, at place: String, _ owner: FileStatus.Owner
  ) throws(SystemError) -> Descriptor? {
    let temporary = place + ".repairing"
    let repaired: Descriptor
    do throws(SystemError) { repaired = try system.open(temporary, for: .unfinished) } catch {
      guard error.isExisting else { throw error }
      // This may be the file of an interrupted repair; the lock of the log excludes a running one.
      try UnfinishedFile.removeAbandoned(temporary, system)
      repaired = try system.open(temporary, for: .unfinished)
    }
    do throws(SystemError) {
      try give(repaired, to: owner)
      for piece in plan.pieces { try write(piece, of: bytes, to: repaired) }
      try system.sync(repaired)
      try syncFolder(of: place)
      _ = try system.lock(repaired)
      guard try currentStatus() != nil else {
        system.remove(temporary)
        return nil
      }
      try system.rename(temporary, to: place)
      system.removeMark(of: repaired, mode: 0o600)
    } catch {
      system.remove(temporary)
      throw error
    }
    return repaired
  }

  /// Changes the owner of a file that root created for another user.
  private func give(_ file: Descriptor, to owner: FileStatus.Owner) throws(SystemError) {
    guard try system.status(file).owner != owner else { return }
    try system.give(file, to: owner)
  }

  private func write(
    _ piece: RepairPlan.Piece, of bytes: Bytes, to file: Descriptor
  ) throws(SystemError) {
    switch piece {
    case .bytes(let range): try write(range, of: bytes, to: file)
    case .alone(let line):
      var text: [UInt8] = []
      // The plan keeps only lines that were decoded, so this cannot fail.
      _ = try? LineDecoder().whole(bytes[line]).write(to: &text, previousSum: nil)
      try system.writeAll(text, to: file)
    }
  }

  /// Writes a range in pieces, so that memory need not hold the log twice.
  private func write(
    _ range: Range<Int>, of bytes: Bytes, to file: Descriptor
  ) throws(SystemError) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + 1 << 20, range.upperBound)
      try system.writeAll(bytes.array(in: start..<end), to: file)
      start = end
    }
  }
}

extension RepairPlan {
  /// Throws if the repair would keep no line.
  ///
  /// - Throws: `LogError` of the kind `.damaged`.
  package func requireRepairable(_ name: String) throws(LogError) {
    guard kept == 0, !isHealthy else { return }
    // An editor or a transfer may have changed the whole log. Such a change can be reversed, and the checksums show
    // whether the result is right.
    let isCRLF = removed.first?.reason.hasSuffix("CRLF") == true
    throw LogError(
      .damaged, name, "the log must have at least one valid event, got none: nothing can be kept",
      help: isCRLF
        ? "its lines end in CRLF; 'tr -d \"\\r\"' makes a copy without them"
        : "check that this is a log; it was not changed")
  }
}
