import Events
import TestSupport
import Testing

@testable import Projections

/// Looks into a week of a history agree with a search through all of its sessions.
@Suite struct SessionCalendarTests {
  /// What the sessions of a history say, each looked at.
  private struct Search {
    let sessions: [History.Session]

    var latestWeek: LocalDay? { sessions.map(\.startedAt.day.monday).max() }

    func sessions(inWeekOf monday: LocalDay) -> [History.Session] {
      sessions.filter { $0.startedAt.day.monday == monday }
    }

    func streak(upTo monday: LocalDay) -> Int {
      let weeks = Set(sessions.map(\.startedAt.day.monday.number))
      return (0...).first { !weeks.contains(monday.number - 7 * $0) } ?? 0
    }

    func weeks(from monday: LocalDay) -> [LocalDay] {
      let weeks = Set(sessions.map(\.startedAt.day.monday))
      let later = (0..<1_000).lazy.map { LocalDay(number: monday.number + 7 * $0) }
      return Array(later.prefix { weeks.contains($0) })
    }
  }

  private static func check(_ history: History) {
    let search = Search(sessions: history.sessions)
    #expect(history.latest == search.sessions.first)
    #expect(history.latestWeek == search.latestWeek)
    let open = search.sessions.filter { $0.endedAt == nil }
    // The session that began last in the log, even if its time is earlier.
    let last = open.max { history.places[$0.session] ?? 0 < history.places[$1.session] ?? 0 }
    #expect(history.open == last)
    let mondays = Set(search.sessions.map(\.startedAt.day.monday.number)).sorted()
    for number in mondays.flatMap({ [$0 - 7, $0, $0 + 7] }) {
      let monday = LocalDay(number: number)
      let sessions = search.sessions(inWeekOf: monday)
      #expect(history.sessions(inWeekOf: monday) == sessions)
      #expect(history.newestSession(inWeekOf: monday)?.session == sessions.first?.session)
      #expect(history.streak(upTo: monday) == search.streak(upTo: monday))
      #expect(history.weeks(from: monday) == search.weeks(from: monday))
    }
  }

  @Test(arguments: 0..<12)
  func `random sessions over weeks are found as by a plain search`(_ seed: UInt64) {
    var facts = RandomFacts(seed: seed)
    var history = History()
    var weeks = 0
    for event in seed % 3 == 0 ? facts.sets(80) : facts.weighed(160) {
      history.apply(event)
      Self.check(history)
      weeks = max(weeks, Set(history.sessions.map(\.startedAt.day.monday.number)).count)
    }
    #expect(weeks > (seed % 3 == 0 ? 0 : 1))
  }

  @Test func `a session that is moved, discarded or reopened leaves its week and returns`() {
    var calendar = SessionCalendar()
    let (one, two) = (Self.span("2026-03-02T18:00:00Z"), Self.span("2026-03-09T18:00:00Z"))
    let monday = LocalDay(number: one.startedAt.day.number)
    calendar.move(0, nil, one)
    calendar.move(1, nil, two)
    #expect(calendar.latestWeek == two.startedAt.day)
    #expect(calendar.lastOpen == 1)
    calendar.move(1, two, nil)
    #expect(calendar.latestWeek == monday)
    #expect(calendar.lastOpen == 0)
    calendar.move(0, one, Self.span("2026-03-02T18:00:00Z", "2026-03-02T19:00:00Z"))
    #expect(calendar.lastOpen == nil)
    calendar.move(1, nil, two)
    #expect(calendar.sessions(inWeekOf: two.startedAt.day) == [1])
    #expect(calendar.lastOpen == 1)
    calendar.move(1, two, Self.span("2026-03-08T23:00:00Z"))
    #expect(calendar.sessions(inWeekOf: monday) == [0, 1])
    #expect(calendar.newest(inWeekOf: monday) == 1)
    #expect(!calendar.hasSessions(inWeekOf: two.startedAt.day))
    #expect(calendar.latestWeek == monday)
  }

  @Test func `the newest session of a week is the last by its start, then the later in the log`() {
    var calendar = SessionCalendar()
    let monday = day("2026-03-02")
    func newest(_ place: Int, _ old: String?, _ new: String?) -> Int? {
      let (old, new) = (old.map { "2026-03-0\($0):00Z" }, new.map { "2026-03-0\($0):00Z" })
      calendar.move(place, old.map { Self.span($0) }, new.map { Self.span($0) })
      return calendar.newest(inWeekOf: monday)
    }
    #expect(newest(0, nil, "3T18:00") == 0)
    #expect(newest(1, nil, "3T18:00") == 1)
    #expect(newest(2, nil, "2T18:00") == 1)
    // Within its week.
    #expect(newest(1, "3T18:00", "2T12:00") == 0)
    #expect(newest(0, "3T18:00", "2T06:00") == 2)
    #expect(newest(0, "2T06:00", "3T18:00") == 0)
    #expect(newest(0, "3T18:00", nil) == 2)
    #expect(newest(2, "2T18:00", "9T18:00") == 1)
    #expect(newest(1, "2T12:00", nil) == nil)
  }

  private static func span(_ start: String, _ end: String? = nil) -> SessionCalendar.Span {
    SessionCalendar.Span(
      startedAt: Timestamp(start) ?? Timestamp(milliseconds: 0),
      endedAt: end.flatMap { Timestamp($0) })
  }
}
