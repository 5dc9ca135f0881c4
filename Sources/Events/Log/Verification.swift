/// The whole picture of a log: everything that is wrong with it, and where.
///
/// A view stops at the first thing that no append leaves behind; this goes on. Every line is read
/// strictly, canonical or not; sums, positions and ids are checked.
///
/// Cost: one pass that decodes everything, and 16 bytes an event for the ids.
public struct Verification: Sendable {
  /// Something to be said of a line.
  public struct Finding: Equatable, Sendable {
    /// How bad it is.
    public enum Severity: String, Sendable {
      /// What a log may lack without harm.
      case harmless
      /// What no append leaves behind.
      case damage
    }

    public let severity: Severity
    /// Line from 1; nil for the file as a whole.
    public let line: Int?
    /// Byte within the line, from 1; nil for the line as a whole.
    public let column: Int?
    public let message: String
  }

  /// What was found, in the order of the log.
  public private(set) var findings: [Finding] = []
  /// How many events were read.
  public private(set) var events = 0
  /// How many of them have a type or version that this build does not know.
  public private(set) var unknown = 0
  /// Position of the last event; 0 when there is none.
  public private(set) var lastSeq = 0
  /// Sum of the last line, which stands for all of the log; nil when it has none.
  public private(set) var lastSum: String?

  private var ids: Set<EventID> = []
  /// The sum of the line before; nil behind a damaged one, where nothing can be compared with it.
  private var previousSum: UInt64? = 0

  /// Whether there is anything that no append leaves behind.
  public var isDamaged: Bool { findings.contains { $0.severity == .damage } }

  /// Reads all of `log`.
  public init(_ log: Log) {
    let bytes = log.bytes
    let decoder = LineDecoder()
    // Where not even the last line can be read, what is before it still can.
    let tail = try? log.tail()
    let end = tail?.end ?? bytes.count
    var start = 0
    var number = 1
    while start < end {
      let stop = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? end
      let line = bytes[start..<stop]
      do throws(LineError) { try read(line, number, decoder) } catch {
        find(.damage, number, error.offset + 1, error.message)
        previousSum = nil
      }
      start = stop + 1
      number += 1
    }
    if let tail { note(tail, line: number) }
    if let mode = log.mode, mode & 0o022 != 0 {
      find(
        .harmless, nil, nil,
        "others can write this file (mode \(String(mode & 0o777, radix: 8))); "
          + "'chmod 600' leaves it to its owner")
    }
  }

  private mutating func read(
    _ line: Bytes, _ number: Int, _ decoder: LineDecoder
  ) throws(LineError) {
    try LineDecoder.checkLength(line)
    var envelope = try Envelope(scanning: line, names: decoder.names)
    let logged = try decoder.logged(line)
    envelope.isCanonical = logged.isCanonical
    let body = try decoder.body(envelope, line).body
    events += 1
    if case .unknown = body { unknown += 1 }
    if let id = envelope.id, !ids.insert(id).inserted {
      find(.damage, number, nil, "id \(id) is that of an earlier event")
    }
    try follow(envelope, line, number, decoder)
  }

  /// Checks position and sum against the line before.
  private mutating func follow(
    _ envelope: Envelope, _ line: Bytes, _ number: Int, _ decoder: LineDecoder
  ) throws(LineError) {
    if envelope.sum == nil { find(.harmless, number, nil, "the line has no sum") }
    // Behind a line that could not be read, a gap is the least that can be expected.
    let before = lastSeq
    try decoder.checkRise(envelope, after: before)
    lastSeq = envelope.seq
    lastSum = envelope.sum.map { String(decoding: hexadecimal($0), as: UTF8.self) }
    guard let sum = previousSum else {
      previousSum = envelope.sum ?? 0
      return
    }
    previousSum = envelope.sum ?? 0
    if envelope.seq > before + 1 {
      let missing = envelope.seq - before - 1
      find(
        .harmless, number, nil,
        "\(missing == 1 ? "1 event is" : "\(missing) events are") missing before seq \(envelope.seq)"
          + "; the sum of this line cannot be checked")
    }
    try decoder.checkSum(envelope, line, after: before, sum)
  }

  private mutating func note(_ tail: Tail, line number: Int) {
    if let torn = tail.torn {
      find(
        .harmless, number, nil,
        "\(torn.count) bytes behind the last complete batch were never acknowledged; "
          + "the next append sets them aside")
    }
    if tail.lacksNewline {
      find(.harmless, number - 1, nil, "the last line lacks its newline; the next append adds it")
    }
  }

  private mutating func find(
    _ severity: Finding.Severity, _ line: Int?, _ column: Int?, _ message: String
  ) {
    findings.append(Finding(severity: severity, line: line, column: column, message: message))
  }
}
