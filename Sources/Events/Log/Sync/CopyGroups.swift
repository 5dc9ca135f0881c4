/// The next lines of another log, in groups of whole batches that are written together.
struct CopyGroups {
  private(set) var groups: [CopiedLines] = []

  /// Takes lines apart, each with its newline.
  ///
  /// - Parameter startsLog: A Boolean value indicating whether the lines begin a log. Its first batch is then a group
  ///   alone, since the next opener syncs the folder only of a log of one batch.
  /// - Throws: `.damaged` if a line is no event or the lines end within a batch, `.conflict` if they do not continue one
  ///   another.
  init(_ bytes: Bytes, firstNumber: Int, startsLog: Bool) throws(LogError) {
    var (start, number, batch) = (0, firstNumber, CopiedLines())
    var isOpen = false
    while start < bytes.count {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) else {
        throw .connectionLost("it ended within an event")
      }
      try batch.append(bytes[start..<end], number)
      (start, number) = (end + 1, number + 1)
      guard batch.missing <= 0 else { continue }
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
