import Foundation
import TestSupport
import Testing

@testable import Events

@Suite struct LocalDayTests {
  @Test func `a week begins on Monday`() {
    #expect(Weekday.monday.index == 0 && Weekday.sunday.index == 6)
    #expect(Weekday.allCases.map(\.index) == Array(0..<7))
  }

  @Test func `days equal those of Foundation's calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    // Foundation uses the Julian calendar before 1582; RFC 3339 does not.
    let start = try #require(LocalDay("1583-01-01")).number
    var random = SeededGenerator(seed: 6)
    for _ in 0..<3000 {
      let day = LocalDay(number: Int.random(in: start...LocalDay.last.number, using: &random))
      let date = Date(timeIntervalSince1970: Double(day.number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      #expect(day.date.year == parts.year)
      #expect(day.date.month == parts.month)
      #expect(day.date.day == parts.day)
      // Foundation numbers Sunday as 1.
      #expect((day.weekday.index + 1) % 7 + 1 == parts.weekday)
      #expect(LocalDay(day.description) == day)
    }
  }

  @Test func `every day of 400 years follows the one before`() throws {
    var expected = try #require(LocalDay("1999-12-31")).number
    for year in 2000..<2400 {
      for month in 1...12 {
        for day in 1...31 {
          guard let made = LocalDay(year: year, month: month, day: day) else { continue }
          expected += 1
          #expect(made.number == expected)
          #expect(made.date == (year, month, day))
        }
      }
    }
    #expect(expected - (try #require(LocalDay("1999-12-31")).number) == 146_097)
  }

  @Test func `every week begins on Monday`() throws {
    let monday = try #require(LocalDay("2026-03-02"))
    for (index, weekday) in Weekday.allCases.enumerated() {
      let day = LocalDay(number: monday.number + index)
      #expect(day.weekday == weekday)
      #expect(day.monday == monday)
      #expect(weekday.index == index)
    }
    #expect(LocalDay(number: 0).weekday == .thursday)
    #expect(LocalDay(number: -1).weekday == .wednesday)
    #expect(LocalDay(number: -4).monday == LocalDay(number: -10))
    #expect(LocalDay.first.weekday == .monday)
    #expect(LocalDay.last.weekday == .friday)
  }

  @Test(arguments: [
    "", "2026-3-02", "2026-03-2", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01",
    "2026-01-32", "2026-01-00", "0000-01-01", "10000-01-01", "2026/03/02", "2026-03-02T",
    "+026-03-02",
    "2026-+3-02", "２026-03-02", "2026--3-02", "20260302",
  ])
  func `an invalid day is refused`(_ text: String) { #expect(LocalDay(text) == nil) }

  @Test(arguments: ["0001-01-01", "1900-02-28", "2000-02-29", "2024-02-29", "9999-12-31"])
  func `a day is written as it was read`(_ text: String) {
    #expect(LocalDay(text)?.description == text)
  }
}
