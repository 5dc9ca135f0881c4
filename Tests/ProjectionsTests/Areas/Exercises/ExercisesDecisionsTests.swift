import Events
import Projections
import TestSupport
import Testing

@Suite struct ExercisesDecisionsTests {
  private static func aliased(_ alias: String, _ exercise: Name) -> Event.Body {
    ExerciseAliased(alias: alias, exercise: exercise).body
  }

  @Test func `an exercise is described, and a new description changes the given values`() {
    var squat = DescribeExercise(exercise: "Zercher Squat")
    squat.equipment = "barbell"
    squat.primaryMuscles = ["quads", " "]
    let first = ExerciseCatalogued(
      exercise: "zercher-squat", name: "Zercher Squat", equipment: "barbell",
      primaryMuscles: ["quads"])
    Given(.signedIn("ann")).when(squat).then(.exercises(.exerciseCatalogued(first)))
    let given = Given(.signedIn("ann"), .by(nil, .exercises(.exerciseCatalogued(first))))
    given.when(squat).thenNothing()
    var again = DescribeExercise(exercise: "zercher squat", name: "Zercher")
    again.equipment = ""
    again.instructions = ["Squat."]
    given.when(again).then(
      ExerciseCatalogued(
        exercise: "zercher-squat", name: "Zercher", primaryMuscles: ["quads"],
        instructions: ["Squat."]
      ).body)
    given.when(DescribeExercise(exercise: " "))
      .thenRefused("the exercise must not be empty", help: "for example 'bench-press'")
  }

  @Test func `an imported exercise keeps its name when it is described`() {
    let facts: [Fact] = [
      .signedIn("ann"), .by("ann", .started("s")),
      .by("ann", .logged("s", "bench-press-barbell", 5)),
      .by("ann", Self.aliased("Bench Press (Barbell)", "bench-press-barbell")),
    ]
    var described = DescribeExercise(exercise: "bench-press-barbell")
    described.primaryMuscles = ["chest"]
    let entry = ExerciseCatalogued(
      exercise: "bench-press-barbell", name: "Bench Press (Barbell)", primaryMuscles: ["chest"])
    Given(facts).when(described).then(.exercises(.exerciseCatalogued(entry)))
  }

  @Test func `an alias finds its exercise wherever an exercise is entered`() {
    let facts: [Fact] = [
      .signedIn("ann"), .by("ann", .started("s")), .by("ann", .logged("s", "bench", 5, Weight(60))),
    ]
    Given(facts).when(AliasExercise(alias: " Bench Press (Barbell) ", exercise: "Bench"))
      .then(Self.aliased("Bench Press (Barbell)", "bench"))
    let after = Given(facts + [.by("ann", Self.aliased("Bench Press (Barbell)", "bench"))])
    for text in ["Bench Press (Barbell)", "bench-press-barbell", "BENCH PRESS barbell"] {
      after.when(LogSet(exercise: text, reps: 5)).then(.logged("s", "bench", 5))
      after.when(AddExercise(day: .monday, exercise: text)).then(.added(.monday, "bench"))
      after.when(AliasExercise(alias: text, exercise: "bench")).thenNothing()
    }
    after.when(UnaliasExercise(alias: "bench press barbell"))
      .then(ExerciseUnaliased(alias: "Bench Press (Barbell)").body)
    after.when(UnaliasExercise(alias: "bench press barbel"))
      .thenRefused(
        "'bench press barbel' is not an alias of an exercise",
        help: "did you mean 'Bench Press (Barbell)'?")
    Given(facts).when(UnaliasExercise(alias: "x"))
      .thenRefused(
        "'x' is not an alias of an exercise",
        help: "\(.show(.exerciseNames)) shows the aliases of an exercise")
  }

  @Test func `an exercise with its own facts cannot become another name`() {
    let given = Given(
      .signedIn("ann"), .by("ann", .started("s")), .by("ann", .logged("s", "bench", 5)),
      .by("ann", .logged("s", "squat", 5)))
    given.when(AliasExercise(alias: "squat", exercise: "bench"))
      .thenRefused(
        "'squat' is itself an exercise with events",
        help: "an alias of 'bench' must not be the name of an exercise")
    given.when(AliasExercise(alias: " squat", exercise: "squat"))
      .thenRefused(
        "'squat' is already the id of the exercise",
        help: "give another name; \(.show(.exerciseNames)) shows the names of an exercise")
    given.when(AliasExercise(alias: "", exercise: "bench"))
      .thenRefused("the alias must not be empty", help: "for example 'Bench Press (Barbell)'")
    // The exercise that is called so stays within reach by its id.
    Given(
      .signedIn("ann"), .by("ann", .started("s")), .by("ann", .logged("s", "bench-press", 5)),
      .by("ann", Self.aliased("Bench Press", "bench"))
    )
    .when(LogSet(exercise: "bench-press", reps: 5)).then(.logged("s", "bench-press", 5))
  }

  @Test func `a search matches all of its parts, ignoring case`() {
    let bench = ExerciseCatalogued(
      exercise: "0025", name: "barbell bench press", bodyPart: "chest", equipment: "barbell",
      primaryMuscles: ["pectorals", "delts"])
    for (search, isFound) in [
      (ExerciseSearch(), true), (ExerciseSearch(text: " PRESS "), true),
      (ExerciseSearch(text: "0025"), true),
      (ExerciseSearch(text: "flat"), true), (ExerciseSearch(text: "squat"), false),
      (
        ExerciseSearch(text: "press", bodyPart: "Chest", equipment: "barbell", target: "Delts"),
        true
      ),
      (ExerciseSearch(text: "press", bodyPart: "back", equipment: "barbell"), false),
      (ExerciseSearch(equipment: "bar"), false), (ExerciseSearch(target: "triceps"), false),
    ] {
      #expect(search.includes(bench, called: ["Flat Bench"]) == isFound, "\(search)")
    }
  }

  @Test func `exercises without a description have the name of an import, or their id`() throws {
    let facts: [Fact] = [
      .signedIn("ann"), .by("ann", .added(.monday, "squat-barbell")),
      .by("ann", .added(.monday, "row")), .by("ann", .added(.monday, "bench")),
      .by(nil, .catalogued("bench", named: "Bench Press")),
      .by("ann", Self.aliased("Squat (Barbell)", "squat-barbell")),
      .by("ann", Self.aliased("Rowing", "row")),
    ]
    let catalogue = try replay(log(events(facts)), ExerciseCatalogue())
    #expect(catalogue.all.map(\.entry.name) == ["Squat (Barbell)", "row", "Bench Press"])
    #expect(catalogue.all.map(\.number) == [1, 2, 3])
    #expect(catalogue.exercises.map(\.entry.exercise) == ["bench"])
    #expect(try catalogue.exercise("squat").entry.exercise == "squat-barbell")
    #expect(try catalogue.exercise("rowing").entry.exercise == "row")
    #expect(throws: Refusal.self) { try catalogue.exercise("deadlift") }
  }
}
