/// A text encoding for imported files.
package enum TextEncoding: String, Sendable {
  case utf8 = "UTF-8"
  case utf16Little = "UTF-16LE"
  case utf16Big = "UTF-16BE"
  /// The 8-bit encoding of Windows in Western Europe and America.
  case windows1252 = "Windows-1252"

  /// Returns the encoding of a file with a byte order mark or with obvious UTF-16, or nil for any other file.
  ///
  /// - Parameter start: The first bytes of the file; some hundred are enough.
  static func marked(_ start: Bytes) -> TextEncoding? {
    if start.has("\u{FEFF}", at: 0) { return .utf8 }
    for encoding in [TextEncoding.utf16Little, .utf16Big] where encoding.mark(in: start) > 0 {
      return encoding
    }
    // In UTF-16, every second byte of ASCII letters and digits is 0, and the other byte rarely is. Text in any other
    // encoding has no zeros.
    let pairs = min(start.count, 512) / 2
    let zeros = (0..<pairs).reduce(into: (first: 0, second: 0)) { zeros, pair in
      if start[2 * pair] == 0 { zeros.first += 1 }
      if start[2 * pair + 1] == 0 { zeros.second += 1 }
    }
    if zeros.first * 8 < zeros.second, zeros.second * 2 > pairs { return .utf16Little }
    if zeros.second * 8 < zeros.first, zeros.first * 2 > pairs { return .utf16Big }
    return nil
  }

  /// The largest number of bytes in one character, which is the size of a surrogate pair.
  static let longest = 4

  /// Returns the length of the byte order mark at the start of a file.
  func mark(in start: Bytes) -> Int {
    switch self {
    case .utf16Little where start.count >= 2 && start[0] == 0xFF && start[1] == 0xFE: 2
    case .utf16Big where start.count >= 2 && start[0] == 0xFE && start[1] == 0xFF: 2
    default: 0
    }
  }

  /// Returns whether some of the bytes are undefined in Windows-1252.
  static func isNoWindows1252(_ bytes: Bytes) -> Bool {
    ([0, 0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8]).contains { bytes.firstIndex(of: $0) != nil }
  }

  /// Appends the text of the bytes to `text`, in UTF-8.
  ///
  /// An unpaired surrogate and half a unit become U+FFFD.
  ///
  /// - Parameter isLast: A Boolean value indicating whether no bytes follow. Otherwise half a pair or half a unit at
  ///   the end is left for the next call.
  /// - Returns: The number of bytes read.
  func decode(_ bytes: Bytes, isLast: Bool, into text: inout [UInt8]) -> Int {
    let units: [UInt16]
    switch self {
    case .utf8:
      bytes.append(0..<bytes.count, to: &text)
      return bytes.count
    case .windows1252: units = (0..<bytes.count).map { Self.codePage[bytes[$0]] }
    case .utf16Little, .utf16Big: units = self.units(bytes, isLast: isLast)
    }
    text += String(decoding: units, as: UTF16.self).utf8
    return isLast || self == .windows1252 ? bytes.count : units.count * 2
  }

  /// Returns the units of UTF-16, without half a pair at the end unless it is the last.
  private func units(_ bytes: Bytes, isLast: Bool) -> [UInt16] {
    let low = self == .utf16Little ? 0 : 1
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
    }
    if isLast {
      if bytes.count % 2 > 0 { units.append(0xFFFD) }
    } else if let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
    }
    return units
  }

  /// The characters of Windows-1252: Latin-1 except for 0x80...0x9F.
  ///
  /// Source: index-windows-1252 of the WHATWG Encoding Standard, which keeps the five unassigned bytes.
  private static let codePage = CodePage()

  private struct CodePage {
    private let special: [UInt16] = [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
      0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
      0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    subscript(byte: UInt8) -> UInt16 {
      (0x80...0x9F).contains(byte) ? special[Int(byte) - 0x80] : UInt16(byte)
    }
  }
}

extension Bytes {
  /// Returns the offset of the first byte that is not part of UTF-8, or the number of bytes if all are.
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
