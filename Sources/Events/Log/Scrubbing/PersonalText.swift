/// A form of text, which a text that takes its place keeps.
enum PersonalText {
  /// Nothing but white space: it tells nothing, and some fields are emptied so.
  case blank
  /// The address of a mailbox.
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

  /// Returns an address with its ASCII letters in lower case, by which accounts are found.
  static func folded(_ text: String) -> String {
    String(
      decoding: text.utf8.map {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
      },
      as: UTF8.self)
  }

  /// Returns the last `count` hexadecimal digits of a number.
  static func hexadecimal(_ number: UInt64, _ count: Int) -> String {
    var digits: [UInt8] = []
    appendHexadecimal(number, to: &digits)
    return String(decoding: digits.suffix(count), as: UTF8.self)
  }

  /// The lengths that texts without sense have.
  private static let lengths = 8...8_192

  /// Returns letters without sense in place of `text`, made of a hash of it.
  ///
  /// Consonants alone make no word of any language by chance.
  static func filler(_ hash: UInt64, for text: String) -> String {
    let count = text.unicodeScalars.count
    var length = lengths.lowerBound
    while length < count, length < lengths.upperBound { length *= 2 }
    var generator = SeededGenerator(seed: hash)
    var letters: [UInt8] = []
    let choices = Array("bcdfghjklmnpqrstvwxz".utf8)
    var rest = generator.within(3...7)
    while letters.count < length {
      if rest == 0, letters.count + 1 < length {
        letters.append(UInt8(ascii: " "))
        rest = generator.within(3...7)
      } else {
        letters.append(generator.pick(choices))
        rest = max(0, rest - 1)
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
