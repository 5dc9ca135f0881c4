/// The next lines of the remote's log, in groups of whole batches that are written together.
struct CopyGroups {
  private(set) var groups: [CopiedLines] = []
  /// The tail of the copy with these lines.
  private(set) var end: Tail

  /// Takes lines apart, each with its newline.
  ///
  /// The first batch of a log is a group alone, since the next opener syncs the folder only of a log of one batch.
  ///
  /// - Parameter tail: The tail of the copy before these lines, which the remote's log has, too.
  /// - Throws: `.damaged` if a line is no event or was changed, or if the lines end within a batch; `.conflict` for a gap
  ///   or a line without a checksum, which a log may have, but not its copy.
  init(_ bytes: Bytes, behind tail: Tail) throws(LogError) {
    end = tail
    do throws(LogError) { try read(bytes) } catch {
      var error = error
      if error.code != .connectionLost { error.file = "the remote" }
      if error.kind == .damaged { error.help = LogError.damagedRemote }
      throw error
    }
  }

  /// Takes the remote's lines apart that bring a log with this tail to `end`.
  init(ofRemote raw: [UInt8], behind tail: Tail, to end: LogPosition) throws(LogError) {
    self = try Bytes.of(raw) { (bytes) throws(LogError) in
      try CopyGroups(bytes, behind: tail)
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
      let line = bytes[start..<newline]
      do throws(LogError) {
        try batch.append(line, number)
        if batch.missing <= 0 { try batch.requireContinuation(of: end) }
      } catch {
        throw Self.blamed(error, line, number)
      }
      (start, number) = (newline + 1, number + 1)
      guard batch.missing <= 0 else { continue }
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

  /// Returns the error for a line that is not the next one: the fault of the remote, which has the lines before it.
  private static func blamed(_ error: LogError, _ line: Bytes, _ number: Int) -> LogError {
    guard error.kind == .conflict else { return error }
    let envelope = try? LineDecoder().logged(line)
    let isDamaged = envelope?.seq == number && envelope?.sum != nil
    var blamed = LogError(
      isDamaged ? .damaged : .conflict, error.file, error.message, help: LogError.incompleteRemote)
    blamed.line = error.line
    return blamed
  }
}
