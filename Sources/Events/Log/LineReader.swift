/// Walks a log line by line, checking of each what a log promises: it is a line, its `seq` rises,
/// and its `sum` is right.
///
/// `next()` scans only the fields around the data; `event()` decodes the line it stands on. A reader
/// that decodes nothing passes a million canonical lines in a fifth of the time of one that decodes
/// all of them.
public struct LineReader {
  /// The log that is read.
  public let log: Log
  private let bytes: Bytes
  private let decoder = LineDecoder()
  private var tail: Tail?
  private var tailError: LogError?
  private var envelope = Envelope()
  private var start = 0
  private var end = -1
  private var sequence = 0
  private var sum: UInt64 = 0

  init(_ log: Log) {
    self.log = log
    bytes = log.bytes
  }

  /// One line, before its data is decoded.
  public struct Line {
    /// Position in the log.
    public let seq: Int
    /// When it happened.
    public let at: Timestamp
    /// Who did it; nil for facts of nobody.
    public let user: Name?
    /// The area of its type; nil when this build does not know the type.
    public let area: Areas?
  }

  /// Moves to the next line; nil behind the last complete batch.
  ///
  /// - Throws: `LogError.Kind.damaged` with the place.
  public mutating func next() throws(LogError) -> Line? {
    if tail == nil { findTail() }
    start = end + 1
    guard start < tail?.end ?? 0 else {
      if let tailError { throw tailError }
      return nil
    }
    end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? tail?.end ?? 0
    do throws(LineError) { return try check() } catch {
      throw log.damage(error, from: start, to: end)
    }
  }

  /// Where even the last line is bad, the first bad one is still the one to name: the reader goes on to
  /// it from the front.
  private mutating func findTail() {
    do throws(LogError) { tail = try log.tail() } catch {
      tailError = error
      tail = Tail(end: bytes.count, seq: 0, sum: 0)
    }
  }

  /// The event of the line the reader stands on, without fields that this build does not know.
  public func event() throws(LogError) -> Event {
    do throws(LineError) {
      let body = try decoder.body(envelope, bytes[start..<end]).body
      guard let id = envelope.id, let at = envelope.at else { throw .missing("id", at: 0) }
      return Event(id: id, at: at, user: envelope.user, body, seq: envelope.seq)
    } catch {
      throw log.damage(error, from: start, to: end)
    }
  }

  /// The bytes of the line the reader stands on, without its newline.
  public var line: Bytes { bytes[start..<end] }

  /// Where the line the reader stands on begins.
  public var offset: Int { start }

  /// The event of the line, with all that it holds, as one line without `sum` and `batch`: the form
  /// of a line that is taken out of its place.
  public func writeAlone(to output: inout [UInt8]) throws(LogError) {
    do throws(LineError) {
      try decoder.whole(line).write(to: &output, previousSum: nil)
    } catch {
      throw log.damage(error, from: start, to: end)
    }
  }

  /// The type's name of the line the reader stands on.
  public var type: String { decoder.typeName(envelope, line) }

  /// The id of the event of the line the reader stands on.
  public var id: EventID { envelope.id ?? EventID(high: 0, low: 0) }

  private mutating func check() throws(LineError) -> Line {
    let line = bytes[start..<end]
    envelope = try decoder.logged(line)
    guard let at = envelope.at else { throw .missing("at", at: 0) }
    try decoder.checkRise(envelope, after: sequence)
    try decoder.checkSum(envelope, line, after: sequence, sum)
    sequence = envelope.seq
    sum = envelope.sum ?? 0
    return Line(seq: sequence, at: at, user: envelope.user, area: envelope.type?.area)
  }
}

extension LineDecoder {
  /// Scans a line that stands in a log: there, every line has a position, an id and a time.
  func logged(_ line: Bytes) throws(LineError) -> Envelope {
    try LineDecoder.checkLength(line)
    let envelope = try envelope(line)
    let help = "'replog append' gives lines from elsewhere their seq, id and time"
    if envelope.seq == 0 { throw LineError(0, "expected the field 'seq', found none", help: help) }
    if envelope.id == nil { throw LineError(0, "expected the field 'id', found none", help: help) }
    if envelope.at == nil { throw LineError(0, "expected the field 'at', found none", help: help) }
    return envelope
  }

  /// Length comes before parsing.
  static func checkLength(_ line: Bytes) throws(LineError) {
    guard line.count <= Log.longestLine else {
      throw LineError(Log.longestLine, "expected a line of at most 1 MiB, found a longer one")
    }
  }

  /// Refuses a `seq` that is not above the one before.
  func checkRise(_ envelope: Envelope, after sequence: Int) throws(LineError) {
    guard envelope.seq > sequence else {
      throw LineError(0, "expected 'seq' to rise above \(sequence), found \(envelope.seq)")
    }
  }

  /// Checks that a line may follow the line `previous`, or begin a log.
  func check(
    _ envelope: Envelope, _ line: Bytes, after previous: Envelope? = nil
  ) throws(LineError) {
    let sequence = previous?.seq ?? 0
    try checkRise(envelope, after: sequence)
    try checkSum(envelope, line, after: sequence, previous?.sum ?? 0)
  }

  /// Compares a line's sum with its bytes. The first line and one that directly follows another can
  /// be checked; behind a gap the sum it continues is not there.
  func checkSum(
    _ envelope: Envelope, _ line: Bytes, after sequence: Int, _ previous: UInt64
  ) throws(LineError) {
    guard let sum = envelope.sum, envelope.seq == sequence + 1 else { return }
    guard let covered = envelope.sumStart else {
      throw LineError(0, "expected 'sum' to be the last field, found it elsewhere")
    }
    guard XXH64.hash(line[0..<covered], seed: previous) == sum else {
      throw LineError(
        covered + 1, "expected the sum of the line's bytes, found another: the line was changed")
    }
  }
}
