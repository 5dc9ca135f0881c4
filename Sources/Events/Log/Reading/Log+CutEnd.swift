extension Log {
  /// Returns the error for a log that was cut within its last batch or line; nil for any other end.
  ///
  /// A crash leaves such an end in a file, and its bytes were never acknowledged. A filter or a cut pipe leaves the same
  /// end, but its events are missing from the result. A file is the output of a filter if it lacks the first event, or
  /// the event before the batch. A repair can have removed any other event.
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
    guard isPipe || batch != nil && isExcerpt(before: torn) else { return nil }
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
    return (lines, envelope(at: torn.lowerBound)?.batch ?? 0)
  }

  /// Returns whether the first event is missing, or the event before the batch in `torn`.
  private func isExcerpt(before torn: Range<Int>) -> Bool {
    guard torn.lowerBound > 0 else { return envelope(at: 0)?.seq != 1 }
    let last = try? LineDecoder().envelope(bytes, in: bytes.lastLine(before: torn.lowerBound))
    return envelope(at: 0)?.seq != 1 || !continues(last?.seq ?? 0, torn)
  }

  /// Returns whether the first line of `torn` has the position after `seq`.
  func continues(_ seq: Int, _ torn: Range<Int>) -> Bool {
    envelope(at: torn.lowerBound)?.seq == seq + 1
  }

  /// Returns the envelope of the line that begins at `start`, or nil if it cannot be read.
  private func envelope(at start: Int) -> Envelope? {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
    return try? LineDecoder().envelope(bytes, in: start..<end)
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
