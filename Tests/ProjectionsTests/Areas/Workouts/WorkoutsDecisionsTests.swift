import Events
import Projections
import TestSupport
import Testing

@Suite struct WorkoutsDecisionsTests {
  /// Ann's workout `k`, called Push, with a bench press, and Bob's `l`, called Pull.
  private func given(_ facts: Fact...) -> Given {
    Given(
      [
        .signedIn("ann"), .signedIn("bob"),
        .by("ann", .workout("k", "Push", PlannedExercise(exercise: "bench-press", sets: 3))),
        .by("bob", .workout("l", "Pull")),
      ] + facts)
  }

  private func added(
    _ exercise: Name, sets: Int? = nil, reps: Int? = nil, _ weight: Weight? = nil
  ) -> Event.Body {
    WorkoutExerciseAdded(
      workout: "k", PlannedExercise(exercise: exercise, sets: sets, reps: reps, weight: weight)
    ).body
  }

  @Test func `a workout is created with trimmed text, only once for each name`() {
    given().when(CreateWorkout(name: " Legs ", description: " ", minutes: 45), by: "ann").then(
      WorkoutCreated(name: "Legs", minutes: 45, exercises: []).body)
    given().when(CreateWorkout(name: "Push"), by: "ann").thenRefused(
      "you already have a workout 'Push': k",
      help: "choose another name, or add to it: \(.addToWorkout(named: "Push"))")
    given().when(CreateWorkout(name: "Push"), by: "bob").then(
      WorkoutCreated(name: "Push", exercises: []).body, by: "bob")
    given().when(CreateWorkout(name: " "), by: "ann").thenRefused(
      "the name of a workout must not be empty", help: "for example Push or Legs")
    given().when(CreateWorkout(name: "x", minutes: 1_441), by: "ann").thenRefused(
      "'minutes' must be 0…1,440, got 1,441")
  }

  @Test func `a name is taken in any letter case`() {
    let taken = "you already have a workout 'Push': k"
    let help: Remedy = "choose another name, or add to it: \(.addToWorkout(named: "Push"))"
    given().when(CreateWorkout(name: "pUSH"), by: "ann").thenRefused(taken, help: help)
    let legs = Fact.by("ann", .workout("m", "Legs"))
    given(legs).when(EditWorkout(workout: Reference("m"), name: "push"), by: "ann")
      .thenRefused(taken, help: help)
    given().when(EditWorkout(workout: Reference("k"), name: "PUSH"), by: "ann").then(
      WorkoutRevised(workout: "k", name: "PUSH").body, by: "ann")
  }

  @Test func `a workout is found by its exact name before one in another letter case`() {
    let other = Fact.by("ann", .workout("m", "push"))
    func removed(_ text: String) -> Outcome {
      given(other).when(DeleteWorkout(workout: Reference(text)), by: "ann")
    }
    removed("Push").then(WorkoutDeleted(workout: "k").body)
    removed("push").then(WorkoutDeleted(workout: "m").body)
    removed("PUSH").thenRefused(
      "2 of your workouts are called 'PUSH', ignoring case",
      help: "write the exact name, or an id: 'k' or 'm'")
  }

  @Test func `adding an exercise again changes its details`() {
    given().when(
      AddWorkoutExercise(workout: Reference("push"), exercise: "dip", sets: 3), by: "ann"
    )
    .then(added("dip", sets: 3))
    given().when(
      AddWorkoutExercise(
        workout: Reference("k"), exercise: "bench-press", sets: 5, reps: 5,
        weight: EnteredWeight(60)), by: "ann"
    ).then(added("bench-press", sets: 5, reps: 5, Weight(60)))
    given().when(
      AddWorkoutExercise(workout: Reference("k"), exercise: "bench-press", sets: 3), by: "ann"
    ).thenNothing()
  }

  @Test func `removing a missing exercise changes nothing`() {
    given().when(RemoveWorkoutExercise(workout: Reference("k"), exercise: "Bench Press"), by: "ann")
      .then(WorkoutExerciseRemoved(workout: "k", exercise: "bench-press").body)
    given().when(RemoveWorkoutExercise(workout: Reference("k"), exercise: "dip"), by: "ann")
      .thenNothing()
  }

  @Test func `only the author changes a workout`() {
    let help: Remedy = "to keep a copy of the workout: \(.saveWorkout("l"))"
    given().when(EditWorkout(workout: Reference("l"), name: "Mine"), by: "ann")
      .thenRefused("only its author can edit workout 'l'", help: help)
    given().when(AddWorkoutExercise(workout: Reference("l"), exercise: "dip"), by: "ann")
      .thenRefused("only its author can change workout 'l'", help: help)
    given().when(RemoveWorkoutExercise(workout: Reference("l"), exercise: "dip"), by: "ann")
      .thenRefused("only its author can change workout 'l'", help: help)
    given().when(DeleteWorkout(workout: Reference("l")), by: "ann")
      .thenRefused("only its author can delete workout 'l'", help: help)
    given().when(DeleteWorkout(workout: .latest), by: "ann")
      .then(WorkoutDeleted(workout: "k").body)
  }

  @Test func `an edit contains only the changed values`() {
    given().when(EditWorkout(workout: Reference("k"), name: "Push", minutes: 50), by: "ann")
      .then(WorkoutRevised(workout: "k", minutes: 50).body)
    given().when(EditWorkout(workout: Reference("k"), description: ""), by: "ann").thenNothing()
    given().when(EditWorkout(workout: Reference("k")), by: "ann").thenRefused(
      "there is nothing to edit",
      help: "give \(.giveAny([.name, .description, .minutes, .cleared]))")
  }

  @Test func `another user's workout is saved once, until it is unsaved`() {
    let saved = WorkoutSaved(workout: "l").body
    given().when(SaveWorkout(workout: Reference("l")), by: "ann").then(saved)
    given(.by("ann", saved)).when(SaveWorkout(workout: Reference("l")), by: "ann").thenNothing()
    given(.by("ann", saved)).when(SaveWorkout(workout: Reference("l"), isKept: false), by: "ann")
      .then(WorkoutUnsaved(workout: "l").body)
    given(.by("bob", saved)).when(SaveWorkout(workout: Reference("l"), isKept: false), by: "ann")
      .thenNothing()
    given().when(SaveWorkout(workout: Reference("x")), by: "ann").thenRefused(
      "there is no workout 'x'",
      help: "'last' means the latest one; \(.show(.workouts)) shows the workouts")
    given().when(SaveWorkout(workout: .prefix("pull ")), by: "ann").thenRefused(
      "there is no workout 'pull '",
      help:
        """
        'last' means the latest one; a name finds only your own workouts; give the id of another user's: 'l'
        """)
  }

  @Test func `the view has the user's own and saved workouts, without their authors`() throws {
    let saved = WorkoutSaved(workout: "l").body
    let facts: [Fact] = [
      .by("ann", .workout("k", "Push", PlannedExercise(exercise: "bench-press", sets: 3))),
      .by("bob", .workout("l", "Pull")), .by("bob", .workout("m", "Legs")), .by("ann", saved),
    ]
    let source = try replay(
      log(events(facts)),
      Pair<OfUser<SavedWorkouts>, Pair<Workouts, ExerciseNumbers>>.scoped(to: "ann"))
    let rows = WorkoutsView(source).rows
    #expect(rows.map(\.workout.workout) == ["k", "l"])
    #expect(rows.map(\.isOwn) == [true, false] && rows.map(\.isSaved) == [false, true])
    #expect(rows[0].exercises.map(\.number) == [1])
    let json = String(decoding: WorkoutsView(source).json, as: UTF8.self)
    #expect(!json.contains("bob"))
    let all = WorkoutsView(of: "ann", source.first.value, source.second, withOthers: true)
    #expect(all.rows.map(\.workout.workout) == ["k", "l", "m"])
  }
}

extension Event.Body {
  fileprivate static func workout(
    _ workout: Name, _ name: String, _ exercises: PlannedExercise...
  ) -> Event.Body {
    WorkoutCreated(workout: workout, name: name, exercises: exercises).body
  }
}
