/// The decodings of a text, in which a secret or a replaced value might still be readable.
enum TextForms {
  /// Returns the text itself and its decodings from percent-encoding, `\u` escapes and base64.
  static func all(of text: String) -> [String] {
    let utf8 = Array(text.utf8)
    var forms = [text]
    if utf8.contains(UInt8(ascii: "%")) { forms.append(decoded(utf8, UInt8(ascii: "%"), 2)) }
    if utf8.contains(UInt8(ascii: "\\")) { forms.append(decoded(utf8, UInt8(ascii: "\\"), 4)) }
    if utf8.count >= 6, let bytes = base64(utf8), bytes.allSatisfy({ $0 >= 0x20 }),
      let decoded = String(validating: bytes, as: UTF8.self)
    {
      forms.append(decoded)
    }
    return forms
  }

  /// Returns the text with escapes replaced: `%61` with two digits, or `\u0061` with four.
  static func decoded(_ text: [UInt8], _ mark: UInt8, _ digits: Int) -> String {
    var (bytes, units): ([UInt8], [UInt16]) = ([], [])
    var index = 0
    let skipped = digits == 4 ? 2 : 1
    while index < text.count {
      let start = index + skipped
      let isMarked =
        text[index] == mark
        && (digits == 2 || index + 1 < text.count && text[index + 1] | 0x20 == UInt8(ascii: "u"))
      let code = isMarked ? number(text, start, digits) : nil
      if let code, digits == 4 {
        units.append(code)
      } else {
        bytes += String(decoding: units, as: UTF16.self).utf8
        units = []
        bytes.append(code.map { UInt8(truncatingIfNeeded: $0) } ?? text[index])
      }
      index = code == nil ? index + 1 : start + digits
    }
    bytes += String(decoding: units, as: UTF16.self).utf8
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ text: [UInt8], _ start: Int, _ count: Int) -> UInt16? {
    guard start + count <= text.count else { return nil }
    var value: UInt16 = 0
    for byte in text[start..<start + count] {
      guard let digit = hexDigit(byte) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
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
