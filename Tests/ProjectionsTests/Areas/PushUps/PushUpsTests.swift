import Events
import Projections
import TestSupport
import Testing

@Suite struct PushUpsTests {
  /// Push-ups by ann on days of March 2026, each at a time of its day.
  private func pushUps(_ sessions: (day: String, count: Int)...) -> PushUps {
    var pushUps = PushUps()
    for event in logged(sessions) { pushUps.apply(event) }
    return pushUps
  }

  private func logged(_ sessions: [(day: String, count: Int)]) -> [Event] {
    events(
      sessions.map { session in
        .by("ann", at: "\(session.day)T23:30:00-05:00", PushUpsLogged(count: session.count).body)
      })
  }

  private func row(_ pushUps: PushUps, _ today: String) throws -> PushUpsView.Row {
    try #require(PushUpsView(pushUps, on: day(today)).rows.first)
  }

  @Test func `without push-ups all numbers are zero, at level one, without a best`() throws {
    let row = try row(PushUps(), "2026-03-02")
    #expect([row.today, row.lifetime, row.streak, row.longestStreak] == [0, 0, 0, 0])
    #expect(row.best == nil)
    #expect(row.level == 1)
  }

  @Test func `the sums cover days in the user's local calendar`() throws {
    // Half past eleven in the evening, which is the next day in Greenwich.
    let pushUps = pushUps(
      ("2025-12-02", 1), ("2025-12-03", 2), ("2026-02-23", 4), ("2026-02-24", 8),
      ("2026-02-28", 16),
      ("2026-03-01", 32), ("2026-03-02", 64), ("2026-03-02", 128), ("2026-03-03", 256))
    let row = try row(pushUps, "2026-03-02")
    #expect(row.today == 192)
    #expect(row.sevenDays == 8 + 16 + 32 + 192)
    #expect(row.month == 32 + 192)
    #expect(row.threeMonths == 2 + 4 + 8 + 16 + 32 + 192)
    #expect(row.lifetime == 511 && row.best == 256)
  }

  @Test(arguments: [
    ("2026-05-31", "2026-02-28", 0), ("2026-05-31", "2026-03-01", 1),
    ("2026-05-30", "2026-02-28", 0), ("2024-05-31", "2024-02-29", 0),
    ("2024-05-31", "2024-03-01", 1),
    ("2026-01-15", "2025-10-15", 0), ("2026-01-15", "2025-10-16", 1),
    ("2026-03-31", "2025-12-31", 0),
  ])
  func `three months begin after the same day of the month, or after the last day of that month`(
    _ today: String, _ done: String, _ count: Int
  ) throws {
    #expect(try row(pushUps((done, 1)), today).threeMonths == count)
  }

  @Test func `a streak lasts through the day after its last day`() throws {
    let pushUps = pushUps(
      ("2026-02-26", 1), ("2026-02-27", 1), ("2026-02-28", 1), ("2026-03-02", 0), ("2026-03-01", 5))
    for (today, streak) in [
      ("2026-02-25", 0), ("2026-02-26", 1), ("2026-02-28", 3), ("2026-03-01", 4), ("2026-03-02", 4),
      ("2026-03-03", 0),
    ] {
      let row = try row(pushUps, today)
      #expect(row.streak == streak && row.longestStreak == 4, "\(today)")
    }
  }

  @Test func `removed push-ups do not count`() throws {
    var pushUps = pushUps(("2026-03-01", 50), ("2026-03-02", 20))
    pushUps.apply(
      Event(
        id: id(3), at: moment("2026-03-02T12:00:00Z"), user: "ann",
        PushUpsRemoved(pushUps: id(1)).body, seq: 3))
    let row = try row(pushUps, "2026-03-02")
    #expect([row.lifetime, row.best, row.streak, row.sevenDays] == [20, 20, 1, 20])
    #expect(pushUps[id(1)] == nil)
    #expect(pushUps[id(2)]?.count == 20)
  }

  @Test func `restored push-ups have their place, their id and their time again`() {
    let whole = pushUps(("2026-03-01", 50), ("2026-03-02", 20), ("2026-03-02", 30))
    var pushUps = whole
    func change(_ fact: PushUpEvent, seq: Int) {
      pushUps.apply(
        Event(
          id: id(seq), at: moment("2026-03-05T12:00:00Z"), user: "ann", .pushUps(fact), seq: seq))
    }
    change(.pushUpsRemoved(PushUpsRemoved(pushUps: id(2))), seq: 4)
    #expect(pushUps.sessions.map(\.count) == [50, 30])
    change(.pushUpsRestored(PushUpsRestored(pushUps: id(2))), seq: 5)
    #expect(pushUps.sessions == whole.sessions && pushUps[id(2)] == whole[id(2)])
    // A session that was not removed, or never logged, is not restored.
    for seq in [1, 99] { change(.pushUpsRestored(PushUpsRestored(pushUps: id(seq))), seq: 6) }
    #expect(pushUps.sessions == whole.sessions)
  }

  @Test func `a removal before its push-ups were logged has no effect`() {
    var pushUps = PushUps()
    let bodies: [PushUpEvent] = [
      .pushUpsRemoved(PushUpsRemoved(pushUps: id(2))), .pushUpsLogged(PushUpsLogged(count: 20)),
    ]
    for event in events(bodies.map { .by("ann", .pushUps($0)) }) { pushUps.apply(event) }
    #expect(pushUps.sessions.map(\.count) == [20] && pushUps[id(2)]?.count == 20)
  }

  @Test func `a session that is logged later belongs to its day`() throws {
    var pushUps = PushUps()
    let late = PushUpsLogged(count: 7, day: day("2026-03-01"))
    for event in events([.by("ann", at: "2026-03-05T10:00:00Z", .pushUps(.pushUpsLogged(late)))]) {
      pushUps.apply(event)
    }
    #expect(try row(pushUps, "2026-03-01").today == 7)
    #expect(try row(pushUps, "2026-03-05").today == 0)
  }

  @Test(
    arguments: [
      (-5, 1), (0, 1), (99, 1), (100, 2), (249, 2), (250, 3), (500, 4), (999, 4), (1_000, 5),
      (2_500, 6),
      (5_000, 7), (10_000, 8), (25_000, 9), (49_999, 9), (50_000, 10), (9_000_000, 10),
    ] as [(Int, Int)])
  func `the level depends on the total number of push-ups`(_ lifetime: Int, _ level: Int) {
    #expect(PushUpLevel.of(lifetime: lifetime) == level)
  }

  @Test func `each session is a row, latest first`() {
    let view = PushUpSessionsView(
      of: "ann",
      pushUps(("2026-03-03", 14), ("2026-03-01", 7), ("2026-03-03", 21)), EmptyProjection())
    #expect(
      view.rows.map { "\($0.session.day) \($0.session.count) \($0.session.seq)" }
        == ["2026-03-03 21 3", "2026-03-03 14 1", "2026-03-01 7 2"])
  }

  @Test func `the trend has each day with its seven-day average`() {
    let view = PushUpTrendView(
      of: "ann",
      pushUps(
        ("2026-03-01", 7), ("2026-03-03", 14), ("2026-03-03", 21), ("2026-03-03", 7),
        ("2026-03-07", 7), ("2026-03-08", 70)), EmptyProjection())
    let rows = view.rows.map {
      "\($0.day) \($0.sessions) \($0.count) \($0.best) \($0.sevenDayAverage)"
    }
    #expect(
      rows == [
        "2026-03-08 1 70 70 17.0", "2026-03-07 1 7 7 8.0", "2026-03-03 3 42 21 7.0",
        "2026-03-01 1 7 7 1.0",
      ])
  }
}
