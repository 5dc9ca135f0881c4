/// A cache of the day and the offset of the last time read; consecutive lines usually share them.
///
/// The words of an empty cache match no text, in particular no NULs in a damaged log.
struct DayCache {
  /// The first eight characters, `2026-03-`, as one word.
  fileprivate var yearMonth = UInt64.max
  /// The two digits of the day.
  fileprivate var day = UInt64.max
  /// The start of the day in milliseconds since 1970, as if in UTC.
  fileprivate var milliseconds = 0
  /// The six characters of the offset, `+01:00`, with two more bytes that are masked.
  fileprivate var zone = UInt64.max
  fileprivate var minutes: Int16 = 0
}

extension Timestamp {
  /// Returns the moment at `index` in canonical form and the number of its bytes, or nil for any other spelling.
  ///
  /// The canonical form is `2026-03-02T18:04:11.250+01:00`; `init(_:in:)` reads other forms. At least 32 bytes must
  /// follow `index`. The method reads three words of eight bytes and computes a date only for a new day: 60
  /// instructions.
  @inline(__always)
  static func canonical(
    _ bytes: Bytes, at index: Int, _ last: inout DayCache
  ) -> (Timestamp, count: Int)? {
    let date = bytes.word(at: index)
    guard let second = Figures(bytes.word(at: index &+ 8), in: .dayAndTime("T")),
      let third = Figures(bytes.word(at: index &+ 15), in: .seconds)
    else { return nil }
    let (hour, minute, seconds) = (second.pair(3), second.pair(6), third.pair(2))
    guard hour < 24, minute < 60, seconds < 60 else { return nil }
    if date != last.yearMonth || second.word & 0xFFFF != last.day {
      guard let first = Figures(date, in: .date),
        let day = LocalDay(
          year: Int(first.pair(0)) * 100 + Int(first.pair(2)), month: Int(first.pair(5)),
          day: Int(second.pair(0)))
      else { return nil }
      (last.yearMonth, last.day) = (date, second.word & 0xFFFF)
      last.milliseconds = day.number &* 86_400_000
    }
    let time = (hour &* 60 &+ minute) &* 60_000 &+ seconds &* 1000
    let local = last.milliseconds &+ Int(time &+ third.digit(5) &* 100 &+ third.pair(6))
    let zone = bytes.word(at: index &+ 23)
    if UInt8(truncatingIfNeeded: zone) == UInt8(ascii: "Z") {
      return (Timestamp(milliseconds: Int64(local)), 24)
    }
    if zone & 0xFFFF_FFFF_FFFF != last.zone {
      guard let minutes = offset(zone) else { return nil }
      (last.zone, last.minutes) = (zone & 0xFFFF_FFFF_FFFF, minutes)
    }
    let moment = Int64(local &- Int(last.minutes) &* 60_000)
    return (Timestamp(milliseconds: moment, offsetMinutes: last.minutes), 29)
  }

  /// Returns the offset in minutes at the beginning of a word, such as `+01:00`, or nil for another spelling.
  @inline(__always)
  private static func offset(_ word: UInt64) -> Int16? {
    let sign = word & 0xFF
    guard sign == 0x2B || sign == 0x2D,
      let offset = Figures(word << 16 | 0x3030, in: .dayAndTime(Unicode.Scalar(UInt8(sign)))),
      offset.pair(3) < 24, offset.pair(6) < 60
    else { return nil }
    let minutes = Int16(truncatingIfNeeded: offset.pair(3) &* 60 &+ offset.pair(6))
    return sign == 0x2D ? -minutes : minutes
  }
}

/// Eight characters, some of them digits, with the first in the lowest byte.
///
/// Each digit is stored as its value, any other character as 0.
private struct Figures {
  let word: UInt64

  /// A pattern for eight characters, in which `0` matches any digit and other characters match themselves.
  struct Shape {
    let text: UInt64
    /// The addend that carries a differing byte beyond 127: 118 for a digit, 127 for other characters.
    let slack: UInt64

    /// The shape `0000-00-`.
    static var date: Shape { Shape(text: 0x2D30_302D_3030_3030, slack: 0x7F76_767F_7676_7676) }
    /// The shape `0:00.000`.
    static var seconds: Shape { Shape(text: 0x3030_302E_3030_3A30, slack: 0x7676_767F_7676_7F76) }

    /// Returns the shape `00T00:00`, with any separator for the T.
    @inline(__always)
    static func dayAndTime(_ separator: Unicode.Scalar) -> Shape {
      Shape(
        text: 0x3030_3A30_3000_3030 | UInt64(separator.value) << 16, slack: 0x7676_7F76_767F_7676)
    }
  }

  /// Creates the digits of `word`, or returns nil if it does not match `shape`.
  @inline(__always)
  init?(_ word: UInt64, in shape: Shape) {
    let values = word ^ shape.text
    // `|` and `&+` have the same precedence, so the sum needs its parentheses. Without them, a byte beyond 127
    // carries into the next byte and passes the check.
    guard (values | (values &+ shape.slack)) & 0x8080_8080_8080_8080 == 0 else { return nil }
    self.word = values
  }

  @inline(__always)
  func digit(_ place: UInt64) -> UInt64 { word >> (place * 8) & 0xFF }
  /// Returns the number in two digits; one multiplication computes all pairs.
  @inline(__always)
  func pair(_ place: UInt64) -> UInt64 { (word &* 10 &+ word >> 8) >> (place * 8) & 0xFF }
}
