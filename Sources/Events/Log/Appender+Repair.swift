/// A log that was repaired.
public struct Repaired: Sendable {
  /// What was done.
  public let plan: RepairPlan
  /// Where the whole log is as it was before.
  public let original: String
}

extension Appender {
  /// Carries out `plan`, which somebody has seen, on the log; nil when the log is healthy, which is
  /// then not touched.
  ///
  /// In order, under the lock: the log is read anew and must still be damaged as the plan has it; it
  /// is synced; a copy of all of it is made beside, `LOG.before-repair`; the new log is written beside;
  /// both are synced, and the folder; the new log is locked, so that nobody appends to a name that may
  /// not last, and takes the name of the old one; the folder is synced again. Whatever fails before
  /// that name changes leaves the log as it was, and so does a crash: then a copy may be left, whole or
  /// not, or a `LOG.repairing`, which the next repair takes away.
  ///
  /// - Throws: `LogError`: `.conflict` when the log has changed, or was replaced, since the plan was made, `.damaged`
  ///   when no line of it is an event, `.system`, and `.durabilityUnknown` where the name changed and
  ///   the folder could not be synced.
  public func repair(_ plan: RepairPlan) throws(LogError) -> Repaired? {
    try lockedAsItIs { () throws(LogError) in
      let log = try current()
      let found = RepairPlan(log)
      if found.isHealthy { return nil }
      try found.checkHope(log.name)
      guard found.removedCount == plan.removedCount, found.digest == plan.digest,
        found.unchained == plan.unchained
      else {
        throw LogError(
          .conflict, path, "expected the log as it was shown, found it changed since",
          help: "look at it again with 'replog repair'")
      }
      return Repaired(plan: found, original: try replace(log, by: found))
    }
  }

  /// All of the log as it is now.
  private func current() throws(LogError) -> Log {
    do throws(SystemError) {
      let size = try system.status(file).size
      return Log(name: path, memory: try Memory(file, count: size, system: system))
    } catch {
      throw LogError(error, doing: "read the log")
    }
  }

  /// Puts the repaired log in the place of `log`; answers where the old one is kept.
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
        help: "nothing was changed; look at it again with 'replog repair'")
    }
    defer { system.unlock(repaired) }
    frontier = nil
    // A cache of what was; it fits no longer, and would be ignored.
    system.remove(place + ".checkpoint")
    do throws(SystemError) { try syncFolder(of: place) } catch {
      throw LogError(
        .durabilityUnknown, path,
        "cannot bring the repaired log to the device: \(error.reason); it is in its place, and "
          + "whether that lasts is unknown",
        help: "check the disk; the log as it was is in '\(copy)'")
    }
    return copy
  }

  /// Makes the repaired log beside the one at `place`, and gives it that name; answers it, locked.
  /// nil, and nothing is done, when another file has the name by now: the lock is that of the file that
  /// was read, and keeps nobody from putting another in its place.
  private func make(
    _ plan: RepairPlan, of bytes: Bytes, at place: String, _ owner: FileStatus.Owner
  ) throws(SystemError) -> Descriptor? {
    let temporary = place + ".repairing"
    // What a repair left that did not come to its end; whoever makes one holds the lock.
    system.remove(temporary)
    let repaired = try system.open(temporary, for: .creating)
    do throws(SystemError) {
      try give(repaired, to: owner)
      for piece in plan.pieces { try write(piece, of: bytes, to: repaired) }
      try system.sync(repaired)
      try syncFolder(of: place)
      _ = try system.lock(repaired)
      guard try isCurrent() else {
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

  /// A file that root makes for somebody else is theirs.
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

  /// In pieces, so that a log need not fit into memory twice.
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
  /// Refuses where nothing would be left.
  ///
  /// - Throws: `.damaged`.
  public func checkHope(_ name: String) throws(LogError) {
    guard kept == 0, !isHealthy else { return }
    // What an editor or a transfer made of a whole log can be undone; the sums say whether it was.
    let isCRLF = removed.first?.reason.hasSuffix("CRLF") == true
    throw LogError(
      .damaged, name, "expected a line that is an event, found none: nothing can be kept",
      help: isCRLF
        ? "its lines end in CRLF; 'tr -d \"\\r\"' takes that out of a copy"
        : "is it a log? it was left as it is")
  }
}
