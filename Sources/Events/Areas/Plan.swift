/// The weekly plan, and what is shared from it and saved into it.
public enum PlanEvent: EventArea {
  case workoutTypeChosen(WorkoutTypeChosen)
  case exerciseAdded(ExerciseAdded)
  case exerciseRemoved(ExerciseRemoved)
  case exerciseMoved(ExerciseMoved)
  case dayCleared(DayCleared)
  case planShared(PlanShared)
  case planSaved(PlanSaved)

  public enum Kind: String, CaseIterable, Sendable {
    case workoutTypeChosen = "WorkoutTypeChosen"
    case exerciseAdded = "ExerciseAdded"
    case exerciseRemoved = "ExerciseRemoved"
    case exerciseMoved = "ExerciseMoved"
    case dayCleared = "DayCleared"
    case planShared = "PlanShared"
    case planSaved = "PlanSaved"
  }

  public init(_ kind: Kind, _ reader: inout PayloadReader) throws(LineError) {
    switch kind {
    case .workoutTypeChosen: self = .workoutTypeChosen(try reader.payload())
    case .exerciseAdded: self = .exerciseAdded(try reader.payload())
    case .exerciseRemoved: self = .exerciseRemoved(try reader.payload())
    case .exerciseMoved: self = .exerciseMoved(try reader.payload())
    case .dayCleared: self = .dayCleared(try reader.payload())
    case .planShared: self = .planShared(try reader.payload())
    case .planSaved: self = .planSaved(try reader.payload())
    }
  }

  public var tagged: (kind: Kind, payload: any Payload) {
    switch self {
    case .workoutTypeChosen(let payload): (.workoutTypeChosen, payload)
    case .exerciseAdded(let payload): (.exerciseAdded, payload)
    case .exerciseRemoved(let payload): (.exerciseRemoved, payload)
    case .exerciseMoved(let payload): (.exerciseMoved, payload)
    case .dayCleared(let payload): (.dayCleared, payload)
    case .planShared(let payload): (.planShared, payload)
    case .planSaved(let payload): (.planSaved, payload)
    }
  }
}

/// An exercise of a day, with what is planned for it.
public struct PlannedExercise: NestedPayload {
  public let exercise: Name
  /// Planned sets; nil when open.
  public let sets: Int?
  /// Planned repetitions of each set; nil when open.
  public let reps: Int?
  /// Planned load; nil when open.
  public let weight: Weight?

  public init(exercise: Name, sets: Int? = nil, reps: Int? = nil, weight: Weight? = nil) {
    self.exercise = exercise
    self.sets = sets
    self.reps = reps
    self.weight = weight
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f("exercise", old?.exercise)
    sets = try f.optional("sets", old?.sets, .sets)
    reps = try f.optional("reps", old?.reps, .reps)
    weight = try f.weight(old?.weight)
  }
}

/// A weekday got its kind of workout, in place of any it had.
public struct WorkoutTypeChosen: Payload {
  public let day: Weekday
  /// `Chest`, `Legs`, `Rest`, …, in the user's words.
  public let type: String

  public init(day: Weekday, type: String) {
    self.day = day
    self.type = type
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day)
    type = try f("type", old?.type, .text)
  }
}

/// An exercise was appended to a weekday of the plan. The same exercise may stand there twice.
public struct ExerciseAdded: Payload {
  public let day: Weekday
  /// What was added, as `exercise`, `sets`, `reps`, `weight` and `unit` beside `day`.
  public let planned: PlannedExercise

  public init(day: Weekday, _ planned: PlannedExercise) {
    self.day = day
    self.planned = planned
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day)
    planned = try PlannedExercise(old?.planned, &f)
  }
}

/// An exercise was taken off a weekday.
public struct ExerciseRemoved: Payload {
  public let day: Weekday
  public let exercise: Name
  /// Its place on the day, from 1; nil for the first one called `exercise`.
  public let position: Int?

  public init(day: Weekday, exercise: Name, position: Int? = nil) {
    self.day = day
    self.exercise = exercise
    self.position = position
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day)
    exercise = try f("exercise", old?.exercise)
    position = try f.optional("position", old?.position, .position)
  }
}

/// An exercise went to another place of the plan, on the same weekday or another one.
public struct ExerciseMoved: Payload {
  public let day: Weekday
  public let exercise: Name
  /// Its place on `day`, from 1; nil for the first one called `exercise`.
  public let position: Int?
  public let toDay: Weekday
  /// Its new place on `toDay`, from 1, counted without it; nil for the end.
  public let toPosition: Int?

  public init(
    day: Weekday, exercise: Name, position: Int? = nil, toDay: Weekday, toPosition: Int? = nil
  ) {
    self.day = day
    self.exercise = exercise
    self.position = position
    self.toDay = toDay
    self.toPosition = toPosition
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day)
    exercise = try f("exercise", old?.exercise)
    position = try f.optional("position", old?.position, .position)
    toDay = try f("toDay", old?.toDay)
    toPosition = try f.optional("toPosition", old?.toPosition, .position)
  }
}

/// All exercises were taken off a weekday; its kind of workout stays.
public struct DayCleared: Payload {
  public let day: Weekday

  public init(day: Weekday) { self.day = day }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    day = try f("day", old?.day)
  }
}

/// The user shared a weekday of their plan with everybody, as it was at that moment.
public struct PlanShared: Payload {
  /// The post; nil when it is named by the event itself, as replog writes it.
  public let post: Name?
  public let day: Weekday
  public let title: String
  public let description: String?
  /// The day's kind of workout; nil when it had none.
  public let type: String?
  /// The exercises the day had.
  public let exercises: [PlannedExercise]

  public init(
    post: Name? = nil, day: Weekday, title: String, description: String? = nil,
    type: String? = nil, exercises: [PlannedExercise]
  ) {
    self.post = post
    self.day = day
    self.title = title
    self.description = description
    self.type = type
    self.exercises = exercises
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f.optional("post", old?.post)
    day = try f("day", old?.day)
    title = try f("title", old?.title, .text)
    description = try f.optional("description", old?.description, .text)
    type = try f.optional("type", old?.type, .text)
    exercises = try f.list("exercises", old?.exercises)
  }
}

/// The user copied a post into a weekday of their own plan. The copy stays when the post goes.
public struct PlanSaved: Payload {
  /// Where the copy came from.
  public let post: Name
  public let day: Weekday
  /// The kind of workout the weekday got; nil when it kept its own.
  public let type: String?
  /// The exercises appended to the weekday.
  public let exercises: [PlannedExercise]

  public init(post: Name, day: Weekday, type: String? = nil, exercises: [PlannedExercise]) {
    self.post = post
    self.day = day
    self.type = type
    self.exercises = exercises
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    post = try f("post", old?.post)
    day = try f("day", old?.day)
    type = try f.optional("type", old?.type, .text)
    exercises = try f.list("exercises", old?.exercises)
  }
}
