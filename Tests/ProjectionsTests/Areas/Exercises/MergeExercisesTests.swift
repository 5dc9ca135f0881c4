import Events
import Projections
import TestSupport
import Testing

@Suite struct MergeExercisesTests {
  private static func merged(_ exercise: Name, into: Name) -> Event.Body {
    ExerciseMerged(exercise: exercise, into: into).body
  }

  private static func unmerged(_ exercise: Name) -> Event.Body {
    ExerciseUnmerged(exercise: exercise).body
  }

  private let facts: [Fact] = [
    .signedIn("ann"), .by("ann", .started("s")),
    .by("ann", .logged("s", "squat", 5, Weight(110))),
    .by("ann", .logged("s", "squat-barbell", 5, Weight(100))),
    .by("ann", .logged("s", "back-squat", 5, Weight(120))),
    .by("ann", .added(.monday, "squat", sets: 3, reps: 5)),
  ]

  @Test func `two exercises can be merged once, and not in a circle`() {
    let given = Given(facts)
    given.when(MergeExercises(exercise: "Squat", into: "squat barbell"))
      .then(Self.merged("squat", into: "squat-barbell"))
    let after = Given(facts + [.by("ann", Self.merged("squat", into: "squat-barbell"))])
    after.when(MergeExercises(exercise: "squat", into: "squat-barbell")).thenNothing()
    after.when(MergeExercises(exercise: "squat-barbell", into: "squat"))
      .thenRefused(
        "'squat-barbell' and 'squat' are already one exercise",
        help: "name two exercises; \(.show(.catalogue)) lists all")
    after.when(MergeExercises(exercise: "squat", into: "back-squat"))
      .thenRefused(
        "'squat' is already merged into 'squat-barbell'",
        help: "merge 'squat-barbell', or undo the earlier merge first")
    given.when(MergeExercises(exercise: "squat", into: "squat"))
      .thenRefused(
        "'squat' and 'squat' are already one exercise",
        help: "name two exercises; \(.show(.catalogue)) lists all")
  }

  @Test func `a merge is a single step, even if other exercises are merged into the exercise`() {
    let after = Given(facts + [.by("ann", Self.merged("squat", into: "squat-barbell"))])
    after.when(MergeExercises(exercise: "squat-barbell", into: "back-squat"))
      .then(
        Self.merged("squat-barbell", into: "back-squat"), Self.merged("squat", into: "back-squat"))
    after.when(MergeExercises(exercise: "back-squat", into: "squat"))
      .then(Self.merged("back-squat", into: "squat-barbell"))
  }

  @Test func `for the user who merged it, a merged name leads to the other exercise`() {
    let after = Given(
      facts + [.signedIn("bob"), .by("bob", .started("t"))]
        + [.by("ann", Self.merged("squat", into: "squat-barbell"))])
    after.when(LogSet(exercise: "squat", reps: 5), by: "ann")
      .then(.logged("s", "squat-barbell", 5))
    after.when(LogSet(exercise: "squat", reps: 5), by: "bob").then(.logged("t", "squat", 5))
    after.when(RemoveExercise(day: .monday, exercise: "squat-barbell"), by: "ann")
      .then(ExerciseRemoved(day: .monday, exercise: "squat", position: 1).body)
  }

  private func bests(_ more: [Event.Body]) throws -> [String] {
    let all = facts + more.map { Fact.by("ann", $0) }
    let bests = try replay(log(events(all)), OfUser<PersonalBests>("ann")).value
    let history = try replay(log(events(all)), OfUser<History>("ann")).value
    #expect(bests.bests == history.bests)
    for best in bests.bests { #expect(bests[best.exercise] == best) }
    return bests.bests.map { "\($0.exercise) \($0.score)" }
  }

  @Test func `merged exercises have one best, and two again after the merge is undone`() throws {
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

  @Test func `of a chain of merges, only the last one counts`() throws {
    let chain = [
      Self.merged("squat", into: "squat-barbell"), Self.merged("squat-barbell", into: "back-squat"),
    ]
    let history = try replay(
      log(events(facts + chain.map { .by("ann", $0) })), OfUser<History>("ann")
    ).value
    #expect(history.mergedExercises(in: "back-squat") == ["squat-barbell"])
    #expect(history.mergedExercises(in: "squat-barbell").isEmpty)
  }

  @Test func `a program also keeps apart the exercises that are merged into its own`() {
    let program = ProgramStarted(
      scheme: .fiveThreeOne,
      lifts: ["squat", "back-squat"].map {
        TrainingMax(exercise: $0, weight: Weight(100), increment: 5)
      })
    Given(
      facts + [
        .by("ann", .program(.programStarted(program))),
        .by("ann", Self.merged("squat", into: "squat-barbell")),
      ]
    ).when(MergeExercises(exercise: "squat-barbell", into: "back-squat"), by: "ann")
      .thenRefused(
        "the program has both 'squat-barbell' and 'back-squat', each with its own maximum",
        help: "start a program with one of them, or end it with \(.endProgram)")
  }

  @Test func `the planned exercises of a session follow a merge, too`() throws {
    let planned = PlannedExercise(exercise: "squat", sets: 1, restSeconds: 90)
    let start = SessionStarted(session: "s", planned: [planned]).body
    let history = try replay(
      log(
        events([
          .by("ann", start), .by("ann", .logged("s", "squat", 5)),
          .by("ann", Self.merged("squat", into: "squat-barbell")),
        ])), OfUser<History>("ann")
    ).value
    let session = try #require(history.sessions.first)
    #expect(session.planned.map(\.exercise) == ["squat-barbell"])
    #expect(session.progress.map(\.done) == [1])
    #expect(session.plannedRests == [90])
  }

  @Test func `shared days and weeks contain the merged exercises`() {
    let planned = PlannedExercise(exercise: "squat-barbell", sets: 3, reps: 5)
    let given = Given(facts + [.by("ann", Self.merged("squat", into: "squat-barbell"))])
    given.when(SharePlan(day: .monday, title: "Legs"), by: "ann")
      .then(PlanShared(day: .monday, title: "Legs", exercises: [planned]).body)
    given.when(PublishPost(title: "All", week: LocalDay("2026-03-04")), by: "ann")
      .then(
        PostPublished(
          title: "All", week: LocalDay("2026-03-02"),
          exercises: [PostedExercise(day: .monday, planned)]
        ).body)
  }

  @Test func `the replaced exercise of a template is found by its original name`() {
    func leg(_ exercise: Name) -> Event.Body {
      TemplateDefined(
        template: "t", name: "Leg day",
        exercises: [PlannedExercise(exercise: exercise, sets: 3, reps: 8)]
      ).body
    }
    Given(facts + [.by("ann", leg("squat"))])
      .when(
        SwapTemplateExercise(template: Reference("t"), "Squat", by: "front-squat", isNew: true),
        by: "ann"
      ).then(leg("front-squat"))
  }

  @Test func `the load of a swapped exercise is in the unit of the new one`() throws {
    let row = PlannedExercise(exercise: "row", sets: 3, reps: 5, weight: Weight(50, .lb))
    Given(facts + [.by("ann", .logged("s", "row", 5, Weight(110, .lb)))])
      .when(SwapExercise(day: .monday, "squat", by: "row", weight: entered("50")), by: "ann")
      .then(.removed(.monday, "squat", at: 1), ExerciseAdded(day: .monday, row).body)
  }
}
