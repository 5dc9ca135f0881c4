extension Log {
  /// Returns the error for a log that was cut within its last batch or line; nil for any other end.
  ///
  /// A crash leaves such an end in a file, and its bytes were never acknowledged. A filter or a cut pipe leaves the same
  /// end, but its events are missing from the result. A file is the output of a filter if positions are missing in it.
  ///
  /// For any other log, the call stores the end, so that the next pass does not search for the end again.
  package mutating func cutEnd() throws(LogError) -> LogError? {
    let tail = try tail()
    guard let torn = tail.torn else {
      settled = tail.end
      return nil
    }
    // No appender can have crashed in a pipe.
    let isPipe = mode == nil
    let batch = cutBatch(in: torn)
    guard isPipe || batch != nil && hasGap(before: torn) else { return nil }
    var error = LogError(
      .damaged, name, "the log must end with a complete line, got a part of one: it is not shown",
      help: "the input was truncated; send all of it")
    if let (lines, size) = batch {
      error.message =
        "the batch of \(grouped("\(size)")) lines must be complete, "
        + "got \(grouped("\(lines)")): \(lines == 1 ? "it is" : "they are") not shown"
      error.help = "send all lines of the batch, or remove 'batch' from lines taken out of a log"
    }
    error.line = bytes[0..<torn.lowerBound].count(of: UInt8(ascii: "\n")) + 1
    return error
  }

  /// Returns the number of whole lines of an incomplete batch at the end, and the number that it should have.
  ///
  /// The result is nil for any other end.
  package func cutBatch() throws(LogError) -> (lines: Int, size: Int)? {
    try tail().torn.flatMap { cutBatch(in: $0) }
  }

  private func cutBatch(in torn: Range<Int>) -> (lines: Int, size: Int)? {
    let lines = bytes[torn].count(of: UInt8(ascii: "\n"))
    guard lines > 0 else { return nil }
    let first = bytes.firstIndex(of: UInt8(ascii: "\n"), from: torn.lowerBound) ?? torn.upperBound
    let envelope = try? LineDecoder().envelope(bytes, in: torn.lowerBound..<first)
    return (lines, envelope?.batch ?? 0)
  }

  /// Returns whether positions are missing up to the first line of `torn`.
  private func hasGap(before torn: Range<Int>) -> Bool {
    var (lines, seq) = (lines(), 0)
    while let line = try? lines.next() {
      if line.seq != seq + 1 { return true }
      seq = line.seq
    }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: torn.lowerBound) ?? torn.upperBound
    let first = try? LineDecoder().envelope(bytes, in: torn.lowerBound..<end)
    return first.map { $0.seq != seq + 1 } ?? false
  }
}

extension System {
  /// Returns whether another process appends to the file of a log, or has changed its size since it was read.
  ///
  /// The end of such a log may be a part of a batch that is complete by now.
  package func isChanging(_ log: Log) -> Bool {
    guard log.mode != nil, let file = try? open(log.name, for: .reading) else { return false }
    return !lockShared(file) || (try? status(file).size) != log.bytes.count
  }
}
