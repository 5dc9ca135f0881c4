/// One line of a log, scanned but not decoded: the fields around `data`, and where `data` stands.
///
/// Plain bytes, like all that is in it: it is made for every line and counts no reference.
struct Envelope {
  /// Position; 0 when the line names none.
  var seq = 0
  var id: EventID?
  var at: Timestamp?
  var user: Name?
  /// The type; nil when this build does not know it.
  var type: EventType?
  /// Where the type's name stands, without quotes; nil when it is spelled with escapes.
  var typeName: Range<Int>?
  var version = 1
  /// On the first event of several written together, how many.
  var batch = 1
  /// Where the data begins; it ends before `sumStart` in a canonical line.
  var data = 0
  var sum: UInt64?
  /// Where `,"sum"` begins; nil when the line has no sum that covers all before it.
  var sumStart: Int?
  /// Whether there are members that this build does not know.
  var holdsUnknown = false
  /// Which places of the scratch hold the members of the data, as long as the scratch is at this line;
  /// nil when nobody looked for them.
  var members: (places: Range<Int>, line: Int)?
  /// Whether the line was recognised as canonical up to its data.
  var isCanonical = false

  /// Length of `,"sum":"0123456789abcdef"}`.
  static let sumLength = 26
}

// MARK: - Canonical lines

extension Envelope {
  /// Becomes that of a line whose fields stand in canonical order up to the data and which ends with
  /// a sum; answers false for any other, which `init(scanning:)` then takes or refuses.
  ///
  /// The data is not looked at. The sum answers for it, and whoever decodes it checks that it ends
  /// where the sum begins: `LineDecoder.body` has then read all of the line as strictly as
  /// `init(scanning:)` would have.
  mutating func become(canonical bytes: Bytes, names: NameCache) -> Bool {
    var cursor = Cursor(bytes: bytes)
    guard cursor.pass("{\"seq\":"), let seq = cursor.digits(), seq <= Log.lastPosition,
      cursor.pass(",\"id\":\""),
      cursor.index + 38 < bytes.count,
      let id = EventID(bytes, in: cursor.index..<cursor.index + 36)
    else { return false }
    self.seq = seq
    self.id = id
    cursor.index += 36
    guard cursor.pass("\",\"at\":\""), let at = cursor.time(), cursor.pass("\"") else {
      return false
    }
    self.at = at
    if cursor.pass(",\"user\":\"") {
      guard let name = cursor.text() else { return false }
      user = names.name(bytes, in: name)
    } else {
      user = nil
    }
    guard cursor.pass(",\"type\":\""), let name = cursor.text(), !name.isEmpty else { return false }
    type = EventType.named(bytes, in: name)
    typeName = name
    if cursor.pass(",\"v\":") {
      guard let version = cursor.digits(), version > 1, version <= Log.lastPosition else {
        return false
      }
      self.version = version
    } else {
      version = 1
    }
    if cursor.pass(",\"batch\":") {
      guard let batch = cursor.digits(), batch > 1, batch <= Log.lastPosition else { return false }
      self.batch = batch
    } else {
      batch = 1
    }
    let end = bytes.count - Envelope.sumLength
    guard cursor.pass(",\"data\":"), cursor.index < end, bytes[cursor.index] == UInt8(ascii: "{"),
      bytes[end - 1] == UInt8(ascii: "}"), let sum = Envelope.sum(bytes, at: end)
    else { return false }
    // An object's end before the data's, with another member behind it: the data may end there, and
    // fields stand behind it. A text that ends in such bytes is taken for one, which costs time alone.
    var brace = cursor.index
    while let next = bytes.firstIndex(of: UInt8(ascii: "}"), from: brace), next < end - 1 {
      if bytes.has(",\"", at: next + 1) { return false }
      brace = next + 1
    }
    data = cursor.index
    self.sum = sum
    sumStart = end
    (isCanonical, holdsUnknown, members) = (true, false, nil)
    return true
  }

  /// The sum that ends the line from `start` on; nil when none does.
  private static func sum(_ bytes: Bytes, at start: Int) -> UInt64? {
    guard start >= 0, bytes.has(",\"sum\":\"", at: start), bytes.has("\"}", at: bytes.count - 2)
    else { return nil }
    guard bytes.hasNoCapitals(at: start + 8), bytes.hasNoCapitals(at: start + 16),
      let high = hexadecimal(bytes.word(at: start + 8)),
      let low = hexadecimal(bytes.word(at: start + 16))
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }
}

/// Reads the fixed parts of a canonical line.
private struct Cursor {
  let bytes: Bytes
  var index = 0

  @inline(__always)
  mutating func pass(_ text: StaticString) -> Bool {
    guard bytes.has(text, at: index) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// A whole number without leading zero; nil for none, and beyond 18 digits.
  mutating func digits() -> Int? {
    let start = index
    var value = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    guard index > start, index - start <= 18, bytes[start] != UInt8(ascii: "0") else { return nil }
    return value
  }

  /// The moment up to the quote that closes a string.
  @inline(__always)
  mutating func time() -> Timestamp? {
    if let (time, count) = Timestamp.canonical(bytes, at: index) {
      index += count
      return time
    }
    let end = Scanner(bytes).plainEnd(from: index)
    guard let time = Timestamp(bytes, in: index..<end) else { return nil }
    index = end
    return time
  }

  /// The bytes up to the quote that closes a string, and passes that; nil unless they are plain.
  @inline(__always)
  mutating func text() -> Range<Int>? {
    let start = index
    index = Scanner(bytes).plainEnd(from: start)
    guard index < bytes.count, bytes[index] == 0x22 else { return nil }
    index += 1
    return start..<index - 1
  }
}

// MARK: - Any line

extension Envelope {
  /// Reads any line that is a JSON object with these fields, in any order, checking all of it.
  ///
  /// - Parameter checks: whether the user must keep to the limit of a name.
  init(
    scanning bytes: Bytes, _ scratch: Scratch? = nil, checks: Bool = false
  ) throws(LineError) {
    var scanner = Scanner(bytes, from: 0, scratch: scratch?.view)
    scratch?.beginLine()
    if bytes.count > 0, bytes[bytes.count - 1] == UInt8(ascii: "\r") {
      throw LineError(bytes.count - 1, "expected the line to end in LF alone, found CRLF")
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

  private mutating func readData(
    _ scanner: inout Scanner, _ scratch: Scratch?
  ) throws(LineError) {
    data = scanner.offset
    guard scanner.peek == UInt8(ascii: "{") else {
      throw scanner.unexpected("an object for 'data'")
    }
    // They stay where they are for whoever decodes the data, which then need not be walked again.
    if case .kept(let places) = try scanner.members(depth: 1), let scratch {
      members = (places, scratch.lines)
    }
  }

  /// Whether `name` is that of a field which every build knows.
  static func knows(_ name: String) -> Bool {
    Bytes.of(name) { Field(plain: $0, in: 0..<$0.count) } != nil
  }

  /// Which fields a line has had, to refuse the second of a kind.
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

    /// By length and bytes: making a string of every name was a tenth of a strict pass.
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
    guard value >= 1 else {
      throw LineError(start, "expected '\(name)' to be at least 1, found \(value)")
    }
    guard value <= Log.lastPosition else {
      throw LineError(start, "expected '\(name)' to be at most 2^53, found a larger number")
    }
    return value
  }

  private static func user(
    _ scanner: inout Scanner, checks: Bool
  ) throws(LineError) -> Name? {
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
      scanner.offset = start
      let name = Array(try scanner.string().utf8)
      type = Bytes.of(name) { EventType.named($0, in: 0..<$0.count) }
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
      throw LineError(start, "expected 16 lower-case hexadecimal digits for 'sum'")
    }
    sum = value
    // The sum covers what stands before its comma, so that comma must touch the name.
    let comma = name.range.lowerBound - 2
    if scanner.bytes.has(",\"sum\"", at: comma), scanner.peek == UInt8(ascii: "}") {
      sumStart = comma
    }
  }
}
