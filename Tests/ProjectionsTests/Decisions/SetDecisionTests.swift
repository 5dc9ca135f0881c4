import Events
import Projections
import TestSupport
import Testing

@Suite struct SetDecisionTests {
  /// Ann's session, named `s`, with whatever comes behind it; the first of those has seq 4.
  private func open(_ facts: Fact...) -> Given {
    Given([.signedIn("ann"), .signedIn("bob"), .by("ann", .started("s"))] + facts)
  }

  private let noSession = "start one with 'replog session start'"

  // MARK: - Sessions

  @Test func `a session starts with trimmed words, or none`() {
    Given(.signedIn("ann")).when(StartSession(title: " Evening ", note: " "))
      .then(.started(title: "Evening"), by: "ann")
    Given(.signedIn("ann")).when(StartSession()).then(.started())
  }

  @Test(arguments: ["title", "note"])
  func `the words of a session keep to their limit`(field: String) {
    let (longest, long) = (
      String(repeating: "x", count: 10_000), String(repeating: "x", count: 10_001)
    )
    func start(_ text: String) -> StartSession {
      field == "title" ? StartSession(title: text) : StartSession(note: text)
    }
    Given(.signedIn("ann")).when(start(longest)).then(
      field == "title" ? .started(title: longest) : .started(note: longest))
    Given(.signedIn("ann")).when(start(long)).thenRefused(
      "'\(field)' must have at most 10,000 characters, not 10,001")
  }

  @Test func `one session is open at a time`() {
    let help = "end it with 'replog session end' or give it up with 'replog session discard'"
    open().when(StartSession(), by: "ann")
      .thenRefused("a session is open since 2026-03-02T12:02:00.000Z", help: help)
    open(.by("ann", .ended("s")), .by("ann", at: "2026-03-02T12:30:00.000+01:00", .started()))
      .when(StartSession(), by: "ann")
      .thenRefused("a session is open since 2026-03-02T12:30:00.000+01:00", help: help)
  }

  @Test func `another session may start once the open one ended or was given up`() {
    open(.by("ann", .ended("s"))).when(StartSession(), by: "ann").then(.started())
    open(.by("ann", .discarded("s"))).when(StartSession(), by: "ann").then(.started())
    open().when(StartSession(), by: "bob").then(.started(), by: "bob")
  }

  @Test func `the open session is ended or given up`() {
    open().when(EndSession(), by: "ann").then(.ended("s"), by: "ann")
    open().when(DiscardSession(), by: "ann").then(.discarded("s"), by: "ann")
    Given(.signedIn("ann"), .by("ann", .started())).when(EndSession()).then(.ended(name(2)))
  }

  @Test func `without an open session nothing is ended, given up or logged`() {
    for given in [open(.by("ann", .ended("s"))), open(.by("ann", .discarded("s")))] {
      given.when(EndSession(), by: "ann").thenRefused("no session is open", help: noSession)
      given.when(DiscardSession(), by: "ann").thenRefused("no session is open", help: noSession)
      given.when(LogSet(exercise: "squat", reps: 5), by: "ann")
        .thenRefused("no session is open", help: noSession)
    }
    open().when(EndSession(), by: "bob").thenRefused("no session is open", help: noSession)
    open().when(LogSet(exercise: "squat", reps: 5), by: "bob")
      .thenRefused("no session is open", help: noSession)
  }

  // MARK: - Logging

  @Test func `a set is logged with all that is told of it`() {
    open().when(
      LogSet(
        exercise: " squat ", reps: 5, weight: entered("100kg"), kind: .warmup, rpe: 8.5,
        note: " deep "), by: "ann"
    )
    .then(
      .sessions(
        .setLogged(
          SetLogged(
            session: "s", exercise: "squat", reps: 5, weight: Weight(100), kind: .warmup, rpe: 8.5,
            note: "deep"))), by: "ann")
  }

  @Test func `a set may be of the body alone, failed, or assisted`() {
    open().when(LogSet(exercise: "dip", reps: 5, note: " "), by: "ann").then(.logged("s", "dip", 5))
    open().when(LogSet(exercise: "dip", reps: 0, weight: entered("0")), by: "ann")
      .then(.logged("s", "dip", 0, Weight(0)))
    open().when(LogSet(exercise: "dip", reps: 5, weight: entered("-20kg")), by: "ann")
      .then(.logged("s", "dip", 5, Weight(-20)))
  }

  @Test(arguments: [
    (LogSet(exercise: "squat", reps: -1), "'reps' must be 0…1,000, not -1"),
    (LogSet(exercise: "squat", reps: 1_001), "'reps' must be 0…1,000, not 1,001"),
    (LogSet(exercise: "squat", reps: 1_000_000), "'reps' must be 0…1,000, not 1,000,000"),
    (
      LogSet(exercise: "squat", reps: 5, weight: entered("2000.01")),
      "'weight' must be -500…2,000 kg, not 2,000.01 kg"
    ),
    (
      LogSet(exercise: "squat", reps: 5, weight: entered("-500.5kg")),
      "'weight' must be -500…2,000 kg, not -500.5 kg"
    ),
    (
      LogSet(exercise: "squat", reps: 5, weight: entered("5000lb")),
      "'weight' must be -500…2,000 kg, not 2,267.96 kg"
    ),
    (LogSet(exercise: "squat", reps: 5, rpe: 0.5), "'rpe' must be 1…10, not 0.5"),
    (LogSet(exercise: "squat", reps: 5, rpe: 10.5), "'rpe' must be 1…10, not 10.5"),
    (LogSet(exercise: "squat", reps: 5, rpe: .nan), "'rpe' must be 1…10, not nan"),
    (LogSet(exercise: "squat", reps: 5, rpe: .infinity), "'rpe' must be 1…10, not inf"),
    (LogSet(exercise: "", reps: 5), "'exercise' must not be empty"),
    (LogSet(exercise: " \n", reps: 5, isNew: true), "'exercise' must not be empty"),
    (LogSet(exercise: "a\u{7}b", reps: 5), "'exercise' must not hold control characters"),
    (
      LogSet(exercise: String(repeating: "x", count: 201), reps: 5),
      "'exercise' must have at most 200 bytes, not 201"
    ),
    (
      LogSet(exercise: "squat", reps: 5, note: String(repeating: "x", count: 10_001)),
      "'note' must have at most 10,000 characters, not 10,001"
    ),
  ])
  func `what is told of a set keeps to its limits`(decision: LogSet, why: String) {
    open().when(decision, by: "ann").thenRefused("\(why)")
  }

  @Test func `the limits of a set themselves are allowed`() {
    open().when(
      LogSet(exercise: "squat", reps: 1_000, weight: entered("2000"), rpe: 10), by: "ann"
    )
    .then(
      .sessions(
        .setLogged(
          SetLogged(session: "s", exercise: "squat", reps: 1_000, weight: Weight(2_000), rpe: 10))))
  }

  // MARK: - Units

  @Test(arguments: [
    Event.Body.logged("s", "bench", 5, Weight(135, .lb)),
    .added(.monday, "bench", Weight(135, .lb)),
    .revised(id(99), Weight(135, .lb)),
  ])
  func `a weight without a unit is in the one last entered`(before: Event.Body) {
    open(.by("ann", before)).when(
      LogSet(exercise: "squat", reps: 5, weight: entered("225")), by: "ann"
    )
    .then(.logged("s", "squat", 5, Weight(225, .lb)))
    open(.by("ann", before))
      .when(LogSet(exercise: "squat", reps: 5, weight: entered("100 kg")), by: "ann")
      .then(.logged("s", "squat", 5, Weight(100)))
    open(.by("ann", before)).when(
      AddExercise(day: .friday, exercise: "dip", weight: entered("5")), by: "ann"
    )
    .then(.added(.friday, "dip", Weight(5, .lb)))
  }

  @Test func `kilograms are usual until pounds were entered, and again after kilograms`() {
    open(.by("bob", .added(.monday, "bench", Weight(135, .lb))))
      .when(LogSet(exercise: "squat", reps: 5, weight: entered("100")), by: "ann")
      .then(.logged("s", "squat", 5, Weight(100)))
    open(
      .by("ann", .logged("s", "bench", 5, Weight(135, .lb))),
      .by("ann", .logged("s", "bench", 5, Weight(60))), .by("ann", .logged("s", "dip", 5))
    )
    .when(LogSet(exercise: "squat", reps: 5, weight: entered("100")), by: "ann")
    .then(.logged("s", "squat", 5, Weight(100)))
  }

  @Test func `what others planned in pounds makes pounds usual for nobody who saves it`() {
    let exercises = [PlannedExercise(exercise: "bench", weight: Weight(135, .lb))]
    open(
      .by("ann", .plan(.planSaved(PlanSaved(post: "p", day: .monday, exercises: exercises))))
    )
    .when(LogSet(exercise: "squat", reps: 5, weight: entered("100")), by: "ann")
    .then(.logged("s", "squat", 5, Weight(100)))
  }
}
