import Events
import Projections
import TestSupport
import Testing

@testable import CLI

@Suite struct LineSelectionTests {
  @Test(arguments: [
    ("2026-03-01T23:59:59.999+14:00", true, false), ("2026-03-02T00:00:00.000+14:00", true, true),
    ("2026-03-02T00:00:00.000-11:00", true, true), ("2026-03-02T23:59:59.999-11:00", true, true),
    ("2026-03-03T00:00:00.000-11:00", false, true), ("2026-03-03T00:00:00.000+14:00", false, true),
  ])
  func `a day covers the whole day on the user's clock, at either end of the selection`(
    _ text: String, _ isUntil: Bool, _ isSince: Bool
  ) throws {
    let clock = UserClock(now: moment("2026-03-05T12:00:00.000Z"))
    let day = try Moment(EnteredTime("2026-03-02"), on: clock, isEnd: isUntil)
    #expect(day.isNotBefore(moment(text)) == isUntil)
    #expect(day.isNotAfter(moment(text)) == isSince)
  }

  @Test(arguments: [
    ("2026-03-02T17:04:11.249Z", true, false), ("2026-03-02T18:04:11.250+01:00", true, true),
    ("2026-03-02T17:04:11.250Z", true, true), ("2026-03-02T18:04:11.251+01:00", false, true),
  ])
  func `a time is an instant, and is included at either end of the selection`(
    _ text: String, _ isUntil: Bool, _ isSince: Bool
  ) throws {
    let clock = UserClock(now: moment("2026-03-05T12:00:00.000Z"))
    let time = try Moment(EnteredTime("2026-03-02T17:04:11.250Z"), on: clock, isEnd: isUntil)
    #expect(time.isNotBefore(moment(text)) == isUntil)
    #expect(time.isNotAfter(moment(text)) == isSince)
  }

  @Test func `a month begins on its first day and ends on its last`() throws {
    let clock = UserClock(now: moment("2026-03-05T12:00:00.000Z"))
    let month = try EnteredTime("2026-02")
    let since = try Moment(month, on: clock, isEnd: false)
    let until = try Moment(month, on: clock, isEnd: true)
    let days = ["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"].map {
      moment("\($0)T12:00:00.000Z")
    }
    #expect(days.map(since.isNotAfter) == [false, true, true, true])
    #expect(days.map(until.isNotBefore) == [true, true, true, false])
  }
}
