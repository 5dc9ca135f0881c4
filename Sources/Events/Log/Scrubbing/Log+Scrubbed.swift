extension Log {
  /// Returns a log that reports the progress of one pass as a share of several passes.
  ///
  /// - Parameter share: The share of the next pass, within 0…1.
  package func reporting(_ share: ClosedRange<Double>) -> Log {
    guard let report = onProgress else { return self }
    let (start, length) = (
      share.lowerBound * Double(bytes.count), share.upperBound - share.lowerBound
    )
    var log = self
    log.onProgress = { report(Int(start + Double($0) * length)) }
    return log
  }

  /// Writes the log with replaced values, line by line and in pieces.
  ///
  /// Batches stay; `seq` and `sum` are computed again.
  ///
  /// - Parameters:
  ///   - outline: The batches of the log.
  ///   - add: A closure that gets the replaced values and returns events to add at the end.
  ///   - write: A closure that gets the lines in order.
  package func write(
    _ outline: LogOutline, scrubbedBy scrubber: Scrubber,
    adding add: (Scrubber.Counts) -> [Event],
    to write: ([UInt8]) throws(LogError) -> Void
  ) throws(LogError) {
    var sum: UInt64 = 0
    let pseudonyms = scrubber.pseudonyms
    try forEachPart(from: ScrubbedLines()) { (lines, reader) throws(LogError) in
      try lines.fill(from: &reader, outline, pseudonyms)
    } take: { (lines) throws(LogError) in
      lines.addSums(after: &sum)
      scrubber.add(lines.replacements)
      if !lines.bytes.isEmpty { try write(lines.bytes) }
    }
    var (bytes, seq): ([UInt8], Int) = ([], outline.count)
    for var event in add(scrubber.counts) {
      seq += 1
      event.seq = seq
      do throws(LineError) { sum = try event.write(to: &bytes, previousSum: sum) } catch {
        throw LogError(.refused, name, error.message)
      }
    }
    if !bytes.isEmpty { try write(bytes) }
  }
}
