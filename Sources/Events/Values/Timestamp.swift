/// A moment in its user's local time: an instant with the UTC offset of the local clock.
///
/// The text form is RFC 3339 with milliseconds, `2026-03-02T18:04:11.250+01:00`, with `Z` if the offset is zero. The
/// day in the text is the user's day; no code uses the machine's time zone for it.
public struct Timestamp: Hashable, Sendable {
  /// The milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let milliseconds: Int64
  /// The number of minutes that the local clock is ahead of UTC, -1439...1439.
  public let offsetMinutes: Int16

  /// Creates the instant `milliseconds` after 1970 in UTC, with a local clock that is `offsetMinutes` ahead.
  public init(milliseconds: Int64, offsetMinutes: Int16 = 0) {
    (self.milliseconds, self.offsetMinutes) = (milliseconds, offsetMinutes)
  }

  /// Creates the moment from a text in RFC 3339, or returns nil for any other text.
  ///
  /// The seconds may have any number of decimals, or none; decimals beyond milliseconds are truncated.
  public init?(_ text: String) {
    guard let moment = Bytes.of(text, { Timestamp($0, in: 0..<$0.count) }) else { return nil }
    self = moment
  }

  /// The day in the user's calendar.
  public var day: LocalDay { LocalDay(number: Int(localMilliseconds.floored(by: 86_400_000))) }

  /// The milliseconds since 1970-01-01T00:00:00 on the local clock.
  package var localMilliseconds: Int64 { milliseconds + Int64(offsetMinutes) * 60_000 }

  /// Returns the moment `seconds` later, with the same offset.
  public func adding(seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + seconds * 1000, offsetMinutes: offsetMinutes)
  }

  /// This moment, or 9999-12-31T23:59:59.999 of its local clock if it is later than that.
  public var inCalendar: Timestamp {
    let end = Int64(LocalDay.last.number + 1) * 86_400_000 - 1 - Int64(offsetMinutes) * 60_000
    return Timestamp(milliseconds: min(milliseconds, end), offsetMinutes: offsetMinutes)
  }

  /// Returns the seconds from `earlier` to this moment.
  public func seconds(since earlier: Timestamp) -> Double {
    Double(milliseconds - earlier.milliseconds) / 1000
  }
}

extension Timestamp: Comparable {
  /// Returns whether `one` is the earlier instant; of two equal instants, the one with the smaller offset is first.
  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    (one.milliseconds, one.offsetMinutes) < (other.milliseconds, other.offsetMinutes)
  }
}

extension Timestamp: CustomStringConvertible {
  public var description: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The offset as `+01:00`, or `Z` if it is zero.
  public var offsetDescription: String {
    var text: [UInt8] = []
    appendOffset(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text form to `bytes`.
  func append(to bytes: inout [UInt8]) {
    let local = localMilliseconds
    let time = Int(local - local.floored(by: 86_400_000) * 86_400_000)
    let date = day.date
    guard !(0...9999).contains(date.year) else { return appendWords(date, time: time, to: &bytes) }
    day.append(to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    appendDecimal(time / 3_600_000, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendDecimal(time / 60_000 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendDecimal(time / 1000 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    appendDecimal(time % 1000, width: 3, to: &bytes)
    appendOffset(to: &bytes)
  }

  /// Appends the text form of a moment in a year with four digits.
  ///
  /// Appending four words at once takes a third of the time of separate parts.
  private func appendWords(
    _ date: (year: Int, month: Int, day: Int), time: Int, to bytes: inout [UInt8]
  ) {
    @inline(__always)
    func pair(_ value: Int) -> UInt64 {
      UInt64(truncatingIfNeeded: value / 10 | (value % 10) << 8) &+ 0x3030
    }
    let milliseconds = time % 1000
    let zone: UInt64 = offsetMinutes == 0 ? 0x5A : offsetMinutes < 0 ? 0x2D : 0x2B
    let minutes = Int(offsetMinutes.magnitude)
    let yearMonth =
      pair(date.year / 100) | pair(date.year % 100) << 16 | 0x2D << 32 | pair(date.month) << 40
      | 0x2D << 56
    let dayTime =
      pair(date.day) | 0x54 << 16 | pair(time / 3_600_000) << 24 | 0x3A << 40
      | pair(time / 60_000 % 60) << 48
    let seconds =
      0x3A | pair(time / 1000 % 60) << 8 | 0x2E << 24
      | (UInt64(truncatingIfNeeded: milliseconds / 100) &+ 0x30) << 32
      | pair(milliseconds % 100) << 40 | zone << 56
    let offset = pair(minutes / 60) | 0x3A << 16 | pair(minutes % 60) << 24
    Bytes.append(
      (yearMonth, dayTime, seconds, offset, 0), count: offsetMinutes == 0 ? 24 : 29, to: &bytes)
  }

  private func appendOffset(to bytes: inout [UInt8]) {
    guard offsetMinutes != 0 else { return bytes.append(UInt8(ascii: "Z")) }
    let minutes = Int(offsetMinutes.magnitude)
    bytes.append(offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    appendDecimal(minutes / 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    appendDecimal(minutes % 60, width: 2, to: &bytes)
  }
}

extension Timestamp {
  init?(_ bytes: Bytes, in range: Range<Int>) {
    guard range.count >= 20 else { return nil }
    var clock = Clock(bytes: bytes, index: range.lowerBound, end: range.upperBound)
    guard let year = clock.number(4), clock.pass(UInt8(ascii: "-")),
      let month = clock.number(2), clock.pass(UInt8(ascii: "-")),
      let day = clock.number(2), clock.pass(UInt8(ascii: "T")) || clock.pass(UInt8(ascii: "t")),
      let hour = clock.number(2), clock.pass(UInt8(ascii: ":")),
      let minute = clock.number(2), clock.pass(UInt8(ascii: ":")),
      let second = clock.number(2), hour < 24, minute < 60, second < 60,
      let fraction = clock.fraction(), let offset = clock.offset(),
      let date = LocalDay(year: year, month: month, day: day)
    else { return nil }
    let local = ((date.number * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + fraction
    self.init(milliseconds: Int64(local - offset * 60_000), offsetMinutes: Int16(offset))
  }
}

/// A reader of the parts of a moment's text; each part is nil or false if it is absent.
private struct Clock {
  let bytes: Bytes
  var index: Int
  let end: Int

  mutating func pass(_ byte: UInt8) -> Bool {
    guard index < end, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    guard index + digits <= end else { return nil }
    var value = 0
    for _ in 0..<digits {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
      index += 1
    }
    return value
  }

  /// Reads the milliseconds, or returns 0 if there is no fraction.
  mutating func fraction() -> Int? {
    guard pass(UInt8(ascii: ".")) else { return 0 }
    var value = 0
    var digits = 0
    while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 {
      if digits < 3 { value = value * 10 + Int(bytes[index] &- UInt8(ascii: "0")) }
      digits += 1
      index += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  /// Reads the offset in minutes ahead of UTC; the text must end after it.
  mutating func offset() -> Int? {
    if pass(UInt8(ascii: "Z")) || pass(UInt8(ascii: "z")) { return index == end ? 0 : nil }
    let west = pass(UInt8(ascii: "-"))
    guard west || pass(UInt8(ascii: "+")), let hours = number(2), pass(UInt8(ascii: ":")),
      let minutes = number(2), hours < 24, minutes < 60, index == end
    else { return nil }
    return (hours * 60 + minutes) * (west ? -1 : 1)
  }
}

extension Int64 {
  /// Returns the quotient rounded towards minus infinity, so that times before 1970 get the right day.
  package func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
