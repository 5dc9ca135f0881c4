import Testing

@testable import Events

/// Tests of the yearly offset changes of a time zone, in the form of the POSIX variable TZ.
@Suite struct YearlyRuleTests {
  @Test(arguments: [
    "", "3", "CET", "CET-x", "CET-200", "CET-1:60", "CET-1CEST", "CET-1CEST,M3.5.0",
    "CET-1,M3.5.0,M10.5.0",
    "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
    "CET-1CEST,M3,M10.5.0",
    "CET-1CEST,J0,J100", "CET-1CEST,J366,J100", "CET-1CEST,366,100", "CET-1CEST,x,100",
    "CET-1CEST,M3.5.0/x,M10.5.0",
    "CET-1CEST,M3.5.0,M10.5.0 ", "<+03", "CET-1CEST:,M3.5.0,M10.5.0",
  ])
  func `a rule of another form is refused`(_ text: String) {
    #expect(YearlyRule(text) == nil)
  }

  @Test(arguments: [
    // The day 60 without a leap day is 1 March in every year; the day 59, from 0, is 29 February in a leap year.
    ("STD0DST,J60,J300", "2024-03-01"), ("STD0DST,J60,J300", "2025-03-01"),
    ("STD0DST,59,300", "2024-02-29"), ("STD0DST,59,300", "2025-03-01"),
    ("STD0DST,M3.5.0,M10.5.0", "2026-03-29"), ("STD0DST,M3.2.0/2,M11.1.0/2", "2026-03-08"),
  ])
  func `summer time begins at two o'clock on the day of the rule`(_ text: String, _ day: String)
    throws
  {
    let rule = try #require(YearlyRule(text))
    let midnight = Int64(try #require(LocalDay(day)).number) * 86_400
    #expect(rule.offset(at: midnight + 7_199) == 0)
    #expect(rule.offset(at: midnight + 7_200) == 3_600)
  }

  @Test func `offsets have a sign, minutes and seconds, and summer time may have its own`() throws {
    #expect(try #require(YearlyRule("<+0330>-3:30")).offset(at: 0) == 12_600)
    #expect(try #require(YearlyRule("LMT+0:01:15")).offset(at: 0) == -75)
    let half = try #require(YearlyRule("LHST-10:30LHDT-11,M10.1.0,M4.1.0"))
    #expect(half.summer?.offset == 39_600 && half.standard == 37_800)
    #expect(half.offset(at: 0) == 39_600)
  }
}
