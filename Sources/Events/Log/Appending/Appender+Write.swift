extension Appender {
  /// Writes `bytes` after the last complete batch, durably.
  func write(_ bytes: [UInt8], _ batch: Batch) throws(LogError) {
    guard let size = logEnd?.size else {
      throw LogError(.system, path, "cannot append after a failed write under the same lock")
    }
    try put(bytes, at: size)
    do throws(SystemError) {
      try system.sync(file)
      if isNew { try syncFolder(of: place) }
    } catch {
      logEnd?.size = nil
      // These bytes were not acknowledged. Where even the cut fails, the next opener will find them
      // whole or torn and treat them as either.
      try? system.truncate(file, to: size)
      throw LogError(
        .durabilityUnknown, path,
        "cannot bring the events to the device: \(error.reason); whether they last is unknown; "
          + "nothing is acknowledged",
        help: "check the disk, then send the same events, with the same ids, again")
    }
    isNew = false
    let end = size + bytes.count
    try remap(
      size: end, tail: batch.tail(size: end), index: logEnd?.index, logEnd?.log.checkpoint)
    logEnd?.index(batch, bytes, from: size)
  }

  /// Writes `bytes` at the end, all of them or none.
  private func put(_ bytes: [UInt8], at size: Int) throws(LogError) {
    do throws(SystemError) { try write(bytes, to: file) } catch {
      logEnd?.size = nil
      do throws(SystemError) {
        try system.truncate(file, to: size)
        try system.sync(file)
      } catch let second {
        throw LogError(
          .durabilityUnknown, path,
          "cannot write (\(error.reason)) and cannot cut the log back (\(second.reason))",
          help: "nothing is acknowledged; the next append sets aside what was left")
      }
      let help: Remedy? =
        error.isOutOfRoom ? "make room on the disk, then send the same events again" : nil
      throw LogError(error, doing: "append; the log is as it was", help: help)
    }
  }

  /// Moves the bytes that a crash left after the last complete batch to a file of their own.
  ///
  /// They were never acknowledged, and are kept all the same.
  func setAside() throws(LogError) -> Appended.SetAside? {
    guard let logEnd, logEnd.size != nil, let torn = logEnd.tail.torn else { return nil }
    let bytes = logEnd.log.bytes.array(in: torn)
    let aside: String
    do throws(SystemError) {
      aside = try create(place + ".torn-\(torn.lowerBound)") {
        (file) throws(SystemError) in
        try write(bytes, to: file)
      }
    } catch {
      throw LogError(error, doing: "set aside the torn end of the log")
    }
    self.logEnd?.size = nil
    do throws(SystemError) {
      try syncFolder(of: aside)
      try system.truncate(file, to: torn.lowerBound)
    } catch {
      // The bytes are still in the log; else every try would leave another copy.
      system.remove(aside)
      throw LogError(error, doing: "set aside the torn end of the log", to: path)
    }
    // Reading a mapping beyond the end of its file ends the process.
    let tail = Tail(
      end: torn.lowerBound, seq: logEnd.tail.seq, sum: logEnd.tail.sum,
      lacksNewline: logEnd.tail.lacksNewline)
    try remap(
      size: torn.lowerBound, tail: tail, index: logEnd.index, logEnd.log.checkpoint)
    try settleMendedEnd()
    return Appended.SetAside(path: aside, count: bytes.count)
  }

  /// Gives the last line the newline that an editor took.
  func endLastLine() throws(LogError) {
    guard let logEnd, let size = logEnd.size, logEnd.tail.lacksNewline else { return }
    try put([UInt8(ascii: "\n")], at: size)
    let tail = Tail(end: size + 1, seq: logEnd.tail.seq, sum: logEnd.tail.sum)
    try remap(size: size + 1, tail: tail, index: logEnd.index, logEnd.log.checkpoint)
    try settleMendedEnd()
  }

  /// Brings the mended end to the device before anything is written after it.
  ///
  /// Else a crash could leave the old length with new bytes next to torn ones, or a new line that was
  /// not written whole on the same line as a good one, which no reader could tell from damage.
  private func settleMendedEnd() throws(LogError) {
    do throws(SystemError) { try system.sync(file) } catch {
      logEnd?.size = nil
      throw LogError(
        .durabilityUnknown, path,
        "cannot bring the mended end of the log to the device: \(error.reason)",
        help: "nothing was appended; check the disk before you append again")
    }
  }

  /// Makes a file under a name that is free, calls `body` to write it, syncs it, and returns its name.
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
      // The bytes are still in the log; half a copy would only puzzle.
      system.remove(name)
      throw error
    }
    return name
  }

  /// Writes all of `bytes` to a file.
  ///
  /// It takes one call; a short write is completed.
  func write(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = ArraySlice(bytes)
    while !rest.isEmpty { rest = rest.dropFirst(try system.write(rest, to: file)) }
  }

  /// Brings a folder to the device, so that the name of a new file in it lasts.
  func syncFolder(of path: String) throws(SystemError) {
    try system.sync(try system.open(System.folder(of: path), for: .reading))
  }
}
