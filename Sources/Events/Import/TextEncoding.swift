/// An encoding of text in which files from elsewhere are read.
package enum TextEncoding: String, Sendable {
  case utf8 = "UTF-8"
  case utf16Little = "UTF-16LE"
  case utf16Big = "UTF-16BE"
  /// The 8-bit code of Windows in Western Europe and America.
  case windows1252 = "Windows-1252"

  /// Returns the encoding of a file that has a mark of its byte order, or is plainly UTF-16 without one;
  /// nil for any other file.
  ///
  /// - Parameter start: The first bytes of the file; some hundred are enough.
  static func marked(_ start: Bytes) -> TextEncoding? {
    if start.has("\u{FEFF}", at: 0) { return .utf8 }
    guard start.count >= 2 else { return nil }
    if start[0] == 0xFF, start[1] == 0xFE { return .utf16Little }
    if start[0] == 0xFE, start[1] == 0xFF { return .utf16Big }
    // Every second byte of plain letters and figures is 0, and text in any other encoding has none.
    let pairs = min(start.count, 512) / 2
    let zeros = (0..<pairs).reduce(into: (first: 0, second: 0)) { zeros, pair in
      if start[2 * pair] == 0 { zeros.first += 1 }
      if start[2 * pair + 1] == 0 { zeros.second += 1 }
    }
    if zeros.first == 0, zeros.second * 2 > pairs { return .utf16Little }
    if zeros.second == 0, zeros.first * 2 > pairs { return .utf16Big }
    return nil
  }

  /// Creates the encoding of a whole file; nil for one that is no text in any of them.
  init?(of bytes: Bytes) {
    let marked = TextEncoding.marked(bytes)
    if let marked, marked != .utf8 {
      self = marked
      return
    }
    let end = bytes.endOfUTF8()
    guard end < bytes.count else {
      self = .utf8
      return
    }
    // A mark, or a whole character of several bytes, tells that it was UTF-8 and is damaged.
    guard marked == nil, !(0..<end).contains(where: { bytes[$0] >= 0x80 }) else { return nil }
    // These mean nothing in the code of Windows.
    for byte: UInt8 in [0, 0x81, 0x8D, 0x8F, 0x90, 0x9D] where bytes.firstIndex(of: byte) != nil {
      return nil
    }
    self = .windows1252
  }

  /// Returns the text of a whole file in UTF-8.
  ///
  /// Half a pair of surrogates and half a unit become U+FFFD.
  static func decoded(_ bytes: Bytes, from encoding: TextEncoding) -> [UInt8] {
    switch encoding {
    case .utf8: return bytes.array
    case .windows1252:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 16)
      for index in 0..<bytes.count { append(codePage[bytes[index]], to: &text) }
      return text
    case .utf16Little, .utf16Big: return utf16(bytes, isLittle: encoding == .utf16Little)
    }
  }

  private static func utf16(_ bytes: Bytes, isLittle: Bool) -> [UInt8] {
    func unit(_ index: Int) -> UInt32 {
      guard index + 1 < bytes.count else { return 0xFFFD }
      let (one, other) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isLittle ? other << 8 | one : one << 8 | other
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let first = unit(index)
      index += 2
      if index == 2, first == 0xFEFF { continue }
      let second = index < bytes.count ? unit(index) : 0
      if first & 0xFC00 == 0xD800, second & 0xFC00 == 0xDC00 {
        index += 2
        append(0x1_0000 + (first & 0x3FF) << 10 + second & 0x3FF, to: &text)
      } else {
        append(first & 0xF800 == 0xD800 ? 0xFFFD : first, to: &text)
      }
    }
    return text
  }

  /// Appends a character that is no surrogate.
  private static func append(_ value: UInt32, to text: inout [UInt8]) {
    switch value {
    case 0..<0x80: text.append(UInt8(value))
    case 0x80..<0x800:
      text.append(UInt8(0xC0 | value >> 6))
      text.append(UInt8(0x80 | value & 0x3F))
    case 0x800..<0x1_0000:
      text.append(UInt8(0xE0 | value >> 12))
      text.append(UInt8(0x80 | value >> 6 & 0x3F))
      text.append(UInt8(0x80 | value & 0x3F))
    default:
      text.append(UInt8(0xF0 | value >> 18))
      text.append(UInt8(0x80 | value >> 12 & 0x3F))
      text.append(UInt8(0x80 | value >> 6 & 0x3F))
      text.append(UInt8(0x80 | value & 0x3F))
    }
  }

  /// The characters of Windows-1252: Latin-1 but for 0x80...0x9F.
  ///
  /// Source: index-windows-1252 of the WHATWG Encoding Standard, which keeps the five unassigned bytes.
  private static let codePage = CodePage()

  private struct CodePage {
    private let special: [UInt32] = [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
      0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
      0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    subscript(byte: UInt8) -> UInt32 {
      (0x80...0x9F).contains(byte) ? special[Int(byte) - 0x80] : UInt32(byte)
    }
  }
}

extension Bytes {
  /// Returns the offset of the first byte that is not part of UTF-8; the number of bytes where all are.
  func endOfUTF8() -> Int {
    var scanner = Scanner(self)
    let high: UInt64 = 0x8080_8080_8080_8080
    while true {
      while scanner.offset + 8 <= count, word(at: scanner.offset) & high == 0 {
        scanner.offset += 8
      }
      guard let byte = scanner.peek else { return count }
      if byte < 0x80 {
        scanner.offset += 1
        continue
      }
      do throws(LineError) { try scanner.utf8() } catch { return scanner.offset }
    }
  }
}
