import Events

/// A weekday is to get its kind of workout.
public struct ChooseWorkoutType: Decision {
  public var day: Weekday
  public var type: String

  public init(day: Weekday, type: String) { (self.day, self.type) = (day, type) }

  public func decide(
    _ state: OfUser<WeeklyPlan>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    guard let type = given(type) else {
      throw Refusal("the kind of workout must not be empty", help: "a day off is a kind: 'Rest'")
    }
    if state.value[day].type == type { return [] }
    return [.plan(.workoutTypeChosen(WorkoutTypeChosen(day: day, type: type)))]
  }
}

/// An exercise is to be appended to a weekday.
public struct AddExercise: Decision {
  public var day: Weekday
  public var exercise: String
  public var sets: Int?
  public var reps: Int?
  public var weight: EnteredWeight?
  /// Whether an exercise is accepted that the log has never met.
  public var isNew: Bool

  public init(
    day: Weekday, exercise: String, sets: Int? = nil, reps: Int? = nil,
    weight: EnteredWeight? = nil, isNew: Bool = false
  ) {
    (self.day, self.exercise, self.sets, self.reps) = (day, exercise, sets, reps)
    (self.weight, self.isNew) = (weight, isNew)
  }

  public func decide(
    _ state: Both<OfUser<WeightUnit>, KnownExercises>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let planned = PlannedExercise(
      exercise: try state.second.resolve(exercise, isNew: isNew), sets: sets, reps: reps,
      weight: weight?.weight(state.first.unit))
    return [.plan(.exerciseAdded(ExerciseAdded(day: day, planned)))]
  }
}

/// An exercise is to be taken off a weekday.
public struct RemoveExercise: Decision {
  public var day: Weekday
  public var exercise: String
  /// Its place on the day, from 1; nil for the first of its name.
  public var position: Int?

  public init(day: Weekday, exercise: String, position: Int? = nil) {
    (self.day, self.exercise, self.position) = (day, exercise, position)
  }

  public func decide(
    _ state: OfUser<WeeklyPlan>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let place = try state.value.find(exercise, at: position, on: day)
    let removed = ExerciseRemoved(day: day, exercise: place.exercise, position: place.position)
    return [.plan(.exerciseRemoved(removed))]
  }
}

/// An exercise is to go to another place of the plan.
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
    _ state: OfUser<WeeklyPlan>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let place = try state.value.find(exercise, at: position, on: day)
    let room = state.value[toDay].exercises.count + (day == toDay ? 0 : 1)
    let target = toPosition ?? room
    guard (1...room).contains(target) else {
      throw Refusal(
        "\(toDay.rawValue) has places 1…\(room) for it, not \(target)",
        help: "leave the place out to put it at the end")
    }
    if day == toDay, target == place.position { return [] }
    let moved = ExerciseMoved(
      day: day, exercise: place.exercise, position: place.position, toDay: toDay,
      toPosition: target)
    return [.plan(.exerciseMoved(moved))]
  }
}

/// All exercises are to be taken off a weekday.
public struct ClearDay: Decision {
  public var day: Weekday

  public init(day: Weekday) { self.day = day }

  public func decide(
    _ state: OfUser<WeeklyPlan>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    state.value[day].exercises.isEmpty ? [] : [.plan(.dayCleared(DayCleared(day: day)))]
  }
}

/// A weekday is to be shared with everybody, as it is now.
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
    guard let title = given(title) else {
      throw Refusal("the title must not be empty", help: "say what others see first")
    }
    let planned = state.value[day]
    guard !planned.exercises.isEmpty else {
      throw Refusal(
        "\(day.rawValue) has no exercises to share",
        help: "add one: replog plan add \(day.rawValue) EXERCISE")
    }
    let shared = PlanShared(
      day: day, title: title, description: given(description), type: planned.type,
      exercises: planned.exercises)
    return [.plan(.planShared(shared))]
  }
}

/// A post is to be copied into a weekday of the user's plan.
public struct SavePost: Decision {
  public var post: Reference
  public var day: Weekday

  public init(post: Reference, day: Weekday) { (self.post, self.day) = (post, day) }

  public func decide(
    _ state: Both<OfUser<WeeklyPlan>, Feed>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let post = try state.second.find(post)
    // A day that has its kind of workout keeps it.
    let type = state.first.value[day].type == nil ? post.type : nil
    let saved = PlanSaved(post: post.post, day: day, type: type, exercises: post.exercises)
    return [.plan(.planSaved(saved))]
  }
}

extension WeeklyPlan {
  /// Where an exercise stands on a day, from 1.
  fileprivate func find(
    _ text: String, at position: Int?, on day: Weekday
  ) throws(Refusal) -> (exercise: Name, position: Int) {
    let exercise = Name(trimmed(text))
    if let place = place(of: exercise, at: position, on: day) { return (exercise, place + 1) }
    let there = self[day].exercises.map(\.exercise.text)
    guard !there.isEmpty else {
      throw Refusal(
        "\(day.rawValue) has no exercises",
        help: "add one: replog plan add \(day.rawValue) EXERCISE")
    }
    let place = position.map { " at place \($0)" } ?? ""
    throw Refusal(
      "\(day.rawValue) has no '\(exercise)'\(place)",
      help: "it has " + zip(1..., there).map { "\($0) '\($1)'" }.joined(separator: ", "))
  }
}

extension Feed {
  /// The post that is meant.
  func find(_ reference: Reference) throws(Refusal) -> Post {
    let name = try reference.resolve(
      among: posts.reversed().map(\.post), "post", help: "'replog feed' shows them")
    guard let post = self[name] else { throw Refusal("there is no post '\(name)'") }
    return post
  }
}
