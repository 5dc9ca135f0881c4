/// Consecutive lines of another log, to be appended to its copy byte for byte.
///
/// Each line must have the position after the previous one, and a checksum that continues it. The checksum of the last
/// line covers all lines of a log, so a copy that accepts the next line has the same lines before it.
package struct CopiedLines {
  /// The lines, each with a newline.
  package private(set) var bytes: [UInt8] = []
  /// The positions and the ids of the events.
  package private(set) var events: [(seq: Int, id: EventID)] = []
  /// The number of lines that the last batch lacks.
  package private(set) var missing = 0
  /// The number of the first line in its source, for errors.
  private var firstNumber = 0
  /// The end of the bytes of the first line that its checksum covers, and the checksum.
  private var first: (sumStart: Int, sum: UInt64) = (0, 0)
  private var sum: UInt64 = 0
  private let decoder: LineDecoder

  /// Creates no lines.
  package init() { decoder = LineDecoder() }

  package var isEmpty: Bool { events.isEmpty }

  /// Appends a line, which is line `number` of its source.
  ///
  /// - Throws: `.damaged` for a line that is not an event of a log; `.conflict` for another line than the next one.
  package mutating func append(_ line: Bytes, _ number: Int) throws(LogError) {
    let envelope: Envelope
    do throws(LineError) {
      envelope = try decoder.logged(line)
      _ = try decoder.body(envelope, line)
    } catch {
      var error = LogError(.damaged, "standard input", line: number, error, bytes: line)
      error.help = "the source is damaged or truncated; send it again from this line on"
      throw error
    }
    guard let id = envelope.id, let sum = envelope.sum, let sumStart = envelope.sumStart else {
      throw .noCopy("the line must end with a 'sum', got none", number)
    }
    if let last = events.last {
      guard envelope.seq == last.seq + 1 else { throw .otherSeq(envelope.seq, last.seq, number) }
      guard XXH64.hash(line[0..<sumStart], seed: self.sum) == sum else {
        throw .otherSum(last.seq, number)
      }
    } else {
      (first, firstNumber) = ((sumStart, sum), number)
    }
    missing = max(missing, envelope.batch) - 1
    guard missing < Log.largestReversal, bytes.count + line.count < Log.largestBatchBytes else {
      throw .noCopy(
        "a batch must have at most \(grouped("\(Log.largestReversal)")) lines and 64 MiB, got a larger one",
        number)
    }
    self.sum = sum
    events.append((envelope.seq, id))
    line.append(0..<line.count, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends the lines of `other`, which must continue these.
  package mutating func append(_ other: CopiedLines) throws(LogError) {
    if isEmpty { return self = other }
    try other.requireContinuation(of: tail(size: 0))
    bytes += other.bytes
    events += other.events
    (sum, missing) = (other.sum, other.missing)
  }

  /// Throws an error unless the first line is the next one of a log with this tail.
  package func requireContinuation(of tail: Tail) throws(LogError) {
    guard let seq = events.first?.seq else { return }
    guard seq == tail.seq + 1 else { throw .otherSeq(seq, tail.seq, firstNumber) }
    let found = Bytes.of(bytes) { XXH64.hash($0[0..<first.sumStart], seed: tail.sum) }
    guard found == first.sum else { throw .otherSum(tail.seq, firstNumber) }
  }

  /// Returns the tail of a log of this size that ends with these lines.
  package func tail(size: Int) -> Tail { Tail(end: size, seq: events.last?.seq ?? 0, sum: sum) }

  /// Returns the error for a source that ends within the last batch.
  package func cutBatch() -> LogError {
    var error = LogError(
      .damaged, "standard input",
      "the batch of seq \(events.first?.seq ?? 0) must be complete, "
        + "got \(grouped("\(events.count)")) of its \(grouped("\(events.count + missing)")) lines",
      help: "none of this batch was written; send the whole batch again")
    error.line = firstNumber
    return error
  }
}

extension LogError {
  fileprivate static func noCopy(
    _ message: String, _ line: Int, help: Remedy? = "send the lines of the source unchanged"
  ) -> LogError {
    var error = LogError(.conflict, "standard input", message, help: help)
    error.line = line
    return error
  }

  fileprivate static func otherSeq(_ found: Int, _ last: Int, _ line: Int) -> LogError {
    noCopy(
      "the next line must have seq \(last + 1), got \(found)", line,
      help: "the copy ends with seq \(last): send the source from seq \(last + 1) on")
  }

  fileprivate static func otherSum(_ last: Int, _ line: Int) -> LogError {
    noCopy(
      "'sum' does not continue the checksum of seq \(last) in the copy", line,
      help: "the copy belongs to another log, or one of the two was rewritten; compare the files")
  }
}
