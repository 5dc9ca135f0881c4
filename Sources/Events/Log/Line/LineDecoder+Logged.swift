extension LineDecoder {
  /// Returns the envelope of a line of a log, which must have a position, an id and a time.
  func logged(_ bytes: Bytes, in range: Range<Int>) throws(LineError) -> Envelope {
    try LineDecoder.checkLength(bytes[range])
    let envelope = try envelope(bytes, in: range)
    try LineDecoder.checkPlace(envelope)
    return envelope
  }

  /// Returns the envelope of a line of a log, given alone.
  func logged(_ line: Bytes) throws(LineError) -> Envelope { try logged(line, in: 0..<line.count) }

  /// Throws an error for an envelope that cannot be in a log.
  static func checkPlace(_ envelope: Envelope) throws(LineError) {
    if envelope.seq != 0, envelope.id != nil, envelope.at != nil { return }
    let missing = envelope.seq == 0 ? "seq" : envelope.id == nil ? "id" : "at"
    throw LineError(
      0, "expected the field '\(missing)', found none",
      help: "\(.append) assigns seq, id and time to lines from other sources")
  }

  /// Throws an error for a line that is too long; called before parsing.
  static func checkLength(_ line: Bytes) throws(LineError) {
    guard line.count <= LogFormat.longestLine else {
      throw LineError(LogFormat.longestLine, "a line must be at most 1 MiB long")
    }
  }

  /// Throws an error for a `seq` that is not greater than the previous one, or leaves no room for later events.
  func checkRise(_ envelope: Envelope, after sequence: Int) throws(LineError) {
    guard envelope.seq > sequence else { throw LineDecoder.fall(envelope.seq, after: sequence) }
    try LineDecoder.checkRoom(envelope.seq, after: sequence)
  }

  /// Throws an error for a `seq` after a gap that leaves no room for later events.
  static func checkRoom(_ seq: Int, after sequence: Int) throws(LineError) {
    guard seq > LogFormat.lastAfterGap, seq != sequence + 1 else { return }
    throw LineError(
      0, "'seq' must be at most 2^52 after a gap, got \(seq), which leaves no room for later events"
    )
  }

  /// Returns the error for a `seq` that is not greater than the previous one.
  static func fall(_ seq: Int, after sequence: Int) -> LineError {
    LineError(0, "'seq' must be more than \(sequence), got \(seq)")
  }

  /// Checks that a line may follow the line `previous`, or may begin a log.
  func check(
    _ envelope: Envelope, _ line: Bytes, after previous: Envelope? = nil
  ) throws(LineError) {
    let sequence = previous?.seq ?? 0
    try checkRise(envelope, after: sequence)
    try checkSum(envelope, line, after: sequence, previous?.sum ?? 0)
  }

  /// Compares the checksum of a line with its bytes.
  ///
  /// Only the first line, and a line directly after another one, can be checked. After a gap, the previous checksum
  /// is missing.
  func checkSum(
    _ envelope: Envelope, _ line: Bytes, after sequence: Int, _ previous: UInt64
  ) throws(LineError) {
    guard envelope.seq == sequence + 1,
      !LineDecoder.fits(envelope.sum, envelope.sumStart, line, after: previous)
    else { return }
    throw LineDecoder.wrongSum(envelope.sumStart)
  }

  /// Returns whether a line has no checksum, or the correct one after a line with the checksum `previous`.
  @inline(__always)
  static func fits(
    _ sum: UInt64?, _ sumStart: Int?, _ line: Bytes, after previous: UInt64
  ) -> Bool {
    guard let sum else { return true }
    guard let sumStart else { return false }
    return XXH64.hash(line[0..<sumStart], seed: previous) == sum
  }

  static func wrongSum(_ sumStart: Int?) -> LineError {
    guard let sumStart else { return LineError(0, "'sum' must be the last field") }
    return LineError(
      sumStart + 1, "'sum' does not match the checksum of the line: the line was changed")
  }
}
