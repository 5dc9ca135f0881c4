import Events

/// A request to choose the kind of workout of a weekday.
public struct ChooseWorkoutType: Decision {
  public var day: Weekday
  public var type: String

  public init(day: Weekday, type: String) { (self.day, self.type) = (day, type) }

  public func decide(
    _ state: OfUser<WeeklyPlan>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let type = try required(type, "the kind of workout", help: "use 'Rest' for a day off")
    if String?.isVerbatim(state.value[day].type, type) { return [] }
    return [WorkoutTypeChosen(day: day, type: type).body]
  }
}

/// A request to append an exercise to a weekday.
public struct AddExercise: ExerciseRequest {
  public var day: Weekday
  public var exercise: String
  public var sets: Int?
  public var reps: Int?
  public var weight: EnteredWeight?
  public var targets = PlannedTargets()
  /// A Boolean value indicating whether an exercise that the log does not name is accepted.
  public var isNew: Bool

  public init(
    day: Weekday, exercise: String, sets: Int? = nil, reps: Int? = nil,
    weight: EnteredWeight? = nil, isNew: Bool = false
  ) {
    (self.day, self.exercise, self.sets, self.reps) = (day, exercise, sets, reps)
    (self.weight, self.isNew) = (weight, isNew)
  }

  public func decide(
    _ state: Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let exercise = try state.second.second.resolve(exercise, isNew: isNew, in: state.first.value)
    let unit = state.second.first.value.unit(of: exercise, in: state.first.value)
    try targets.require(reps: reps)
    let planned = PlannedExercise(
      exercise: exercise, sets: sets, reps: reps,
      weight: weight?.load(of: exercise, typed: self.exercise, unit), targets)
    return [ExerciseAdded(day: day, planned).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    state.second.second.remarks(onTyped: exercise, in: state.first.value)
  }
}

/// A request to remove an exercise from a weekday.
public struct RemoveExercise: Decision {
  public var day: Weekday
  public var exercise: String
  /// Its place on the day, from 1; nil for the first of its name.
  public var position: Int?

  public init(day: Weekday, exercise: String, position: Int? = nil) {
    (self.day, self.exercise, self.position) = (day, exercise, position)
  }

  public func decide(
    _ state: Pair<OfUser<WeeklyPlan>, KnownExercises>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let plan = state.first.value
    let place = try plan.place(exercise, known: state.second, at: position, on: day)
    return [ExerciseRemoved(day: day, exercise: place.exercise, position: place.position).body]
  }
}

/// A request to move an exercise to another place of the plan.
public struct MoveExercise: Decision {
  public var day: Weekday
  public var exercise: String
  /// Its place on `day`, from 1; nil for the first of its name.
  public var position: Int?
  public var toDay: Weekday
  /// Its new place on `toDay`, from 1; nil for the end.
  public var toPosition: Int?

  public init(
    day: Weekday, exercise: String, position: Int? = nil, toDay: Weekday, toPosition: Int? = nil
  ) {
    (self.day, self.exercise, self.position) = (day, exercise, position)
    (self.toDay, self.toPosition) = (toDay, toPosition)
  }

  public func decide(
    _ state: Pair<OfUser<WeeklyPlan>, KnownExercises>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let plan = state.first.value
    let place = try plan.place(exercise, known: state.second, at: position, on: day)
    let room = plan[toDay].exercises.count + (day == toDay ? 0 : 1)
    let target = toPosition ?? room
    guard (1...room).contains(target) else {
      throw Refusal(
        .outOfRange, "the new position on \(toDay.title) must be 1…\(room), got \(target)",
        help: "omit the position to move the exercise to the end")
    }
    if day == toDay, target == place.position { return [] }
    let moved = ExerciseMoved(
      day: day, exercise: place.exercise, position: place.position, toDay: toDay,
      toPosition: target)
    return [moved.body]
  }
}

/// A request to remove all exercises from a weekday.
public struct ClearDay: Decision {
  public var day: Weekday

  public init(day: Weekday) { self.day = day }

  public func decide(
    _ state: OfUser<WeeklyPlan>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    state.value[day].exercises.isEmpty ? [] : [DayCleared(day: day).body]
  }
}

/// A request to share the current exercises of a weekday with all users.
public struct SharePlan: Decision {
  public var day: Weekday
  public var title: String
  public var description: String?

  public init(day: Weekday, title: String, description: String? = nil) {
    (self.day, self.title, self.description) = (day, title, description)
  }

  public func decide(
    _ state: OfUser<WeeklyPlan>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let title = try requirePostTitle(title)
    let planned = state.value[day]
    guard !planned.exercises.isEmpty else {
      throw Refusal(
        .emptyDay, "\(day.title) has no exercises to share", help: "add one: \(.addExercise(day))")
    }
    let shared = PlanShared(
      day: day, title: title, description: given(description), type: planned.type,
      exercises: state.merges.named(planned.exercises))
    return [shared.body]
  }
}

/// Returns the title of a post, trimmed; throws a refusal if it is empty.
func requirePostTitle(_ title: String) throws(Refusal) -> String {
  try required(
    title, "the title", help: "other users see the title first; for example 'Push day'")
}

/// A request to copy a post into a weekday of the user's plan.
public struct SavePost: Decision {
  public var post: Reference
  public var day: Weekday

  public init(post: Reference, day: Weekday) { (self.post, self.day) = (post, day) }

  public func decide(
    _ state: Pair<OfUser<WeeklyPlan>, Feed>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let post = try state.second.post(post)
    // Of a week only the exercises of the same weekday are copied.
    let exercises = post.exercises.filter { $0.day ?? day == day }.map(\.planned)
    guard !exercises.isEmpty || post.day != nil else {
      throw Refusal(
        .emptyDay,
        post.exercises.isEmpty
          ? "the post contains only text"
          : "the shared week has no exercises on \(day.title)",
        help: "\(.show(.feed)) shows the exercises of each post")
    }
    // A day with a kind of workout keeps it.
    let type = state.first.value[day].type == nil ? post.type : nil
    return [PlanSaved(post: post.post, day: day, type: type, exercises: exercises).body]
  }
}

extension WeeklyPlan {
  /// Returns an exercise of a day and its position, from 1.
  ///
  /// - Parameter text: The exercise, or its position on the day.
  func place(
    _ text: String, known: KnownExercises, at position: Int?, on day: Weekday
  ) throws(Refusal) -> (exercise: Name, position: Int) {
    let exercise = Name(trimmed(text))
    if let place = place(of: exercise, at: position, on: day) { return (exercise, place + 1) }
    if let other = known.exercise(text), let place = place(of: other, at: position, on: day) {
      return (other, place + 1)
    }
    let (planned, wanted) = (self[day].exercises, merges[known.exercise(text) ?? exercise])
    let counted = planned.indices.first { place in
      merges[planned[place].exercise] == wanted && position ?? place + 1 == place + 1
    }
    if let counted { return (planned[counted].exercise, counted + 1) }
    if position == nil, let number = Int(exercise.text), number > 0, number <= planned.count {
      return (planned[number - 1].exercise, number)
    }
    let there = merges.named(planned).map(\.exercise.text)
    guard !there.isEmpty else {
      throw Refusal(
        .emptyDay, "\(day.title) has no exercises", help: "add one: \(.addExercise(day))")
    }
    let place = position.map { " at position \($0)" } ?? ""
    throw Refusal(
      .notFound, "\(day.title) has no '\(exercise)'\(place)",
      help:
        "it has \(zip(1..., there).map { "'\($1)' at \($0 == 1 ? "position " : "")\($0)" }.joined(separator: ", "))"
    )
  }
}

extension Feed {
  func post(_ reference: Reference) throws(Refusal) -> Post {
    guard !posts.isEmpty else {
      let missing =
        if case .prefix(let text) = reference { "there is no post '\(text)'" } else {
          "there are no posts yet"
        }
      throw Refusal(
        .notFound, missing,
        help: "the feed is empty; publish the first post: \(.publishPost)")
    }
    let name = try reference.resolve(
      among: posts.reversed().map(\.post), "post", help: "\(.show(.feed)) shows the posts")
    guard let post = self[name] else { throw Refusal(.notFound, "there is no post '\(name)'") }
    return post
  }
}

extension PlanEvent {
  /// The way in which a change of a user's plan is judged.
  ///
  /// A change at a place that another exercise has since taken has no effect.
  var judgement: Judgement {
    switch self {
    case .workoutTypeChosen, .exerciseAdded: .always
    case .exerciseRemoved, .exerciseMoved, .dayCleared, .workoutTypeCleared:
      .unless(
        Unchanged(OfUser<WeeklyPlan>.self) { state in Weekday.allCases.map { state.value[$0] } })
    case .planShared(let shared):
      .decision(SharePlan(day: shared.day, title: shared.title, description: shared.description))
    case .planSaved(let saved):
      .decision(SavePost(post: Reference(to: saved.post), day: saved.day))
    case .workoutAssigned(let assigned):
      .decision(
        AssignWorkout(
          day: assigned.day, workout: Reference(to: assigned.workout), week: assigned.week))
    case .workoutUnassigned(let unassignment):
      .unless(Missing(from: OfUser<PlannedWeeks>.self) { $0.value[unassignment.date] != nil })
    }
  }
}
