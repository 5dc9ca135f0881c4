/// A moment as its user lived it: an instant with the UTC offset of the clock on the wall.
///
/// Written as RFC 3339 with milliseconds, `2026-03-02T18:04:11.250+01:00`, `Z` when the offset is
/// zero. The day that is written is the user's day; nothing asks the machine for a time zone.
public struct Timestamp: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let milliseconds: Int64
  /// Minutes by which the local clock is ahead of UTC; -1439...1439.
  public let offsetMinutes: Int16

  /// The instant `milliseconds` after 1970 in UTC, on a clock `offsetMinutes` ahead of it.
  public init(milliseconds: Int64, offsetMinutes: Int16 = 0) {
    self.milliseconds = milliseconds
    self.offsetMinutes = offsetMinutes
  }

  /// The moment written in `text`: RFC 3339, with any number of digits after the second (those
  /// beyond milliseconds are cut off) or none. nil when it is not that.
  public init?(_ text: String) {
    guard let moment = Bytes.of(text, { Timestamp($0, in: 0..<$0.count) }) else { return nil }
    self = moment
  }

  /// The day its user wrote.
  public var day: LocalDay { LocalDay(number: Int(localMilliseconds.floored(by: 86_400_000))) }

  /// Milliseconds since local midnight of 1970-01-01.
  private var localMilliseconds: Int64 { milliseconds + Int64(offsetMinutes) * 60_000 }

  /// The same clock `seconds` later.
  public func adding(seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + seconds * 1000, offsetMinutes: offsetMinutes)
  }

  /// This moment, or the last that can be written on its clock: that of 9999-12-31T23:59:59.999.
  public var inCalendar: Timestamp {
    let end = Int64(LocalDay.last.number + 1) * 86_400_000 - 1 - Int64(offsetMinutes) * 60_000
    return Timestamp(milliseconds: min(milliseconds, end), offsetMinutes: offsetMinutes)
  }

  /// Seconds from `earlier` to this moment.
  public func seconds(since earlier: Timestamp) -> Double {
    Double(milliseconds - earlier.milliseconds) / 1000
  }
}

extension Timestamp: Comparable {
  /// By instant; of two clocks showing the same instant the western one comes first.
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

  /// `+01:00`, or `Z` when the offset is zero.
  public var offsetDescription: String {
    var text: [UInt8] = []
    appendOffset(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the written moment to `bytes`.
  func append(to bytes: inout [UInt8]) {
    let local = localMilliseconds
    let time = Int(local - local.floored(by: 86_400_000) * 86_400_000)
    let date = day.date
    appendDecimal(date.year, width: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendDecimal(date.month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendDecimal(date.day, width: 2, to: &bytes)
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

extension Timestamp {
  /// The moment written at `index` as replog writes it, `2026-03-02T18:04:11.250+01:00`, and how many
  /// bytes it takes; nil for any other spelling, which `init(_:in:)` may know.
  ///
  /// Four words of eight bytes in 150 instructions: every line has a time.
  @inline(__always)
  static func canonical(_ bytes: Bytes, at index: Int) -> (Timestamp, count: Int)? {
    guard index + 32 <= bytes.count,
      let first = Figures(bytes.word(at: index), in: .date),
      let second = Figures(bytes.word(at: index + 8), in: .dayAndTime("T")),
      let third = Figures(bytes.word(at: index + 15), in: .seconds)
    else { return nil }
    let (month, hour) = (Int(first.pair(5)), Int(second.pair(3)))
    let (minute, seconds) = (Int(second.pair(6)), Int(third.pair(2)))
    guard hour < 24, minute < 60, seconds < 60,
      let day = LocalDay(
        year: Int(first.pair(0)) * 100 + Int(first.pair(2)), month: month, day: Int(second.pair(0)))
    else { return nil }
    let local =
      ((day.number * 24 + hour) * 60 + minute) * 60_000 + seconds * 1000
      + Int(third.digit(5)) * 100 + Int(third.pair(6))
    let zone = bytes[index + 23]
    if zone == UInt8(ascii: "Z") { return (Timestamp(milliseconds: Int64(local)), 24) }
    guard zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-"),
      let offset = Figures(
        bytes.word(at: index + 21), in: .dayAndTime(Unicode.Scalar(zone))),
      offset.pair(3) < 24, offset.pair(6) < 60
    else { return nil }
    let ahead = Int(offset.pair(3) * 60 + offset.pair(6)) * (zone == UInt8(ascii: "-") ? -1 : 1)
    return (
      Timestamp(milliseconds: Int64(local - ahead * 60_000), offsetMinutes: Int16(ahead)), 29
    )
  }
}

/// Eight characters of which some are figures, the first in the lowest byte: figures as what they
/// count, all others as 0.
private struct Figures {
  private let word: UInt64

  /// What eight characters must look like: `0` stands for any figure, the rest for itself.
  struct Shape {
    /// The characters.
    let text: UInt64
    /// What takes a byte that differs too much beyond 127: 118 for a figure, 127 for the rest.
    let slack: UInt64

    /// `0000-00-`
    static var date: Shape { Shape(text: 0x2D30_302D_3030_3030, slack: 0x7F76_767F_7676_7676) }
    /// `0:00.000`
    static var seconds: Shape { Shape(text: 0x3030_302E_3030_3A30, slack: 0x7676_767F_7676_7F76) }

    /// `00T00:00`, with any separator for the T.
    @inline(__always)
    static func dayAndTime(_ separator: Unicode.Scalar) -> Shape {
      Shape(
        text: 0x3030_3A30_3000_3030 | UInt64(separator.value) << 16, slack: 0x7676_7F76_767F_7676)
    }
  }

  /// nil when `word` does not look like `shape`.
  @inline(__always)
  init?(_ word: UInt64, in shape: Shape) {
    let values = word ^ shape.text
    // Or and plus bind alike, so the sum needs its parentheses: without them a byte beyond 127 carries
    // into the next one and passes.
    guard (values | (values &+ shape.slack)) & 0x8080_8080_8080_8080 == 0 else { return nil }
    self.word = values
  }

  @inline(__always)
  func digit(_ place: UInt64) -> UInt64 { word >> (place * 8) & 0xFF }
  @inline(__always)
  func pair(_ place: UInt64) -> UInt64 { digit(place) * 10 + digit(place + 1) }
}

/// Reads the parts of a written moment, each nil or false when it is not there.
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

  /// Milliseconds; 0 where no fraction is written.
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

  /// Minutes ahead of UTC; must reach the end.
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
  /// The quotient rounded towards minus infinity, so that times before 1970 fall on their own day.
  func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
