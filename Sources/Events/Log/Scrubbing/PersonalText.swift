/// A form of text that a replacement keeps.
enum PersonalText {
  /// Only white space, which has no information; some fields are cleared in this way.
  case blank
  /// An email address.
  case address
  /// The address of a page or a picture.
  case link
  /// Any other text.
  case words

  init(_ text: String) {
    var (ats, colon, isBlank, hasSpace) = (0, false, true, false)
    var before: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "@"): ats += 1
      case UInt8(ascii: "/"): if before == UInt8(ascii: ":") { colon = true }
      case 0...0x20: hasSpace = true
      default: break
      }
      if byte > 0x20 { isBlank = false }
      before = byte
    }
    if isBlank || trimmed(text).isEmpty {
      self = .blank
    } else if colon, !hasSpace {
      self = .link
    } else if ats == 1, !hasSpace, text.utf8.first != 0x40, before != 0x40 {
      self = .address
    } else {
      self = .words
    }
  }

  /// Returns the last `count` hexadecimal digits of a number.
  static func hexadecimal(_ number: UInt64, _ count: Int) -> String {
    var digits: [UInt8] = []
    appendHexadecimal(number, to: &digits)
    return String(decoding: digits.suffix(count), as: UTF8.self)
  }

  /// The letters of meaningless texts.
  static let fillerLetters = Array("bcdfghjklmnpqrstvwxz".utf8)

  /// The range of lengths of meaningless texts, in characters.
  private static let lengths = 8...8_192

  /// Returns meaningless letters that replace `text`, derived from a hash.
  ///
  /// The letters are all consonants, so they cannot form a word by chance.
  static func filler(_ hash: UInt64, for text: String) -> String {
    let count = text.unicodeScalars.count
    var length = lengths.lowerBound
    while length < count, length < lengths.upperBound { length *= 2 }
    var generator = SeededGenerator(seed: hash)
    var letters: [UInt8] = []
    var rest = generator.within(3...7)
    while letters.count < length {
      if rest == 0, letters.count + 1 < length {
        letters.append(UInt8(ascii: " "))
        rest = generator.within(3...7)
      } else {
        letters.append(generator.pick(fillerLetters))
        rest = max(0, rest - 1)
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
