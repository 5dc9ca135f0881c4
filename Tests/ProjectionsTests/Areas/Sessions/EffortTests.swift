import Events
import Projections
import TestSupport
import Testing

/// Repetitions in reserve, supersets, and loads of one side.
@Suite struct EffortTests {
  private func logged(_ set: SetLogged, planned: [PlannedExercise] = []) -> Given {
    let start = SessionStarted(session: "s", planned: planned)
    return Given(
      .signedIn("ann"), .by("ann", .sessions(.sessionStarted(start))),
      .by("ann", .sessions(.setLogged(set))))
  }

  private let squat = SetLogged(session: "s", exercise: "squat", reps: 5, weight: Weight(100))

  @Test func `RPE and repetitions in reserve of one set must agree`() {
    var log = LogSet(exercise: "squat", reps: 5, rpe: 8)
    log.rir = 3
    logged(squat).when(log, by: "ann").thenRefused(
      "RPE 8 is 2 RIR, got 3 RIR", help: "RPE is 10 minus RIR; give one of the two")
    log.rir = 2
    logged(squat).when(log, by: "ann").then(
      SetLogged(session: "s", exercise: "squat", reps: 5, weight: nil, rpe: 8, rir: 2).body)
    #expect(isSameEffort(rpe: nil, rir: 3) && isSameEffort(rpe: 8.5, rir: 1.5))
  }

  @Test func `a new effort replaces the old one in the other measure, unless both agree`() {
    let rated = SetLogged(session: "s", exercise: "squat", reps: 5, weight: Weight(100), rpe: 8)
    var revise = ReviseSet(set: .latest)
    revise.rir = 3
    logged(rated).when(revise, by: "ann").then(SetRevised(set: id(3), cleared: [.rpe], rir: 3).body)
    revise.rir = 2
    logged(rated).when(revise, by: "ann").then(SetRevised(set: id(3), rir: 2).body)
  }

  @Test func `a set belongs to the superset of its exercise in the template`() {
    let planned = [PlannedExercise(exercise: "row", superset: .b)]
    var log = LogSet(exercise: "row", reps: 5)
    func row(_ superset: SupersetGroup?) -> Event.Body {
      SetLogged(session: "s", exercise: "row", reps: 5, weight: nil, superset: superset).body
    }
    logged(squat, planned: planned).when(log, by: "ann").then(row(.b))
    log.superset = .c
    logged(squat, planned: planned).when(log, by: "ann").then(row(.c))
    log = LogSet(exercise: "squat", reps: 5)
    logged(squat, planned: planned).when(log, by: "ann").then(.logged("s", "squat", 5))
  }

  @Test func `a load per side counts twice in the volume and once in a record`() throws {
    let curl = SetLogged(
      session: "s", exercise: "curl", reps: 10, weight: Weight(12), isPerSide: true)
    let log = log(events([.by("ann", .sessions(.setLogged(curl)))]))
    let history = try replay(log, OfUser<History>("ann")).value
    #expect(history.sessions.map(\.volumeKg) == [240])
    #expect(VolumeView(history.sessions).rows.map(\.volumeKg) == [240])
    #expect(MetricsView(history.sessions).rows.map(\.volumeKg) == [240])
    #expect(try replay(log, OfUser<PersonalBests>("ann")).value.bests.map(\.score) == [120])
    let set = history.sessions[0].sets[0]
    #expect(set.isPerSide && set.volumeKg == 240 && set.score == 120)
  }

  @Test func `the rarer values of sets are compared and kept`() throws {
    let revisions = [
      SetRevised(set: id(1), note: "deep", rir: 1.5),
      SetRevised(set: id(1), cleared: [.note, .rir]),
    ]
    let facts =
      [Fact.by("ann", .sessions(.setLogged(squat)))]
      + revisions.map { Fact.by("ann", .sessions(.setRevised($0))) }
    let sets = try (1...3).map { count in
      try #require(
        try replay(log(events(Array(facts.prefix(count)))), OfUser<History>("ann"))
          .value.sessions.first?.sets.first)
    }
    #expect(sets.map(\.note) == [nil, "deep", nil] && sets.map(\.rir) == [nil, 1.5, nil])
    #expect(sets[0] != sets[1] && sets[0] == sets[2])
  }

  @Test func `a new rating replaces old repetitions in reserve`() {
    let rated = SetLogged(session: "s", exercise: "squat", reps: 5, weight: Weight(100), rir: 2)
    Given(.signedIn("ann"), .by("ann", .started("s")), .by("ann", .sessions(.setLogged(rated))))
      .when(ReviseSet(set: .latest, rpe: 9), by: "ann")
      .then(SetRevised(set: id(3), rpe: 9, cleared: [.rir]).body)
  }
}
