extension Appender {
  /// Writes the lines of a batch after the last complete batch, durably.
  func write(_ bytes: [UInt8], _ batch: Batch) throws(LogError) {
    let start = try write(bytes) { batch.tail(size: $0) }
    logEnd?.index(batch, bytes, from: start)
  }

  /// Writes `bytes` after the last complete batch, durably, and returns their offset.
  ///
  /// - Parameter tail: A closure that returns the tail of the log of the given size, which ends with these bytes.
  func write(_ bytes: [UInt8], tail: (Int) -> Tail) throws(LogError) -> Int {
    guard let size = logEnd?.size else {
      throw LogError(.system, path, "cannot append after a failed write under the same lock")
    }
    try put(bytes, at: size)
    do throws(SystemError) {
      try system.sync(file)
      if isNew { try syncFolder(of: place) }
    } catch {
      logEnd?.size = nil
      // These bytes were not acknowledged. If even the truncation fails, the next opener finds them whole or torn,
      // and handles both cases.
      try? system.truncate(file, to: size)
      throw LogError(
        .durabilityUnknown, path,
        "cannot write the events to disk: \(error.reason); their durability is unknown; "
          + "nothing is acknowledged",
        help: "check the disk, then send the same events again with the same ids")
    }
    (isNew, hasWritten) = (false, true)
    let end = size + bytes.count
    try remap(size: end, tail: tail(end), index: logEnd?.index, logEnd?.log.checkpoint)
    removeUnfitCheckpoint()
    return size
  }

  /// Writes `bytes` at the end of the log, all of them or none.
  private func put(_ bytes: [UInt8], at size: Int) throws(LogError) {
    do throws(SystemError) { try system.writeAll(bytes, to: file) } catch {
      logEnd?.size = nil
      do throws(SystemError) {
        try system.truncate(file, to: size)
        try system.sync(file)
      } catch let second {
        throw LogError(
          .durabilityUnknown, path,
          "cannot write (\(error.reason)) and cannot truncate the log (\(second.reason))",
          help: "nothing is acknowledged; the next append sets the remaining bytes aside")
      }
      let help: Remedy? =
        error.isOutOfRoom ? "free up disk space, then send the same events again" : nil
      throw LogError(error, doing: "append; the log is unchanged", help: help)
    }
  }

  /// Moves the bytes after the last complete batch, left by a crash, to a separate file.
  ///
  /// The bytes were never acknowledged; they are kept in case the user needs them.
  func setAside() throws(LogError) -> Appended.SetAside? {
    guard let logEnd, logEnd.size != nil, let torn = logEnd.tail.torn else { return nil }
    let bytes = logEnd.log.bytes.array(in: torn)
    let aside: String
    do throws(SystemError) {
      aside = try create(place + ".torn-\(torn.lowerBound)") {
        (file) throws(SystemError) in
        try system.give(asRoot: file, to: owner)
        try system.writeAll(bytes, to: file)
      }
    } catch {
      throw LogError(error, doing: "set aside the torn end of the log")
    }
    self.logEnd?.size = nil
    do throws(SystemError) {
      try syncFolder(of: aside)
      try system.truncate(file, to: torn.lowerBound)
    } catch {
      // The bytes are still in the log. Without the removal, each attempt would leave another copy.
      system.remove(aside)
      throw LogError(error, doing: "set aside the torn end of the log", to: path)
    }
    // Reading a mapping beyond the end of its file would kill the process.
    let tail = Tail(
      end: torn.lowerBound, seq: logEnd.tail.seq, sum: logEnd.tail.sum,
      lacksNewline: logEnd.tail.lacksNewline)
    try remap(size: torn.lowerBound, tail: tail, index: logEnd.index, logEnd.log.checkpoint)
    try settleMendedEnd()
    return Appended.SetAside(path: aside, count: bytes.count)
  }

  /// Restores the newline of the last line, which an editor removed.
  func endLastLine() throws(LogError) {
    guard let logEnd, let size = logEnd.size, logEnd.tail.lacksNewline else { return }
    try put([UInt8(ascii: "\n")], at: size)
    let tail = Tail(end: size + 1, seq: logEnd.tail.seq, sum: logEnd.tail.sum)
    try remap(size: size + 1, tail: tail, index: logEnd.index, logEnd.log.checkpoint)
    try settleMendedEnd()
  }

  /// Syncs the repaired end of the log before anything is written after it.
  ///
  /// Otherwise a crash could leave the old length with new bytes next to torn ones. It could also leave a partial new
  /// line on the same line as a complete one. No reader could tell either from damage.
  private func settleMendedEnd() throws(LogError) {
    do throws(SystemError) { try system.sync(file) } catch {
      logEnd?.size = nil
      throw LogError(
        .durabilityUnknown, path,
        "cannot write the repaired end of the log to disk: \(error.reason)",
        help: "nothing was appended; check the disk before you append again")
    }
  }

  /// Creates a file under a free name, calls `body` to write it, syncs it, and returns its name.
  func create(
    _ path: String, writing body: (Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) -> String {
    var name = path
    var attempt = 1
    let file: Descriptor
    while true {
      do throws(SystemError) {
        file = try system.open(name, for: .creating)
        break
      } catch {
        guard error.isExisting else { throw error }
        attempt += 1
        name = path + ".\(attempt)"
      }
    }
    do throws(SystemError) {
      try body(file)
      try system.sync(file)
    } catch {
      // The bytes are still in the log, and a partial copy would only confuse.
      system.remove(name)
      throw error
    }
    return name
  }

  /// Syncs a folder to the device, so that the name of a new file in it lasts.
  func syncFolder(of path: String) throws(SystemError) {
    try system.sync(try system.open(System.folder(of: path), for: .reading))
  }
}
