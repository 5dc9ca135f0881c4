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
