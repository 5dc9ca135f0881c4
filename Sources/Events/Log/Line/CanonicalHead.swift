/// The fields before the data of a canonical line.
struct CanonicalHead {
  var seq: Int
  var id: EventID
  var at: Timestamp
  var user: Name?
  /// The type; nil for one unknown to this build.
  var type: EventType?
  /// The place of the type name's first byte.
  var typeName: Int
  var version: Int
  var batch: Int
  /// The place of the data's first byte.
  var data: Int
}

/// A reader of canonical lines, each in one pass from its first byte to its last.
///
/// The one reader of such lines: a replay, `Log.lines()`, `verify`, drafts and the search for a
/// log's end use it alike. A line that differs in the least character goes to `Envelope`, which
/// reads or refuses it; for any line read here, the result there would be the same.
struct CanonicalLines {
  let bytes: Bytes
  let scratch: Scratch.View
  var day = DayCache()
  private var lastType = LastType()

  init(_ bytes: Bytes, _ scratch: Scratch.View) {
    self.bytes = bytes
    self.scratch = scratch
  }

  /// Returns the fields before the data of the line at `start`, or nil where it is not canonical.
  ///
  /// Fewer than 256 bytes from `start` on give nil too.
  @inline(__always)
  mutating func head(at start: Int) -> CanonicalHead? {
    // Enough for all parts of fixed length up to the user, and once more after it.
    guard start &+ 256 <= bytes.count, bytes.has("{\"seq\":", at: start) else { return nil }
    var index = start &+ 7
    guard let seq = digits(&index), bytes.has(",\"id\":\"", at: index),
      let id = EventID(canonical: bytes, at: index &+ 7),
      bytes.has("\",\"at\":\"", at: index &+ 43),
      let (at, length) = Timestamp.canonical(bytes, at: index &+ 51, &day)
    else { return nil }
    index &+= 51 &+ length
    var user: Name?
    if bytes.has("\",\"user\":\"", at: index) {
      guard let (name, end) = name(at: index &+ 10) else { return nil }
      user = name
      index = end &- 1
    }
    guard index &+ 128 <= bytes.count, bytes.has("\",\"type\":\"", at: index) else { return nil }
    index &+= 10
    let typeName = index
    guard let type = type(&index), let (version, batch) = counts(&index) else { return nil }
    return CanonicalHead(
      seq: seq, id: id, at: at, user: user, type: type, typeName: typeName, version: version,
      batch: batch, data: index)
  }

  /// Reads `"v"` and `"batch"`, absent in most lines, up to the data.
  @inline(__always)
  func counts(_ index: inout Int) -> (version: Int, batch: Int)? {
    var (version, batch) = (1, 1)
    if !bytes.has(",\"data\":{", at: index) {
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
    }
    index &+= 8
    return (version, batch)
  }

  /// Returns the place of the newline of the line from `start` on, or nil where its end does not
  /// fit.
  ///
  /// The data must end at `end`, the right sum must follow and nothing else, and the line must not
  /// be too long; `sum` becomes that sum. The digits are made and compared: reading them took as
  /// long as the hash.
  @inline(__always)
  func passesSum(from start: Int, at end: Int, _ sum: inout UInt64) -> Int? {
    guard end &+ 32 <= bytes.count, end &- start <= LogFormat.longestLine &- Envelope.sumLength,
      bytes.has(",\"sum\":\"", at: end), bytes.has("\"}\n", at: end &+ 24)
    else { return nil }
    let hash = XXH64.hash(bytes[start..<end], seed: sum)
    guard
      hexadecimalDigits(UInt32(truncatingIfNeeded: hash >> 32)) == bytes.word(at: end &+ 8),
      hexadecimalDigits(UInt32(truncatingIfNeeded: hash)) == bytes.word(at: end &+ 16)
    else { return nil }
    sum = hash
    return end &+ 26
  }

  /// Returns the place of the sum of a line whose data begins at `start`, without reading the data.
  ///
  /// The result is nil where other members may follow the data.
  @inline(__always)
  func sumStart(after start: Int) -> Int? {
    guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) else { return nil }
    return sumStart(after: start, before: newline)
  }

  /// Returns the start of the sum of a line that ends before `lineEnd`, as above.
  @inline(__always)
  func sumStart(after start: Int, before lineEnd: Int) -> Int? {
    let end = lineEnd &- Envelope.sumLength
    guard end > start, bytes[end &- 1] == UInt8(ascii: "}") else { return nil }
    // An object's end with another member after it may be the end of the data. A text with such
    // bytes counts as one, which only costs time.
    let line = bytes[0..<end]
    var brace = start
    while let next = line.firstIndex(of: UInt8(ascii: "}"), from: brace), next < end &- 1 {
      if bytes.has(",\"", at: next &+ 1) { return nil }
      brace = next &+ 1
    }
    return end
  }

  /// Reads a whole number of at most 15 digits without leading zero, at least 1.
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

  /// Reads the text that begins at `start` and returns its name and the place after its quote.
  @inline(__always)
  func name(at start: Int) -> (Name, end: Int)? {
    if let found = scratch.names.name(bytes, at: start) { return found }
    return longName(at: start)
  }

  @inline(never)
  private func longName(at start: Int) -> (Name, end: Int)? {
    var scanner = Scanner(bytes, from: start - 1, scratch: scratch)
    guard let (range, escaped) = try? scanner.rawString(), !escaped else { return nil }
    return (scratch.names.name(bytes, in: range), scanner.offset)
  }

  // MARK: - Types

  /// The type of the line before, which most lines share with it.
  private struct LastType {
    var words: (UInt64, UInt64) = (0, 0)
    var masks: (UInt64, UInt64) = (0, 0)
    /// The number of bytes of the name; 0 while there is none.
    var count = 0
    var type: EventType?
  }

  /// Reads the type whose name begins at `index` and moves past its quote.
  ///
  /// - Returns: The type, nil for an unknown one; nil as a whole where there is no plain name.
  @inline(__always)
  mutating func type(_ index: inout Int) -> EventType?? {
    let (first, second) = (bytes.word(at: index), bytes.word(at: index &+ 8))
    let differing =
      (first ^ lastType.words.0) & lastType.masks.0 | (second ^ lastType.words.1) & lastType.masks.1
    if differing == 0, bytes[index &+ lastType.count] == 0x22, let type = lastType.type {
      index &+= lastType.count &+ 1
      return type
    }
    return otherType(&index)
  }

  @inline(never)
  private mutating func otherType(_ index: inout Int) -> EventType?? {
    let end = bytes.plainEnd(from: index)
    // The next 64 bytes are read without a check.
    guard end > index, end + 64 <= bytes.count, bytes[end] == 0x22 else { return nil }
    let type = EventType.named(bytes, in: index..<end)
    let count = end - index
    if let type, count <= 16 {
      let (first, second) = (min(8, count), max(0, count - 8))
      lastType.words = (bytes.word(at: index), bytes.word(at: index + 8))
      lastType.masks = (
        UInt64.max >> UInt64(64 - first * 8),
        second == 0 ? 0 : UInt64.max >> UInt64(64 - second * 8)
      )
      (lastType.count, lastType.type) = (count, type)
    }
    index = end + 1
    return .some(type)
  }
}
