import Events
import Projections
import TestSupport
import Testing

@Suite struct PersonalBestsTests {
  private func bests(_ bodies: Event.Body...) throws -> [PersonalBests.Best] {
    try replay(log(events(bodies.map { .by("ann", $0) })), OfUser<PersonalBests>("ann")).bests
  }

  /// Position of the set that is the best of the only exercise.
  private func best(_ bodies: Event.Body...) throws -> Int? {
    let log = log(events(bodies.map { .by("ann", $0) }))
    let bests = try replay(log, OfUser<PersonalBests>("ann")).bests
    #expect(bests.count <= 1)
    return bests.first?.seq
  }

  @Test func `an empty log has no bests`() throws {
    #expect(try bests().isEmpty)
    #expect(try bests(.started("s"), .ended("s")).isEmpty)
  }

  @Test func `the best set has the largest reps times weight, not the largest weight`() throws {
    let bests = try bests(
      .logged("s", "squat", 1, Weight(200)), .logged("s", "squat", 5, Weight(100)),
      .logged("s", "squat", 2, Weight(150)))
    let best = try #require(bests.first)
    #expect(bests.count == 1)
    #expect(best.exercise == "squat")
    #expect(best.reps == 5)
    #expect(best.weight == Weight(100))
    #expect(best.score == 500)
    #expect(best.session == "s")
    #expect(best.seq == 2)
    #expect(best.at == moment("2026-03-02T12:01:00Z"))
  }

  @Test func `the bests are ordered by exercise`() throws {
    #expect(
      try bests(
        .logged("s", "row", 1, Weight(1)), .logged("t", "Zercher", 1, Weight(1)),
        .logged("s", "bench", 1, Weight(1))
      ).map(\.exercise) == ["Zercher", "bench", "row"])
  }

  @Test func `the first to reach it keeps a tie`() throws {
    #expect(
      try best(.logged("s", "a", 5, Weight(100)), .logged("s", "a", 10, Weight(50))) == 1)
    #expect(
      try best(
        .logged("s", "a", 5, Weight(100)), .logged("t", "a", 10, Weight(50)),
        .logged("u", "a", 5, Weight(100))) == 1)
    #expect(
      try best(.logged("s", "a", 0, Weight(100)), .logged("s", "a", 9), .logged("t", "a", 0)) == 1)
  }

  @Test func `a set without weight scores nothing, and counts`() throws {
    #expect(try bests(.logged("s", "a", 50)).map(\.score) == [0])
    #expect(try best(.logged("s", "a", 50), .logged("s", "a", 1, Weight(1))) == 2)
    #expect(try bests(.logged("s", "a", 50)).first?.weight == nil)
  }

  @Test func `less assistance is better, and none is better still`() throws {
    #expect(
      try best(
        .logged("s", "a", 10, Weight(-40)), .logged("s", "a", 10, Weight(-20)),
        .logged("s", "a", 12, Weight(-20))) == 2)
    #expect(try best(.logged("s", "a", 10, Weight(-20)), .logged("t", "a", 1)) == 2)
  }

  @Test func `pounds are compared with kilograms by their mass`() throws {
    #expect(
      try best(.logged("s", "a", 1, Weight(100)), .logged("s", "a", 1, Weight(220, .lb))) == 1)
    #expect(
      try best(.logged("s", "a", 1, Weight(100)), .logged("s", "a", 1, Weight(221, .lb))) == 2)
    #expect(try bests(.logged("s", "a", 2, Weight(100, .lb))).map(\.score) == [2 * 45.359237])
  }

  @Test func `a set that is not completed counts`() throws {
    #expect(
      try best(
        .logged("s", "a", 1, Weight(10)), .logged("s", "a", 1, Weight(20), completed: false)) == 2)
  }

  // MARK: - Setting right within the session

  @Test func `a best that is removed makes room for the next`() throws {
    #expect(
      try best(
        .logged("s", "a", 1, Weight(10)), .logged("s", "a", 1, Weight(30)),
        .logged("s", "a", 1, Weight(20)), .removed(id(2))) == 3)
    #expect(try best(.logged("s", "a", 1, Weight(10)), .removed(id(1))) == nil)
  }

  @Test func `a revision makes a best or unmakes it`() throws {
    #expect(
      try best(
        .logged("s", "a", 1, Weight(30)), .logged("s", "a", 1, Weight(20)),
        .revised(id(1), Weight(10))) == 2)
    #expect(
      try best(
        .logged("s", "a", 1, Weight(30)), .logged("s", "a", 1, Weight(20)), .revised(id(2), reps: 2)
      )
        == 2)
    // Set right to a tie, the set that was logged first has it.
    #expect(
      try best(
        .logged("s", "a", 1, Weight(10)), .logged("s", "a", 1, Weight(30)),
        .revised(id(1), Weight(30))) == 1)
  }

  @Test func `a discarded session takes its bests along`() throws {
    #expect(
      try best(
        .logged("s", "a", 1, Weight(10)), .logged("t", "a", 1, Weight(30)), .discarded("t")) == 1)
    #expect(try best(.logged("s", "a", 1, Weight(10)), .discarded("s")) == nil)
  }

  // MARK: - Setting right after another session began

  /// A best in `s` that is long settled when the change comes.
  private func settled(_ change: Event.Body) -> [Event.Body] {
    [
      .logged("s", "a", 1, Weight(50)), .logged("s", "a", 1, Weight(90)),
      .logged("t", "a", 1, Weight(70)), .logged("u", "a", 1, Weight(60)), change,
    ]
  }

  @Test(arguments: [
    (Event.Body.removed(id(2)), 3, true), (.revised(id(2), Weight(60)), 3, true),
    (.revised(id(2), reps: 0), 3, true), (.discarded("s"), 3, true),
    (.revised(id(1), reps: 2), 1, true), (.revised(id(1), Weight(55)), 2, true),
    (.removed(id(1)), 2, false), (.discarded("t"), 2, false), (.discarded("u"), 2, false),
    (.discarded("x"), 2, false), (.removed(id(99)), 2, false), (.removed(id(4)), 2, false),
    (.revised(id(4), reps: 2), 4, false),
  ])
  func `a best is right even when it was let go before`(
    change: Event.Body, best: Int, restarts: Bool
  ) throws {
    let events = events(settled(change).map { .by("ann", $0) })
    #expect(try replay(log(events), OfUser<PersonalBests>("ann")).bests.map(\.seq) == [best])
    var folded = PersonalBests()
    for event in events { folded.apply(event) }
    #expect((folded.restarted != nil) == restarts)
  }

  @Test func `one that starts over lets go of nothing and is exact`() throws {
    let events = events(settled(.removed(id(2))).map { .by("ann", $0) })
    var folded = PersonalBests()
    for event in events { folded.apply(event) }
    var again = try #require(folded.restarted)
    #expect(again.bests.isEmpty)
    for event in events { again.apply(event) }
    #expect(again.restarted == nil)
    #expect(again.bests.map(\.seq) == [3])
  }

  @Test func `starting over for one user leaves the others right`() throws {
    let log = log(
      .by("bob", .logged("s", "a", 1, Weight(10))), .by("bob", .logged("t", "a", 1, Weight(5))),
      .by("ann", .logged("s", "a", 1, Weight(90))), .by("ann", .logged("t", "a", 1, Weight(70))),
      .by("ann", .removed(id(3))), .by("bob", .removed(id(4))))
    let (all, plan, ann, bob) = try replay(
      log, ByUser<PersonalBests>(), ExerciseNumbers(), OfUser<PersonalBests>("ann"),
      ByUser<PersonalBests>(only: "bob"))
    #expect(all["ann"].bests.map(\.seq) == [4])
    #expect(all["bob"].bests.map(\.seq) == [1])
    #expect(ann.bests.map(\.seq) == [4])
    #expect(bob["bob"].bests.map(\.seq) == [1])
    #expect(bob.users == ["bob"])
    #expect(plan.exercises == ["a"])
  }

  @Test func `a change that lies behind the point looked at is not seen`() throws {
    let log = log(events(settled(.removed(id(2))).map { .by("ann", $0) }))
    let bests = try replay(log, asOf: .seq(4), OfUser<PersonalBests>("ann")).bests
    #expect(bests.map(\.seq) == [2])
  }
}
