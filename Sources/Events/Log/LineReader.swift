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
  private let decoder: LineDecoder
  /// Where reading ends; nil until somebody looked for the tail.
  private var limit: Int?
  private var tailError: LogError?
  private var envelope = Envelope()
  private var start: Int
  private var end: Int
  private var sequence = 0
  /// Whether the line has a sum, and that of the line before answers for it.
  private var isChained = false
  private var sum: UInt64 = 0

  init(_ log: Log, behind position: Checkpoint.Position? = nil) {
    self.log = log
    bytes = log.bytes
    decoder = LineDecoder()
    (start, end) = (0, -1)
    guard let position else { return }
    // As if it stood on the last line there.
    (end, sequence, sum) = (position.end - 1, position.seq, position.sum)
  }

  /// Reads the lines that stand in `range`.
  ///
  /// - Parameter isInside: whether there is a line before the first, which that must follow.
  init(_ log: Log, _ decoder: LineDecoder, in range: Range<Int>, isInside: Bool) {
    self.log = log
    bytes = log.bytes
    self.decoder = decoder
    limit = range.upperBound
    (start, end) = (range.lowerBound, range.lowerBound - 1)
    // What cannot be read is for whoever reads that line to say.
    guard isInside, !range.isEmpty,
      let previous = try? decoder.logged(bytes[Tail.lastLine(bytes, before: start)])
    else { return }
    sequence = previous.seq
    sum = previous.sum ?? 0
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
    if limit == nil { findTail() }
    start = end + 1
    guard start < limit ?? 0 else {
      if let tailError { throw tailError }
      return nil
    }
    end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? limit ?? bytes.count
    do throws(LineError) { return try check() } catch {
      throw log.damage(error, from: start, to: end)
    }
  }

  /// Where even the last line is bad, the first bad one is still the one to name: the reader goes on to
  /// it from the front.
  private mutating func findTail() {
    do throws(LogError) { limit = try log.tail().end } catch {
      tailError = error
      limit = bytes.count
    }
  }

  /// The event of the line the reader stands on, without fields that this build does not know.
  public func event() throws(LogError) -> Event {
    if let id = envelope.id, let at = envelope.at,
      let body = decoder.canonicalBody(envelope, bytes[start..<end])
    {
      return Event(id: id, at: at, user: envelope.user, body, seq: envelope.seq)
    }
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

  /// Who did what the line says that the reader stands on.
  public var user: Name? { envelope.user }

  /// Whether this build knows what the event of the line the reader stands on means.
  public var isKnown: Bool {
    guard let type = envelope.type else { return false }
    return envelope.version == 1 || type.knows(version: envelope.version)
  }

  /// The id of the event of the line the reader stands on.
  public var id: EventID { envelope.id ?? EventID(high: 0, low: 0) }

  /// Refuses the line the reader stands on unless its sum continues that of the line before, so that
  /// the sum of the last line stands for all of the log.
  public func requireChain() throws(LogError) {
    guard !isChained else { return }
    throw LogError(
      .refused, log.name,
      "cannot bind a checkpoint to the log: the sum of seq \(envelope.seq) is missing, or that of the "
        + "event before it is",
      help: "this log is replayed for every view; 'replog verify' lists such lines")
  }

  private mutating func check() throws(LineError) -> Line {
    let line = bytes[start..<end]
    try decoder.scanLogged(line, into: &envelope)
    guard let at = envelope.at else { throw .missing("at", at: 0) }
    try decoder.checkRise(envelope, after: sequence)
    // Behind a gap nothing answers for what was not looked at.
    if envelope.isCanonical, envelope.seq != sequence + 1 { _ = try Envelope(scanning: line) }
    try decoder.checkSum(envelope, line, after: sequence, sum)
    isChained = envelope.sum != nil && envelope.seq == sequence + 1
    sequence = envelope.seq
    sum = envelope.sum ?? 0
    return Line(seq: sequence, at: at, user: envelope.user, area: envelope.type?.area)
  }
}

extension LineDecoder {
  /// Scans a line that stands in a log: there, every line has a position, an id and a time.
  func logged(_ line: Bytes) throws(LineError) -> Envelope {
    var envelope = Envelope()
    try scanLogged(line, into: &envelope)
    return envelope
  }

  @inline(__always)
  func scanLogged(_ line: Bytes, into envelope: inout Envelope) throws(LineError) {
    try LineDecoder.checkLength(line)
    try scan(line, into: &envelope)
    if envelope.seq != 0, envelope.id != nil, envelope.at != nil { return }
    try LineDecoder.checkPlace(envelope)
  }

  /// Refuses what can stand in no log.
  @inline(never)
  private static func checkPlace(_ envelope: Envelope) throws(LineError) {
    let help = "'replog append' gives lines from elsewhere their seq, id and time"
    if envelope.seq == 0 { throw LineError(0, "expected the field 'seq', found none", help: help) }
    if envelope.id == nil { throw LineError(0, "expected the field 'id', found none", help: help) }
    if envelope.at == nil { throw LineError(0, "expected the field 'at', found none", help: help) }
  }

  /// Length comes before parsing.
  static func checkLength(_ line: Bytes) throws(LineError) {
    guard line.count <= Log.longestLine else {
      throw LineError(Log.longestLine, "expected a line of at most 1 MiB, found a longer one")
    }
  }

  /// Refuses a `seq` that is not above the one before.
  func checkRise(_ envelope: Envelope, after sequence: Int) throws(LineError) {
    guard envelope.seq > sequence else { throw LineDecoder.fall(envelope.seq, after: sequence) }
  }

  /// What is wrong with a `seq` that is not above the one before.
  static func fall(_ seq: Int, after sequence: Int) -> LineError {
    LineError(0, "expected 'seq' to rise above \(sequence), found \(seq)")
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
    guard envelope.seq == sequence + 1,
      !LineDecoder.fits(envelope.sum, envelope.sumStart, line, after: previous)
    else { return }
    throw LineDecoder.wrongSum(envelope.sumStart)
  }

  /// Whether the sum of a line is that of its bytes behind a line whose sum is `previous`, or it has
  /// none.
  @inline(__always)
  static func fits(
    _ sum: UInt64?, _ sumStart: Int?, _ line: Bytes, after previous: UInt64
  ) -> Bool {
    guard let sum else { return true }
    guard let sumStart else { return false }
    return XXH64.hash(line[0..<sumStart], seed: previous) == sum
  }

  /// What is wrong with a sum that does not fit.
  static func wrongSum(_ sumStart: Int?) -> LineError {
    guard let sumStart else {
      return LineError(0, "expected 'sum' to be the last field, found it elsewhere")
    }
    return LineError(
      sumStart + 1, "expected the sum of the line's bytes, found another: the line was changed")
  }
}
