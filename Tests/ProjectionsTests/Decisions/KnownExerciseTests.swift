import Events
import Projections
import TestSupport
import Testing

/// Which exercises are taken, when one is added to a day or a set of one is logged.
@Suite struct KnownExerciseTests {
  private func catalogue(_ exercises: Name..., then facts: Event.Body...) -> Given {
    Given(
      exercises.map { .by(nil, .catalogued($0)) } + [.signedIn("ann")]
        + facts.map { .by("ann", $0) })
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
        "the log has never met an exercise 'bench-pres'",
        help: "did you mean 'bench-press', 'bench-dip' or 'leg-press'? '--new' records a new one")
  }

  @Test func `with nothing near only the way out is offered`() {
    catalogue("squat").when(adding("zzzzzzzz")).thenRefused(
      "the log has never met an exercise 'zzzzzzzz'", help: "'--new' records a new one")
  }

  @Test func `a set is as particular as the plan`() {
    catalogue("squat", then: .started("s"))
      .when(LogSet(exercise: "squad", reps: 5)).thenRefused(
        "the log has never met an exercise 'squad'",
        help: "did you mean 'squat'? '--new' records a new one")
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
      "the log has never met an exercise 'SQUAT'",
      help: "did you mean 'Squat' or 'squat'? '--new' records a new one")
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
