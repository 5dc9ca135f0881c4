import Events
import Foundation
import Projections
import TestSupport
import Testing

@Suite struct EnteredTimeTests {
  /// A Thursday evening in Berlin.
  private let now = moment("2026-03-05T18:04:11.250+01:00")

  @Test(arguments: [
    ("2026-03-02T18:04:11.250+05:00", "2026-03-02T18:04:11.250+05:00"),
    ("2026-03-02T18:04:11Z", "2026-03-02T18:04:11.000Z"),
    ("2026-03-02T18:04", "2026-03-02T18:04:00.000+01:00"),
    ("2026-03-02 18:04", "2026-03-02T18:04:00.000+01:00"),
    (" 2026-03-02  7:04:05.5 ", "2026-03-02T07:04:05.500+01:00"),
    ("2026-03-02 18:04-05:00", "2026-03-02T18:04:00.000-05:00"),
    ("2026-03-02t18:04Z", "2026-03-02T18:04:00.000Z"),
    ("7:30", "2026-03-05T07:30:00.000+01:00"), ("23:59", "2026-03-05T23:59:00.000+01:00"),
    ("today 7:30", "2026-03-05T07:30:00.000+01:00"),
    ("Yesterday 18:30", "2026-03-04T18:30:00.000+01:00"),
    ("monday 18:30", "2026-03-02T18:30:00.000+01:00"),
    ("mon 18:30", "2026-03-02T18:30:00.000+01:00"),
    ("friday 06:00", "2026-02-27T06:00:00.000+01:00"),
    ("thursday 17:00", "2026-03-05T17:00:00.000+01:00"),
    // This evening is in the future, so it is that of a week ago.
    ("thursday 20:00", "2026-02-26T20:00:00.000+01:00"),
    // A day alone is that day at this time of day.
    ("yesterday", "2026-03-04T18:04:11.250+01:00"), ("today", "2026-03-05T18:04:11.250+01:00"),
    ("2026-02-28", "2026-02-28T18:04:11.250+01:00"), ("TH", "2026-03-05T18:04:11.250+01:00"),
  ])
  func `a time is relative to now, on the user's clock`(_ text: String, _ expected: String) throws {
    #expect(try EnteredTime(text).moment(on: UserClock(now: now))?.description == expected)
  }

  @Test(arguments: [
    ("2026-03-02", "2026-03-02", "2026-03-02"), ("2026-03", "2026-03-01", "2026-03-31"),
    ("2026-02", "2026-02-01", "2026-02-28"), ("2028-02", "2028-02-01", "2028-02-29"),
    ("2026-12", "2026-12-01", "2026-12-31"), ("9999-12", "9999-12-01", "9999-12-31"),
    ("today", "2026-03-05", "2026-03-05"), ("yesterday", "2026-03-04", "2026-03-04"),
    ("thursday", "2026-03-05", "2026-03-05"), ("friday", "2026-02-27", "2026-02-27"),
    ("wed", "2026-03-04", "2026-03-04"), ("sunday", "2026-03-01", "2026-03-01"),
  ])
  func `days are relative to now`(_ text: String, _ first: String, _ last: String) throws {
    let time = try EnteredTime(text)
    #expect(time.isDays)
    let days = time.days(from: now)
    #expect("\(days.lowerBound)" == first)
    #expect("\(days.upperBound)" == last)
    #expect(try time.asOf(on: UserClock(now: now)) == .day(days.upperBound))
    #expect((try time.moment(on: UserClock(now: now)) == nil) == time.isMonth)
  }

  @Test func `the day is the user's local day, even if it is another day in Greenwich`() throws {
    let late = moment("2026-03-05T00:30:00.000+02:00")
    #expect("\(try EnteredTime("today").days(from: late).lowerBound)" == "2026-03-05")
    #expect("\(try EnteredTime("yesterday").days(from: late).lowerBound)" == "2026-03-04")
    #expect(
      try EnteredTime("23:00").asOf(on: UserClock(now: late))
        == .time(moment("2026-03-05T23:00:00.000+02:00")))
  }

  /// Returns a clock in Berlin, where clocks are put forward at 2:00 and back at 3:00.
  private func berlin(_ now: Timestamp) throws -> UserClock {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = "../CLITests/Exports/formats/zoneinfo/Europe/Berlin"
    let rules = try #require(ZoneRules([UInt8](Data(contentsOf: tests.appending(path: file)))))
    return UserClock(now: now) { UserClock.Zone(name: "Europe/Berlin", rules: rules) }
  }

  @Test func `a local time has the offset of its day`() throws {
    let clock = try berlin(now)
    func time(_ text: String, adding days: Int = 0) throws -> String? {
      try EnteredTime(text).moment(on: clock, adding: days)?.description
    }
    #expect(try time("2025-07-01 18:00") == "2025-07-01T18:00:00.000+02:00")
    #expect(try time("2025-12-01 18:00") == "2025-12-01T18:00:00.000+01:00")
    #expect(try time("2025-07-01 18:00Z") == "2025-07-01T18:00:00.000Z")
    #expect(try time("2025-07-01") == "2025-07-01T18:04:11.250+02:00")
    #expect(try time("today 18:00", adding: 60) == "2026-05-04T18:00:00.000+02:00")
    #expect(try time("today", adding: 60) == "2026-05-04T18:04:11.250+02:00")
    let spring = try berlin(moment("2026-03-30T08:00:00.000+02:00"))
    // The evening a week ago was in winter.
    #expect(
      try EnteredTime("monday 18:00").moment(on: spring)?.description
        == "2026-03-23T18:00:00.000+01:00")
    #expect(
      try EnteredTime("2026-03-29 01:59").moment(on: spring)?.description
        == "2026-03-29T01:59:00.000+01:00")
    #expect(
      try EnteredTime("2026-03-29 03:00").moment(on: spring)?.description
        == "2026-03-29T03:00:00.000+02:00")
  }

  @Test func `a time that clocks skip is refused, and one that they show twice needs its offset`()
    throws
  {
    let clock = try berlin(now)
    for text in ["2026-03-29 02:00", "2026-03-29 02:59:59.999"] {
      #expect(
        throws: Refusal(
          .noSuchTime,
          "clocks in Europe/Berlin skip 2026-03-29 \(text.suffix(text.count - 11).prefix(5)): "
            + "they are set forward",
          help: "enter a time before or after it")
      ) { try EnteredTime(text).moment(on: clock) }
    }
    #expect(
      throws: Refusal(
        .ambiguous, "clocks in Europe/Berlin show 2026-10-25 02:30 twice: they are set back",
        help: "enter '2026-10-25 02:30+02:00' or '2026-10-25 02:30+01:00'")
    ) { try EnteredTime("2026-10-25 02:30").asOf(on: clock) }
    for offset in ["+02:00", "+01:00"] {
      #expect(
        try EnteredTime("2026-10-25 02:30\(offset)").moment(on: clock)?.description
          == "2026-10-25T02:30:00.000\(offset)")
    }
    #expect(try EnteredTime("2026-10-25 03:00").moment(on: clock)?.offsetMinutes == 60)
    // A day alone takes the time of day as it comes.
    let night = try berlin(moment("2026-03-28T02:30:00.000+01:00"))
    #expect(
      try EnteredTime("today").moment(on: night, adding: 1)?.description
        == "2026-03-29T02:30:00.000+01:00")
  }

  private static let nonsense = [
    "", " ", "soon", "tomorrow", "t", "m", "s", "2026", "2026-13", "2026-02-30", "2026-3-2",
    "02.03.2026", "03/02/2026", "20260302", "18", "18:4", "24:00", "18:60", "18:04:60", "18:04 pm",
    "6pm", "monday tuesday", "monday 18", "2026-03 18:04", "2026-03-02T", "2026-03-02 18:04 x",
    "yesterday 25:00", "18:04+25:00", "-1", "12", "２０２６-03-02", "2026-03-02\u{0}",
    String(repeating: "1", count: 1_000),
  ]

  @Test(arguments: nonsense)
  func `a text that is not a time is an error`(_ text: String) {
    #expect(throws: EntryError.self) { try EnteredTime(text) }
  }

  @Test(arguments: [
    ("2026-3-2", "2026-03-02"), ("2026/03/02", "2026-03-02"), ("2.3.2026", "2026-03-02"),
    ("02.03.2026 18:04", "2026-03-02 18:04"), ("yesteday", "yesterday"), ("mondya", "monday"),
    ("6pm", "18:00"), ("yesterday at 6:30 pm", "yesterday 18:30"), ("12am", "0:00"),
    ("last monday", "monday"), ("18.30", "18:30"), ("monday 18.30", "monday 18:30"),
  ])
  func `an unrecognised time leads to the most similar valid one`(_ text: String, _ nearest: String)
    throws
  {
    let error = #expect(throws: EntryError.self) { try EnteredTime(text) }
    #expect(error?.nearest == nearest)
    #expect(throws: Never.self) { try EnteredTime(nearest) }
  }

  @Test(arguments: ["soon", "tomorrowish", "03/02/2026", "2026-02-30", "2026-13-01", "12", ""])
  func `nonsense leads to no suggestion`(_ text: String) {
    #expect(EnteredTime.nearest(to: text) == nil)
  }
}
