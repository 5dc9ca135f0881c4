import Events
import Projections
import TestSupport
import Testing

@Suite struct AttendanceViewTests {
  private func view(
    _ facts: [Fact], _ days: [LocalDay], at now: String = "2026-03-10T12:00:00Z"
  ) throws -> AttendanceView.Row {
    let (own, timetable) = try replay(log(events(facts)), OfUser<OwnClasses>("bob"), Timetable())
    let view = AttendanceView(of: "bob", own.value, timetable, days, at: moment(now))
    return try #require(view.rows.first)
  }

  /// A class that bob attended; nil minutes for all of it.
  private func attended(
    _ title: String, at start: String = "2026-03-04T18:00:00Z", minutes: Double? = nil,
    _ name: Name
  ) -> [Fact] {
    [
      .by("ann", .scheduled(name, title: title, at: start, minutes: 60)),
      .by("bob", .attended(name, minutes: minutes)),
    ]
  }

  private let week = AttendanceView.days(endingOn: LocalDay(number: 20_522))

  @Test func `a bar is a fraction of the longest one, and all are 0 if nothing was attended`()
    throws
  {
    #expect(week.map(\.description).last == "2026-03-10")
    let facts =
      attended("a", minutes: 30, "c") + attended("a", "d")
      + attended("a", at: "2026-03-10T06:00:00Z", minutes: 45, "e")
      + attended("a", at: "2026-03-03T18:00:00Z", "before")
    let row = try view(facts, week)
    #expect(row.days.map(\.minutes) == [90, 0, 0, 0, 0, 0, 45])
    #expect(row.days.map(\.fraction) == [1, 0, 0, 0, 0, 0, 0.5])
    #expect(row.hours == 2.25 && row.attended == 3 && row.averageMinutes == 45)
    let empty = try view([], week)
    #expect(empty.days.map(\.fraction) == [0, 0, 0, 0, 0, 0, 0])
    #expect(empty.averageMinutes == nil && empty.top.isEmpty && empty.hours == 0)
  }

  @Test func `all days with attended or missed classes can be included`() throws {
    let facts =
      attended("Yoga", at: "2025-01-04T18:00:00Z", "c") + attended("Yoga", "d")
      + [
        .by("ann", .scheduled("e", title: "Spin", at: "2026-03-01T18:00:00Z", minutes: 60)),
        .by("bob", .booked("e")),
        .by("ann", .scheduled("f", title: "Spin", at: "2026-04-01T18:00:00Z", minutes: 60)),
        .by("bob", .booked("f")),
      ]
    let now = moment("2026-03-10T12:00:00Z")
    let (own, timetable) = try replay(log(events(facts)), OfUser<OwnClasses>("bob"), Timetable())
    let days = AttendanceView.days(of: "bob", own.value, timetable, at: now)
    #expect(days.map(\.description) == ["2025-01-04", "2026-03-01", "2026-03-04"])
    let row = try view(facts, days)
    #expect(row.attended == 2 && row.missed == 1 && row.top.map(\.title) == ["Yoga"])
  }

  @Test func `a class counts for the day in the offset of its start`() throws {
    let facts =
      attended("a", at: "2026-03-10T23:30:00-08:00", "c")
      + attended("a", at: "2026-03-04T00:30:00+10:00", "d")
    #expect(try view(facts, week).days.map(\.minutes) == [60, 0, 0, 0, 0, 0, 60])
  }

  @Test func `a class is missed when it is over and the user had a place and did not attend`()
    throws
  {
    let facts: [Fact] = [
      .by("ann", .scheduled("c", at: "2026-03-10T11:00:00Z", capacity: 1)),
      .by("bob", .booked("c")), .by("eve", .booked("c")),
      .by("ann", .scheduled("d", at: "2026-03-10T12:00:00Z", minutes: 1)), .by("bob", .booked("d")),
      .by("ann", .scheduled("e", at: "2026-03-09T11:00:00Z")), .by("bob", .booked("e")),
      .by("ann", .classCancelled("e")),
    ]
    #expect(try view(facts, week).missed == 1)
    #expect(try view(facts, week, at: "2026-03-10T12:01:00Z").missed == 2)
    #expect(try view(facts, week, at: "2026-03-10T11:59:00Z").missed == 0)
    #expect(try view(facts + [.by("bob", .attended("c"))], week).missed == 0)
    #expect(try view(facts, AttendanceView.days(endingOn: week[0])).missed == 0)
  }

  @Test func `titles that differ only in bytes are two titles, in byte order`() throws {
    let (one, two) = ("\u{E9}tirer", "e\u{301}tirer")
    let top = try view(attended(one, "c") + attended(two, "d") + attended(one, "e"), week).top
    #expect(top.map(\.count) == [2, 1])
    #expect([String].isVerbatim(top.map(\.title), [one, two]))
    let even = try view(attended(one, "c") + attended(two, "d"), week).top
    #expect([String].isVerbatim(even.map(\.title), [two, one]))
  }

  /// The percentages of titles that were attended so often.
  private func top(_ counts: [(String, Int)]) throws -> [String] {
    var facts: [Fact] = []
    for (title, count) in counts {
      for number in 0..<count { facts += attended(title, Name("\(title) \(number)")) }
    }
    return try view(facts, week).top.map { "\($0.title) \($0.count) \($0.percent)" }
  }

  @Test func `percentages add up to 100, and the missing points go to the largest remainders`()
    throws
  {
    #expect(try top([("a", 1)]) == ["a 1 100"])
    #expect(try top([("b", 1), ("a", 1), ("c", 1)]) == ["a 1 34", "b 1 33", "c 1 33"])
    #expect(try top([("a", 1), ("b", 2)]) == ["b 2 67", "a 1 33"])
    // 42.86, 28.57, 14.29, 14.29: the places that are left go to the first two.
    #expect(
      try top([("d", 1), ("b", 3), ("c", 2), ("a", 1)]) == ["b 3 43", "c 2 29", "a 1 14", "d 1 14"])
    // 6 times 16.67: four of them are rounded up, by name.
    #expect(
      try top([("f", 1), ("e", 1), ("d", 1), ("c", 1), ("b", 1), ("a", 1)]) == [
        "a 1 17", "b 1 17", "c 1 17", "d 1 17", "e 1 16", "f 1 16",
      ])
  }

  @Test func `a week runs from Monday to Sunday, and without one the days end with the given day`()
  {
    let days = AttendanceView.days(ofWeekWith: LocalDay(number: 20_522))
    #expect(days.first?.description == "2026-03-09" && days.last?.description == "2026-03-15")
    #expect(AttendanceView.days(ofWeekWith: days[0]) == days)
    #expect(AttendanceView.days(ofWeekWith: days[6]) == days)
    #expect(week.first?.description == "2026-03-04" && week.count == 7)
  }
}
