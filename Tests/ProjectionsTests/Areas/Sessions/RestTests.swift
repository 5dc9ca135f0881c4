import Events
import Projections
import TestSupport
import Testing

@Suite struct RestTests {
  private func session(_ facts: [Fact]) throws -> History.Session {
    let history = try replay(log(events(facts)), OfUser<History>("ann")).value
    return try #require(history.sessions.first)
  }

  private func logged(_ time: String, _ exercise: Name = "squat", completed: Bool = true) -> Fact {
    .by(
      "ann", at: "2026-03-02T\(time)Z",
      .logged("s", exercise, 5, Weight(100), completed: completed))
  }

  @Test func `a rest is the time until the next completed set`() throws {
    let rests = try session([
      logged("18:00:00"), logged("18:01:30"), logged("18:02:00", completed: false),
      logged("18:03:30.500"),
    ]).rests
    #expect(rests == [90, 120.5, nil, nil])
  }

  @Test func `sets with the same time, or a pause of more than an hour, give no rest`() throws {
    let rests = try session([
      logged("18:00:00"), logged("18:00:00"), logged("19:00:00"), logged("20:00:00.001"),
    ]).rests
    #expect(rests == [nil, 3_600, nil, nil])
  }

  @Test func `rests depend on the times and not on the order of the sets`() throws {
    let rests = try session([
      logged("18:02:00"), logged("18:00:00"), logged("18:05:00"),
    ]).rests
    #expect(rests == [180, 120, nil])
  }

  @Test func `a set that was entered in advance rests from the revision that completed it`() throws
  {
    func revised(_ time: String, _ set: Int, _ completed: Bool) -> Fact {
      .by("ann", at: "2026-03-02T\(time)Z", SetRevised(set: id(set), completed: completed).body)
    }
    let entered = [
      logged("18:00:00", completed: false), logged("18:00:02", completed: false),
      logged("18:00:04", completed: false),
    ]
    #expect(try session(entered + [revised("18:05:00", 1, true)]).rests == [nil, nil, nil])
    let done =
      entered + [
        revised("18:05:00", 1, true), revised("18:07:00", 2, true), revised("18:07:30", 2, false),
        revised("18:08:30", 2, true),
      ]
    #expect(try session(done).rests == [210, nil, nil])
    // A revision of a set that is done is no work.
    #expect(try session(done + [revised("18:20:00", 1, true)]).rests == [210, nil, nil])
  }

  @Test func `an undo or a redo that completes a set leaves the rests as they were`() throws {
    func rests(_ bench: RevertBench) throws -> [Double?] {
      try replay(bench.log, OfUser<History>("ann")).value.sessions.flatMap(\.rests)
    }
    var bench = RevertBench(logged("18:00:00"), logged("18:03:00"), logged("18:06:00"))
    bench.add(SetRevised(set: id(2), completed: false).body)
    #expect(try rests(bench) == [nil, 180, nil])
    let doneAt = moment("2026-03-02T18:00:00Z")
    #expect(try bench.undo() == [SetRevised(set: id(2), completed: true, doneAt: doneAt).body])
    #expect(try rests(bench) == [180, 180, nil])
    // A set that was done later than it was entered.
    bench = RevertBench(logged("18:03:00"), logged("18:00:00", completed: false))
    bench.add(SetRevised(set: id(3), completed: true).body)
    #expect(try rests(bench) == [3_420, nil])
    #expect(try bench.undo() == [SetRevised(set: id(3), completed: false).body])
    #expect(try bench.redo().count == 1)
    #expect(try rests(bench) == [3_420, nil])
    // The time keeps the offset of the set.
    let local = moment("2026-03-02T18:00:00+01:00")
    bench = RevertBench(
      .by("ann", at: "\(local)", .logged("s", "squat", 5, Weight(100))))
    bench.add(SetRevised(set: id(2), completed: false).body)
    #expect(try bench.undo() == [SetRevised(set: id(2), completed: true, doneAt: local).body])
  }

  @Test func `a set that was completed twice has the time of the completion that remains`() throws {
    func revised(_ time: String, _ completed: Bool) -> Fact {
      .by("ann", at: "2026-03-02T\(time)Z", SetRevised(set: id(2), completed: completed).body)
    }
    var bench = RevertBench(
      logged("18:00:00", completed: false), revised("18:05:00", true), revised("18:06:00", false),
      revised("18:10:00", true), revised("18:11:00", false))
    func completed(_ time: String) -> Event.Body {
      SetRevised(set: id(2), completed: true, doneAt: moment("2026-03-02T\(time)Z")).body
    }
    #expect(try bench.undo() == [completed("18:10:00")])
    #expect(try bench.undo() == [SetRevised(set: id(2), completed: false).body])
    #expect(try bench.undo() == [completed("18:05:00")])
  }

  @Test func `the planned rest is that of the exercise in the template`() throws {
    let planned = [
      PlannedExercise(exercise: "squat", restSeconds: 180), PlannedExercise(exercise: "row"),
      PlannedExercise(exercise: "squat", restSeconds: 60),
    ]
    let start = SessionStarted(session: "s", template: "t", planned: planned).body
    let session = try session([
      .by("ann", at: "2026-03-02T17:59:00Z", start), logged("18:00:00"), logged("18:02:00", "row"),
    ])
    #expect(session.plannedRests == [180, nil])
  }

  @Test func `metrics have the mean of all rests in a row`() throws {
    let one = try session([logged("18:00:00"), logged("18:01:00"), logged("18:03:00")])
    #expect(MetricsView([one]).rows.map(\.restSeconds) == [90])
    #expect(MetricsView([try session([logged("18:00:00")])]).rows.map(\.restSeconds) == [nil])
  }
}
