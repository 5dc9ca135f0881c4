import TestSupport
import Testing

@testable import Events

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00.000Z"),
    ("2026-03-02T18:04:11.250+01:00", 1_772_471_051_250, 60, nil),
    ("2026-03-02T17:04:11.250Z", 1_772_471_051_250, 0, nil),
    ("2026-03-02t17:04:11.250z", 1_772_471_051_250, 0, "2026-03-02T17:04:11.250Z"),
    ("2026-03-02T17:04:11.2509999Z", 1_772_471_051_250, 0, "2026-03-02T17:04:11.250Z"),
    ("2026-03-02T17:04:11.2Z", 1_772_471_051_200, 0, "2026-03-02T17:04:11.200Z"),
    ("2026-03-02T17:04:11.02Z", 1_772_471_051_020, 0, "2026-03-02T17:04:11.020Z"),
    ("2026-03-02T17:04:11-00:00", 1_772_471_051_000, 0, "2026-03-02T17:04:11.000Z"),
    ("2026-03-02T11:34:11.000-05:30", 1_772_471_051_000, -330, nil),
    ("1969-12-31T23:59:59.999Z", -1, 0, nil),
    ("2024-02-29T00:00:00.000+23:59", 1_709_078_460_000, 1439, nil),
    ("0001-01-01T00:00:00.000Z", -62_135_596_800_000, 0, nil),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, 0, nil),
    ("0001-01-01T00:00:00.000+23:59", -62_135_683_140_000, 1439, nil),
    ("9999-12-31T23:59:59.999-23:59", 253_402_387_139_999, -1439, nil),
  ])
  func `a timestamp is read and written`(
    _ text: String, _ milliseconds: Int64, _ offset: Int, _ written: String?
  ) throws {
    let moment = try #require(Timestamp(text))
    #expect(moment.milliseconds == milliseconds)
    #expect(Int(moment.offsetMinutes) == offset)
    #expect(moment.description == written ?? text)
    #expect(Timestamp(moment.description) == moment)
    #expect(moment.breach(of: .none) == nil)
  }

  @Test(arguments: [
    "", "2026-03-02", "2026-03-02T18:04:11", "2026-03-02T18:04Z", "2026-03-02 18:04:11Z",
    "2026-03-02T18:04:11.Z", "2026-03-02T18:04:11,5Z", "2026-03-02T18:04:11.5",
    "2026-03-02T24:00:00Z", "2026-03-02T18:60:00Z", "2026-03-02T18:04:60Z", "2026-13-02T18:04:11Z",
    "2026-00-02T18:04:11Z", "2026-02-29T18:04:11Z", "2026-04-31T18:04:11Z", "2026-03-00T18:04:11Z",
    "0000-01-01T00:00:00Z", "12026-03-02T18:04:11Z", "-026-03-02T18:04:11Z", "2026-3-2T18:04:11Z",
    "2026-03-02T18:04:11+1:00", "2026-03-02T18:04:11+0100", "2026-03-02T18:04:11+24:00",
    "2026-03-02T18:04:11+01:60", "2026-03-02T18:04:11+01:00 ", " 2026-03-02T18:04:11Z",
    "2026-03-02T18:04:11ZZ", "2026-03-02T18:04:11Z+01:00", "20260302T180411Z0000",
    "２026-03-02T18:04:11Z", "2026-03-02T18:04:11+", "2026-03-02T18:04:11.250+01:00\u{0}",
  ])
  func `an invalid timestamp is refused`(_ text: String) { #expect(Timestamp(text) == nil) }

  @Test func `a timestamp that is cut at any byte is refused`() {
    let text = "2026-03-02T18:04:11.250+01:00"
    for length in 0..<text.utf8.count { #expect(Timestamp(String(text.prefix(length))) == nil) }
  }

  @Test(arguments: ["2026-03-02T18:04:11.250+01:00", "2026-03-02T17:04:11.250-05:30"])
  func
    `with any byte at any place, the fast reader agrees with the plain one, or leaves the text to it`(
      _ text: String
    )
  {
    var taken = 0
    for place in text.utf8.indices {
      for byte in UInt8.min...UInt8.max {
        let offset = text.utf8.distance(from: text.startIndex, to: place)
        var bytes = Array(text.utf8)
        bytes[offset] = byte
        let count = bytes.count
        // The reader of whole words needs some bytes after the text.
        bytes += Array("\",\"user\":\"ann\"".utf8)
        var day = DayCache()
        Bytes.of(bytes) { bytes in
          let plain = Timestamp(bytes, in: 0..<count)
          guard let (time, length) = Timestamp.canonical(bytes, at: 0, &day) else {
            // The fast reader must accept the canonical form.
            let isCanonical = plain.map { Array($0.description.utf8) == bytes.array(in: 0..<count) }
            #expect(isCanonical != true, "\(offset): \(byte)")
            return
          }
          taken += 1
          #expect(Timestamp.canonical(bytes, at: 0, &day)?.0 == time)
          // If `Z` replaces the sign, the moment ends there.
          #expect(time == Timestamp(bytes, in: 0..<length), "\(offset): \(byte)")
          #expect(length == count || offset == 23)
        }
      }
    }
    // Each digit can change to some other digits, and each byte can stay the same.
    #expect(taken > 100)
  }

  @Test func `a day ends at midnight on its own clock`() throws {
    let last = try #require(Timestamp("2026-03-02T23:59:59.999-11:00"))
    let first = try #require(Timestamp("2026-03-03T00:00:00.000-11:00"))
    #expect(last.day == LocalDay("2026-03-02"))
    #expect(first.day == LocalDay("2026-03-03"))
    #expect(first.milliseconds == last.milliseconds + 1)
    #expect(first.seconds(since: last) == 0.001)
    let old = try #require(Timestamp("1969-12-31T23:59:59.999+14:00"))
    #expect(old.day == LocalDay("1969-12-31"))
    #expect(old.adding(seconds: 1).day == LocalDay("1970-01-01"))
  }

  @Test func `any timestamp is read back unchanged`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3000 {
      let moment = Timestamp(
        milliseconds: Int64.random(in: -62_135_500_000_000...253_402_200_000_000, using: &random),
        offsetMinutes: Int16.random(in: -1439...1439, using: &random))
      #expect(Timestamp(moment.description) == moment, "\(moment)")
      #expect(moment.description.hasPrefix(moment.day.description))
    }
  }

  @Test func `timestamps are ordered by instant, then from west to east`() throws {
    let paris = try #require(Timestamp("2026-03-02T18:00:00+01:00"))
    let london = try #require(Timestamp("2026-03-02T17:00:00Z"))
    let later = try #require(Timestamp("2026-03-02T16:00:01-01:00"))
    #expect([later, paris, london].sorted() == [london, paris, later])
    #expect(paris != london)
  }

  @Test(
    arguments: [
      (253_402_300_800_000, 0, "must be in the years 1…9999"),
      (-62_135_596_800_001, 0, "must be in the years 1…9999"),
      (Int64.max, 0, "must be in the years 1…9999"), (Int64.min, 0, "must be in the years 1…9999"),
      // The year is the local year, not the year in UTC.
      (253_402_300_799_999, 1, "must be in the years 1…9999"),
      (253_402_214_460_000, 1439, "must be in the years 1…9999"),
      (253_402_387_140_000, -1439, "must be in the years 1…9999"),
      (-62_135_596_800_000, -1, "must be in the years 1…9999"),
      (-62_135_510_460_001, -1439, "must be in the years 1…9999"),
      (-62_135_683_140_001, 1439, "must be in the years 1…9999"),
      (0, 1440, "must be less than a day ahead of or behind UTC"),
      (0, -1440, "must be less than a day ahead of or behind UTC"),
      (0, Int16.max, "must be less than a day ahead of or behind UTC"),
      (0, Int16.min, "must be less than a day ahead of or behind UTC"),
    ] as [(Int64, Int16, String)])
  func `a timestamp that cannot be written exceeds its limit`(
    _ milliseconds: Int64, _ offset: Int16, _ message: String
  ) {
    let moment = Timestamp(milliseconds: milliseconds, offsetMinutes: offset)
    #expect(moment.breach(of: .none) == message)
  }

  @Test(
    arguments: [
      (253_402_300_799_999, 0), (253_402_300_799_999, -1), (253_402_300_800_000, -1),
      (253_402_300_739_999, 1), (253_402_214_459_999, 1439), (253_402_387_139_999, -1439),
      (-62_135_596_800_000, 0), (-62_135_596_800_001, 1), (-62_135_596_740_000, -1),
      (0, 1439), (0, -1439),
    ] as [(Int64, Int16)])
  func `a timestamp on a day of the calendar is within its limit and is read back`(
    _ milliseconds: Int64, _ offset: Int16
  ) {
    let moment = Timestamp(milliseconds: milliseconds, offsetMinutes: offset)
    #expect(moment.breach(of: .none) == nil)
    #expect(Timestamp(moment.description) == moment)
  }

  @Test(
    arguments: [
      ("+24:00", nil), ("-24:00", nil), ("+23:60", nil), ("-23:60", nil), ("+99:99", nil),
      ("+23:59", 1439), ("-23:59", -1439), ("+00:01", 1), ("-00:01", -1),
    ] as [(String, Int16?)])
  func `a clock is less than a day ahead of UTC, however it is read`(
    _ offset: String, _ minutes: Int16?
  ) {
    let text = "2026-03-02T18:04:11.250\(offset)"
    #expect(Timestamp(text)?.offsetMinutes == minutes)
    Bytes.of(Array("\(text)\",\"user\":\"ann\"".utf8)) {
      var day = DayCache()
      #expect(Timestamp.canonical($0, at: 0, &day)?.0.offsetMinutes == minutes)
    }
  }

  @Test(arguments: [
    ("2026-03-02T18:04:11.250+01:00", "2026-03-02T18:04:11.250+01:00"),
    ("9999-12-31T23:59:59.999+23:59", "9999-12-31T23:59:59.999+23:59"),
    ("9999-12-31T23:59:59.999-23:59", "9999-12-31T23:59:59.999-23:59"),
  ])
  func `a timestamp beyond the calendar becomes the last one that its clock can show`(
    _ text: String, _ same: String
  ) throws {
    let moment = try #require(Timestamp(text))
    #expect(moment.inCalendar.description == same)
    let last = "9999-12-31T23:59:59.999\(moment.offsetDescription)"
    for seconds: Int64 in [1_000_000_000_000, 251_629_831_549] {
      let later = moment.adding(seconds: seconds)
      #expect(later.breach(of: .none) != nil)
      #expect(later.inCalendar.description == last)
    }
  }
}
