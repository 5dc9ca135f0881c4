/// The result of a repair of a log.
public struct Repaired: Sendable {
  /// The plan that was carried out.
  public let plan: RepairPlan
  /// The path of the copy of the whole log in its earlier state.
  public let original: String
}

extension Appender {
  /// Carries out `plan` on the log, or returns nil and changes nothing when the log is healthy.
  ///
  /// In order, under the lock: the log is read anew and must still be damaged as in the plan; it is
  /// synced; a copy of all of it is made next to it, `LOG.before-repair`; the new log is written
  /// next to it; both are synced, and the folder; the new log is locked, so that no append goes to
  /// a name that may not last, and takes the name of the old one; the folder is synced again. A
  /// failure before that name changes leaves the log as it was, and so does a crash: then a copy
  /// may be left, whole or not, or a `LOG.repairing`, which the next repair removes.
  ///
  /// - Parameter plan: The plan that the user has seen.
  /// - Throws: `LogError`: `.conflict` when the log has changed, or was replaced, since the plan
  ///   was made, `.damaged` when no line of it is an event, `.system`, and `.durabilityUnknown`
  ///   where the name changed and the folder could not be synced.
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
          .conflict, path, "expected the log as it was shown, found it changed since",
          help: "look at it again with \(.repair)")
      }
      return Repaired(plan: found, original: try replace(log, by: found))
    }
  }

  /// Returns all of the log in its current state.
  private func current() throws(LogError) -> Log {
    do throws(SystemError) {
      let size = try system.status(file).size
      return Log(name: path, memory: try Memory(file, count: size, system: system))
    } catch {
      throw LogError(error, doing: "read the log")
    }
  }

  /// Replaces `log` with the repaired one and returns the path of the copy of the old one.
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
      throw LogError(
        error, doing: "repair the log; it is as it was",
        help:
          error.isOutOfRoom ? "make room on the disk for two more copies of it" : nil)
    }
    guard let repaired = made else {
      system.remove(copy)
      throw LogError(
        .conflict, path, "expected the log that was read, found another file under its name since",
        help: "nothing was changed; look at it again with \(.repair)")
    }
    defer { system.unlock(repaired) }
    logEnd = nil
    // A cache of the old log; it fits no longer, and would be ignored.
    CheckpointFolder(path: Checkpoint.path(of: place), system: system).remove()
    do throws(SystemError) { try syncFolder(of: place) } catch {
      throw LogError(
        .durabilityUnknown, path,
        "cannot bring the repaired log to the device: \(error.reason); it is in its place, and "
          + "whether that lasts is unknown",
        help: "check the disk; the log as it was is in '\(copy)'")
    }
    return copy
  }

  /// Makes the repaired log next to the one at `place`, gives it that name and returns it, locked.
  ///
  /// The result is nil, and nothing is done, when another file has the name by now: the lock is
  /// that of the file that was read, and prevents no other program from putting another in its
  /// place.
  private func make(
    _ plan: RepairPlan, of bytes: Bytes, at place: String, _ owner: FileStatus.Owner
  ) throws(SystemError) -> Descriptor? {
    let temporary = place + ".repairing"
    // The file of an unfinished repair; the lock excludes a running one.
    system.remove(temporary)
    let repaired = try system.open(temporary, for: .creating)
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
    } catch {
      system.remove(temporary)
      throw error
    }
    return repaired
  }

  /// Gives a file that root makes for another user to that user.
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
      // It was read before, or it would not be kept.
      _ = try? LineDecoder().whole(bytes[line]).write(to: &text, previousSum: nil)
      try write(text, to: file)
    }
  }

  /// Writes a range in pieces, so that a log need not fit into memory twice.
  private func write(
    _ range: Range<Int>, of bytes: Bytes, to file: Descriptor
  ) throws(SystemError) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + 1 << 20, range.upperBound)
      try write(bytes.array(in: start..<end), to: file)
      start = end
    }
  }
}

extension RepairPlan {
  /// Throws where nothing would be left.
  ///
  /// - Throws: `.damaged`.
  package func requireRepairable(_ name: String) throws(LogError) {
    guard kept == 0, !isHealthy else { return }
    // A change of a whole log by an editor or a transfer can be undone; the sums show whether it
    // was one.
    let isCRLF = removed.first?.reason.hasSuffix("CRLF") == true
    throw LogError(
      .damaged, name, "expected a line that is an event, found none: nothing can be kept",
      help: isCRLF
        ? "its lines end in CRLF; 'tr -d \"\\r\"' takes that out of a copy"
        : "is it a log? it was left as it is")
  }
}
