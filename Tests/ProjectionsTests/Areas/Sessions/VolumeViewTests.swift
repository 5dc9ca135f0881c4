import Events
import Projections
import TestSupport
import Testing

@Suite struct VolumeViewTests {
  /// Sessions of two weeks and two months: a Sunday, the Monday after it, and one that began the day before
  /// its sets were logged.
  private func sessions() throws -> [History.Session] {
    let facts: [Fact] = [
      .by("ann", at: "2026-03-01T23:30:00+01:00", .started("sunday")),
      .by("ann", at: "2026-03-02T00:10:00+01:00", .logged("sunday", "squat", 5, Weight(100))),
      .by("ann", at: "2026-03-02T18:00:00Z", .started("monday")),
      .by("ann", at: "2026-03-02T18:01:00Z", .logged("monday", "squat", 5, Weight(110))),
      .by("ann", at: "2026-03-02T18:02:00Z", .logged("monday", "dip", 10, Weight(-20))),
      .by(
        "ann", at: "2026-03-04T18:00:00Z", .logged("run", "run", 0, seconds: 1_650, metres: 5_000)),
      .by("ann", at: "2026-03-05T18:00:00Z", .started("nothing")),
    ]
    return try replay(log(events(facts)), OfUser<History>("ann")).value.sessions
  }

  private func lines(_ grouping: VolumeView.Grouping) throws -> [String] {
    let view = VolumeView(try sessions(), by: grouping)
    return (view.rows + [view.total]).map { row in
      let name = row.period ?? row.exercise?.text ?? "total"
      return "\(name): \(row.sessions) \(row.sets) \(row.reps) \(row.volumeKg) \(row.seconds) "
        + "\(row.metres)"
    }
  }

  @Test func `a session belongs to the week in which it began, and weeks begin on Monday`() throws {
    #expect(
      try lines(.week) == [
        "2026-03-02: 2 3 15 550.0 1650.0 5000.0", "2026-02-23: 1 1 5 500.0 0.0 0.0",
        "total: 3 4 20 1050.0 1650.0 5000.0",
      ])
  }

  @Test func `the volumes of a week are added from the oldest session on`() throws {
    let facts = [0.1, 0.2, 0.3].enumerated().map { number, load in
      Fact.by("ann", .logged(Name("session \(number)"), "squat", 1, Weight(load)))
    }
    let sessions = try replay(log(events(facts)), OfUser<History>("ann")).value.sessions
    #expect(VolumeView(sessions).rows.map(\.volumeKg) == [0.1 + 0.2 + 0.3])
    #expect(MetricsView(sessions).rows.map(\.volumeKg) == [0.1 + 0.2 + 0.3])
    #expect(VolumeView(sessions.reversed()).rows.map(\.volumeKg) == [0.3 + 0.2 + 0.1])
  }

  @Test func `a session belongs to the month in which it began`() throws {
    #expect(
      try lines(.month) == [
        "2026-03: 3 4 20 1050.0 1650.0 5000.0", "total: 3 4 20 1050.0 1650.0 5000.0",
      ])
  }

  @Test func `exercises with the most volume come first, and a session counts once`()
    throws
  {
    #expect(
      try lines(.exercise) == [
        "squat: 2 2 10 1050.0 0.0 0.0", "dip: 1 1 10 0.0 0.0 0.0",
        "run: 1 1 0 0.0 1650.0 5000.0", "total: 3 4 20 1050.0 1650.0 5000.0",
      ])
  }
}
