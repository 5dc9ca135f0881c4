import Events
import Projections
import TestSupport
import Testing

@Suite struct PlanEditingTests {
  /// squat and bench on Monday, bench again, and legs on Tuesday.
  private func week(_ facts: Event.Body...) -> Given {
    Given(
      [.signedIn("ann")]
        + ([
          .chose(.monday, "Chest"), .added(.monday, "squat", sets: 3, reps: 5, Weight(225, .lb)),
          .added(.monday, "bench", reps: 8, Weight(60)), .added(.monday, "bench"),
        ] + facts).map { .by("ann", $0) })
  }

  // MARK: - Editing

  @Test func `given values change, and the exercise keeps its position`() {
    week().when(EditExercise(day: .monday, exercise: "squat", reps: 6, weight: entered("230")))
      .then(
        .removed(.monday, "squat", at: 1),
        .added(.monday, "squat", sets: 3, reps: 6, Weight(230, .lb)),
        .moved(.monday, "squat", at: 3, to: .monday, place: 1))
    week().when(EditExercise(day: .monday, exercise: "Bench", position: 3, sets: 4))
      .then(.removed(.monday, "bench", at: 3), .added(.monday, "bench", sets: 4))
  }

  @Test func `an edited day is the same day with one change`() throws {
    let log = log(
      events([
        .signedIn("ann"), .by("ann", .added(.monday, "a")), .by("ann", .added(.monday, "b")),
        .by("ann", .added(.monday, "c")),
      ]))
    for (exercise, place) in [("a", 0), ("b", 1), ("c", 2)] {
      let edit = EditExercise(day: .monday, exercise: exercise, reps: 5)
      var plan = try replay(log, OfUser<WeeklyPlan>("ann"))
      var expected = plan.value[.monday].exercises
      expected[place] = PlannedExercise(exercise: Name(exercise), reps: 5)
      for draft in try edit.drafts(log, by: "ann", at: moment("2026-03-02T13:00:00Z")) {
        plan.apply(Event(id: id(9), at: moment("2026-03-02T13:00:00Z"), user: "ann", draft.body))
      }
      #expect(plan.value[.monday].exercises == expected)
    }
  }

  @Test func `an edit that changes nothing is not recorded`() {
    week().when(EditExercise(day: .monday, exercise: "squat", sets: 3, weight: entered("225")))
      .thenNothing()
    week().when(EditExercise(day: .monday, exercise: "squat")).thenNothing()
  }

  @Test func `an edit of a missing exercise, or beyond its limits, is refused`() {
    week().when(EditExercise(day: .monday, exercise: "row", sets: 3)).thenRefused(
      "Monday has no 'row'", help: "it has 'squat' at position 1, 'bench' at 2, 'bench' at 3")
    week().when(EditExercise(day: .monday, exercise: "squat", sets: 101))
      .thenRefused("'sets' must be 1…100, got 101")
  }

  // MARK: - Copying

  @Test func `a day is appended to another, which gets its kind if it has none`() {
    week().when(CopyDay(day: .monday, toDay: .thursday)).then(
      .chose(.thursday, "Chest"), .added(.thursday, "squat", sets: 3, reps: 5, Weight(225, .lb)),
      .added(.thursday, "bench", reps: 8, Weight(60)), .added(.thursday, "bench"))
    week(.chose(.thursday, "Legs")).when(CopyDay(day: .monday, toDay: .thursday)).then(
      .added(.thursday, "squat", sets: 3, reps: 5, Weight(225, .lb)),
      .added(.thursday, "bench", reps: 8, Weight(60)), .added(.thursday, "bench"))
  }

  @Test func `a day is copied once, and then only the exercises that the other day lacks`() {
    let copied: [Event.Body] = [
      .chose(.thursday, "Chest"), .added(.thursday, "squat", sets: 3, reps: 5, Weight(225, .lb)),
      .added(.thursday, "bench", reps: 8, Weight(60)), .added(.thursday, "bench"),
    ]
    week(copied[0], copied[1], copied[2], copied[3])
      .when(CopyDay(day: .monday, toDay: .thursday)).thenNothing()
    week(copied[0], copied[3], copied[1]).when(CopyDay(day: .monday, toDay: .thursday))
      .then(copied[2])
    // Twice on one day is twice on the other.
    week(.added(.monday, "bench"), copied[0], copied[1], copied[2], copied[3])
      .when(CopyDay(day: .monday, toDay: .thursday)).then(copied[3])
  }

  @Test func `an empty day cannot be copied, nor a day to itself`() {
    week().when(CopyDay(day: .sunday, toDay: .monday)).thenRefused(
      "Sunday has no exercises to copy", help: "add one: \(.addExercise(.sunday))")
    week().when(CopyDay(day: .monday, toDay: .monday)).thenRefused(
      "Monday cannot be copied to itself", help: "give two different days")
  }

  // MARK: - Logging

  /// Two sets of squats and one of dips on Monday.
  private func planned(_ facts: Event.Body...) -> Given {
    Given(
      [.signedIn("ann")]
        + ([
          .chose(.monday, "Legs"), .added(.monday, "squat", sets: 2, reps: 5, Weight(100)),
          .added(.monday, "dips", reps: 12),
        ] + facts).map { .by("ann", $0) })
  }

  @Test func `a day is logged into the open session`() {
    let squat = Event.Body.logged("s", "squat", 5, Weight(100))
    planned(.started("s")).when(LogDay(day: .monday)).then(squat, squat, .logged("s", "dips", 12))
  }

  @Test func `without an open session the day gets its own session, also in the past`() throws {
    let log = log(
      events([
        .signedIn("ann"), .by("ann", .chose(.monday, "Legs")),
        .by("ann", .added(.monday, "dips", sets: 2, reps: 12)), .by("ann", .started("open")),
      ]))
    let (now, past) = (moment("2026-03-02T13:00:00Z"), moment("2026-03-01T18:30:00Z"))
    let drafts = try LogDay(day: .monday).drafts(log, by: "ann", at: now, past: past)
    guard case .sessions(.sessionStarted(let start)) = drafts.first?.body,
      let session = start.session
    else {
      Issue.record("\(drafts)")
      return
    }
    #expect(session != "open")
    let set = Event.Body.logged(session, "dips", 12)
    #expect(
      drafts.map(\.body) == [.started(session, title: "Legs"), set, set, .ended(session)])
    #expect(drafts.allSatisfy { $0.at == past })
    // The same once more, at the same moment, is another session.
    let events = drafts.enumerated().map { place, draft in
      Event(id: id(place + 10), at: past, user: "ann", draft.body, seq: place + 5)
    }
    let more = TestSupport.log(
      TestSupport.events([
        .signedIn("ann"), .by("ann", .chose(.monday, "Legs")),
        .by("ann", .added(.monday, "dips", sets: 2, reps: 12)), .by("ann", .started("open")),
      ]) + events)
    let again = try LogDay(day: .monday).drafts(more, by: "ann", at: now, past: past)
    #expect(again.count == 4)
    #expect(again.first?.body != drafts.first?.body)
  }

  @Test func `a day without exercises or repetitions cannot be logged`() {
    planned().when(LogDay(day: .sunday)).thenRefused(
      "Sunday has no exercises to log", help: "add one: \(.addExercise(.sunday))")
    planned(.added(.monday, "row")).when(LogDay(day: .monday)).thenRefused(
      "Monday has no repetitions planned for 'row'",
      help:
        "plan them with \(.planRepetitions(.monday, exercise: "row")), or log its sets one by one")
  }
}
