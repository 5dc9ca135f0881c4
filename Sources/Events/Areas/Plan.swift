/// The events of the weekly plan, and of sharing and saving it.
public enum PlanEvent: Equatable, Sendable, EventArea {
  case workoutTypeChosen(WorkoutTypeChosen)
  case exerciseAdded(ExerciseAdded)
  case exerciseRemoved(ExerciseRemoved)
  case exerciseMoved(ExerciseMoved)
  case dayCleared(DayCleared)
  case planShared(PlanShared)
  case planSaved(PlanSaved)
  case workoutTypeCleared(WorkoutTypeCleared)
  case workoutAssigned(WorkoutAssigned)
  case workoutUnassigned(WorkoutUnassigned)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("WorkoutTypeChosen", WorkoutTypeChosen.self),
    ("ExerciseAdded", ExerciseAdded.self),
    ("ExerciseRemoved", ExerciseRemoved.self),
    ("ExerciseMoved", ExerciseMoved.self),
    ("DayCleared", DayCleared.self),
    ("PlanShared", PlanShared.self),
    ("PlanSaved", PlanSaved.self),
    ("WorkoutTypeCleared", WorkoutTypeCleared.self),
    ("WorkoutAssigned", WorkoutAssigned.self),
    ("WorkoutUnassigned", WorkoutUnassigned.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .workoutTypeChosen(let payload): payload
    case .exerciseAdded(let payload): payload
    case .exerciseRemoved(let payload): payload
    case .exerciseMoved(let payload): payload
    case .dayCleared(let payload): payload
    case .planShared(let payload): payload
    case .planSaved(let payload): payload
    case .workoutTypeCleared(let payload): payload
    case .workoutAssigned(let payload): payload
    case .workoutUnassigned(let payload): payload
    }
  }
}

/// An exercise of a workout or a day, with its planned sets.
public struct PlannedExercise: Hashable, Sendable, NestedPayload {
  public package(set) var exercise: Name
  /// Planned sets; nil if unspecified.
  public let sets: Int?
  /// Planned repetitions of each set; nil if unspecified.
  public let reps: Int?
  /// Planned load; nil if unspecified.
  public let weight: Weight?
  /// Planned duration of each set in seconds; nil for sets of repetitions, or if unspecified.
  public let seconds: Double?
  /// The most planned repetitions of each set, for a range that begins at `reps`; nil for no range.
  public let maxReps: Int?
  /// The superset that the exercise is part of; nil for none.
  public let superset: SupersetGroup?
  /// The planned rest after each set, in seconds; nil if unspecified.
  public let restSeconds: Double?
  /// Planned distance of each set in metres; nil for other sets, or if unspecified.
  ///
  /// With a distance, `seconds` is the longest time for it.
  public let metres: Double?

  public init(
    exercise: Name, sets: Int? = nil, reps: Int? = nil, weight: Weight? = nil,
    seconds: Double? = nil, maxReps: Int? = nil, superset: SupersetGroup? = nil,
    restSeconds: Double? = nil, metres: Double? = nil
  ) {
    (self.exercise, self.sets, self.reps, self.weight) = (exercise, sets, reps, weight)
    (self.seconds, self.maxReps) = (seconds, maxReps)
    (self.superset, self.restSeconds, self.metres) = (superset, restSeconds, metres)
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
    sets = try f.optional("sets", old?.sets, .sets, "Planned sets; omitted if unspecified.")
    reps = try f.optional(
      "reps", old?.reps, .reps, "Planned repetitions of each set; omitted if unspecified.")
    weight = try f.weight(old?.weight, "The planned load; omitted if unspecified.")
    seconds = try f.optional(
      "seconds", old?.seconds, .seconds,
      "Planned duration of each set in seconds, or the time limit for its distance; omitted if unspecified."
    )
    maxReps = try f.optional(
      "maxReps", old?.maxReps, .reps,
      "The upper end of the planned range of repetitions; `reps` is the lower end.")
    superset = try f.optional(
      "superset", old?.superset, .any, "The superset; omitted if there is none.")
    restSeconds = try f.optional(
      "restSeconds", old?.restSeconds, .seconds,
      "The planned rest after each set in seconds; omitted if unspecified.")
    metres = try f.optional(
      "metres", old?.metres, .metres,
      "Planned distance of each set in metres; omitted if unspecified.")
  }
}

/// The kind of workout of a weekday, which replaces the previous one.
public struct WorkoutTypeChosen: Equatable, Sendable, EventPayload {
  public let day: Weekday
  /// `Chest`, `Legs`, `Rest`, …, in the user's words.
  public let type: String

  public init(day: Weekday, type: String) { (self.day, self.type) = (day, type) }

  package var body: Event.Body { .plan(.workoutTypeChosen(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day, .any, "The weekday.")
    type = try f(
      "type", old?.type, .text.personal,
      "The kind of workout, in the user's words: Chest, Legs, Rest, ….")
  }
}

/// An exercise appended to a weekday of the plan; a weekday may have the same exercise several times.
public struct ExerciseAdded: Equatable, Sendable, EventPayload {
  public let day: Weekday
  /// The added exercise, as `exercise`, `sets`, `reps`, `weight` and `unit` next to `day`.
  public let planned: PlannedExercise

  public init(day: Weekday, _ planned: PlannedExercise) {
    (self.day, self.planned) = (day, planned)
  }

  package var body: Event.Body { .plan(.exerciseAdded(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day, .any, "The weekday.")
    planned = try PlannedExercise(old?.planned, &f)
  }
}

/// The removal of an exercise from a weekday.
public struct ExerciseRemoved: Equatable, Sendable, EventPayload {
  public let day: Weekday
  public let exercise: Name
  /// The position on the day, from 1; nil for the first one called `exercise`.
  public let position: Int?

  public init(day: Weekday, exercise: Name, position: Int? = nil) {
    (self.day, self.exercise, self.position) = (day, exercise, position)
  }

  package var body: Event.Body { .plan(.exerciseRemoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day, .any, "The weekday.")
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
    position = try f.optional(
      "position", old?.position, .position,
      "The position in the list of the day, from 1; omitted for the first occurrence of the exercise."
    )
  }
}

/// The move of an exercise to another position of the plan, on the same or another weekday.
public struct ExerciseMoved: Equatable, Sendable, EventPayload {
  /// The weekday that the exercise leaves.
  public let day: Weekday
  public let exercise: Name
  /// The position on `day`, from 1; nil for the first one called `exercise`.
  public let position: Int?
  public let toDay: Weekday
  /// The new position on `toDay`, from 1, counted without the exercise; nil for the end.
  public let toPosition: Int?

  public init(
    day: Weekday, exercise: Name, position: Int? = nil, toDay: Weekday, toPosition: Int? = nil
  ) {
    (self.day, self.exercise, self.position, self.toDay) = (day, exercise, position, toDay)
    self.toPosition = toPosition
  }

  package var body: Event.Body { .plan(.exerciseMoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day, .any, "The weekday from which the exercise is moved.")
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
    position = try f.optional(
      "position", old?.position, .position,
      "The position in the list of that day, from 1; omitted for the first occurrence of the exercise."
    )
    toDay = try f("toDay", old?.toDay, .any, "The weekday to which the exercise is moved.")
    toPosition = try f.optional(
      "toPosition", old?.toPosition, .position,
      "The new position among the other exercises, from 1; omitted for the end of the day.")
  }
}

/// The removal of all exercises from a weekday; its kind of workout stays.
public struct DayCleared: Equatable, Sendable, EventPayload {
  public let day: Weekday

  public init(day: Weekday) { self.day = day }

  package var body: Event.Body { .plan(.dayCleared(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day, .any, "The weekday.")
  }
}

/// A weekday of the user's plan, shared with all users in its current state.
public struct PlanShared: Equatable, Sendable, EventPayload {
  /// The id of the post; nil for the event's id, as in events written by replog.
  public let post: Name?
  public let day: Weekday
  public let title: String
  public let description: String?
  /// The day's kind of workout; nil if it had none.
  public let type: String?
  public let exercises: [PlannedExercise]

  public init(
    post: Name? = nil, day: Weekday, title: String, description: String? = nil,
    type: String? = nil, exercises: [PlannedExercise]
  ) {
    (self.post, self.day, self.title, self.description) = (post, day, title, description)
    (self.type, self.exercises) = (type, exercises)
  }

  package var body: Event.Body { .plan(.planShared(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f.optional(
      "post", old?.post, .begins(.post), "The post; omitted if it has the id of the event.")
    day = try f("day", old?.day, .any, "The weekday.")
    title = try f("title", old?.title, .text.personal, "The title.")
    description = try f.optional(
      "description", old?.description, .text.personal, "The description.")
    type = try f.optional(
      "type", old?.type, .text.personal, "The day's kind of workout; omitted if it had none.")
    exercises = try f.list("exercises", old?.exercises, .any, "The exercises of the day, in order.")
  }
}

/// A copy of a post in a weekday of the user's own plan; the copy stays if the post is deleted.
public struct PlanSaved: Equatable, Sendable, EventPayload {
  /// The post that was copied.
  public let post: Name
  public let day: Weekday
  /// The weekday's new kind of workout; nil if the weekday kept its own.
  public let type: String?
  /// The exercises appended to the weekday.
  public let exercises: [PlannedExercise]

  public init(post: Name, day: Weekday, type: String? = nil, exercises: [PlannedExercise]) {
    (self.post, self.day, self.type, self.exercises) = (post, day, type, exercises)
  }

  package var body: Event.Body { .plan(.planSaved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post, .refers(to: .post), "The post that was copied.")
    day = try f("day", old?.day, .any, "The weekday.")
    type = try f.optional(
      "type", old?.type, .text.personal,
      "The weekday's new kind of workout; omitted if the weekday kept its own.")
    exercises = try f.list(
      "exercises", old?.exercises, .any, "The exercises added to the weekday, in order.")
  }
}

/// The removal of the kind of workout from a weekday; its exercises stay.
public struct WorkoutTypeCleared: Equatable, Sendable, EventPayload {
  public let day: Weekday

  public init(day: Weekday) { self.day = day }

  package var body: Event.Body { .plan(.workoutTypeCleared(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day, .any, "The weekday.")
  }
}

/// A workout for one day of a calendar week, which replaces the previous one.
public struct WorkoutAssigned: Equatable, Sendable, EventPayload {
  /// The Monday of the week.
  public let week: LocalDay
  public let day: Weekday
  public let workout: Name

  public init(week: LocalDay, day: Weekday, workout: Name) {
    (self.week, self.day, self.workout) = (week, day, workout)
  }

  package var body: Event.Body { .plan(.workoutAssigned(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    week = try f("week", old?.week, .any, "The Monday of the week.")
    day = try f("day", old?.day, .any, "The weekday.")
    workout = try f("workout", old?.workout, .refers(to: .workout), "The workout.")
  }
}

/// The removal of the workout from one day of a calendar week.
public struct WorkoutUnassigned: Equatable, Sendable, EventPayload {
  /// The Monday of the week.
  public let week: LocalDay
  public let day: Weekday

  public init(week: LocalDay, day: Weekday) { (self.week, self.day) = (week, day) }

  package var body: Event.Body { .plan(.workoutUnassigned(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    week = try f("week", old?.week, .any, "The Monday of the week.")
    day = try f("day", old?.day, .any, "The weekday.")
  }
}
