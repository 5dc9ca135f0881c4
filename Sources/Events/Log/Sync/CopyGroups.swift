/// The next lines of another log, in groups of whole batches that are written together.
struct CopyGroups {
  private(set) var groups: [CopiedLines] = []
  /// The tail of the copy with these lines.
  private(set) var end: Tail

  /// Takes lines apart, each with its newline.
  ///
  /// The first batch of a log is a group alone, since the next opener syncs the folder only of a log of one batch.
  ///
  /// - Parameters:
  ///   - source: The name of the other log, for errors.
  ///   - tail: The tail of the copy before these lines.
  /// - Throws: `.damaged` if a line is no event or the lines end within a batch, `.conflict` if they do not continue one
  ///   another and the copy.
  init(_ bytes: Bytes, of source: String, behind tail: Tail) throws(LogError) {
    end = tail
    do throws(LogError) { try read(bytes) } catch {
      var error = error
      if error.code != .connectionLost { error.file = source }
      if error.kind == .damaged { error.help = LogError.damagedRemote }
      throw error
    }
  }

  /// Takes the remote's lines apart that bring a log with this tail to `end`.
  init(ofRemote raw: [UInt8], behind tail: Tail, to end: LogPosition) throws(LogError) {
    self = try Bytes.of(raw) { (bytes) throws(LogError) in
      try CopyGroups(bytes, of: "the remote", behind: tail)
    }
    guard LogPosition(self.end) == end else { throw .otherEnd }
  }

  private mutating func read(_ bytes: Bytes) throws(LogError) {
    let startsLog = end.end == 0
    var (start, number, batch) = (0, end.seq + 1, CopiedLines())
    var isOpen = false
    while start < bytes.count {
      guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) else {
        throw .connectionLost("it closed in the middle of an event")
      }
      try batch.append(bytes[start..<newline], number)
      (start, number) = (newline + 1, number + 1)
      guard batch.missing <= 0 else { continue }
      try batch.requireContinuation(of: end)
      end = batch.tail(size: end.end + batch.bytes.count)
      // A reader that has the file mapped looks back over the lines of one batch, and over few more.
      let isLarge = batch.events.count > 1_000
      if isOpen, !isLarge {
        try groups[groups.count - 1].append(batch)
      } else {
        groups.append(batch)
      }
      isOpen =
        !isLarge && !(startsLog && groups.count == 1)
        && groups[groups.count - 1].bytes.count < Appender.largestGroup
      batch = CopiedLines()
    }
    if batch.missing > 0 { throw batch.cutBatch() }
  }
}
