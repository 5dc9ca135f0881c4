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

  @Test func `of two exercises with the same display name, the first one is meant`() throws {
    let facts: [Fact] = [
      .by(nil, .catalogued("bench", named: "Press")),
      .by(nil, .catalogued("strict", named: "Press")),
    ]
    let known = try replay(log(events(facts)), KnownExercises())
    #expect(try known.resolve("press", isNew: false, in: History()) == "bench")
  }

  private func adding(_ exercise: String, isNew: Bool = false) -> AddExercise {
    AddExercise(day: .monday, exercise: exercise, isNew: isNew)
  }

  @Test func `a new name is accepted if the log has no similar name`() {
    Given(.signedIn("ann")).when(adding("squat")).then(.added(.monday, "squat"))
    let given = Given(.signedIn("ann"), .by("ann", .added(.monday, "squat")))
    given.when(adding("deadlift")).then(.added(.monday, "deadlift"))
    given.when(adding("squad")).thenRefused("unknown exercise 'squad'", help: offer("squat"))
  }

  /// Returns the help of a refusal that offers an exercise, and maybe another one.
  private func offer(_ name: String, _ other: String? = nil) -> Remedy {
    let rest: Remedy = "? \(.give(.isNew)) records a new one"
    guard let other else { return "did you mean \(.exercise(name))\(rest)" }
    return "did you mean \(.exercise(name)) or \(.exercise(other))\(rest)"
  }

  @Test func `an exercise in the catalogue is accepted`() {
    catalogue("squat", "bench-press").when(adding("squat")).then(.added(.monday, "squat"))
  }

  @Test func `the most similar exercises are offered for an unknown one`() {
    catalogue("bench-press", "bench-dip", "leg-press", "squat").when(adding("bench-pres"))
      .thenRefused("unknown exercise 'bench-pres'", help: offer("bench-press"))
  }

  @Test func `a name that is similar to none is accepted with a catalogue, too`() {
    catalogue("squat").when(adding("zzzzzzzz")).then(.added(.monday, "zzzzzzzz"))
  }

  @Test func `logging a set checks names as strictly as the plan does`() {
    catalogue("squat", then: .started("s"))
      .when(LogSet(exercise: "squad", reps: 5)).thenRefused(
        "unknown exercise 'squad'", help: offer("squat"))
    catalogue("squat", then: .started("s"))
      .when(LogSet(exercise: "squad", reps: 5, isNew: true)).then(.logged("s", "squad", 5))
  }

  @Test func `a new exercise is accepted on request`() {
    catalogue("squat").when(adding("squad", isNew: true)).then(.added(.monday, "squad"))
  }

  @Test func `an exercise is known after it was recorded`() {
    catalogue("squat", then: .added(.friday, "squad")).when(adding("squad"))
      .then(.added(.monday, "squad"))
    catalogue("squat", then: .started("s"), .logged("s", "squad", 5)).when(adding("squad"))
      .then(.added(.monday, "squad"))
  }

  @Test func `an exercise is found in any letter case`() {
    catalogue("Bench-Press").when(adding(" bench-PRESS ")).then(.added(.monday, "Bench-Press"))
    Given(.signedIn("ann"), .by("ann", .added(.monday, "squat")))
      .when(adding("Squat")).then(.added(.monday, "squat"))
  }

  @Test func `an exact match precedes a match in another letter case`() {
    catalogue("Squat", "squat").when(adding("squat")).then(.added(.monday, "squat"))
    catalogue("Squat", "squat").when(adding("Squat")).then(.added(.monday, "Squat"))
    catalogue("squat").when(adding("Squat", isNew: true)).then(.added(.monday, "Squat"))
  }

  @Test func `letters that match two exercises are ambiguous`() {
    catalogue("Squat", "squat").when(adding("SQUAT")).thenRefused(
      "unknown exercise 'SQUAT'",
      help: offer("Squat", "squat"))
  }

  @Test(arguments: ["bench_press", "Bench Press", "bench-press", "BENCH  PRESS", " bench.press "])
  func `spaces, hyphens and underscores are equivalent`(_ text: String) {
    for known in ["bench-press", "Bench_Press", "Bench Press"] as [Name] {
      catalogue(known).when(adding(text)).then(.added(.monday, known))
      Given(.signedIn("ann"), .by("ann", .added(.friday, known)))
        .when(adding(text)).then(.added(.monday, known))
    }
  }

  @Test func `letters that match two exercises except for punctuation are ambiguous`() {
    Given(.signedIn("ann"), .by("ann", .added(.friday, "a b")), .by("ann", .added(.friday, "a-b")))
      .when(adding("a_b")).thenRefused("unknown exercise 'a_b'", help: offer("a b", "a-b"))
  }

  @Test func `an exercise is found by its name in the catalogue`() {
    let entry = ExerciseCatalogued(exercise: "0025", name: "Barbell Bench Press").body
    let given = Given(.by(nil, entry), .signedIn("ann"), .by("ann", .started("s")))
    for text in ["Barbell Bench Press", "barbell-bench-press", "0025"] {
      given.when(adding(text)).then(.added(.monday, "0025"))
      given.when(LogSet(exercise: text, reps: 5)).then(.logged("s", "0025", 5))
    }
    given.when(adding("barbell bench pres")).thenRefused(
      "unknown exercise 'barbell bench pres'",
      help: offer("barbell-bench-press"))
  }

  @Test func `a planned exercise is found on its day by any of its names`() {
    let entry = ExerciseCatalogued(exercise: "0025", name: "Barbell Bench Press").body
    let given = Given(
      .by(nil, entry), .signedIn("ann"), .by("ann", .added(.monday, "0025")),
      .by("ann", .added(.monday, "leg-press")))
    given.when(RemoveExercise(day: .monday, exercise: "Barbell Bench Press"))
      .then(.removed(.monday, "0025", at: 1))
    given.when(MoveExercise(day: .monday, exercise: "Leg_Press", toDay: .friday))
      .then(.moved(.monday, "leg-press", at: 2, to: .friday, place: 1))
  }

  // MARK: - Misspelled ones

  @Test func `near exercises are ranked by shared words, then by use, then by recency`() throws {
    func sets(_ exercise: Name, _ count: Int, in session: Name) -> [Fact] {
      (0..<count).map { _ in .by("ann", .logged(session, exercise, 5)) }
    }
    var facts: [Fact] = [
      .signedIn("ann"), .by("ann", at: "2026-03-01T10:00:00.000Z", .started("s")),
    ]
    facts += sets("squat-barbell", 3, in: "s") + sets("squat-goblet", 2, in: "s")
    facts += sets("squat-zercher", 1, in: "s") + sets("bench-press", 9, in: "s")
    facts += [.by("ann", .ended("s")), .by("ann", at: "2026-03-02T10:00:00.000Z", .started("t"))]
    facts += sets("squat-zercher", 1, in: "t")
    let (known, history) = try replay(log(events(facts)), KnownExercises(), OfUser<History>("ann"))
    let near = known.near("squats", in: history.value)
    #expect(near.map(\.name) == ["squat-barbell", "squat-zercher", "squat-goblet"])
    #expect(near.map(\.sets) == [3, 2, 2])
    #expect(known.near("squats zercher", in: history.value).map(\.name) == ["squat-zercher"])
    #expect(known.near("squat", in: History()).map(\.sets) == [0, 0, 0])
    for text in ["", " ", "row", "incline bench press"] {
      #expect(known.near(text, in: history.value).isEmpty, "\(text)")
    }
  }

  @Test func `a misspelling has few edits, or lacks a word`() {
    let known = ["bench-press", "squat", "dips", "pull-up"]
    #expect(nearMisses(of: "bench-pres", among: known) == ["bench-press"])
    #expect(nearMisses(of: "benhc press", among: known) == ["bench-press"])
    #expect(nearMisses(of: "bench", among: known) == ["bench-press"])
    #expect(nearMisses(of: "SQUAD", among: known) == ["squat"])
    #expect(nearMisses(of: "dip", among: known) == ["dips"])
    #expect(nearMisses(of: "press bensh", among: known) == ["bench-press"])
    #expect(nearness(of: "bench-pres", to: "bench-press-barbell") == 2)
    #expect(nearness(of: "sqats", to: "squat-barbell") == 1)
    // A word that ends with "ss" is no plural.
    #expect(nearness(of: "press", to: "prep") == nil)
    for other in ["push-up", "leg-press", "bench-press-machine", "row", "", "-"] {
      #expect(nearMisses(of: other, among: known).isEmpty, "\(other)")
    }
  }

  @Test func `two words are near the same two written as one`() {
    #expect(nearness(of: "benchpress", to: "Bench Press (Barbell)") == 1)
    #expect(nearness(of: "benchpres", to: "bench-press-barbell") == 1)
    #expect(nearness(of: "bench press", to: "benchpress") == 2)
    #expect(nearness(of: "pullups", to: "pull-up") == 1)
    #expect(nearness(of: "close pull down", to: "lat-pulldown-close-grip") == 3)
    #expect(nearness(of: "incline benchpress", to: "incline-bench-press") == 2)
    #expect(nearness(of: "pressbench", to: "bench-press-barbell") == nil)
    #expect(nearness(of: "incline benchpress", to: "bench-press-barbell") == nil)
    #expect(nearness(of: "bench row", to: "bench-press-barbell") == nil)
  }

  // MARK: - Nearest

  @Test func `whole words precede few edits, and few edits precede the alphabet`() {
    #expect(
      nearest(to: "press", among: ["pres", "leg press", "bench press", "presto"], limit: 4)
        == ["leg press", "bench press", "pres", "presto"])
  }

  @Test func `swapped neighbours count as one edit`() {
    #expect(nearest(to: "ab", among: ["ba"]) == ["ba"])
    #expect(nearest(to: "abcd", among: ["dcba"]).isEmpty)
  }

  @Test func `a name that needs more edits than half of its length is left out`() {
    #expect(nearest(to: "abcd", among: ["abxy"]) == ["abxy"])
    #expect(nearest(to: "abcd", among: ["axyz"]).isEmpty)
    #expect(nearest(to: "", among: ["a", "ab"]) == ["a"])
    #expect(nearest(to: "abc", among: []).isEmpty)
  }

  @Test func `at most the requested number of names is given`() {
    #expect(nearest(to: "a", among: ["c", "b", "d", "e"]) == ["b", "c", "d"])
    #expect(nearest(to: "a", among: ["b", "c"], limit: 1) == ["b"])
    #expect(nearest(to: "a", among: ["b", "c"], limit: 0).isEmpty)
  }

  @Test func `alternatives are joined with commas and 'or'`() {
    #expect(alternatives([]) == "")
    #expect(alternatives(["a"]) == "'a'")
    #expect(alternatives(["a", "b"]) == "'a' or 'b'")
    #expect(alternatives(["a", "b", "c"]) == "'a', 'b' or 'c'")
  }
}
