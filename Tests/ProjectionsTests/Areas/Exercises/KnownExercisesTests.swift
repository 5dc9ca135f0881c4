import Events
import Projections
import TestSupport
import Testing

/// Which exercises are taken, when one is added to a day or a set of one is logged.
@Suite struct KnownExercisesTests {
  private func catalogue(_ exercises: Name..., then facts: Event.Body...) -> Given {
    Given(
      exercises.map { .by(nil, .catalogued($0)) } + [.signedIn("ann")]
        + facts.map { .by("ann", $0) })
  }

  @Test func `of two exercises with one name for people the first has it`() throws {
    let facts: [Fact] = [
      .by(nil, .catalogued("bench", named: "Press")),
      .by(nil, .catalogued("strict", named: "Press")),
    ]
    let known = try replay(log(events(facts)), KnownExercises())
    #expect(try known.resolve("press", isNew: false) == "bench")
  }

  private func adding(_ exercise: String, isNew: Bool = false) -> AddExercise {
    AddExercise(day: .monday, exercise: exercise, isNew: isNew)
  }

  @Test func `anything is taken while there is no catalogue`() {
    Given(.signedIn("ann")).when(adding("squat")).then(.added(.monday, "squat"))
    Given(.signedIn("ann"), .by("ann", .added(.monday, "squat")))
      .when(adding("squad")).then(.added(.monday, "squad"))
  }

  @Test func `an exercise of the catalogue is taken`() {
    catalogue("squat", "bench-press").when(adding("squat")).then(.added(.monday, "squat"))
  }

  @Test func `the nearest are offered for one that the log has never met`() {
    catalogue("bench-press", "bench-dip", "leg-press", "squat").when(adding("bench-pres"))
      .thenRefused(
        "unknown exercise 'bench-pres'",
        help:
          "did you mean 'bench-press', 'bench-dip' or 'leg-press'? \(.give(.isNew)) records a new one"
      )
  }

  @Test func `with nothing near only the way out is offered`() {
    catalogue("squat").when(adding("zzzzzzzz")).thenRefused(
      "unknown exercise 'zzzzzzzz'", help: "\(.give(.isNew)) records a new one")
  }

  @Test func `a set is as particular as the plan`() {
    catalogue("squat", then: .started("s"))
      .when(LogSet(exercise: "squad", reps: 5)).thenRefused(
        "unknown exercise 'squad'",
        help: "did you mean 'squat'? \(.give(.isNew)) records a new one")
    catalogue("squat", then: .started("s"))
      .when(LogSet(exercise: "squad", reps: 5, isNew: true)).then(.logged("s", "squad", 5))
  }

  @Test func `a new exercise is taken when that is asked for`() {
    catalogue("squat").when(adding("squad", isNew: true)).then(.added(.monday, "squad"))
  }

  @Test func `an exercise once recorded is known`() {
    catalogue("squat", then: .added(.friday, "squad")).when(adding("squad"))
      .then(.added(.monday, "squad"))
    catalogue("squat", then: .started("s"), .logged("s", "squad", 5)).when(adding("squad"))
      .then(.added(.monday, "squad"))
  }

  @Test func `an exercise is found in whatever case its letters are written`() {
    catalogue("Bench-Press").when(adding(" bench-PRESS ")).then(.added(.monday, "Bench-Press"))
    Given(.signedIn("ann"), .by("ann", .added(.monday, "squat")))
      .when(adding("Squat")).then(.added(.monday, "squat"))
  }

  @Test func `the very letters go before the case of letters`() {
    catalogue("Squat", "squat").when(adding("squat")).then(.added(.monday, "squat"))
    catalogue("Squat", "squat").when(adding("Squat")).then(.added(.monday, "Squat"))
    catalogue("squat").when(adding("Squat", isNew: true)).then(.added(.monday, "Squat"))
  }

  @Test func `letters that fit two exercises are not guessed at`() {
    catalogue("Squat", "squat").when(adding("SQUAT")).thenRefused(
      "unknown exercise 'SQUAT'",
      help: "did you mean 'Squat' or 'squat'? \(.give(.isNew)) records a new one")
  }

  @Test(arguments: ["bench_press", "Bench Press", "bench-press", "BENCH  PRESS", " bench.press "])
  func `spaces, hyphens and underscores are one`(_ text: String) {
    for known in ["bench-press", "Bench_Press", "Bench Press"] as [Name] {
      catalogue(known).when(adding(text)).then(.added(.monday, known))
      Given(.signedIn("ann"), .by("ann", .added(.friday, known)))
        .when(adding(text)).then(.added(.monday, known))
    }
  }

  @Test func `letters that fit two exercises but for their signs are not guessed at`() {
    Given(.signedIn("ann"), .by("ann", .added(.friday, "a b")), .by("ann", .added(.friday, "a-b")))
      .when(adding("a_b")).then(.added(.monday, "a_b"))
  }

  @Test func `an exercise is found by its name in the catalogue`() {
    let entry = Event.Body.exercises(
      .exerciseCatalogued(ExerciseCatalogued(exercise: "0025", name: "Barbell Bench Press")))
    let given = Given(.by(nil, entry), .signedIn("ann"), .by("ann", .started("s")))
    for text in ["Barbell Bench Press", "barbell-bench-press", "0025"] {
      given.when(adding(text)).then(.added(.monday, "0025"))
      given.when(LogSet(exercise: text, reps: 5)).then(.logged("s", "0025", 5))
    }
    given.when(adding("barbell bench pres")).thenRefused(
      "unknown exercise 'barbell bench pres'",
      help: "did you mean 'barbell-bench-press'? \(.give(.isNew)) records a new one")
  }

  @Test func `what is planned is found on its day by any of its names`() {
    let entry = Event.Body.exercises(
      .exerciseCatalogued(ExerciseCatalogued(exercise: "0025", name: "Barbell Bench Press")))
    let given = Given(
      .by(nil, entry), .signedIn("ann"), .by("ann", .added(.monday, "0025")),
      .by("ann", .added(.monday, "leg-press")))
    given.when(RemoveExercise(day: .monday, exercise: "Barbell Bench Press"))
      .then(.removed(.monday, "0025", at: 1))
    given.when(MoveExercise(day: .monday, exercise: "Leg_Press", toDay: .friday))
      .then(.moved(.monday, "leg-press", at: 2, to: .friday, place: 1))
  }

  // MARK: - Misspelled ones

  @Test func `a new exercise is taken, and those it may be are named`() throws {
    let squats = (0..<3).map { _ in Fact.by("ann", .logged("s", "squat", 5)) }
    let given = Given([.signedIn("ann"), .by("ann", .started("s"))] + squats)
    let remarks = try given.remarks(on: LogSet(exercise: "sqaut", reps: 5))
    guard case .newExercise("sqaut", let near) = remarks.first else {
      Issue.record("\(remarks)")
      return
    }
    #expect(near.map(\.exercise) == ["squat"])
    #expect(near.map(\.sets) == [3])
    #expect(try given.remarks(on: AddExercise(day: .monday, exercise: "sqaut")) == [remarks[0]])
    func isTaken(_ set: LogSet) throws -> Bool {
      try given.remarks(on: set).allSatisfy { if case .logged = $0 { true } else { false } }
    }
    for known in ["squat", "Squat", "deadlift", "push-up"] {
      #expect(try isTaken(LogSet(exercise: known, reps: 5)))
    }
    #expect(try isTaken(LogSet(exercise: "sqaut", reps: 5, isNew: true)))
  }

  @Test func `a misspelling takes few edits, or lacks a word`() {
    let known = ["bench-press", "squat", "dips", "pull-up"]
    #expect(nearMisses(of: "bench-pres", among: known) == ["bench-press"])
    #expect(nearMisses(of: "benhc press", among: known) == ["bench-press"])
    #expect(nearMisses(of: "bench", among: known) == ["bench-press"])
    #expect(nearMisses(of: "SQUAD", among: known) == ["squat"])
    #expect(nearMisses(of: "dip", among: known) == ["dips"])
    for other in ["push-up", "leg-press", "bench-press-machine", "row", "", "-"] {
      #expect(nearMisses(of: other, among: known).isEmpty, "\(other)")
    }
  }

  // MARK: - Nearest

  @Test func `whole words go before few edits, few edits before the alphabet`() {
    #expect(
      nearest(to: "press", among: ["pres", "leg press", "bench press", "presto"], limit: 4)
        == ["leg press", "bench press", "pres", "presto"])
  }

  @Test func `swapped neighbours are one edit`() {
    #expect(nearest(to: "ab", among: ["ba"]) == ["ba"])
    #expect(nearest(to: "abcd", among: ["dcba"]).isEmpty)
  }

  @Test func `what takes more edits than half of the text is left out`() {
    #expect(nearest(to: "abcd", among: ["abxy"]) == ["abxy"])
    #expect(nearest(to: "abcd", among: ["axyz"]).isEmpty)
    #expect(nearest(to: "", among: ["a", "ab"]) == ["a"])
    #expect(nearest(to: "abc", among: []).isEmpty)
  }

  @Test func `at most so many are named as asked for`() {
    #expect(nearest(to: "a", among: ["c", "b", "d", "e"]) == ["b", "c", "d"])
    #expect(nearest(to: "a", among: ["b", "c"], limit: 1) == ["b"])
    #expect(nearest(to: "a", among: ["b", "c"], limit: 0).isEmpty)
  }

  @Test func `alternatives are joined as a sentence joins them`() {
    #expect(alternatives([]) == "")
    #expect(alternatives(["a"]) == "'a'")
    #expect(alternatives(["a", "b"]) == "'a' or 'b'")
    #expect(alternatives(["a", "b", "c"]) == "'a', 'b' or 'c'")
  }
}
