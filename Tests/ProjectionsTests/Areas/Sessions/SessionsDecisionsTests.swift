import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct SessionsDecisionsTests {
  /// Ann's session, named `s`, and the events after it; the first of these has seq 4.
  private func open(_ facts: Fact...) -> Given {
    Given([.signedIn("ann"), .signedIn("bob"), .by("ann", .started("s"))] + facts)
  }

  private let noSession: Remedy = "start one with \(.startSession)"

  // MARK: - Sessions

  @Test func `a session starts with trimmed texts, or none`() {
    Given(.signedIn("ann")).when(StartSession(title: " Evening ", note: " "))
      .then(.started(title: "Evening"), by: "ann")
    Given(.signedIn("ann")).when(StartSession()).then(.started())
  }

  @Test(arguments: ["title", "note"])
  func `the texts of a session must be within their limits`(field: String) {
    let (longest, long) = (
      String(repeating: "x", count: 10_000), String(repeating: "x", count: 10_001)
    )
    func start(_ text: String) -> StartSession {
      field == "title" ? StartSession(title: text) : StartSession(note: text)
    }
    Given(.signedIn("ann")).when(start(longest)).then(
      field == "title" ? .started(title: longest) : .started(note: longest))
    Given(.signedIn("ann")).when(start(long)).thenRefused(
      "'\(field)' must have at most 10,000 characters, got 10,001")
  }

  @Test func `only one session is open at a time`() {
    let help: Remedy = "end it with \(.endSession) or discard it with \(.discardSession)"
    open().when(StartSession(), by: "ann")
      .thenRefused("a session has been open since 2026-03-02 12:02", help: help)
    open(.by("ann", .ended("s")), .by("ann", at: "2026-03-02T12:30:00.000+01:00", .started()))
      .when(StartSession(), by: "ann")
      .thenRefused("a session has been open since 2026-03-02 12:30", help: help)
  }

  @Test func `a past session needs an end while another session is open`() {
    let past = "2026-03-02T10:00:00.000Z"
    open().when(StartSession(), by: "ann", past: past).thenRefused(
      "a session has been open since 2026-03-02 12:02, so a past session needs an end",
      help: "give its end: \(.recordSession(at: moment(past), withEnd: true))")
  }

  @Test func `a past session begins and ends at once, even if another session is open`() throws {
    let (now, past) = (moment("2026-03-02T13:00:00Z"), moment("2026-03-02T10:00:00Z"))
    let before: [Fact] = [.signedIn("ann"), .by("ann", .started("s"))]
    let start = StartSession(title: "Early", endedAt: moment("2026-03-02T11:00:00Z"))
    let drafts = try start.drafts(log(events(before)), by: "ann", at: now, past: past)
    var history = History()
    let facts = zip(3..., drafts).map { seq, draft in
      Event(id: id(seq), at: draft.at ?? now, user: "ann", draft.body, seq: seq)
    }
    for event in events(before) + facts { history.apply(event) }
    #expect(history.open?.session == "s")
    let early = try #require(history.sessions.last)
    #expect(early.title == "Early" && early.startedAt == past)
    #expect(early.endedAt == moment("2026-03-02T11:00:00Z"))
    // A set of that time is one of it.
    #expect(try history.session(takingSetsAt: moment("2026-03-02T10:30:00Z")) == early.session)
  }

  @Test func `the end of a past session is between its start and now`() {
    for end in ["2026-03-02T10:00:00.000Z", "2026-03-02T13:00:00.001Z"] {
      open().when(StartSession(endedAt: moment(end)), by: "ann", past: "2026-03-02T10:00:00.000Z")
        .thenRefused(
          "a workout that began at 2026-03-02 10:00 cannot have ended at \(minute(moment(end)))",
          help: "give an end after its start, and before now")
    }
    open().when(StartSession(endedAt: moment("2026-03-02T10:00:00Z")), by: "ann").thenRefused(
      "a workout with an end must have a start in the past",
      help: "give its start with \(.give(.time))"
    )
  }

  @Test func `another session can start once the open one ended or was discarded`() {
    open(.by("ann", .ended("s"))).when(StartSession(), by: "ann").then(.started())
    open(.by("ann", .discarded("s"))).when(StartSession(), by: "ann").then(.started())
    open().when(StartSession(), by: "bob").then(.started(), by: "bob")
  }

  @Test func `the open session can be ended or discarded`() {
    open().when(EndSession(), by: "ann").then(.ended("s"), by: "ann")
    open().when(DiscardSession(), by: "ann").then(.discarded("s"), by: "ann")
    Given(.signedIn("ann"), .by("ann", .started())).when(EndSession()).then(.ended(name(2)))
  }

  @Test func `a finished session is deleted by reference, and only by its user`() {
    let facts = [Fact.by("ann", .logged("s", "squat", 5, Weight(100))), .by("ann", .ended("s"))]
    let given = open(facts[0], facts[1])
    given.when(DeleteSession(session: .latest), by: "ann").then(.discarded("s"), by: "ann")
    given.when(DeleteSession(session: Reference("s")), by: "ann").then(.discarded("s"), by: "ann")
    open(facts[0], facts[1], .by("ann", .started("t")))
      .when(DeleteSession(session: .latest), by: "ann").then(.discarded("s"), by: "ann")
    for reference in [Reference.latest, Reference("s")] {
      open().when(DeleteSession(session: reference), by: "ann")
        .thenRefused(
          "the session has been open since 2026-03-02 12:02",
          help: "discard it with \(.discardSession)")
    }
    let none: Remedy = "'last' means the latest one; \(.show(.history)) shows your sessions"
    given.when(DeleteSession(session: Reference("s")), by: "bob")
      .thenRefused("there is no session 's'", help: none)
    open(facts[0], facts[1], .by("ann", .discarded("s")))
      .when(DeleteSession(session: Reference("s")), by: "ann")
      .thenRefused("there is no session 's'", help: none)
  }

  @Test func `a session cannot end before it began`() {
    let began = Fact.by("ann", at: "2026-03-02T12:00:00.500Z", .started("s"))
    for time in ["2026-03-02T12:00:00.499Z", "2026-03-02T12:00:00.000Z"] {
      Given(.signedIn("ann"), began).when(EndSession(), at: time).thenRefused(
        "the session began at 2026-03-02T12:00:00.500Z, so it cannot have ended at \(time)",
        help: "give the time with \(.give(.time)), or correct its start with \(.editSession)")
    }
    // By the instant, not by the clock on the wall.
    Given(.signedIn("ann"), began).when(EndSession(), at: "2026-03-02T11:00:00.500-01:00")
      .then(.ended("s"))
  }

  @Test func `a set that is logged now is not added to a session of another year`() {
    let began = Fact.by("ann", at: "2025-03-02T12:00:00Z", .started("s"))
    let set = LogSet(exercise: "squat", reps: 5)
    let facts = [
      Fact.by(
        "ann", at: "2025-03-02T11:00:00Z", .signedIn("ann@x.y", until: "2030-01-01T00:00:00Z")),
      began,
    ]
    Given(facts).when(set, at: "2026-03-02T12:00:00Z").thenRefused(
      "the open session began at 2025-03-02 12:00, at least a year before or after the current time",
      help: "end it with \(.endSession), or give the time of the set with \(.give(.time))")
    Given(facts).when(set, at: "2026-03-02T11:59:59.999Z").then(.logged("s", "squat", 5))
  }

  @Test func `without an open session nothing can be ended, discarded or logged`() {
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

  @Test func `a set is logged with all given values`() {
    open().when(
      LogSet(
        exercise: " squat ", reps: 5, weight: entered("100kg"), kind: .warmup, rpe: 8.5,
        note: " deep "), by: "ann"
    )
    .then(
      SetLogged(
        session: "s", exercise: "squat", reps: 5, weight: Weight(100), kind: .warmup, rpe: 8.5,
        note: "deep"
      ).body, by: "ann")
  }

  @Test func `the load of an assisted exercise counts as assistance`() {
    for (name, load) in [
      ("pull-up-assisted", -20.0), ("Pull Up (Assisted)", -20), ("unassisted", 20),
      ("Assisted pull up", -20), ("pull-up-assisted-band", -20),
    ] {
      open().when(LogSet(exercise: name, reps: 5, weight: entered("20kg")), by: "ann")
        .then(.logged("s", Name(name), 5, Weight(load)))
    }
    open().when(LogSet(exercise: "dip-assisted", reps: 5, weight: entered("-20kg")), by: "ann")
      .then(.logged("s", "dip-assisted", 5, Weight(-20)))
    let planned = PlannedExercise(exercise: "dip-assisted", weight: Weight(-20))
    open().when(
      AddExercise(day: .monday, exercise: "dip-assisted", weight: entered("20kg")), by: "ann"
    ).then(ExerciseAdded(day: .monday, planned).body)
  }

  @Test func `a set may be with body weight only, failed, or assisted`() {
    open().when(LogSet(exercise: "dip", reps: 5, note: " "), by: "ann").then(.logged("s", "dip", 5))
    open().when(LogSet(exercise: "dip", reps: 0, weight: entered("20kg")), by: "ann")
      .then(.logged("s", "dip", 0, Weight(20)))
    open().when(LogSet(exercise: "dip", reps: 0, kind: .failure), by: "ann").then(
      SetLogged(session: "s", exercise: "dip", reps: 0, weight: nil, kind: .failure).body)
    open().when(LogSet(exercise: "dip", reps: 5, weight: entered("-20kg")), by: "ann")
      .then(.logged("s", "dip", 5, Weight(-20)))
  }

  @Test
  func `a set without repetitions must be a failed attempt, or have a duration or a distance`()
    throws
  {
    let why = "a set must have repetitions, a duration or a distance, got 0 repetitions"
    let help: Remedy =
      "write a failed attempt with its load as 0x100kg, a duration as 60s, a distance as 5km"
    for load in [nil, entered("0"), entered("0lb")] {
      open().when(LogSet(exercise: "squat", reps: 0, weight: load), by: "ann").thenRefused(
        why, help: help)
    }
    open().when(RecordSets(exercise: "squat", try EnteredSet("3x0xbw")), by: "ann")
      .thenRefused(why, help: help)
    open(.by("ann", .logged("s", "squat", 5, Weight(100))))
      .when(ReviseSet(set: .latest, try EnteredSet("0xbw")), by: "ann").thenRefused(why, help: help)
  }

  @Test(arguments: [
    (LogSet(exercise: "squat", reps: -1), "'reps' must be 0…1,000, got -1"),
    (LogSet(exercise: "squat", reps: 1_001), "'reps' must be 0…1,000, got 1,001"),
    (LogSet(exercise: "squat", reps: 1_000_000), "'reps' must be 0…1,000, got 1,000,000"),
    (
      LogSet(exercise: "squat", reps: 5, weight: entered("2000.01")),
      "'weight' must be -500…2,000 kg, got 2,000.01 kg"
    ),
    (
      LogSet(exercise: "squat", reps: 5, weight: entered("-500.5kg")),
      "'weight' must be -500…2,000 kg, got -500.5 kg"
    ),
    (
      LogSet(exercise: "squat", reps: 5, weight: entered("5000lb")),
      "'weight' must be -500…2,000 kg, got 2,267.96 kg"
    ),
    (LogSet(exercise: "squat", reps: 5, rpe: 0.5), "'rpe' must be 1…10, got 0.5"),
    (LogSet(exercise: "squat", reps: 5, rpe: 10.5), "'rpe' must be 1…10, got 10.5"),
    (LogSet(exercise: "squat", reps: 5, rpe: .nan), "'rpe' must be 1…10, got nan"),
    (LogSet(exercise: "squat", reps: 5, rpe: .infinity), "'rpe' must be 1…10, got inf"),
    (LogSet(exercise: "", reps: 5), "'exercise' must not be empty"),
    (LogSet(exercise: " \n", reps: 5, isNew: true), "'exercise' must not be empty"),
    (LogSet(exercise: "a\u{7}b", reps: 5), "'exercise' must not contain control characters"),
    (
      LogSet(exercise: String(repeating: "x", count: 201), reps: 5),
      "'exercise' must have at most 200 bytes, got 201"
    ),
    (
      LogSet(exercise: "squat", reps: 5, note: String(repeating: "x", count: 10_001)),
      "'note' must have at most 10,000 characters, got 10,001"
    ),
  ])
  func `the values of a set must be within their limits`(decision: LogSet, why: String) {
    open().when(decision, by: "ann").thenRefused("\(why)")
  }

  @Test func `the limits themselves are allowed for a set`() {
    open().when(LogSet(exercise: "squat", reps: 1_000, weight: entered("2000"), rpe: 10), by: "ann")
      .then(
        SetLogged(session: "s", exercise: "squat", reps: 1_000, weight: Weight(2_000), rpe: 10).body
      )
  }

  @Test func `a set may have a time and a distance, and be entered in advance`() throws {
    open().when(
      LogSet(exercise: "run", reps: 0, seconds: 1_650, metres: 5_000, completed: false), by: "ann"
    ).then(
      SetLogged(
        session: "s", exercise: "run", reps: 0, weight: nil, seconds: 1_650, metres: 5_000,
        completed: false
      ).body)
    open().when(LogSet(exercise: "plank", try EnteredSet("1:30")), by: "ann").then(
      SetLogged(session: "s", exercise: "plank", reps: 0, weight: nil, seconds: 90).body)
  }

  @Test func `several equal sets are logged at once`() throws {
    let set = Event.Body.logged("s", "squat", 5, Weight(100))
    open().when(LogSet(exercise: "squat", try EnteredSet("3x5x100kg")), by: "ann")
      .then(set, set, set, by: "ann")
    for count in [0, -1, 101] {
      open().when(LogSet(exercise: "squat", reps: 5, count: count), by: "ann")
        .thenRefused("the number of sets must be 1…100, got \(count)")
    }
  }

  // MARK: - The past

  /// Ann's sessions: one on the first of March that ended, and one that is open since the second.
  private var twoDays: Given {
    Given(
      .signedIn("ann"),
      .by("ann", at: "2026-03-01T10:00:00.000Z", .started("old")),
      .by("ann", at: "2026-03-01T11:00:00.000Z", .ended("old")),
      .by("ann", at: "2026-03-02T12:00:00.000Z", .started("new")))
  }

  @Test(arguments: [
    ("2026-03-01T10:30:00.000Z", "old"), ("2026-03-01T10:00:00.000Z", "old"),
    ("2026-03-01T11:00:00.000Z", "old"), ("2026-03-01T20:00:00.000Z", "old"),
    ("2026-03-01T00:00:00.000Z", "old"), ("2026-03-02T12:30:00.000Z", "new"),
    ("2026-03-02T08:00:00.000Z", "new"),
  ])
  func `a past set belongs to the session at that time, or on that day`(
    _ time: String, _ session: Name
  ) {
    twoDays.when(LogSet(exercise: "squat", reps: 5), past: time)
      .then(.logged(session, "squat", 5))
  }

  @Test func `a set on a day without a session is refused`() {
    let past = "2026-02-28T18:00:00.000+01:00"
    twoDays.when(LogSet(exercise: "squat", reps: 5), past: past).thenRefused(
      "no session was open at 2026-02-28 18:00",
      help: "start one: \(.recordSession(at: moment(past), withEnd: false))")
  }

  @Test func `a set in the future cannot be logged`() {
    twoDays.when(EndSession(), past: "2026-03-02T13:00:00.001Z").thenRefused(
      "2026-03-02T13:00:00.001Z is in the future",
      help: "it is 2026-03-02T13:00:00.000Z; give an earlier time")
  }

  @Test func `a past session begins and ends at the given times`() {
    Given(.signedIn("ann")).when(StartSession(), past: "2026-03-01T10:00:00.000Z").then(.started())
    twoDays.when(EndSession(), past: "2026-03-02T12:45:00.000Z").then(.ended("new"))
  }

  @Test func `an expired sign-in is renewed now, even for a fact of an earlier time`() throws {
    let log = log(events([.signedIn("ann")]))
    let (now, past) = (moment("2026-04-02T13:00:00Z"), moment("2026-03-02T18:00:00Z"))
    let drafts = try StartSession().drafts(log, by: "ann", at: now, past: past)
    #expect(drafts.map(\.at) == [now, past])
  }

  // MARK: - Units

  @Test func `a weight without a unit is in the last entered unit of that exercise`() {
    let given = open(
      .by("ann", .logged("s", "bench", 5, Weight(135, .lb))),
      .by("ann", .logged("s", "squat", 5, Weight(100))), .by("ann", .logged("s", "bench", 5)))
    given.when(LogSet(exercise: "bench", reps: 5, weight: entered("140")), by: "ann")
      .then(.logged("s", "bench", 5, Weight(140, .lb)))
    given.when(LogSet(exercise: "row", reps: 5, weight: entered("60")), by: "ann")
      .then(.logged("s", "row", 5, Weight(60)))
    given.when(AddExercise(day: .friday, exercise: "bench", weight: entered("140")), by: "ann")
      .then(.added(.friday, "bench", Weight(140, .lb)))
  }

  @Test(arguments: [
    Event.Body.logged("s", "bench", 5, Weight(135, .lb)),
    .added(.monday, "bench", Weight(135, .lb)),
  ])
  func `pounds for one exercise do not affect others`(before: Event.Body) {
    open(.by("ann", before)).when(
      LogSet(exercise: "bench", reps: 5, weight: entered("225")), by: "ann"
    )
    .then(.logged("s", "bench", 5, Weight(225, .lb)))
    open(.by("ann", before)).when(
      LogSet(exercise: "squat", reps: 5, weight: entered("225")), by: "ann"
    )
    .then(.logged("s", "squat", 5, Weight(225)))
    open(.by("ann", before)).when(
      AddExercise(day: .friday, exercise: "dip", weight: entered("5")), by: "ann"
    )
    .then(.added(.friday, "dip", Weight(5)))
  }

  @Test func `lifted weights determine the unit before planned ones, and the profile before both`()
  {
    let before: [Fact] = [
      .by("ann", .logged("s", "bench", 5, Weight(60))),
      .by("ann", .added(.monday, "bench", Weight(135, .lb))),
    ]
    let log = LogSet(exercise: "bench", reps: 5, weight: entered("62"))
    open(before[0], before[1]).when(log, by: "ann").then(.logged("s", "bench", 5, Weight(62)))
    let profile = Fact.by("ann", ProfileRevised(unit: .lb).body)
    open(before[0], profile).when(log, by: "ann").then(.logged("s", "bench", 5, Weight(62, .lb)))
  }

  @Test func `kilograms are the default`() {
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

  @Test func `saving another user's plan in pounds does not make pounds the default`() {
    let exercises = [PlannedExercise(exercise: "bench", weight: Weight(135, .lb))]
    open(.by("ann", PlanSaved(post: "p", day: .monday, exercises: exercises).body))
      .when(LogSet(exercise: "squat", reps: 5, weight: entered("100")), by: "ann")
      .then(.logged("s", "squat", 5, Weight(100)))
  }
}
