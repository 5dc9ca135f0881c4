import Events

/// A target of a planned exercise that can be removed.
public enum PlannedTarget: String, CaseIterable, Sendable {
  case superset
  case rest
}

/// A request to change an exercise of a weekday; properties that are nil stay unchanged.
public struct EditExercise: Decision {
  public var day: Weekday
  public var exercise: String
  /// The position on the day, from 1; nil for the first of its name.
  public var position: Int?
  public var sets: Int?
  public var reps: Int?
  public var weight: EnteredWeight?
  /// The other targets; new repetitions without a range end a range.
  public var targets = PlannedTargets()
  /// The target to remove; nil for none.
  public var cleared: PlannedTarget?
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
    let before = plan[day].exercises[place.position - 1]
    let (units, history) = (state.second.first.first.value, state.second.first.second.value)
    let unit = before.weight?.unit ?? units.unit(of: before.exercise, in: history)
    let weight =
      weight?.load(of: before.exercise, typed: exercise, unit)
      ?? (isBodyAlone ? nil : before.weight)
    // Repetitions take the place of a duration or a distance, and these that of repetitions.
    let isTimed = targets.seconds != nil || targets.metres != nil
    let keepsTime = reps == nil && !isTimed
    let after = PlannedExercise(
      exercise: before.exercise, sets: sets ?? before.sets,
      reps: reps ?? (isTimed ? nil : before.reps), weight: weight,
      PlannedTargets(
        seconds: targets.seconds ?? (keepsTime ? before.seconds : nil),
        maxReps: targets.maxReps ?? (keepsTime ? before.maxReps : nil),
        superset: cleared == .superset ? nil : targets.superset ?? before.superset,
        restSeconds: cleared == .rest ? nil : targets.restSeconds ?? before.restSeconds,
        metres: targets.metres ?? (keepsTime ? before.metres : nil)))
    try PlannedTargets(
      seconds: targets.seconds, maxReps: after.maxReps, metres: targets.metres
    ).require(reps: after.reps)
    guard after != before else { return [] }
    return plan.facts(replacing: place.position, on: day, by: after)
  }
}

extension WeeklyPlan {
  /// Returns the facts that replace the exercise at a position of a day, from 1, by another in its place.
  fileprivate func facts(
    replacing position: Int, on day: Weekday, by exercise: PlannedExercise
  ) -> [Event.Body] {
    let exercises = self[day].exercises
    let removed = ExerciseRemoved(
      day: day, exercise: exercises[position - 1].exercise, position: position)
    let facts = [removed.body, ExerciseAdded(day: day, exercise).body]
    guard position < exercises.count else { return facts }
    let moved = ExerciseMoved(
      day: day, exercise: exercise.exercise, position: exercises.count, toDay: day,
      toPosition: position)
    return facts + [moved.body]
  }
}

/// A request to replace an exercise of a weekday by another, with the same targets in the same place.
///
/// Its load stays open unless it is given, since another exercise is rarely done with the same load.
public struct SwapExercise: ExerciseRequest {
  public var day: Weekday
  public var replaced: String
  public var exercise: String
  /// The position on the day, from 1; nil for the first of its name.
  public var position: Int?
  public var weight: EnteredWeight?
  public var isNew: Bool

  public init(
    day: Weekday, _ replaced: String, by exercise: String, position: Int? = nil,
    weight: EnteredWeight? = nil, isNew: Bool = false
  ) {
    (self.day, self.replaced, self.exercise) = (day, replaced, exercise)
    (self.position, self.weight, self.isNew) = (position, weight, isNew)
  }

  public func decide(
    _ state: Pair<
      OfUser<WeeklyPlan>, Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>
    >, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let (plan, history) = (state.first.value, state.second.first.value)
    let known = state.second.second
    let place = try plan.place(replaced, known: known.second, at: position, on: day)
    let exercise = try known.second.resolve(exercise, isNew: isNew, in: history)
    let before = plan[day].exercises[place.position - 1]
    let unit = known.first.value.unit(of: exercise, in: history)
    let load = weight?.load(of: exercise, typed: self.exercise, unit)
    let after = before.swapped(for: exercise, weight: load, plan.merges)
    return after == before ? [] : plan.facts(replacing: place.position, on: day, by: after)
  }
}

extension PlannedExercise {
  /// Returns another exercise with the same targets and a load of its own.
  ///
  /// An exercise that counts for `exercise` already keeps its name, and its load unless another is given.
  func swapped(for exercise: Name, weight: Weight?, _ merges: ExerciseMerges) -> PlannedExercise {
    let isSame = merges[self.exercise] == exercise
    return PlannedExercise(
      exercise: isSame ? self.exercise : exercise, sets: sets, reps: reps,
      weight: weight ?? (isSame ? self.weight : nil), seconds: seconds, maxReps: maxReps,
      superset: superset, restSeconds: restSeconds, metres: metres)
  }
}

/// A request to append the exercises of one weekday to another weekday, unless that weekday already has the same
/// exercises.
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
        .sameDay, "\(day.title) cannot be copied to itself", help: "give two different days")
    }
    let planned = state.value[day]
    guard !planned.exercises.isEmpty else {
      throw Refusal(
        .emptyDay, "\(day.title) has no exercises to copy", help: "add one: \(.addExercise(day))")
    }
    var facts: [Event.Body] = []
    // A day with a kind of workout keeps it.
    if let type = planned.type, state.value[toDay].type == nil {
      facts.append(WorkoutTypeChosen(day: toDay, type: type).body)
    }
    var present = state.value[toDay].exercises
    for exercise in planned.exercises {
      if let place = present.firstIndex(of: exercise) {
        present.remove(at: place)
      } else {
        facts.append(ExerciseAdded(day: toDay, exercise).body)
      }
    }
    return facts
  }
}
