import Events
import Projections
import TestSupport
import Testing

/// Durations, densities, streaks of weeks, and the body in the load.
@Suite struct MetricsTests {
  private func history(_ facts: [Fact]) throws -> History {
    try replay(log(events(facts)), OfUser<History>("ann")).value
  }

  /// A session of so many minutes from a time on, with a set of 100 kg × 6.
  private func session(_ name: Name, _ start: String, minutes: Int64?) -> [Fact] {
    let facts: [Fact] = [
      .by("ann", at: start, .started(name)),
      .by("ann", at: start, .logged(name, "a", 6, Weight(100))),
    ]
    guard let minutes else { return facts }
    let end = "\(moment(start).adding(seconds: minutes * 60))"
    return facts + [.by("ann", at: end, .ended(name))]
  }

  @Test func `each week has its sessions, minutes, volume, density and streak`() throws {
    let history = try history(
      session("a", "2026-02-09T10:00:00Z", minutes: 60)
        + session("b", "2026-02-22T23:00:00Z", minutes: 30)
        + session("c", "2026-02-23T10:00:00Z", minutes: nil)
        + session("d", "2026-02-25T10:00:00Z", minutes: 20))
    let rows = MetricsView(history.sessions).rows
    // A Sunday belongs to the week before the Monday after it.
    #expect(rows.map(\.period) == ["2026-02-23", "2026-02-16", "2026-02-09"])
    #expect(rows.map(\.sessions) == [2, 1, 1])
    #expect(rows.map(\.minutes) == [20, 30, 60])
    #expect(rows.map(\.volumeKg) == [1_200, 600, 600])
    // The open session has no time, so its volume is not in the density.
    #expect(rows.map(\.density) == [30, 20, 10])
    #expect(rows.map(\.streak) == [3, 2, 1])
  }

  @Test func `a session that was left open for more than a day has no duration`() throws {
    let history = try history(
      session("a", "2026-02-09T10:00:00Z", minutes: 24 * 60)
        + session("b", "2026-02-16T10:00:00Z", minutes: 24 * 60 + 1)
        + session("c", "2026-02-18T10:00:00Z", minutes: 60)
        + session("d", "2026-02-23T10:00:00Z", minutes: 3 * 24 * 60))
    let rows = MetricsView(history.sessions).rows
    #expect(rows.map(\.minutes) == [nil, 60, 1_440])
    #expect(rows.map(\.density) == [nil, 10, 600.0 / 1_440])
    #expect(rows.map(\.volumeKg) == [600, 1_200, 600])
    #expect(history.sessions.map(\.wasLeftOpen) == [true, false, true, false])
  }

  @Test func `a set that is added to a finished session counts in its density`() throws {
    let facts =
      session("a", "2026-02-16T10:00:00Z", minutes: 60)
      + [.by("ann", at: "2026-02-16T12:00:00Z", .logged("a", "a", 6, Weight(100)))]
    let links = try Blame.chain(
      MetricsView.self, RecordPath(), of: "ann", in: log(events(facts)))
    let density = links.filter { "\($0.path)".hasSuffix(".density") }.map(\.after?.jsonText)
    #expect(density == ["10", "20"])
  }

  @Test func `a session of less than a minute has no density`() throws {
    let start = "2026-02-16T10:00:00Z"
    func short(_ name: Name, _ end: String) -> [Fact] {
      session(name, start, minutes: nil) + [.by("ann", at: end, .ended(name))]
    }
    let history = try history(
      short("a", "2026-02-16T10:00:01Z") + short("b", "2026-02-16T10:00:59.999Z"))
    #expect(MetricsView(history.sessions).rows.map(\.density) == [nil])
    let minute = try self.history(short("a", "2026-02-16T10:01:00Z"))
    #expect(MetricsView(minute.sessions).rows.map(\.density) == [600])
    // The short session adds neither its volume nor its time.
    let both = try self.history(
      short("a", "2026-02-16T10:00:59Z") + session("b", "2026-02-17T10:00:00Z", minutes: 60))
    #expect(MetricsView(both.sessions).rows.map(\.density) == [10])
    #expect(MetricsView(both.sessions).rows.map(\.volumeKg) == [1_200])
  }

  @Test func `a week without a session ends a streak`() throws {
    let history = try history(
      session("a", "2026-02-09T10:00:00Z", minutes: 60)
        + session("b", "2026-02-23T10:00:00Z", minutes: 0))
    let rows = MetricsView(history.sessions).rows
    #expect(rows.map(\.streak) == [1, 1])
    #expect(rows.map(\.density) == [nil, 10])
  }

  @Test func `a streak includes the weeks before a range of days`() throws {
    let days = ["01-26", "02-09", "02-16", "02-18", "02-23", "03-09"]
    let history = try history(
      days.flatMap { session(Name($0), "2026-\($0)T10:00:00Z", minutes: 60) })
    func streaks(from date: String, by grouping: MetricsView.Grouping = .week) -> [Int?] {
      let sessions = history.sessions.filter { $0.startedAt.day >= day(date) }
      return MetricsView(sessions, of: history, by: grouping).rows.map(\.streak)
    }
    #expect(streaks(from: "2026-01-01") == [1, 3, 2, 1, 1])
    // The range begins within a week.
    #expect(streaks(from: "2026-02-18") == [1, 3, 2])
    #expect(streaks(from: "2026-02-19") == [1, 3])
    #expect(streaks(from: "2026-03-01") == [1] && streaks(from: "2026-04-01") == [])
    #expect(streaks(from: "2026-03-01", by: .month) == [nil])
  }

  @Test func `rows can be grouped by session, day and month`() throws {
    let history = try history(
      session("a", "2026-01-31T10:00:00Z", minutes: 60)
        + session("b", "2026-02-01T10:00:00Z", minutes: 30)
        + session("c", "2026-02-01T18:00:00Z", minutes: nil))
    let sessions = MetricsView(history.sessions, by: .session).rows
    #expect(sessions.map(\.period) == ["c", "b", "a"] && sessions.map(\.minutes) == [nil, 30, 60])
    let days = MetricsView(history.sessions, by: .day).rows
    #expect(days.map(\.period) == ["2026-02-01", "2026-01-31"] && days.map(\.sessions) == [2, 1])
    let months = MetricsView(history.sessions, by: .month).rows
    #expect(months.map(\.period) == ["2026-02", "2026-01"])
    #expect(months.map(\.date) == [day("2026-02-01"), day("2026-01-01")])
    #expect(VolumeView(history.sessions, by: .session).rows.map(\.period) == ["c", "b", "a"])
    let volumes = VolumeView(history.sessions, by: .day).rows
    #expect(volumes.map(\.volumeKg) == [1_200, 600])
  }

  // MARK: - The body

  private func weighed(_ kilograms: Double, _ time: String) -> Fact {
    .by("ann", at: time, BodyWeightRecorded(weight: Weight(kilograms)).body)
  }

  @Test(arguments: [
    ("pull-up", true), ("Pull Up (Weighted)", true), ("chin-ups", true), ("ring-dips", true),
    ("Chest Dip", true), ("pullups", true), ("muscle-up", true), ("push-up", false),
    ("pulldown", false), ("sit-up", false), ("dipping-bird", false), ("dip-machine", false),
    ("lever-chest-dip", false), ("bench-press", false),
  ])
  func `pull-ups and dips lift the body`(exercise: String, lifts: Bool) {
    #expect(BodyLoad.lifts(Name(exercise)) == lifts)
  }

  @Test func `the load includes the body weight on that day`() throws {
    let facts: [Fact] = [
      weighed(80, "2026-02-10T08:00:00Z"), weighed(82, "2026-02-20T08:00:00Z"),
      .by("ann", at: "2026-02-09T10:00:00Z", .logged("a", "pull-up", 10)),
      .by("ann", at: "2026-02-10T07:00:00Z", .logged("b", "pull-up", 10, Weight(10))),
      .by("ann", at: "2026-02-21T10:00:00Z", .logged("c", "pull-up", 10, Weight(-20))),
      .by("ann", at: "2026-02-21T10:00:00Z", .logged("c", "squat", 5, Weight(123))),
    ]
    let history = try history(facts)
    let body = BodyLoad(try replay(log(events(facts)), OfUser<BodyWeight>("ann")).value.series)
    let volumes = VolumeView(body.counted(history.sessions), by: .day).rows
    #expect(volumes.map(\.volumeKg) == [620 + 615, 900, 0])
    let records = history.records(.epley, body, countsBody: true)
    #expect(records.map(\.exercise) == ["pull-up", "squat"])
    #expect(records[0].records.relative?.value == 90.0 / 80)
    #expect(records[1].records.relative?.value == 1.5)
    let plain = history.records(.epley, body)
    #expect(plain.map(\.records.relative?.value) == [10.0 / 80, 1.5])
    #expect(plain[0].records.heaviest?.value == 10)
    #expect(history.records().allSatisfy { $0.records.relative == nil })
  }

  @Test func `the body weight counts in alternating sessions, and in the sets of the records`()
    throws
  {
    let facts: [Fact] = [
      weighed(80, "2026-03-02T07:00:00Z"), weighed(100, "2026-03-03T07:00:00Z"),
      .by("ann", at: "2026-03-02T10:00:00Z", .logged("a", "pull-up", 5)),
      .by("ann", at: "2026-03-03T10:00:00Z", .logged("b", "pull-up", 5)),
      .by("ann", at: "2026-03-03T11:00:00Z", .logged("a", "pull-up", 5, Weight(10))),
    ]
    let body = BodyLoad(try replay(log(events(facts)), OfUser<BodyWeight>("ann")).value.series)
    let records = try #require(
      try history(facts).records(.epley, body, countsBody: true).first?.records)
    #expect(records.heaviest?.value == 100 && records.heaviest?.session == "b")
    #expect(records.relative?.value == 90.0 / 80 && records.relative?.session == "a")
    #expect(records.sessionVolume?.value == 850 && records.sessionVolume?.set.seq == 5)
    #expect(records.repsAt.map(\.value) == [5, 5, 5])
    // As they were counted.
    #expect(records.repsAt.map(\.set.weight) == [Weight(80), Weight(90), Weight(100)])
  }

  @Test func `records use the body weight on the day of their session`() throws {
    let events = events([
      weighed(80, "2026-03-02T07:00:00Z"), weighed(100, "2026-03-04T07:00:00Z"),
      .by("ann", at: "2026-03-02T10:00:00Z", .started("s")),
      .by("ann", at: "2026-03-02T10:05:00Z", .logged("s", "squat", 5, Weight(100))),
      .by("ann", at: "2026-03-05T10:00:00Z", .revised(session: "s", from: "2026-03-04T09:00:00Z")),
      weighed(50, "2026-03-03T07:00:00Z"), weighed(40, "2026-03-06T07:00:00Z"),
      .by("ann", at: "2026-03-06T08:00:00Z", BodyWeightRemoved(measurement: id(2)).body),
    ])
    var trace = ViewTrace<RecordsView>(of: "ann")
    var values: [Double?] = []
    var changed: [Int] = []
    for event in events {
      trace.apply(event) { _ in if changed.last != event.seq { changed.append(event.seq) } }
      values.append(RecordsView(trace.source).rows.first?.records.relative?.value)
    }
    #expect(values == [nil, nil, nil, 1.25, 1, 1, 1, 2])
    #expect(changed == [4, 5, 8])
  }
}
