/// The identity of an event: a UUID (RFC 9562), held as 128 bits.
///
/// It is the idempotency key of an append, and the name of whatever the event began: a set is named
/// by the event that logged it, a session by the one that started it, a post by the one that shared
/// it.
public struct EventID: Hashable, Sendable {
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

  /// The id written as `text`, in either case; nil when that is not a UUID.
  public init?(_ text: String) {
    guard let id = Bytes.of(text, { EventID($0, in: 0..<$0.count) }) else { return nil }
    self = id
  }

  init?(_ bytes: Bytes, in range: Range<Int>) {
    guard range.count == 36 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    var index = range.lowerBound
    for group in EventID.groups {
      if index != range.lowerBound {
        guard bytes[index] == UInt8(ascii: "-") else { return nil }
        index += 1
      }
      for _ in 0..<group {
        let value = hexValues[Int(bytes[index])]
        guard value < 16 else { return nil }
        halves = (halves.0 << 4 | halves.1 >> 60, halves.1 << 4 | UInt64(value))
        index += 1
      }
    }
    (high, low) = halves
  }

  private static let groups = [8, 4, 4, 4, 12]
}

/// The value of each byte as a hexadecimal digit; 255 where it is none.
private let hexValues: [UInt8] = (0...255).map { hexDigit(UInt8($0)) ?? 255 }

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
    appendHexadecimal(high >> 32, digits: 8, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendHexadecimal(high >> 16, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendHexadecimal(high, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendHexadecimal(low >> 48, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendHexadecimal(low, digits: 12, to: &bytes)
  }
}

extension EventID: Comparable {
  public static func < (one: EventID, other: EventID) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

extension Name {
  /// The name of whatever the event `id` began.
  public init(_ id: EventID) { self.init(id.description) }
}

/// `value` as 16 lower-case hexadecimal digits, the form of `sum`.
func hexadecimal(_ value: UInt64) -> [UInt8] {
  var text: [UInt8] = []
  appendHexadecimal(value, digits: 16, to: &text)
  return text
}

/// Appends the lowest `digits` lower-case hexadecimal digits of `value` to `bytes`.
func appendHexadecimal(_ value: UInt64, digits: Int, to bytes: inout [UInt8]) {
  for place in stride(from: digits * 4 - 4, through: 0, by: -4) {
    let digit = UInt8(truncatingIfNeeded: value >> UInt64(place)) & 15
    bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
  }
}
