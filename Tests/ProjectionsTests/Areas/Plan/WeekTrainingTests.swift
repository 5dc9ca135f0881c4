import Events
import Projections
import TestSupport
import Testing

/// Calendar weeks: workouts assigned to their days, and what was done of them.
@Suite struct WeekTrainingTests {
  private let created = WorkoutCreated(
    workout: "k", name: "Push",
    exercises: [
      PlannedExercise(exercise: "bench", sets: 2, reps: 5, weight: Weight(100)),
      PlannedExercise(exercise: "dip"),
    ]
  ).body

  private func assigned(_ week: String, _ day: Weekday) -> Event.Body {
    WorkoutAssigned(week: TestSupport.day(week), day: day, workout: "k").body
  }

  private typealias Source = Pair<OfUser<WeekTraining>, Pair<Workouts, ExerciseNumbers>>

  private func source(_ facts: [Fact]) throws -> Source {
    try replay(log(events(facts)), Source.scoped(to: "ann"))
  }

  @Test func `a week begins on a Monday, and its Sunday belongs to it`() {
    let given = Given(.signedIn("ann"), .by("ann", created))
    given.when(AssignWorkout(day: .friday, workout: Reference("push"), week: day("2026-03-08")))
      .then(assigned("2026-03-02", .friday))
    given.when(AssignWorkout(day: .sunday, workout: Reference("k"), week: day("2026-03-09")))
      .then(assigned("2026-03-09", .sunday))
    // Without a week it is that of the time.
    given.when(AssignWorkout(day: .monday, workout: .latest)).then(assigned("2026-03-02", .monday))
    Given(.signedIn("ann", at: "2026-03-08T12:00:00Z"), .by("ann", created))
      .when(AssignWorkout(day: .monday, workout: .latest), at: "2026-03-08T23:59:00Z")
      .then(assigned("2026-03-02", .monday))
  }

  @Test func `a day that is not a Monday causes a remark`() throws {
    let given = Given(.signedIn("ann"), .by("ann", created))
    let sunday = AssignWorkout(day: .friday, workout: .latest, week: day("2026-03-08"))
    #expect(
      try given.remarks(on: sunday) == [.weekOf(day("2026-03-08"), monday: day("2026-03-02"))])
    let monday = AssignWorkout(day: .friday, workout: .latest, week: day("2026-03-02"))
    #expect(try given.remarks(on: monday) == [])
  }

  @Test func `a workout is assigned once, and removed once`() {
    let given = Given(
      .signedIn("ann"), .by("ann", created), .by("ann", assigned("2026-03-02", .monday)))
    given.when(AssignWorkout(day: .monday, workout: .latest)).thenNothing()
    given.when(UnassignWorkout(day: .monday)).then(
      WorkoutUnassigned(week: day("2026-03-02"), day: .monday).body)
    given.when(UnassignWorkout(day: .tuesday)).thenNothing()
    given.when(AssignWorkout(day: .monday, workout: Reference("x"))).thenRefused(
      "there is no workout 'x'",
      help: "'last' means the latest one; \(.show(.workouts)) shows the workouts")
  }

  @Test func `a week is set as a whole, and deleted as a whole`() {
    let given = Given(
      .signedIn("ann"), .by("ann", created), .by("ann", assigned("2026-03-02", .monday)),
      .by("ann", assigned("2026-03-02", .friday)), .by("ann", assigned("2026-03-09", .monday)))
    func unassigned(_ day: Weekday) -> Event.Body {
      WorkoutUnassigned(week: TestSupport.day("2026-03-02"), day: day).body
    }
    given.when(
      SetWeek(week: day("2026-03-04"), days: [.init(.monday, .latest), .init(.sunday, .latest)])
    )
    .then(unassigned(.friday), assigned("2026-03-02", .sunday))
    given.when(SetWeek(days: [.init(.monday, .latest), .init(.friday, .latest)])).thenNothing()
    given.when(SetWeek()).then(unassigned(.monday), unassigned(.friday))
    Given(.signedIn("ann")).when(SetWeek()).thenNothing()
    given.when(SetWeek(days: [.init(.monday, .latest), .init(.monday, .latest)]))
      .thenRefused("Monday is listed twice", help: "name each day once")
  }

  @Test func `a planned duration is stored, met and logged`() throws {
    let planned = PlannedExercise(exercise: "plank", sets: 2, seconds: 60)
    var add = AddExercise(day: .monday, exercise: "plank", sets: 2)
    add.targets.seconds = 60
    let added = ExerciseAdded(day: .monday, planned).body
    Given(.signedIn("ann")).when(add).then(added)
    let given = Given(.signedIn("ann"), .by("ann", added))
    var edit = EditExercise(day: .monday, exercise: "plank")
    edit.reps = 10
    // Repetitions end a planned time.
    given.when(edit).then(
      ExerciseRemoved(day: .monday, exercise: "plank", position: 1).body,
      ExerciseAdded(day: .monday, PlannedExercise(exercise: "plank", sets: 2, reps: 10)).body)
    Given(.signedIn("ann"), .by("ann", added), .by("ann", .started("s")))
      .when(LogDay(day: .monday))
      .then(.logged("s", "plank", 0, seconds: 60), .logged("s", "plank", 0, seconds: 60))
    let source = try source([
      .by("ann", added), .by("ann", .started("s")),
      .by("ann", .logged("s", "plank", 0, seconds: 75)),
      .by("ann", .logged("s", "plank", 0, seconds: 30)),
    ])
    let row = try #require(WeekDoneView(source).rows[0].days.flatMap(\.exercises).first)
    #expect(row.progress.done == 2 && row.progress.met == 1)
  }

  @Test func `weeks with workouts are listed, latest first`() throws {
    let weeks = try replay(
      log(
        events([
          .by("ann", created), .by("ann", assigned("2026-03-02", .friday)),
          .by("ann", assigned("2026-03-02", .monday)), .by("ann", assigned("2026-03-09", .sunday)),
          .by("ann", assigned("2026-03-16", .monday)),
          .by("ann", WorkoutUnassigned(week: day("2026-03-16"), day: .monday).body),
        ])), OfUser<PlannedWeeks>("ann"), Workouts())
    let view = PlannedWeeksView(of: "ann", weeks.0.value, weeks.1)
    let rows = view.rows.map { row in
      "\(row.weekStart): \(row.days.map { "\($0.date) \($0.name ?? "-")" }.joined(separator: ", "))"
    }
    #expect(
      rows == ["2026-03-09: 2026-03-15 Push", "2026-03-02: 2026-03-02 Push, 2026-03-06 Push"])
  }

  @Test func `a calendar week shows its workouts, and the plan of the weekday on all other days`()
    throws
  {
    let source = try source([
      .by("ann", created), .by("ann", .added(.monday, "squat")), .by("ann", .added(.friday, "row")),
      .by("ann", assigned("2026-03-02", .monday)),
    ])
    let week = WeekPlanView(source.first.value, source.second, week: day("2026-03-08")).rows[0]
    #expect(week.weekStart == day("2026-03-02"))
    #expect(week.days.map(\.date).first == day("2026-03-02"))
    #expect(week.days.map(\.date).last == day("2026-03-08"))
    #expect(week.days[0].name == "Push")
    #expect(week.days[0].exercises.map(\.planned.exercise) == ["bench", "dip"])
    #expect(week.days[4].exercises.map(\.planned.exercise) == ["row"])
    let next = WeekPlanView(source.first.value, source.second, week: day("2026-03-09")).rows[0]
    #expect(next.days[0].exercises.map(\.planned.exercise) == ["squat"])
  }

  @Test func `the completed part of a week is counted by day and exercise`() throws {
    let source = try source([
      .by("ann", created), .by("ann", assigned("2026-03-02", .monday)),
      .by("ann", at: "2026-03-02T23:30:00Z", .started("s")),
      .by("ann", at: "2026-03-02T23:35:00Z", .logged("s", "bench", 5, Weight(60), kind: .warmup)),
      .by("ann", at: "2026-03-02T23:40:00Z", .logged("s", "bench", 5, Weight(100))),
      // Of the session's day, although it was logged after midnight.
      .by("ann", at: "2026-03-03T00:10:00Z", .logged("s", "bench", 4, Weight(100))),
      .by(
        "ann", at: "2026-03-03T00:15:00Z", .logged("s", "bench", 5, Weight(100), completed: false)),
      .by("ann", at: "2026-03-03T00:20:00Z", .logged("s", "curl", 10)),
      .by("ann", at: "2026-03-09T10:00:00Z", .logged("t", "dip", 10)),
    ])
    let week = WeekDoneView(source.first.value, source.second, week: day("2026-03-02")).rows[0]
    let monday = week.days[0].exercises
    #expect(monday.map(\.progress.planned.exercise) == ["bench", "dip", "curl"])
    #expect(monday.map(\.progress.done) == [2, 0, 1])
    #expect(monday.map(\.progress.met) == [1, 0, 1])
    #expect(monday.map(\.isPlanned) == [true, true, false])
    #expect(week.days[1].exercises.isEmpty)
    let json = String(decoding: WeekDoneView(source).json, as: UTF8.self)
    // The latest week of which anything is known.
    #expect(json.hasPrefix(#"{"weekStart":"2026-03-09","planned":0,"done":0,"#))
  }

  @Test func `an exercise planned twice gets its sets in order`() throws {
    let source = try source([
      .by("ann", .added(.monday, "squat", sets: 2)), .by("ann", .added(.monday, "squat", sets: 1)),
      .by("ann", at: "2026-03-02T10:00:00Z", .logged("s", "squat", 5)),
      .by("ann", at: "2026-03-02T10:00:00Z", .logged("s", "squat", 5)),
      .by("ann", at: "2026-03-02T10:00:00Z", .logged("s", "squat", 5)),
      .by("ann", at: "2026-03-02T10:00:00Z", .logged("s", "squat", 5)),
    ])
    let week = WeekDoneView(source.first.value, source.second, week: day("2026-03-02")).rows[0]
    #expect(week.days[0].exercises.map(\.progress.done) == [2, 2])
  }
}
