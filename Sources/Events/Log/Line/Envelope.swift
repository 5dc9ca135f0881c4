/// The fields around `data` in one line of a log, and the place of `data`, which is not decoded.
///
/// All properties are plain bytes, since an envelope is created for every line and must not count references.
struct Envelope {
  /// The position; 0 if the line has none.
  var seq = 0
  var id: EventID?
  var at: Timestamp?
  var user: Name?
  /// The type; nil for a type unknown to this build.
  var type: EventType?
  /// The range of the type's name, without quotes; nil if the name contains escapes.
  var typeName: Range<Int>?
  var version = 1
  /// The size of the batch, on its first event; 1 for other events.
  var batch = 1
  /// The offset of the first byte of the data, which ends before `sumStart` in a canonical line.
  var data = 0
  var sum: UInt64?
  /// The offset of `,"sum"`; nil if the line has no checksum that covers all bytes before it.
  var sumStart: Int?
  /// A Boolean value indicating whether there are members unknown to this build.
  var holdsUnknown = false
  /// The places of the data's members in the scratch, and the line they belong to; nil if they were not looked up.
  var members: (places: Range<Int>, line: Int)?
  /// A Boolean value indicating whether the line is canonical up to its data.
  var isCanonical = false

  /// The length of `,"sum":"0123456789abcdef"}`.
  static let sumLength = 26
}

extension Envelope {
  /// Creates the envelope of a canonical line that begins at `start` and whose checksum begins at `end`.
  ///
  /// The data was not read, but the checksum covers the data. If the data does not end at the checksum,
  /// `LineDecoder.body` reads the whole line strictly.
  init(_ head: CanonicalHead, _ typeName: Range<Int>, _ sum: UInt64, at end: Int, from start: Int) {
    (seq, id, at, user) = (head.seq, head.id, head.at, head.user)
    (type, version, batch) = (head.type, head.version, head.batch)
    self.typeName = typeName.lowerBound - start..<typeName.upperBound - start
    (data, self.sum, sumStart, isCanonical) = (head.data - start, sum, end - start, true)
  }

  /// Returns the checksum at `start`, the last field of a line, or nil if there is none.
  static func sum(_ bytes: Bytes, at start: Int) -> UInt64? {
    guard start + sumLength <= bytes.count, bytes.has(",\"sum\":\"", at: start),
      bytes.has("\"}", at: start + 24), bytes.hasNoCapitals(at: start + 8),
      bytes.hasNoCapitals(at: start + 16), let high = hexadecimal(bytes.word(at: start + 8)),
      let low = hexadecimal(bytes.word(at: start + 16))
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }
}

// MARK: - Any line

extension Envelope {
  /// Creates the envelope of any line that is a JSON object with these fields, after checking the whole line.
  ///
  /// The fields may be in any order.
  ///
  /// - Parameter checks: A Boolean value indicating whether the user's name must be within its limit.
  init(scanning bytes: Bytes, _ scratch: Scratch? = nil, checks: Bool = false) throws(LineError) {
    var scanner = Scanner(bytes, from: 0, scratch: scratch?.view)
    scratch?.beginLine()
    if bytes.count > 0, bytes[bytes.count - 1] == UInt8(ascii: "\r") {
      throw LineError(bytes.count - 1, "the line must end in LF, got CRLF")
    }
    scanner.space()
    guard scanner.peek == UInt8(ascii: "{") else { throw scanner.unexpected("'{'") }
    var seen = SeenFields()
    try scanner.object(depth: 0) { (scanner, name) throws(LineError) in
      let field = Field(bytes, name)
      try seen.insert(field, name, of: scanner)
      if field == .sum { return try readSum(&scanner, name: name) }
      if field == .data { return try readData(&scanner, scratch) }
      try read(field, &scanner, checks: checks)
    }
    try scanner.end()
    if !seen.contains(.type) { throw .missing("type", at: 0) }
    if !seen.contains(.data) { throw .missing("data", at: 0) }
  }

  private mutating func read(
    _ field: Field?, _ scanner: inout Scanner, checks: Bool
  ) throws(LineError) {
    switch field {
    case .seq: seq = try Envelope.count(&scanner, "seq")
    case .id: id = try EventID.read(&scanner)
    case .at: at = try Timestamp.read(&scanner)
    case .user: user = try Envelope.user(&scanner, checks: checks)
    case .type: try readType(&scanner)
    case .version: version = try Envelope.count(&scanner, "v")
    case .batch: batch = try Envelope.count(&scanner, "batch")
    case .data, .sum, nil:
      holdsUnknown = true
      try scanner.skip(depth: 1)
    }
  }

  private mutating func readData(_ scanner: inout Scanner, _ scratch: Scratch?) throws(LineError) {
    data = scanner.offset
    guard scanner.peek == UInt8(ascii: "{") else {
      throw scanner.unexpected("an object for 'data'")
    }
    // The places stay in the scratch, so the decoder of the data need not scan the members again.
    if case .kept(let places) = try scanner.members(depth: 1), let scratch {
      members = (places, scratch.lines)
    }
  }

  /// Returns whether every build has a field called `name`.
  static func knows(_ name: String) -> Bool {
    Bytes.of(name) { Field(plain: $0, in: 0..<$0.count) } != nil
  }

  /// The fields of a line read so far, to refuse a repeated field.
  private struct SeenFields {
    private var known: UInt16 = 0
    private var unknown = MemberNames()

    func contains(_ field: Field) -> Bool { known & 1 << field.rawValue != 0 }

    mutating func insert(
      _ field: Field?, _ name: (range: Range<Int>, escaped: Bool), of scanner: Scanner
    ) throws(LineError) {
      guard let field else { return try unknown.insert(name, of: scanner) }
      if contains(field) { throw Scanner.doubled(name.range.lowerBound - 1) }
      known |= 1 << field.rawValue
    }
  }

  private enum Field: UInt16 {
    case seq, id, at, user, type, version, batch, data, sum

    init?(_ bytes: Bytes, _ name: (range: Range<Int>, escaped: Bool)) {
      guard !name.escaped else {
        var scanner = Scanner(bytes, from: name.range.lowerBound - 1)
        let text = (try? scanner.string()) ?? ""
        guard let plain = Bytes.of(text, { Field(plain: $0, in: 0..<$0.count) }) else { return nil }
        self = plain
        return
      }
      guard let field = Field(plain: bytes, in: name.range) else { return nil }
      self = field
    }

    /// Creates the field with a name, by comparing length and bytes.
    ///
    /// Creating a string for every name took a tenth of a strict pass.
    init?(plain bytes: Bytes, in range: Range<Int>) {
      func names(_ text: StaticString) -> Bool { bytes.has(text, at: range.lowerBound) }
      switch range.count {
      case 1 where names("v"): self = .version
      case 2 where names("id"): self = .id
      case 2 where names("at"): self = .at
      case 3 where names("seq"): self = .seq
      case 3 where names("sum"): self = .sum
      case 4 where names("user"): self = .user
      case 4 where names("type"): self = .type
      case 4 where names("data"): self = .data
      case 5 where names("batch"): self = .batch
      default: return nil
      }
    }
  }

  private static func count(
    _ scanner: inout Scanner, _ name: StaticString
  ) throws(LineError) -> Int {
    let start = scanner.offset
    let value = try Int.read(&scanner)
    guard value >= 1 else { throw LineError(start, "'\(name)' must be at least 1, got \(value)") }
    guard value <= LogFormat.lastPosition else {
      throw LineError(start, "'\(name)' must be at most 2^53, got a larger number")
    }
    return value
  }

  private static func user(_ scanner: inout Scanner, checks: Bool) throws(LineError) -> Name? {
    if scanner.peek == UInt8(ascii: "n") {
      try scanner.word("null")
      return nil
    }
    let start = scanner.offset
    let name = try scanner.name()
    if checks, let breach = name.breach(of: .name) { throw LineError(start, "'user' \(breach)") }
    return name
  }

  private mutating func readType(_ scanner: inout Scanner) throws(LineError) {
    let start = scanner.offset
    guard scanner.peek == 0x22 else { throw scanner.unexpected("a string for 'type'") }
    let (range, escaped) = try scanner.rawString()
    guard !escaped else {
      scanner.offset = start + 1
      type = Bytes.of(try scanner.unescaped()) { EventType.named($0, in: 0..<$0.count) }
      return
    }
    if range.isEmpty { throw LineError(start, "'type' must not be empty") }
    type = EventType.named(scanner.bytes, in: range)
    typeName = range
  }

  private mutating func readSum(
    _ scanner: inout Scanner, name: (range: Range<Int>, escaped: Bool)
  ) throws(LineError) {
    let start = scanner.offset
    let text = try scanner.string()
    let digits = text.utf8.allSatisfy { hexDigit($0) != nil && !(0x41...0x46).contains($0) }
    guard text.utf8.count == 16, digits, let value = UInt64(text, radix: 16) else {
      throw LineError(start, "'sum' must be 16 lower-case hexadecimal digits")
    }
    sum = value
    // The checksum covers all bytes before its comma, so the comma must directly precede the name.
    let comma = name.range.lowerBound - 2
    if scanner.bytes.has(",\"sum\"", at: comma), scanner.peek == UInt8(ascii: "}") {
      sumStart = comma
    }
  }
}
