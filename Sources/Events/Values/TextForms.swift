/// The decodings of a text, in which a secret or a replaced value might still be readable.
enum TextForms {
  /// Returns the text itself and its decodings from percent-encoding, `\u` escapes and base64.
  static func all(of text: String) -> [String] {
    [text] + unescaped(text).map(\.text) + (text64(text).map { [$0] } ?? [])
  }

  /// Returns the text decoded from percent-encoding and from `\u` escapes, for each of these that it may have.
  static func unescaped(_ text: String) -> [UnescapedText] {
    [UnescapedText.Escape.percent, .unicode].compactMap { escape in
      text.utf8.contains(escape.mark) ? UnescapedText(Array(text.utf8), escape) : nil
    }
  }

  /// Returns the text that a text of at least six characters encodes in base64; nil if it encodes none.
  static func text64(_ text: String) -> String? {
    guard text.utf8.count >= 6, let bytes = base64(text.utf8), bytes.allSatisfy({ $0 >= 0x20 })
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the bytes that a text encodes in base64, with either alphabet; nil if it encodes none.
  static func base64(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var (bytes, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    for byte in text where byte != UInt8(ascii: "=") {
      guard let digit = base64Digit(byte) else { return nil }
      (bits, count) = (bits << 6 | UInt32(digit), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }

  /// Returns the value of a digit of base64, in either alphabet; nil for another byte.
  static func base64Digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

/// A text with its escapes replaced by the characters that they mean.
struct UnescapedText {
  /// A kind of escape: `%61` or `\u0061`.
  enum Escape {
    case percent, unicode

    /// The first byte of each escape.
    var mark: UInt8 { self == .percent ? UInt8(ascii: "%") : UInt8(ascii: "\\") }
  }

  /// The result in UTF-8, which is invalid if the escapes are.
  private(set) var bytes: [UInt8] = []
  /// The offset in the original text of each byte or of its escape, and at the end the length of that text.
  private(set) var offsets: [Int] = []

  /// The result, with a replacement character for each invalid escape.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ text: [UInt8], _ escape: Escape) {
    var (index, units, start): (Int, [UInt16], Int) = (0, [], 0)
    while index < text.count {
      let next: Int
      switch (escape, UnescapedText.code(in: text, at: index, escape)) {
      case (.percent, let code?):
        append(CollectionOfOne(UInt8(truncatingIfNeeded: code)), from: index)
        next = index + 3
      case (.unicode, let code?):
        if units.isEmpty { start = index }
        units.append(code)
        next = index + 6
        // The second half of a pair follows.
        if UTF16.isLeadSurrogate(code) { break }
        append(&units, from: start)
      case (_, nil):
        append(&units, from: start)
        append(CollectionOfOne(text[index]), from: index)
        next = index + 1
      }
      index = next
    }
    append(&units, from: start)
    offsets.append(text.count)
  }

  private mutating func append(_ units: inout [UInt16], from offset: Int) {
    guard !units.isEmpty else { return }
    append(String(decoding: units, as: UTF16.self).utf8, from: offset)
    units = []
  }

  private mutating func append(_ new: some Collection<UInt8>, from offset: Int) {
    bytes += new
    offsets += repeatElement(offset, count: new.count)
  }

  /// Returns the number of an escape; nil if there is none at this index.
  private static func code(in text: [UInt8], at index: Int, _ escape: Escape) -> UInt16? {
    let start = index + (escape == .percent ? 1 : 2)
    let end = start + (escape == .percent ? 2 : 4)
    guard text[index] == escape.mark, end <= text.count,
      escape == .percent || text[index + 1] | 0x20 == UInt8(ascii: "u")
    else { return nil }
    var value: UInt16 = 0
    for byte in text[start..<end] {
      guard let digit = hexDigit(byte) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
