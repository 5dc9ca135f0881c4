import Events
import Projections
import TestSupport
import Testing

@Suite struct MergeExercisesTests {
  private static func merged(_ exercise: Name, into: Name) -> Event.Body {
    .exercises(.exerciseMerged(ExerciseMerged(exercise: exercise, into: into)))
  }

  private static func unmerged(_ exercise: Name) -> Event.Body {
    .exercises(.exerciseUnmerged(ExerciseUnmerged(exercise: exercise)))
  }

  private let facts: [Fact] = [
    .signedIn("ann"), .by("ann", .started("s")),
    .by("ann", .logged("s", "squat", 5, Weight(110))),
    .by("ann", .logged("s", "squat-barbell", 5, Weight(100))),
    .by("ann", .logged("s", "back-squat", 5, Weight(120))),
    .by("ann", .added(.monday, "squat", sets: 3, reps: 5)),
  ]

  @Test func `two exercises are merged, once, and not in a circle`() {
    let given = Given(facts)
    given.when(MergeExercises(exercise: "Squat", into: "squat barbell"))
      .then(Self.merged("squat", into: "squat-barbell"))
    let after = Given(facts + [.by("ann", Self.merged("squat", into: "squat-barbell"))])
    after.when(MergeExercises(exercise: "squat", into: "squat-barbell")).thenNothing()
    after.when(MergeExercises(exercise: "squat-barbell", into: "squat"))
      .thenRefused(
        "'squat-barbell' and 'squat' are one exercise already",
        help: "name two exercises; \(.show(.catalogue)) lists all")
    after.when(MergeExercises(exercise: "squat", into: "back-squat"))
      .thenRefused(
        "'squat' is merged into 'squat-barbell' already",
        help: "merge 'squat-barbell', or take the earlier merge back first")
    given.when(MergeExercises(exercise: "squat", into: "squat"))
      .thenRefused(
        "'squat' and 'squat' are one exercise already",
        help: "name two exercises; \(.show(.catalogue)) lists all")
  }

  @Test func `a merge is a single step, even of an exercise into which others are merged`() {
    let after = Given(facts + [.by("ann", Self.merged("squat", into: "squat-barbell"))])
    after.when(MergeExercises(exercise: "squat-barbell", into: "back-squat"))
      .then(
        Self.merged("squat-barbell", into: "back-squat"), Self.merged("squat", into: "back-squat"))
    after.when(MergeExercises(exercise: "back-squat", into: "squat"))
      .then(Self.merged("back-squat", into: "squat-barbell"))
  }

  @Test func `a merged name leads to the other exercise, for the user who merged it`() {
    let after = Given(
      facts + [.signedIn("bob"), .by("bob", .started("t"))]
        + [.by("ann", Self.merged("squat", into: "squat-barbell"))])
    after.when(LogSet(exercise: "squat", reps: 5), by: "ann")
      .then(.logged("s", "squat-barbell", 5))
    after.when(LogSet(exercise: "squat", reps: 5), by: "bob").then(.logged("t", "squat", 5))
    after.when(RemoveExercise(day: .monday, exercise: "squat-barbell"), by: "ann")
      .then(
        .plan(
          .exerciseRemoved(ExerciseRemoved(day: .monday, exercise: "squat", position: 1))))
  }

  private func bests(_ more: [Event.Body]) throws -> [String] {
    let all = facts + more.map { Fact.by("ann", $0) }
    let bests = try replay(log(events(all)), OfUser<PersonalBests>("ann")).value
    let history = try replay(log(events(all)), OfUser<History>("ann")).value
    #expect(bests.bests == history.bests)
    for best in bests.bests { #expect(bests[best.exercise] == best) }
    return bests.bests.map { "\($0.exercise) \($0.score)" }
  }

  @Test func `the bests of merged exercises are one, and two again afterwards`() throws {
    let merge = Self.merged("squat", into: "squat-barbell")
    #expect(try bests([]) == ["back-squat 600.0", "squat 550.0", "squat-barbell 500.0"])
    #expect(try bests([merge]) == ["back-squat 600.0", "squat-barbell 550.0"])
    #expect(
      try bests([merge, Self.unmerged("squat")])
        == ["back-squat 600.0", "squat 550.0", "squat-barbell 500.0"])
    // An exercise is taken away from the one before; of two merges of one exercise the later counts.
    #expect(
      try bests([merge, Self.merged("squat", into: "back-squat")])
        == ["back-squat 600.0", "squat-barbell 500.0"])
  }

  @Test func `circles and chains of merges are harmless`() throws {
    let all = ["back-squat 600.0", "squat 550.0", "squat-barbell 500.0"]
    #expect(
      try bests([
        Self.merged("squat", into: "squat-barbell"), Self.merged("squat-barbell", into: "squat"),
      ]) == all)
    #expect(try bests([Self.merged("squat", into: "squat")]) == all)
    // A merge into a merged exercise has no effect while that one is merged.
    let chain = [
      Self.merged("squat", into: "squat-barbell"),
      Self.merged("squat-barbell", into: "back-squat"),
    ]
    #expect(try bests(chain) == ["back-squat 600.0", "squat 550.0"])
    #expect(
      try bests(chain + [Self.unmerged("squat-barbell")])
        == ["back-squat 600.0", "squat-barbell 550.0"])
  }

  @Test func `a program with both exercises keeps them apart`() {
    let program = ProgramStarted(
      scheme: .fiveThreeOne,
      lifts: ["squat", "squat-barbell"].map {
        TrainingMax(exercise: $0, weight: Weight(100), increment: 5)
      })
    Given(facts + [.by("ann", .program(.programStarted(program)))])
      .when(MergeExercises(exercise: "squat", into: "squat-barbell"))
      .thenRefused(
        "the program has both 'squat' and 'squat-barbell', each with its own maximum",
        help: "start a program with one of them, or end it with \(.endProgram)")
  }
}
