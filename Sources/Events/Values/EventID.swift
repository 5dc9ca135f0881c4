/// The identity of an event: a UUID (RFC 9562), held as 128 bits.
///
/// It is the idempotency key of an append, and the name of whatever the event began: a set is named
/// by the event that logged it, a session by the one that started it, a post by the one that shared
/// it.
public struct EventID: Hashable, Sendable, BitwiseCopyable {
  let high: UInt64
  let low: UInt64

  /// The id with these bits; the first byte of its text comes from the top of `high`.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A version 7 id: 48 bits of time, then version, variant and `random`.
  ///
  /// - Parameter milliseconds: since 1970 in UTC; negative times count as 0.
  public init(milliseconds: Int64, random: (UInt64, UInt64)) {
    let time = UInt64(max(0, milliseconds)) & 0xFFFF_FFFF_FFFF
    high = time << 16 | 0x7000 | random.0 & 0x0FFF
    low = 0x8000_0000_0000_0000 | random.1 >> 2
  }

  /// What dictionaries ask for; as for names.
  public func _rawHashValue(seed: Int) -> Int { Name.mixed(high, low, seed) }

  /// The id written as `text`, in either case; nil when that is not a UUID.
  public init?(_ text: String) {
    guard let id = Bytes.of(text, { EventID($0, in: 0..<$0.count) }) else { return nil }
    self = id
  }

  /// Four words of eight digits each: a third of the instructions of a loop over the 36 bytes, and
  /// every line has an id.
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

/// The number that eight hexadecimal digits of either case write, the first in the lowest byte of
/// `digits`; nil when one of them is none.
func hexadecimal(_ digits: UInt64) -> UInt32? {
  let ones: UInt64 = 0x0101_0101_0101_0101
  // Letters have this bit, figures have not; what is neither fails below.
  let letters = digits >> 6 & ones
  let values = digits & (ones &* 0x0F) &+ letters &* 9
  // A figure is at most 9 and a letter at least 10, so adding 118 reaches the top bit of letters alone.
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
  /// The 36 characters of the UUID, lower case.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the 36 characters to `bytes`.
  func append(to bytes: inout [UInt8]) {
    // Eight digits at a time; of those that are cut by a hyphen, four before and four behind it.
    let middle = hexadecimalDigits(UInt32(truncatingIfNeeded: high))
    let next = hexadecimalDigits(UInt32(truncatingIfNeeded: low >> 32))
    let hyphen = UInt64(UInt8(ascii: "-"))
    Bytes.append(hexadecimalDigits(UInt32(truncatingIfNeeded: high >> 32)), count: 8, to: &bytes)
    Bytes.append(hyphen | middle << 8, count: 5, to: &bytes)
    Bytes.append(hyphen | (middle >> 32) << 8, count: 5, to: &bytes)
    Bytes.append(hyphen | next << 8, count: 5, to: &bytes)
    Bytes.append(hyphen | (next >> 32) << 8, count: 5, to: &bytes)
    Bytes.append(hexadecimalDigits(UInt32(truncatingIfNeeded: low)), count: 8, to: &bytes)
  }
}

extension EventID: Comparable {
  public static func < (one: EventID, other: EventID) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

/// `value` as 16 lower-case hexadecimal digits, the form of `sum`.
func hexadecimal(_ value: UInt64) -> [UInt8] {
  var text: [UInt8] = []
  appendHexadecimal(value, to: &text)
  return text
}

/// Appends the 16 lower-case hexadecimal digits of `value` to `bytes`.
func appendHexadecimal(_ value: UInt64, to bytes: inout [UInt8]) {
  Bytes.append(hexadecimalDigits(UInt32(truncatingIfNeeded: value >> 32)), count: 8, to: &bytes)
  Bytes.append(hexadecimalDigits(UInt32(truncatingIfNeeded: value)), count: 8, to: &bytes)
}

/// The eight lower-case hexadecimal digits of `value`, the first in the lowest byte.
private func hexadecimalDigits(_ value: UInt32) -> UInt64 {
  var digits = UInt64(value)
  digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
  digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
  digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
  let ones: UInt64 = 0x0101_0101_0101_0101
  // Adding 6 reaches the next digit from 10 on.
  let letters = (digits &+ ones &* 6) >> 4 & ones
  return (digits &+ ones &* 0x30 &+ letters &* 0x27).byteSwapped
}
