/// The id of an event: a UUID (RFC 9562) in 128 bits.
///
/// The id is the idempotency key of an append, and the name of the entity that the event created. A set has the id of
/// the event that logged it. A session has the id of its start, and a post the id of its sharing.
public struct EventID: Hashable, Sendable, BitwiseCopyable {
  let high: UInt64
  let low: UInt64

  /// Creates the id with these bits; the first byte of the text is the highest byte of `high`.
  public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Creates a version 7 id from 48 bits of time, the version, the variant and `random`.
  ///
  /// - Parameters:
  ///   - milliseconds: The time since 1970 in UTC; a negative time is treated as 0.
  ///   - random: 128 bits, from which the 74 random bits are taken.
  public init(milliseconds: Int64, random: (UInt64, UInt64)) {
    let time = UInt64(max(0, milliseconds)) & 0xFFFF_FFFF_FFFF
    high = time << 16 | 0x7000 | random.0 & 0x0FFF
    low = 0x8000_0000_0000_0000 | random.1 >> 2
  }

  /// Returns the hash value for dictionaries, computed as for names.
  public func _rawHashValue(seed: Int) -> Int { Name.mixed(high, low, seed) }

  /// Creates an id from `text` in upper or lower case, or returns nil if the text is not a UUID.
  public init?(_ text: String) {
    guard let id = Bytes.of(text, { EventID($0, in: 0..<$0.count) }) else { return nil }
    self = id
  }

  /// Creates an id from the text in `range` in upper or lower case, or returns nil if the text is not a UUID.
  ///
  /// Decoding four words of eight digits takes a third of the instructions of a loop over the 36 bytes, and every
  /// line has an id.
  init?(_ bytes: Bytes, in range: Range<Int>) {
    let start = range.lowerBound
    guard range.count == 36, bytes[start + 8] == UInt8(ascii: "-"),
      bytes[start + 13] == UInt8(ascii: "-"), bytes[start + 18] == UInt8(ascii: "-"),
      bytes[start + 23] == UInt8(ascii: "-")
    else { return nil }
    let middle = UInt64(bytes.half(at: start + 9)) | UInt64(bytes.half(at: start + 14)) << 32
    let next = UInt64(bytes.half(at: start + 19)) | UInt64(bytes.half(at: start + 24)) << 32
    guard let first = hexadecimal(bytes.word(at: start)), let second = hexadecimal(middle),
      let third = hexadecimal(next), let fourth = hexadecimal(bytes.word(at: start + 28))
    else { return nil }
    high = UInt64(first) << 32 | UInt64(second)
    low = UInt64(third) << 32 | UInt64(fourth)
  }
}

extension EventID {
  /// Creates the id whose 36 characters in lowercase begin at `start`, or returns nil for any other text.
  ///
  /// The result is also nil for the few ids that a `Name` keeps as texts. At least 36 bytes must follow `start`. Two
  /// words at a time are decoded in one register of 128 bits.
  @inline(__always)
  init?(canonical bytes: Bytes, at start: Int) {
    let first = bytes.word(at: start)
    let second = bytes.word(at: start &+ 8)  // -xxxx-xx
    let third = bytes.word(at: start &+ 16)  // xx-xxxx-
    let middle = second >> 8 & 0xFFFF_FFFF | UInt64(bytes.half(at: start &+ 14)) << 32
    let next = UInt64(bytes.half(at: start &+ 19)) | UInt64(bytes.half(at: start &+ 24)) << 32
    let fourth = bytes.word(at: start &+ 28)
    let hyphens =
      (second ^ 0x0000_2D00_0000_002D) & 0x0000_FF00_0000_00FF
      | (third ^ 0x2D00_0000_002D_0000) & 0xFF00_0000_00FF_0000
    var wrong = SIMD2<UInt64>(hyphens, 0)
    let high = lowerHexadecimal(SIMD2(first, middle), &wrong)
    let low = lowerHexadecimal(SIMD2(next, fourth), &wrong)
    guard wrong.x | wrong.y == 0, high.x & high.y != 0xFFFF_FFFF else { return nil }
    self.init(high: high.x << 32 | high.y, low: low.x << 32 | low.y)
  }
}

/// Returns the numbers in two sequences of eight lowercase hexadecimal digits.
///
/// A bit is set in `wrong` for every byte that is not such a digit.
@inline(__always)
private func lowerHexadecimal(
  _ digits: SIMD2<UInt64>, _ wrong: inout SIMD2<UInt64>
) -> SIMD2<UInt64> {
  @inline(__always)
  func all(_ byte: UInt64) -> SIMD2<UInt64> { SIMD2(repeating: byte &* 0x0101_0101_0101_0101) }
  let letters = digits &>> 6 & all(1)
  // A borrow only affects bytes after a wrong byte.
  let mask = (letters &<< 8) &- letters
  let values = digits &- all(0x30) &- (mask & all(0x27))
  // A digit is at most 9 and a letter at least 10: adding 118 sets the top bit for letters only.
  wrong |= (values & all(0xF0)) | (((values &+ all(0x76)) ^ (letters &<< 7)) & all(0x80))
  let pairs = (values &<< 4 | values &>> 8) & SIMD2(repeating: 0x00FF_00FF_00FF_00FF)
  let fours = (pairs &<< 8 | pairs &>> 16) & SIMD2(repeating: 0x0000_FFFF_0000_FFFF)
  return (fours &<< 16 | fours &>> 32) & SIMD2(repeating: 0xFFFF_FFFF)
}

/// Returns the number in eight hexadecimal digits of either case, or nil if one byte is not a digit.
///
/// - Parameter digits: The digits, with the first in the lowest byte.
func hexadecimal(_ digits: UInt64) -> UInt32? {
  let ones: UInt64 = 0x0101_0101_0101_0101
  // Letters have this bit, digits do not; other bytes fail below.
  let letters = digits >> 6 & ones
  let values = digits & (ones &* 0x0F) &+ letters &* 9
  // A digit is at most 9 and a letter at least 10: adding 118 sets the top bit for letters only.
  let isLetter = (values &+ ones &* 0x76) & (ones &* 0x80)
  let written = values &+ ones &* 0x30 &+ letters &* 0x27
  guard written == digits | letters << 5, isLetter == letters << 7, values & (ones &* 0xF0) == 0
  else { return nil }
  var packed = values.byteSwapped
  packed = (packed | packed >> 4) & 0x00FF_00FF_00FF_00FF
  packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF
  return UInt32(truncatingIfNeeded: packed | packed >> 16)
}

extension EventID: CustomStringConvertible {
  /// The 36 characters of the UUID in lowercase.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the 36 characters to `bytes`.
  func append(to bytes: inout [UInt8]) {
    let first = hexadecimalDigits(UInt32(truncatingIfNeeded: high >> 32))
    let middle = hexadecimalDigits(UInt32(truncatingIfNeeded: high))
    let next = hexadecimalDigits(UInt32(truncatingIfNeeded: low >> 32))
    let last = hexadecimalDigits(UInt32(truncatingIfNeeded: low))
    // xxxxxxxx -xxxx-xx xx-xxxx- xxxxxxxx xxxx
    let second = 0x2D | (middle & 0xFFFF_FFFF) << 8 | 0x2D << 40 | (middle >> 32 & 0xFFFF) << 48
    let third = middle >> 48 | 0x2D << 16 | (next & 0xFFFF_FFFF) << 24 | 0x2D << 56
    Bytes.append((first, second, third, next >> 32 | last << 32, last >> 32), count: 36, to: &bytes)
  }
}

#if DEBUG
  extension EventID {
    public static func == (one: EventID, other: EventID) -> Bool {
      Steps.add()
      return one.high == other.high && one.low == other.low
    }
  }
#endif

extension EventID: Comparable {
  public static func < (one: EventID, other: EventID) -> Bool {
    Steps.add()
    return (one.high, one.low) < (other.high, other.low)
  }
}

/// Returns `value` as 16 lowercase hexadecimal digits, the form of `sum`.
func hexadecimal(_ value: UInt64) -> [UInt8] {
  var text: [UInt8] = []
  appendHexadecimal(value, to: &text)
  return text
}

/// Appends `value` as 16 lowercase hexadecimal digits to `bytes`.
func appendHexadecimal(_ value: UInt64, to bytes: inout [UInt8]) {
  Bytes.append(hexadecimalDigits(UInt32(truncatingIfNeeded: value >> 32)), count: 8, to: &bytes)
  Bytes.append(hexadecimalDigits(UInt32(truncatingIfNeeded: value)), count: 8, to: &bytes)
}

/// Returns the eight lowercase hexadecimal digits of `value`, with the first in the lowest byte.
@inline(__always)
func hexadecimalDigits(_ value: UInt32) -> UInt64 {
  var digits = UInt64(value)
  digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
  digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
  digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
  let ones: UInt64 = 0x0101_0101_0101_0101
  // Adding 6 carries into the next digit from 10 on.
  let letters = (digits &+ ones &* 6) >> 4 & ones
  return (digits &+ ones &* 0x30 &+ letters &* 0x27).byteSwapped
}
