/// A calendar day in its user's local time, without a time zone.
public struct LocalDay: Hashable, Comparable, Sendable {
  /// The number of days since 1970-01-01 in the proleptic Gregorian calendar.
  public let number: Int

  /// The first day, 0001-01-01.
  static let first = LocalDay(number: number(1, 1, 1))
  /// The last day, 9999-12-31.
  static let last = LocalDay(number: number(9999, 12, 31))

  /// Creates the day `number` days after 1970-01-01.
  public init(number: Int) { self.number = number }

  /// Creates the day with a date, or returns nil if the date does not exist or the year is outside 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= LocalDay.days(in: month, of: year)
    else { return nil }
    number = LocalDay.number(year, month, day)
  }

  /// Creates the day from a text such as `2026-03-02`, or returns nil for any other form.
  public init?(_ text: String) {
    guard let day = Bytes.of(text, { LocalDay($0) }) else { return nil }
    self = day
  }

  /// Creates the day from the text in `bytes`, or returns nil for any other form.
  init?(_ bytes: Bytes) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = bytes.digits(in: 0..<4), let month = bytes.digits(in: 5..<7),
      let day = bytes.digits(in: 8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  public static func < (one: LocalDay, other: LocalDay) -> Bool { one.number < other.number }

  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday.allCases[((number + 3) % 7 + 7) % 7]
  }

  /// The Monday of the week that contains this day.
  public var monday: LocalDay { LocalDay(number: number - weekday.index) }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of the day with a date.
  ///
  /// Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013), days_from_civil. The year begins in
  /// March, so that the leap day is the last day.
  static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The year, month and day; the algorithm is civil_from_days from the same source.
  public var date: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}

extension LocalDay: CustomStringConvertible {
  /// The day as `2026-03-02`.
  public var description: String {
    // All bytes in one array: three strings with leading zeros took a quarter of a replay of volumes.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(10)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the day as `2026-03-02`.
  func append(to bytes: inout [UInt8]) {
    let date = date
    if (0...9999).contains(date.year) {
      appendDecimal(date.year / 100, width: 2, to: &bytes)
      appendDecimal(date.year % 100, width: 2, to: &bytes)
    } else {
      appendDecimal(date.year, width: 4, to: &bytes)
    }
    bytes.append(UInt8(ascii: "-"))
    appendDecimal(date.month, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    appendDecimal(date.day, width: 2, to: &bytes)
  }
}

/// Returns the decimal digits of a number, with leading zeros up to `width`; the first digit is in the lowest byte.
///
/// The result is nil for a negative number and for more than eight digits. Computing one word takes 100 instructions
/// for a position; byte by byte it took 630.
@inline(__always)
func decimalDigits(_ value: Int, width: Int = 1) -> (word: UInt64, count: Int)? {
  guard value >= 0, value < 100_000_000 else { return nil }
  var (word, count, rest) = (UInt64(0), 0, UInt64(value))
  repeat {
    word = word << 8 | (0x30 + rest % 10)
    (rest, count) = (rest / 10, count + 1)
  } while rest > 0 || count < width
  return (word, count)
}

/// Appends `value` in decimal to `bytes`, with leading zeros up to `width` digits.
func appendDecimal(_ value: Int, width: Int = 1, to bytes: inout [UInt8]) {
  // Most numbers are small, or two digits of a date.
  if value >= 0, value < 10, width <= 2 {
    if width == 2 { bytes.append(UInt8(ascii: "0")) }
    return bytes.append(UInt8(ascii: "0") + UInt8(value))
  }
  if value >= 10, value < 100, width <= 2 {
    bytes.append(UInt8(ascii: "0") + UInt8(value / 10))
    return bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
  }
  if width <= 8, let (word, count) = decimalDigits(value, width: width) {
    return Bytes.append(word, count: count, to: &bytes)
  }
  if value < 0 { bytes.append(UInt8(ascii: "-")) }
  let start = bytes.count
  var rest = value.magnitude
  repeat {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    rest /= 10
  } while rest > 0 || bytes.count - start < width
  // `bytes[start...].reverse()` would copy the array, because the slice keeps a reference to it.
  var (left, right) = (start, bytes.count - 1)
  while left < right {
    bytes.swapAt(left, right)
    (left, right) = (left + 1, right - 1)
  }
}

/// A day of the week; the week begins on Monday.
public enum Weekday: String, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The position in the week, from 0 for Monday to 6 for Sunday.
  public var index: Int { Weekday.allCases.firstIndex(of: self) ?? 0 }
}
