import Events

/// A request to change an exercise of a weekday; properties that are nil stay unchanged.
public struct EditExercise: Decision {
  public var day: Weekday
  public var exercise: String
  /// The position on the day, from 1; nil for the first of its name.
  public var position: Int?
  public var sets: Int?
  public var reps: Int?
  public var weight: EnteredWeight?
  /// The duration of each set; new repetitions end it, and it ends them.
  public var seconds: Double?
  /// A Boolean value indicating whether the entry means the body alone, so the load is removed.
  public var isBodyAlone = false

  public init(
    day: Weekday, exercise: String, position: Int? = nil, sets: Int? = nil, reps: Int? = nil,
    weight: EnteredWeight? = nil
  ) {
    (self.day, self.exercise, self.position) = (day, exercise, position)
    (self.sets, self.reps, self.weight) = (sets, reps, weight)
  }

  public func decide(
    _ state: Pair<
      OfUser<WeeklyPlan>, Pair<Pair<OfUser<WeightUnit>, OfUser<History>>, KnownExercises>
    >, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let plan = state.first.value
    let place = try plan.place(exercise, known: state.second.second, at: position, on: day)
    let exercises = plan[day].exercises
    let before = exercises[place.position - 1]
    let (units, history) = (state.second.first.first.value, state.second.first.second.value)
    let unit = before.weight?.unit ?? units.unit(of: before.exercise, in: history)
    let after = PlannedExercise(
      exercise: before.exercise, sets: sets ?? before.sets,
      reps: reps ?? (seconds == nil ? before.reps : nil),
      weight: weight?.weight(unit) ?? (isBodyAlone ? nil : before.weight),
      seconds: seconds ?? (reps == nil ? before.seconds : nil))
    guard after != before else { return [] }
    let removed = ExerciseRemoved(
      day: day, exercise: before.exercise, position: place.position)
    let facts: [PlanEvent] = [
      .exerciseRemoved(removed), .exerciseAdded(ExerciseAdded(day: day, after)),
    ]
    guard place.position < exercises.count else { return facts.map { .plan($0) } }
    let moved = ExerciseMoved(
      day: day, exercise: before.exercise, position: exercises.count, toDay: day,
      toPosition: place.position)
    return (facts + [.exerciseMoved(moved)]).map { .plan($0) }
  }
}

/// A request to append the exercises of a weekday to another weekday that does not have the same ones yet.
///
/// A second identical request adds nothing.
public struct CopyDay: Decision {
  public var day: Weekday
  public var toDay: Weekday

  public init(day: Weekday, toDay: Weekday) { (self.day, self.toDay) = (day, toDay) }

  public func decide(
    _ state: OfUser<WeeklyPlan>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    guard day != toDay else {
      throw Refusal(
        .sameDay, "\(day.rawValue) cannot be copied to itself", help: "give two different days")
    }
    let planned = state.value[day]
    guard !planned.exercises.isEmpty else {
      throw Refusal(
        .emptyDay, "\(day.rawValue) has no exercises to copy",
        help: "add one: \(.addExercise(day))")
    }
    var facts: [PlanEvent] = []
    // A day with a kind of workout keeps it.
    if let type = planned.type, state.value[toDay].type == nil {
      facts.append(.workoutTypeChosen(WorkoutTypeChosen(day: toDay, type: type)))
    }
    var present = state.value[toDay].exercises
    for exercise in planned.exercises {
      if let place = present.firstIndex(of: exercise) {
        present.remove(at: place)
      } else {
        facts.append(.exerciseAdded(ExerciseAdded(day: toDay, exercise)))
      }
    }
    return facts.map { .plan($0) }
  }
}
