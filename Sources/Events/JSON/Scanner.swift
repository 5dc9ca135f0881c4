/// A reader that scans JSON in place, as strictly as RFC 8259, without building a tree.
///
/// The scanner is an offset that moves. Each method reads one thing and moves past it:
///
///     {"reps":5,"note":"easy"}
///     ^ expect("{")
///      ^ string()            → "reps", offset after the closing quote
///            ^ expect(":")
///             ^ number()     → .integer(5)
///              ^ peek == ","
///
/// To ignore a value, call `skip()`, which checks the value as strictly as reading it. The scanner refuses errors of
/// the grammar and also the following:
///
/// - invalid UTF-8, raw control characters, and lone surrogates
/// - a repeated name in one object (compared as bytes)
/// - nesting above 128
/// - integers beyond 64 bits, and numbers beyond a finite `Double`
///
/// A number below the smallest `Double` is 0. The scanner takes one pass, and allocates only the requested strings.
@usableFromInline package struct Scanner {
  /// The deepest nesting of arrays and objects.
  @usableFromInline package static let deepest = 128

  /// The bytes being read.
  @usableFromInline package let bytes: Bytes
  /// The offset of the next byte, at most `bytes.count`.
  @usableFromInline package internal(set) var offset: Int
  /// A Boolean value indicating whether a payload had a member that is not one of its fields.
  var holdsUnknown = false
  /// A Boolean value indicating whether a value was not in canonical form, or was present although replog omits it.
  ///
  /// The characters of a string do not count.
  var isNonCanonical = false
  /// The schema version of the payload; its nested payloads have the same version.
  @usableFromInline var version = 1
  /// The scanner's memory of names and members; nil creates every name again.
  let scratch: Scratch.View?
  /// The number of members in the scratch.
  var keptMembers = 0

  /// Creates a scanner at `offset` of `bytes`.
  @usableFromInline package init(_ bytes: Bytes, from offset: Int = 0) {
    self.init(bytes, from: offset, scratch: nil)
  }

  init(_ bytes: Bytes, from offset: Int, scratch: Scratch.View?) {
    (self.bytes, self.offset, self.scratch) = (bytes, offset, scratch)
  }

  /// The next byte; nil at the end of the bytes.
  @usableFromInline package var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Skips white space.
  ///
  /// Canonical lines have none, so the first test is usually the only one.
  @usableFromInline package mutating func space() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
        return
      }
      offset += 1
    }
  }

  /// Moves past `byte`, or throws an error that `what` was expected.
  @usableFromInline package mutating func expect(_ byte: UInt8, _ what: StaticString)
    throws(LineError)
  {
    guard offset < bytes.count, bytes[offset] == byte else { throw unexpected("\(what)") }
    offset += 1
  }

  /// Skips white space, and throws an error unless the bytes then end.
  @usableFromInline package mutating func end() throws(LineError) {
    space()
    guard offset == bytes.count else { throw unexpected("the end of the line after the value") }
  }

  /// Returns the error that `what` was expected at the offset.
  func unexpected(_ what: String) -> LineError { .expected(what, in: bytes, at: offset) }

  // MARK: - Strings

  @usableFromInline package mutating func string() throws(LineError) -> String {
    let start = offset + 1
    try expect(0x22, "a string")
    offset = bytes.plainEnd(from: start)
    if offset < bytes.count, bytes[offset] == 0x22 {
      offset += 1
      return bytes.string(in: start..<offset - 1)
    }
    offset = start
    return String(decoding: try unescaped(), as: UTF8.self)
  }

  /// Reads the string that begins at the offset, and returns the result of `body` for its unescaped text.
  ///
  /// `body` gets the range of the text, and whether the range is in the scanned bytes themselves.
  mutating func withText<R>(_ body: (Bytes, Range<Int>, Bool) -> R) throws(LineError) -> R {
    offset += 1
    let start = offset
    let end = bytes.plainEnd(from: start)
    guard end < bytes.count, bytes[end] == 0x22 else {
      return Bytes.of(try unescaped()) { body($0, 0..<$0.count, false) }
    }
    offset = end + 1
    return body(bytes, start..<end, true)
  }

  /// Skips a string and returns the range between its quotes, and whether the range contains an escape.
  mutating func rawString() throws(LineError) -> (range: Range<Int>, escaped: Bool) {
    let start = offset + 1
    var escaped = false
    try expect(0x22, "a string")
    while true {
      offset = bytes.plainEnd(from: offset)
      guard offset < bytes.count else { throw unexpected("'\"' at the end of a string") }
      switch bytes[offset] {
      case 0x22:
        offset += 1
        return (start..<offset - 1, escaped)
      case 0x5C:
        escaped = true
        _ = try escape()
      case 0..<0x20: throw unexpected("an escape for a control character")
      default: try utf8()
      }
    }
  }

  /// Returns the unescaped text of a string; the offset must be after its first quote.
  @inline(never)
  mutating func unescaped() throws(LineError) -> [UInt8] {
    var text: [UInt8] = []
    // Without the reservation most texts would grow twice: a twentieth of a replay of lines with escapes.
    text.reserveCapacity(48)
    while true {
      let start = offset
      offset = bytes.plainEnd(from: offset)
      guard offset < bytes.count else { throw unexpected("'\"' at the end of a string") }
      let byte = bytes[offset]
      if byte >= 0x80 { try utf8() }
      bytes.append(start..<offset, to: &text)
      switch byte {
      case 0x22:
        offset += 1
        return text
      case 0x5C: text.append(contentsOf: try escape().utf8)
      case 0..<0x20: throw unexpected("an escape for a control character")
      default: break
      }
    }
  }

  /// Reads one escape, or two escapes that form a surrogate pair.
  private mutating func escape() throws(LineError) -> Unicode.Scalar {
    let start = offset
    offset += 1
    guard let byte = peek else { throw unexpected("an escape") }
    offset += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default:
      offset -= 1
      throw unexpected("one of \"\\/bfnrtu after a backslash")
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(LineError) -> Unicode.Scalar {
    let first = try hexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes.has("\\u", at: offset) else {
      throw LineError(start, "expected a whole surrogate pair, found half of one")
    }
    offset += 2
    let second = try hexDigits()
    guard second >= 0xDC00, second <= 0xDFFF,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw LineError(start, "expected a whole surrogate pair, found half of one") }
    return scalar
  }

  private mutating func hexDigits() throws(LineError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap(hexDigit) else {
        throw unexpected("four hexadecimal digits after '\\u'")
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }

  /// Skips one character of two to four bytes.
  ///
  /// Valid sequences are those in the table "Well-Formed UTF-8 Byte Sequences" of the Unicode standard (3-7).
  /// Overlong forms, surrogates and characters above U+10FFFF are not valid.
  mutating func utf8() throws(LineError) {
    let lead = bytes[offset]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw unexpected("valid UTF-8")
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else {
      throw unexpected("valid UTF-8")
    }
    for index in 2..<max(2, length) where bytes[offset + index] & 0xC0 != 0x80 {
      throw unexpected("valid UTF-8")
    }
    offset += length
  }

  // MARK: - Unused values

  /// Skips one value, after checking it strictly.
  @usableFromInline package mutating func skip() throws(LineError) { try skip(depth: 0) }

  mutating func skip(depth: Int) throws(LineError) {
    space()
    switch peek {
    case UInt8(ascii: "{"): try skipObject(depth: depth)
    case UInt8(ascii: "["):
      try array(depth: depth) { (scanner) throws(LineError) in try scanner.skip(depth: depth + 1) }
    case UInt8(ascii: "\""): _ = try rawString()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try number()
    }
  }

  /// Moves past `text`, which is one of the three literals of JSON.
  mutating func word(_ text: StaticString) throws(LineError) {
    guard bytes.has(text, at: offset) else { throw unexpected("a value") }
    offset += text.utf8CodeUnitCount
  }

  private mutating func skipObject(depth: Int) throws(LineError) {
    release(try members(depth: depth))
  }

  /// Visits the members of an object.
  ///
  /// - Parameter body: A closure called after each colon with the range of the name; it must move past the value.
  mutating func object(
    depth: Int,
    _ body: (inout Scanner, (range: Range<Int>, escaped: Bool)) throws(LineError) -> Void
  ) throws(LineError) {
    try descend(depth)
    space()
    if peek == UInt8(ascii: "}") {
      offset += 1
      return
    }
    while true {
      let name = try memberName()
      try body(&self, name)
      guard try another(or: UInt8(ascii: "}"), "',' or '}' after a value") else { return }
    }
  }

  /// Visits the elements of an array.
  ///
  /// - Parameters:
  ///   - separator: The expected text after an element, for the error.
  ///   - body: A closure called at the start of each element; it must move past the element.
  @inline(__always)
  mutating func array(
    depth: Int, _ separator: StaticString = "',' or ']' after a value",
    _ body: (inout Scanner) throws(LineError) -> Void
  ) throws(LineError) {
    try descend(depth)
    space()
    if peek == UInt8(ascii: "]") {
      offset += 1
      return
    }
    repeat {
      space()
      try body(&self)
    } while try another(or: UInt8(ascii: "]"), separator)
  }

  /// Moves past the opening bracket, unless the nesting is too deep.
  mutating func descend(_ depth: Int) throws(LineError) {
    guard depth < Scanner.deepest else {
      throw LineError(
        offset, "values must be nested at most \(Scanner.deepest) levels deep, got more")
    }
    offset += 1
  }

  /// Moves past the comma or the `close` after a value and returns whether it was a comma.
  mutating func another(or close: UInt8, _ what: StaticString) throws(LineError) -> Bool {
    space()
    if peek == UInt8(ascii: ",") {
      offset += 1
      return true
    }
    try expect(close, what)
    return false
  }
}

/// Returns the value of a hexadecimal digit of either case, or nil for any other byte.
func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// The names in one object, to refuse a repeated name.
///
/// A few names are compared one by one; for more names a set is used. 100,000 names in one line therefore take
/// 100,000 look-ups, not their square.
struct MemberNames {
  private var few: [Range<Int>] = []
  private var many: Set<[UInt8]> = []

  /// Inserts the name in the range, or throws an error if it is already present.
  mutating func insert(
    _ name: (range: Range<Int>, escaped: Bool), of scanner: Scanner
  ) throws(LineError) {
    let bytes = scanner.bytes
    if !name.escaped, many.isEmpty, few.count < 16 {
      for other in few where bytes[other].equals(bytes[name.range]) {
        throw Scanner.doubled(name.range.lowerBound - 1)
      }
      few.append(name.range)
      return
    }
    if many.isEmpty { for other in few { many.insert(bytes.array(in: other)) } }
    var reader = Scanner(bytes, from: name.range.lowerBound - 1)
    guard many.insert(Array(try reader.string().utf8)).inserted else {
      throw Scanner.doubled(name.range.lowerBound - 1)
    }
  }
}
