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

  @Test func `a restored session takes the sets that were logged under its name since`() throws {
    let old = Event.Body.logged("s", "squat", 5, Weight(100))
    #expect(try best(old, .discarded("s"), .restored("s")) == 1)
    #expect(try best(old, .discarded("s"), .started("s"), .restored("s")) == 1)
    let new = Event.Body.logged("s", "squat", 1, Weight(20))
    let better = Event.Body.logged("s", "squat", 6, Weight(100))
    #expect(try best(old, .discarded("s"), .started("s"), new, .restored("s")) == 1)
    #expect(try best(old, .discarded("s"), better, .restored("s")) == 3)
    #expect(try best(old, .discarded("s"), better, .restored("s"), .discarded("s")) == nil)
    #expect(try best(old, .discarded("s"), new, .discarded("s"), .restored("s")) == 3)
  }

  @Test
  func `a change of a set in a discarded session has no effect while another session has its name`()
    throws
  {
    let first: [Event.Body] = [
      .logged("s", "squat", 5, Weight(100)), .discarded("s"), .logged("s", "squat", 1, Weight(20)),
      .discarded("s"), .restored("s"),
    ]
    for change in [Event.Body.removed(id(1)), .revised(id(1), reps: 9)] {
      for (rest, seq, score) in [([], 3, 20.0), ([Event.Body.restored("s")], 1, 500)] {
        let log = log(events((first + [change] + rest).map { .by("ann", $0) }))
        let bests = try replay(log, OfUser<PersonalBests>("ann")).bests
        #expect(bests.map(\.seq) == [seq] && bests.map(\.score) == [score])
      }
    }
  }

  @Test(arguments: [127, 128, 129, 300])
  func `of many sets in earlier sessions, each is found when it is corrected`(count: Int) throws {
    let sets = (1...count).map { Event.Body.logged("s", "squat", 1, Weight(Double($0))) }
    var all = PersonalBests()
    // In another session than the last, whose sets are searched one by one.
    let facts = sets + [.logged("t", "squat", 1, Weight(0.5))]
    for event in events(facts.map { .by("ann", $0) }) { all.apply(event) }
    #expect(all.bests.map(\.seq) == [count])
    for best in stride(from: count, to: 1, by: -1) {
      all.apply(
        Event(
          id: id(10_000 + best), at: moment("2026-03-03T12:00:00Z"), user: "ann",
          .revised(id(best), Weight(0.1)), seq: 10_000 + best))
      #expect(all.bests.map(\.seq) == [best - 1])
    }
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

  @Test func `the first set to reach a score keeps it in a tie`() throws {
    #expect(
      try best(.logged("s", "a", 5, Weight(100)), .logged("s", "a", 10, Weight(50))) == 1)
    #expect(
      try best(
        .logged("s", "a", 5, Weight(100)), .logged("t", "a", 10, Weight(50)),
        .logged("u", "a", 5, Weight(100))) == 1)
    #expect(
      try best(.logged("s", "a", 0, Weight(100)), .logged("s", "a", 0), .logged("t", "a", 0)) == 1)
  }

  @Test func `a set without weight scores 0, and counts`() throws {
    #expect(try bests(.logged("s", "a", 50)).map(\.score) == [0])
    #expect(try best(.logged("s", "a", 50), .logged("s", "a", 1, Weight(1))) == 2)
    #expect(try bests(.logged("s", "a", 50)).first?.weight == nil)
  }

  @Test func `of sets with body weight only, the one with more repetitions is better`() throws {
    #expect(
      try best(.logged("s", "dip", 10), .logged("s", "dip", 15), .logged("s", "dip", 12)) == 2)
    #expect(
      try best(.logged("s", "dip", 10), .logged("t", "dip", 15), .logged("u", "dip", 12)) == 2)
    #expect(try best(.logged("s", "a", 9), .logged("s", "a", 10, Weight(0))) == 2)
    #expect(try best(.logged("s", "a", 9, Weight(0)), .logged("s", "a", 9)) == 1)
    // A failed attempt lifted nothing, with any weight on the bar.
    #expect(try best(.logged("s", "a", 0, Weight(100)), .logged("s", "a", 9)) == 2)
  }

  @Test func `less assistance is better, and none is better still`() throws {
    #expect(
      try best(
        .logged("s", "a", 10, Weight(-40)), .logged("s", "a", 10, Weight(-20)),
        .logged("s", "a", 12, Weight(-20))) == 3)
    #expect(
      try best(.logged("s", "a", 12, Weight(-20)), .logged("t", "a", 8, Weight(-10))) == 2)
    #expect(
      try best(.logged("s", "a", 8, Weight(-22, .lb)), .logged("t", "a", 8, Weight(-10))) == 1)
    #expect(try best(.logged("s", "a", 10, Weight(-20)), .logged("t", "a", 1)) == 2)
    #expect(try best(.logged("s", "a", 10, Weight(-20)), .logged("t", "a", 1, Weight(1))) == 2)
    #expect(try bests(.logged("s", "a", 10, Weight(-20))).map(\.score) == [0])
  }

  @Test func `of otherwise equal sets the longer is better, then the farther`() throws {
    #expect(
      try best(
        .logged("s", "plank", 0, seconds: 60), .logged("s", "plank", 0, seconds: 90),
        .logged("s", "plank", 0, seconds: 75)) == 2)
    #expect(
      try best(
        .logged("s", "run", 0, metres: 5_000), .logged("t", "run", 0, metres: 10_000),
        .logged("u", "run", 0, seconds: 60, metres: 200)) == 3)
    #expect(
      try best(
        .logged("s", "run", 0, seconds: 60, metres: 200),
        .logged("t", "run", 0, seconds: 60, metres: 300)) == 2)
    #expect(
      try best(.logged("s", "a", 1, seconds: 90), .logged("t", "a", 2, seconds: 60)) == 2)
    #expect(
      try best(
        .logged("s", "a", 5, Weight(100), seconds: 1), .logged("t", "a", 5, Weight(100), seconds: 9)
      )
        == 1)
  }

  @Test func `a best with body weight only can be corrected like any other`() throws {
    let dips: [Event.Body] = [
      .logged("s", "a", 10), .logged("s", "a", 15), .logged("t", "a", 12), .logged("u", "a", 1),
    ]
    for (change, seq) in [
      (Event.Body.removed(id(2)), 3), (.revised(id(2), reps: 11), 3), (.discarded("s"), 3),
      (.revised(id(1), reps: 16), 1), (.revised(id(4), Weight(1)), 4),
      (.revised(id(2), Weight(-5)), 3),
    ] {
      let changed = events((dips + [change]).map { .by("ann", $0) })
      #expect(try replay(log(changed), ByUser<PersonalBests>())["ann"].bests.map(\.seq) == [seq])
      var folded = PersonalBests()
      for event in changed { folded.apply(event) }
      #expect(folded.bests.map(\.seq) == [seq])
    }
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

  @Test func `the removal of a best makes the next one the best`() throws {
    #expect(
      try best(
        .logged("s", "a", 1, Weight(10)), .logged("s", "a", 1, Weight(30)),
        .logged("s", "a", 1, Weight(20)), .removed(id(2))) == 3)
    #expect(try best(.logged("s", "a", 1, Weight(10)), .removed(id(1))) == nil)
  }

  @Test func `a revision can create a best or end it`() throws {
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

  @Test func `discarding a session removes its bests`() throws {
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
  func `a best is right even if a replay had discarded it to save memory`(
    change: Event.Body, best: Int, isMissed: Bool
  ) throws {
    let events = events(settled(change).map { .by("ann", $0) })
    #expect(try replay(log(events), ByUser<PersonalBests>())["ann"].bests.map(\.seq) == [best])
    var forgetful = try #require(PersonalBests._forgetful)
    var folded = PersonalBests()
    for event in events {
      forgetful.apply(event)
      folded.apply(event)
    }
    #expect(forgetful._missesFacts == isMissed)
    #expect(!folded._missesFacts)
    #expect(folded.bests.map(\.seq) == [best])
    #expect(folded["a"]?.seq == best)
    #expect(folded["b"] == nil)
  }

  @Test func `the bests are right after every event of a manual fold`() throws {
    var folded = PersonalBests()
    var best: [Int?] = []
    for event in events(settled(.removed(id(2))).map({ .by("ann", $0) })) {
      folded.apply(event)
      best.append(folded.bests.first?.seq)
    }
    #expect(best == [1, 2, 2, 2, 3])
  }

  @Test
  func `of two sets with the same id, the later is revised, and both are removed`()
    throws
  {
    var events = events(
      [
        .logged("s", "a", 1, Weight(50)), .logged("t", "a", 1, Weight(40)),
        .logged("u", "a", 1, Weight(30)), .revised(id(1), Weight(90)), .removed(id(1)),
      ].map { .by("ann", $0) })
    events[1].id = id(1)
    for (count, best) in [(3, 1), (4, 2), (5, 3)] {
      let all = try replay(log(Array(events[..<count])), ByUser<PersonalBests>())
      #expect(all["ann"].bests.map(\.seq) == [best])
    }
  }

  @Test func `computing one user again leaves the others right`() throws {
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

  @Test func `a change after the requested point has no effect`() throws {
    let log = log(events(settled(.removed(id(2))).map { .by("ann", $0) }))
    let bests = try replay(log, asOf: .seq(4), OfUser<PersonalBests>("ann")).bests
    #expect(bests.map(\.seq) == [2])
  }
}
