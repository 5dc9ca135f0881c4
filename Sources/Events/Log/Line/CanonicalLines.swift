/// The fields before the data of a canonical line.
struct CanonicalHead {
  var seq: Int
  var id: EventID
  var at: Timestamp
  var user: Name?
  /// The index of the user's name in the cache of names; 0 if there is none.
  var userPlace: Int
  /// The type; nil for a type unknown to this build.
  var type: EventType?
  var area: Area?
  /// A Boolean value indicating whether the event logs a set, like nearly every event.
  var isSet: Bool
  /// The offset of the first byte of the type's name.
  var typeName: Int
  var version: Int
  var batch: Int
  /// The offset of the first byte of the data.
  var data: Int
}

/// A reader of canonical lines, each in one pass from its first byte to its last.
///
/// All readers use this one for canonical lines: a replay, `Log.lines()`, `verify`, drafts and the search for the end
/// of the log. Any other line goes to `Envelope`, which reads or refuses the line. For a canonical line, `Envelope`
/// would return the same result.
struct CanonicalLines {
  let bytes: Bytes
  let scratch: Scratch.View
  var day = DayCache()
  /// The parts of the previous line, which the next line usually shares.
  private var last = LastHead()

  init(_ bytes: Bytes, _ scratch: Scratch.View) { (self.bytes, self.scratch) = (bytes, scratch) }

  /// Returns the fields before the data of the line at `start`, or nil if the line is not canonical.
  ///
  /// The result is also nil if fewer than 256 bytes follow `start`.
  @inline(__always)
  mutating func head(at start: Int) -> CanonicalHead? {
    // 256 bytes are enough for all parts of fixed length up to the user, and again after the user.
    guard start &+ 256 <= bytes.count, let (seq, idStart) = opening(at: start),
      let id = EventID(canonical: bytes, at: idStart),
      bytes.word(at: idStart &+ 36) == Bytes.beginning(of: "\",\"at\":\""),
      let (at, count) = Timestamp.canonical(bytes, at: idStart &+ 44, &day),
      bytes[idStart &+ 44 &+ count] == 0x22
    else { return nil }
    var index = idStart &+ 45 &+ count
    var (user, userPlace): (Name?, Int) = (nil, 0)
    if bytes.word(at: index) == Bytes.beginning(of: ",\"user\":"), bytes[index &+ 8] == 0x22 {
      guard let (name, end, place) = self.user(at: index &+ 9) else { return nil }
      (user, index, userPlace) = (name, end, place)
    }
    guard bytes[index] == UInt8(ascii: ","), let kind = kind(at: index &+ 1) else { return nil }
    return CanonicalHead(
      seq: seq, id: id, at: at, user: user, userPlace: userPlace, type: kind.type,
      area: kind.area, isSet: kind.isSet, typeName: index &+ 9, version: kind.version,
      batch: kind.batch, data: kind.data)
  }

  // MARK: - Seq

  /// Returns the `seq` of the line at `start`, and the offset of its id, after `{"seq":12,"id":"`.
  @inline(__always)
  private mutating func opening(at start: Int) -> (seq: Int, end: Int)? {
    if last.opening.matches(bytes, at: start) {
      defer { last.expectNext() }
      return (last.nextSeq, start &+ last.opening.count)
    }
    return otherOpening(at: start)
  }

  @inline(never)
  private mutating func otherOpening(at start: Int) -> (seq: Int, end: Int)? {
    guard bytes.has("{\"seq\":", at: start) else { return nil }
    var index = start &+ 7
    guard let seq = digits(&index), bytes.has(",\"id\":\"", at: index) else { return nil }
    last.pass(seq)
    return (seq, index &+ 7)
  }

  // MARK: - User

  /// Returns the user whose name begins at `start`, the offset after its quote, and its index in the cache of names.
  @inline(__always)
  mutating func user(at start: Int) -> (Name, end: Int, place: Int)? {
    if let user = last.user.name, last.user.text.matches(bytes, at: start) {
      return (user, start &+ last.user.text.count, last.user.place)
    }
    guard let (user, end, place) = scratch.names.name(bytes, at: start) ?? longName(at: start)
    else { return nil }
    last.remember(user, place, bytes, in: start..<end)
    return (user, end, place)
  }

  @inline(never)
  private func longName(at start: Int) -> (Name, end: Int, place: Int)? {
    var scanner = Scanner(bytes, from: start - 1, scratch: scratch)
    guard let (range, escaped) = try? scanner.rawString(), !escaped else { return nil }
    return (scratch.names.name(bytes, in: range), scanner.offset, 0)
  }

  // MARK: - Type

  /// The type of a line, with the version and the batch size.
  struct Kind {
    /// The type; nil for a type unknown to this build.
    let type: EventType?
    /// The area of the type, looked up once for consecutive lines of one type.
    let area: Area?
    /// A Boolean value indicating whether the event logs a set.
    let isSet: Bool
    var version = 1
    var batch = 1
    /// The offset of the first byte of the data.
    var data: Int

    init(_ type: EventType?, data: Int) {
      (self.type, area, isSet) = (type, type?.area, type == .setLogged)
      self.data = data
    }
  }

  /// Reads `"type":"SetLogged","data":` at `index`, and a version and a batch in between if there are any.
  ///
  /// At least 32 bytes must follow the first byte of the data.
  @inline(__always)
  mutating func kind(at index: Int) -> Kind? {
    guard index &+ 128 <= bytes.count else { return nil }
    if last.kindText.matches(bytes, at: index) {
      var kind = last.kind
      kind.data = index &+ last.kindText.count &- 1
      return kind
    }
    return otherKind(at: index)
  }

  @inline(never)
  private mutating func otherKind(at index: Int) -> Kind? {
    guard bytes.has("\"type\":\"", at: index) else { return nil }
    let name = index &+ 8
    let end = bytes.plainEnd(from: name)
    // The next 64 bytes are read without a bounds check.
    guard end > name, end + 64 <= bytes.count, bytes[end] == 0x22 else { return nil }
    var kind = Kind(EventType.named(bytes, in: name..<end), data: end &+ 1)
    guard let (version, batch) = counts(&kind.data) else { return nil }
    (kind.version, kind.batch) = (version, batch)
    last.remember(kind, bytes, in: index..<kind.data &+ 1)
    return kind
  }

  /// Reads `"v"` and `"batch"`, which most lines lack, up to the data.
  private func counts(_ index: inout Int) -> (version: Int, batch: Int)? {
    var (version, batch) = (1, 1)
    if bytes.has(",\"v\":", at: index) {
      index &+= 5
      guard let number = digits(&index), number > 1 else { return nil }
      version = number
    }
    if bytes.has(",\"batch\":", at: index) {
      index &+= 9
      guard let number = digits(&index), number > 1 else { return nil }
      batch = number
    }
    guard bytes.has(",\"data\":{", at: index) else { return nil }
    index &+= 8
    return (version, batch)
  }

  /// Returns the offset of the newline of the line at `start`, or nil if the end of the line is wrong.
  ///
  /// The data must end at `end`, followed by the correct checksum and nothing else, and the line must not be too
  /// long. `sum` is set to that checksum. The expected digits are computed and compared: parsing the digits took as
  /// long as the hash.
  @inline(__always)
  func passesSum(from start: Int, at end: Int, _ sum: inout UInt64) -> Int? {
    guard end &+ 32 <= bytes.count, end &- start <= LogFormat.longestLine &- Envelope.sumLength,
      bytes.has(",\"sum\":\"", at: end), bytes.has("\"}\n", at: end &+ 24)
    else { return nil }
    let hash = XXH64.hash(line: bytes[start..<end], seed: sum)
    guard
      hexadecimalDigits(UInt32(truncatingIfNeeded: hash >> 32)) == bytes.word(at: end &+ 8),
      hexadecimalDigits(UInt32(truncatingIfNeeded: hash)) == bytes.word(at: end &+ 16)
    else { return nil }
    sum = hash
    return end &+ 26
  }

  /// Returns the offset of the checksum in a line whose data begins at `start`, without reading the data.
  ///
  /// The result is nil if other members may follow the data.
  @inline(__always)
  func sumStart(after start: Int) -> Int? {
    guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) else { return nil }
    return sumStart(after: start, before: newline)
  }

  /// Returns the offset of the checksum in a line that ends before `lineEnd`, without reading the data.
  @inline(__always)
  func sumStart(after start: Int, before lineEnd: Int) -> Int? {
    let end = lineEnd &- Envelope.sumLength
    guard end > start, bytes[end &- 1] == UInt8(ascii: "}") else { return nil }
    // A closing brace with another member after it may be the end of the data. A string with such bytes is treated in
    // the same way, which only costs time.
    let line = bytes[0..<end]
    var brace = start
    while let next = line.firstIndex(of: UInt8(ascii: "}"), from: brace), next < end &- 1 {
      if bytes.has(",\"", at: next &+ 1) { return nil }
      brace = next &+ 1
    }
    return end
  }

  /// Returns the `seq` and the checksum of the canonical line before `start`, or nil for any other line.
  ///
  /// The bytes in between are not read; the reader of that line checks them.
  func last(before start: Int) -> (seq: Int, sum: UInt64)? {
    let end = start &- 1 &- Envelope.sumLength
    guard end > 0, let sum = Envelope.sum(bytes, at: end), bytes[start &- 1] == UInt8(ascii: "\n")
    else { return nil }
    var index = bytes.lastLine(before: start).lowerBound
    guard index < end, bytes.has("{\"seq\":", at: index) else { return nil }
    index &+= 7
    guard let seq = digits(&index) else { return nil }
    return (seq, sum)
  }

  /// Reads a whole number from 1, of at most 15 digits and without a leading zero.
  @inline(__always)
  func digits(_ index: inout Int) -> Int? {
    let start = index
    var value = 0
    while true {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int(digit)
      index &+= 1
      guard index &- start <= 15 else { return nil }
    }
    guard index > start, bytes[start] != UInt8(ascii: "0") else { return nil }
    return value
  }
}
