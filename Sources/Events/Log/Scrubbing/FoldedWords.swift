/// The words of a text in a form without case, separators, diacritics and Unicode spellings.
///
///     "Ann-Lee's PR"   →   ann lee s pr
///     "annLee"         →   ann lee
///     "Kovács"         →   kovacs
///
/// A word is a run of letters, marks and digits. A capital letter after a small one begins another word.
struct FoldedWords {
  /// The text in NFC, to which the ranges refer.
  let text: String
  /// The folded bytes of all words, one after another.
  private(set) var bytes: [UInt8] = []
  /// The end of each word in `bytes`.
  private(set) var ends: [Int] = []
  /// The range of each word in the UTF-8 of `text`.
  private(set) var ranges: [Range<Int>] = []

  var count: Int { ends.count }

  init(_ text: String) {
    self.text = composed(text)
    var (offset, isInside, wasSmall) = (0, false, false)
    for scalar in self.text.unicodeScalars {
      let width = UTF8.width(scalar)
      let kind = FoldedWords.kind(of: scalar)
      defer {
        offset += width
        (isInside, wasSmall) = (kind != .separator, kind == .small)
      }
      guard kind != .separator else { continue }
      if !isInside || wasSmall && kind == .capital {
        ends.append(bytes.count)
        ranges.append(offset..<offset)
      }
      if scalar.isASCII {
        bytes.append(kind == .capital ? UInt8(scalar.value) | 0x20 : UInt8(scalar.value))
      } else {
        bytes += withoutDiacritics(scalar.properties.lowercaseMapping).utf8
      }
      ends[ends.count - 1] = bytes.count
      ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<offset + width
    }
  }

  /// Returns the start of a word in `bytes`.
  func start(of word: Int) -> Int { word == 0 ? 0 : ends[word - 1] }

  /// Returns the words, each as a text.
  var words: [String] {
    ends.indices.map { String(decoding: bytes[start(of: $0)..<ends[$0]], as: UTF8.self) }
  }

  private enum Kind { case capital, small, other, separator }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.isASCII {
      switch UInt8(scalar.value) {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return .capital
      case UInt8(ascii: "a")...UInt8(ascii: "z"): return .small
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return .other
      default: return .separator
      }
    }
    let properties = scalar.properties
    if properties.isUppercase { return .capital }
    if properties.isLowercase { return .small }
    if properties.isAlphabetic || properties.numericType != nil { return .other }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return .other
    default: return .separator
    }
  }
}

/// Decoded forms of a text, in which a replaced value might still be readable.
enum TextForms {
  /// Returns the text itself and its decodings from percent-encoding, `\u` escapes and base64.
  static func all(of text: String) -> [String] {
    let utf8 = Array(text.utf8)
    var forms = [text]
    if utf8.contains(UInt8(ascii: "%")) { forms.append(decoded(utf8, UInt8(ascii: "%"), 2)) }
    if utf8.contains(UInt8(ascii: "\\")) { forms.append(decoded(utf8, UInt8(ascii: "\\"), 4)) }
    if let decoded = base64(utf8) { forms.append(decoded) }
    return forms
  }

  /// Returns the text with escapes replaced: `%61`, or `\u0061`.
  private static func decoded(_ text: [UInt8], _ mark: UInt8, _ digits: Int) -> String {
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

  /// Returns the text that `text` encodes in base64, with either alphabet; nil if it encodes none.
  private static func base64(_ text: [UInt8]) -> String? {
    guard text.count >= 6 else { return nil }
    var (bytes, bits, count): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="): continue
      default: return nil
      }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      let decoded = UInt8(truncatingIfNeeded: bits >> count)
      guard decoded >= 0x20 else { return nil }
      bytes.append(decoded)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
