/// A local time without a time zone, which is all that most exports contain.
struct WallTime: Hashable {
  /// The milliseconds since 1970-01-01 on the local clock.
  let milliseconds: Int64
  /// The offset in minutes ahead of UTC; nil if the file does not state it.
  let offsetMinutes: Int16?

  /// Returns the moment with an offset of `offset` minutes ahead of UTC, unless the file states an offset.
  func timestamp(offset: Int16) -> Timestamp {
    let offset = offsetMinutes ?? offset
    return Timestamp(milliseconds: milliseconds - Int64(offset) * 60_000, offsetMinutes: offset)
  }
}

extension WallTime {
  /// Creates the time from a text, or returns nil for an unknown form or a year outside 1900…2999.
  ///
  /// The forms are `2016-10-03 19:30:55`, `2016-10-03 19:30`, RFC 3339, and `30 Jun 2025, 19:56`. Except in RFC 3339, the
  /// time may also be on the 12-hour clock, as `7:30:55 PM`.
  init?(_ text: String) {
    guard let time = Bytes.of(text, { WallTime(plain: $0) }) ?? WallTime(general: text) else {
      return nil
    }
    self = time
  }

  /// Creates the time from a text in any of the forms.
  init?(general text: String) {
    if let moment = Timestamp(text) {
      guard WallTime.days.contains(moment.day) else { return nil }
      let offset = Int64(moment.offsetMinutes) * 60_000
      self.init(milliseconds: moment.milliseconds + offset, offsetMinutes: moment.offsetMinutes)
      return
    }
    var parts = text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
    let half = parts.last.flatMap { WallTime.halves.firstIndex(of: $0.lowercased()) }
    if half != nil { parts.removeLast() }
    let day = parts.count == 2 ? LocalDay(String(parts[0])) : WallTime.day(parts.dropLast())
    guard let day, WallTime.days.contains(day), let last = parts.last,
      let seconds = WallTime.seconds(last, half: half)
    else { return nil }
    self.init(milliseconds: Int64(day.number * 86_400 + seconds) * 1000, offsetMinutes: nil)
  }

  /// Creates the time from the form `2016-10-03 19:30:55` or `2016-10-03 19:30`, or returns nil for any other text.
  ///
  /// Most exports use this form. The general reader creates strings for the parts, in 30,000 instructions.
  init?(plain bytes: Bytes) {
    guard bytes.count == 16 || bytes.count == 19 && bytes[16] == UInt8(ascii: ":"),
      bytes[10] == UInt8(ascii: " "), bytes[13] == UInt8(ascii: ":"),
      let day = LocalDay(bytes[0..<10]), WallTime.days.contains(day),
      let hour = bytes.digits(in: 11..<13), hour < 24,
      let minute = bytes.digits(in: 14..<16), minute < 60,
      let second = bytes.count == 16 ? 0 : bytes.digits(in: 17..<19), second < 60
    else { return nil }
    let seconds = day.number * 86_400 + hour * 3600 + minute * 60 + second
    self.init(milliseconds: Int64(seconds) * 1000, offsetMinutes: nil)
  }

  /// The days in the years from 1900 to 2999.
  private static let days =
    LocalDay(number: LocalDay.number(1900, 1, 1))...LocalDay(number: LocalDay.number(2999, 12, 31))

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Returns the day with the parts `30`, `Jun`, `2025`.
  private static func day(_ parts: ArraySlice<Substring>) -> LocalDay? {
    guard parts.count == 3, let first = parts.first, let last = parts.last,
      let day = digits(first, 1...2), let year = digits(last, 4...4),
      let month = months.firstIndex(of: parts[parts.startIndex + 1].lowercased())
    else { return nil }
    return LocalDay(year: year, month: month + 1, day: day)
  }

  /// The halves of a day on the 12-hour clock.
  private static let halves = ["am", "pm"]

  /// Returns the seconds since midnight for `19:30:55` or `19:30`.
  ///
  /// - Parameter half: The place of the half of the day in `halves`; nil on the 24-hour clock.
  private static func seconds(_ text: Substring, half: Int?) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, var hour = digits(parts[0], 1...2),
      half == nil ? hour < 24 : (1...12).contains(hour),
      let minute = digits(parts[1], 2...2), minute < 60
    else { return nil }
    if let half { hour = hour % 12 + half * 12 }
    guard parts.count == 3 else { return hour * 3600 + minute * 60 }
    guard let second = digits(parts[2], 2...2), second < 60 else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func digits(_ text: Substring, _ count: ClosedRange<Int>) -> Int? {
    guard count.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}

/// Returns the seconds of `2h 38m`, `38min`, `1h 2min` or `3608`, or nil for any other form.
///
/// A bare number means seconds. The result is also nil for more than 10,000 hours.
func writtenDuration(_ text: String) -> Int? {
  var total = 0
  var number: Int?
  var rest = text.lowercased()[...]
  if rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { rest += "s" }
  while !rest.isEmpty {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count).drop { $0 == " " }
    let unit = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(unit.count).drop { $0 == " " || $0 == "." }
    guard digits.utf8.count <= 8, let count = Int(digits), let seconds = secondsOf[String(unit)]
    else { return nil }
    total += count * seconds
    number = count
  }
  return number == nil || total > 36_000_000 ? nil : total
}

/// The units that Strong writes in English, French and German.
private let secondsOf = [
  "h": 3600, "std": 3600, "m": 60, "min": 60, "s": 1, "sec": 1, "sek": 1,
]

extension TrainingDefaults {
  /// Returns the moment of a local time on this clock, unless the file states an offset.
  func timestamp(of wall: WallTime) -> Timestamp {
    wall.timestamp(offset: clock.offsetMinutes(atWall: wall.milliseconds))
  }
}

extension WallClock {
  /// Returns how a local time is read that the clock skips or shows twice; nil for any other time.
  func change(at wall: WallTime) -> String? {
    guard case .zone(let rules) = self, wall.offsetMinutes == nil else { return nil }
    switch rules.offsetsMinutes(atWall: wall.milliseconds).count {
    case 0: return "clocks skip this local time; the offset before the change was used"
    case 1: return nil
    default: return "clocks show this local time twice; the first of the two was used"
    }
  }
}
