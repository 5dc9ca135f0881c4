/// A writer of JSON in canonical form, in which equal values have equal bytes.
///
/// The canonical form has no white space, the shortest numbers, and only two kinds of escapes: those that JSON
/// requires and those for characters that could control a terminal.
public struct JSONWriter {
  /// The bytes written so far.
  public var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates a writer with empty output.
  public init() {}

  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes `{`, the members that `body` writes, and `}`.
  public mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    open(UInt8(ascii: "{"))
    try body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes `[`, the elements that `body` writes, and `]`.
  public mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    open(UInt8(ascii: "["))
    try body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a name; the caller must then write its value.
  public mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes `{`; the caller must then write members and call `endObject`.
  @usableFromInline package mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Writes the `}` that matches `beginObject`.
  @usableFromInline package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Writes `[`; the caller must then write elements and call `endArray` or `endLines`.
  @usableFromInline package mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Writes the `]` that matches `beginArray`.
  @usableFromInline package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Begins a line for the next element of an array.
  @usableFromInline package mutating func beginLine() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes the `]` of an array, on a separate line if any element has a separate line.
  @usableFromInline package mutating func endLines() {
    if needsComma { bytes.append(UInt8(ascii: "\n")) }
    close(UInt8(ascii: "]"))
  }

  /// Writes `[`, one element per line, and `]`, so that such files can be compared line by line.
  @usableFromInline package mutating func lines<T>(
    _ elements: [T], _ body: (T, inout JSONWriter) -> Void
  ) {
    beginArray()
    for element in elements {
      beginLine()
      body(element, &self)
      needsComma = true
    }
    endLines()
  }

  /// Writes a name that needs no escape; the caller must then write its value.
  @usableFromInline package mutating func key(plain name: StaticString) {
    if name.utf8CodeUnitCount <= Bytes.longestKey {
      Bytes.append(key: name, afterComma: needsComma, to: &bytes)
      needsComma = false
      return
    }
    quote()
    Bytes.append(name, to: &bytes)
    bytes.append(0x22)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string that `body` appends and that needs no escapes.
  mutating func plain(_ body: (inout [UInt8]) -> Void) {
    quote()
    body(&bytes)
    bytes.append(0x22)
  }

  public mutating func string(_ text: String) {
    quote()
    Bytes.of(text) { escape($0) }
    bytes.append(0x22)
  }

  /// Writes a string in UTF-8.
  package mutating func string(_ text: Bytes) {
    quote()
    escape(text)
    bytes.append(0x22)
  }

  /// Writes a string with the UTF-8 text that `body` appends.
  package mutating func text(_ body: (inout [UInt8]) -> Void) {
    quote()
    escape(body)
    bytes.append(0x22)
  }

  /// Appends a text to `bytes`, inside a string.
  ///
  /// - Parameter body: A closure that appends the text in UTF-8.
  package static func append(to bytes: inout [UInt8], escaping body: (inout [UInt8]) -> Void) {
    var writer = JSONWriter()
    swap(&writer.bytes, &bytes)
    writer.escape(body)
    swap(&writer.bytes, &bytes)
  }

  private mutating func escape(_ body: (inout [UInt8]) -> Void) {
    let start = bytes.count
    body(&bytes)
    // The text is written in place, because it rarely needs an escape.
    guard !Bytes.of(bytes, { $0.isPlain(from: start) }) else { return }
    let text = Array(bytes[start...])
    bytes.removeLast(text.count)
    Bytes.of(text) { escape($0) }
  }

  /// Writes a day, as in `2026-03-02`.
  public mutating func day(_ day: LocalDay) { plain(day.append) }

  /// Writes a whole number.
  public mutating func integer(_ value: Int) {
    comma()
    appendDecimal(value, to: &bytes)
  }

  /// Writes a name, which is usually an id.
  public mutating func name(_ name: Name) {
    if let id = name.id { plain(id.append) } else { string(name.text) }
  }

  /// Writes a finite number in the shortest form that is read back as the same `Double`.
  public mutating func double(_ value: Double) {
    precondition(value.isFinite, "JSON cannot represent \(value)")
    // Most numbers are whole. Minus zero keeps its sign in the general form below.
    if let whole = Int(exactly: value), whole != 0, whole.magnitude < 1_000_000_000_000_000 {
      return integer(whole)
    }
    // Weights are multiples of a half or a quarter of a kilogram, which covers most other numbers.
    if value > 0, let quarters = Int(exactly: value * 4), quarters < 1_000_000_000_000 {
      integer(quarters >> 2)
      Bytes.append(quarters.fraction, to: &bytes)
      return
    }
    comma()
    let text = value.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) { if value { word("true") } else { word("false") } }

  /// Writes `null`.
  public mutating func null() { word("null") }

  private mutating func word(_ word: StaticString) {
    comma()
    Bytes.append(word, to: &bytes)
  }

  /// Writes a value that is already canonical JSON.
  package mutating func raw(_ json: some Collection<UInt8>) {
    comma()
    bytes.append(contentsOf: json)
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes the quote that begins a string, after a comma if one is needed.
  private mutating func quote() {
    comma()
    bytes.append(0x22)
  }

  private mutating func open(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func escape(_ text: Bytes) {
    let scanner = Scanner(text)
    var start = 0
    while true {
      let end = scanner.bytes.plainEnd(from: start)
      // The scanner treats DEL as plain text.
      if let delete = text[start..<end].firstIndex(of: 0x7F) {
        text.append(start..<start + delete, to: &bytes)
        unicode(0x7F)
        start += delete + 1
        continue
      }
      text.append(start..<end, to: &bytes)
      guard end < text.count else { return }
      start = end + special(text, at: end)
    }
  }

  /// Writes the character at `index`, escaped if necessary, and returns the number of its bytes.
  private mutating func special(_ text: Bytes, at index: Int) -> Int {
    let byte = text[index]
    switch byte {
    case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
    case 0x08: bytes.append(contentsOf: "\\b".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0C: bytes.append(contentsOf: "\\f".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0..<0x20: unicode(UInt32(byte))
    default:
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      var value = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
      for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
      if isUnsafeOnTerminals(value) {
        unicode(value)
      } else {
        text.append(index..<index + length, to: &bytes)
      }
      return length
    }
    return 1
  }

  private mutating func unicode(_ value: UInt32) {
    let hex = String(value, radix: 16)
    bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - hex.count))\(hex)".utf8)
  }
}

extension Int {
  /// The fraction for this number of quarters, with its decimal point; the number must not be whole.
  fileprivate var fraction: StaticString {
    switch self & 3 {
    case 1: ".25"
    case 2: ".5"
    default: ".75"
    }
  }
}
