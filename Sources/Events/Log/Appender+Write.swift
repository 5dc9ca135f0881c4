extension Appender {
  /// Writes `bytes` behind the last complete batch, durably.
  func write(_ bytes: [UInt8], _ batch: Batch) throws(LogError) {
    guard let size = frontier?.size else {
      throw LogError(.system, path, "cannot append after a failed write under the same lock")
    }
    try put(bytes, at: size)
    do throws(SystemError) {
      try system.sync(file)
      if isNew { try syncFolder(of: place) }
    } catch {
      frontier?.size = nil
      // Nobody was told of these bytes. Where even the cut fails, the next opener will find them
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
    try know(
      size: end, tail: batch.tail(size: end), index: frontier?.index, frontier?.log.checkpoint)
    frontier?.learn(batch, bytes, from: size)
  }

  /// Writes `bytes` at the end, all of them or none.
  private func put(_ bytes: [UInt8], at size: Int) throws(LogError) {
    do throws(SystemError) { try write(bytes, to: file) } catch {
      frontier?.size = nil
      do throws(SystemError) {
        try system.truncate(file, to: size)
        try system.sync(file)
      } catch let second {
        throw LogError(
          .durabilityUnknown, path,
          "cannot write (\(error.reason)) and cannot cut the log back (\(second.reason))",
          help: "nothing is acknowledged; the next append sets aside what was left")
      }
      let help = error.isOutOfRoom ? "make room on the disk, then send the same events again" : nil
      throw LogError(error, doing: "append; the log is as it was", help: help)
    }
  }

  /// Moves what a crash left behind the last complete batch to a file of its own. It was never
  /// acknowledged, and it is kept all the same.
  func setAside() throws(LogError) -> Appended.SetAside? {
    guard let frontier, frontier.size != nil, let torn = frontier.tail.torn else { return nil }
    let bytes = frontier.log.bytes.array(in: torn)
    let aside: String
    do throws(SystemError) {
      aside = try create(place + ".torn-\(torn.lowerBound)") {
        (file) throws(SystemError) in
        try write(bytes, to: file)
      }
    } catch {
      throw LogError(error, doing: "set aside the torn end of the log")
    }
    self.frontier?.size = nil
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
      end: torn.lowerBound, seq: frontier.tail.seq, sum: frontier.tail.sum,
      lacksNewline: frontier.tail.lacksNewline)
    try know(
      size: torn.lowerBound, tail: tail, index: frontier.index, frontier.log.checkpoint)
    try settleMendedEnd()
    return Appended.SetAside(path: aside, count: bytes.count)
  }

  /// Gives the last line the newline that an editor took.
  func endLastLine() throws(LogError) {
    guard let frontier, let size = frontier.size, frontier.tail.lacksNewline else { return }
    try put([UInt8(ascii: "\n")], at: size)
    let tail = Tail(end: size + 1, seq: frontier.tail.seq, sum: frontier.tail.sum)
    try know(size: size + 1, tail: tail, index: frontier.index, frontier.log.checkpoint)
    try settleMendedEnd()
  }

  /// Brings what was mended to the device before anything is written behind it: else a crash could
  /// leave the old length with new bytes and torn ones side by side, or a new line that was not
  /// written whole on the same line as a good one, which nobody could tell from damage.
  private func settleMendedEnd() throws(LogError) {
    do throws(SystemError) { try system.sync(file) } catch {
      frontier?.size = nil
      throw LogError(
        .durabilityUnknown, path,
        "cannot bring the mended end of the log to the device: \(error.reason)",
        help: "nothing was appended; check the disk before you append again")
    }
  }

  /// Makes a file, calls `body` to write it, and syncs it, under a name that is free; answers the
  /// name.
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

  /// Writes all of `bytes` to a file. One call; a short write is completed.
  func write(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = ArraySlice(bytes)
    while !rest.isEmpty { rest = rest.dropFirst(try system.write(rest, to: file)) }
  }

  /// Brings a folder to the device, so that the name of a new file in it lasts.
  func syncFolder(of path: String) throws(SystemError) {
    try system.sync(try system.open(System.folder(of: path), for: .reading))
  }
}
