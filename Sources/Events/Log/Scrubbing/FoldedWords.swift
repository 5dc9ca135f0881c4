/// The words of a text in a form without case, separators, diacritics and Unicode spellings.
///
///     "Ann-Lee's PR"   →   ann lee s pr
///     "annLee"         →   ann lee
///     "Kovács"         →   kovacs
///
/// A word is a run of letters, marks and digits. A capital letter after a small one begins another word.
struct FoldedWords {
  /// The folded bytes of all words, one after another.
  private(set) var bytes: [UInt8] = []
  /// The end of each word in `bytes`.
  private(set) var ends: [Int] = []
  /// The range of each word in the UTF-8 of the text in NFC.
  private(set) var ranges: [Range<Int>] = []
  /// The indices of words that may be the tag of an email address: `gym` in `ann+gym@example.com`.
  private(set) var tags: Set<Int> = []
  /// The kind of the last character.
  private var last = Kind.separator
  /// A Boolean value indicating whether the last character may be in a tag.
  private var isInTag = false

  var count: Int { ends.count }

  init(_ text: String) {
    var offset = 0
    for scalar in composed(text).unicodeScalars {
      let start = offset
      offset += UTF8.width(scalar)
      add(scalar, at: start..<offset)
    }
  }

  /// Creates the words of a text in NFC without its escapes; the ranges are those in the original text.
  init(_ text: UnescapedText) {
    var (parser, bytes, place) = (UTF8.ForwardParser(), text.bytes.makeIterator(), 0)
    while true {
      let start = place
      let scalar: Unicode.Scalar
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded): (scalar, place) = (UTF8.decode(encoded), place + encoded.count)
      case .error(let length): (scalar, place) = ("\u{FFFD}", place + length)
      case .emptyInput: return
      }
      add(scalar, at: text.offsets[start]..<text.offsets[place])
    }
  }

  @inline(__always)
  private mutating func add(_ scalar: Unicode.Scalar, at range: Range<Int>) {
    let kind = FoldedWords.kind(of: scalar)
    defer { last = kind }
    guard kind != .separator else {
      switch scalar {
      case "+": isInTag = isInTag || last != .separator
      case ".", "-", "_": break
      default: isInTag = false
      }
      return
    }
    if last == .separator || last == .small && kind == .capital {
      if isInTag { tags.insert(count) }
      ends.append(bytes.count)
      ranges.append(range.lowerBound..<range.lowerBound)
    }
    if scalar.isASCII {
      bytes.append(kind == .capital ? UInt8(scalar.value) | 0x20 : UInt8(scalar.value))
    } else {
      bytes += withoutDiacritics(scalar.properties.lowercaseMapping).utf8
    }
    ends[ends.count - 1] = bytes.count
    ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<range.upperBound
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
