/// The events of saved workouts and templates.
public enum WorkoutEvent: Equatable, Sendable, EventArea {
  case workoutCreated(WorkoutCreated)
  case workoutRevised(WorkoutRevised)
  case workoutExerciseAdded(WorkoutExerciseAdded)
  case workoutExerciseRemoved(WorkoutExerciseRemoved)
  case workoutDeleted(WorkoutDeleted)
  case workoutSaved(WorkoutSaved)
  case workoutUnsaved(WorkoutUnsaved)
  case templateDefined(TemplateDefined)
  case templateDeleted(TemplateDeleted)
  case workoutSuggested(WorkoutSuggested)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("WorkoutCreated", WorkoutCreated.self),
    ("WorkoutRevised", WorkoutRevised.self),
    ("WorkoutExerciseAdded", WorkoutExerciseAdded.self),
    ("WorkoutExerciseRemoved", WorkoutExerciseRemoved.self),
    ("WorkoutDeleted", WorkoutDeleted.self),
    ("WorkoutSaved", WorkoutSaved.self),
    ("WorkoutUnsaved", WorkoutUnsaved.self),
    ("TemplateDefined", TemplateDefined.self),
    ("TemplateDeleted", TemplateDeleted.self),
    ("WorkoutSuggested", WorkoutSuggested.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .workoutCreated(let payload): payload
    case .workoutRevised(let payload): payload
    case .workoutExerciseAdded(let payload): payload
    case .workoutExerciseRemoved(let payload): payload
    case .workoutDeleted(let payload): payload
    case .workoutSaved(let payload): payload
    case .workoutUnsaved(let payload): payload
    case .templateDefined(let payload): payload
    case .templateDeleted(let payload): payload
    case .workoutSuggested(let payload): payload
    }
  }
}

/// A property of a workout that can be removed.
public enum WorkoutDetail: String, CaseIterable, Sendable, Vocabulary {
  case description
  case minutes

  @usableFromInline package static let words = Words(Self.self)
}

/// A new workout by the user, visible to all users.
public struct WorkoutCreated: Equatable, Sendable, EventPayload {
  /// The id of the workout; nil for the event's id, as in events written by replog.
  public let workout: Name?
  public let name: String
  public let description: String?
  /// The planned duration; nil if unspecified.
  public let minutes: Double?
  public let exercises: [PlannedExercise]

  public init(
    workout: Name? = nil, name: String, description: String? = nil, minutes: Double? = nil,
    exercises: [PlannedExercise]
  ) {
    (self.workout, self.name, self.description) = (workout, name, description)
    (self.minutes, self.exercises) = (minutes, exercises)
  }

  package var body: Event.Body { .workouts(.workoutCreated(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    workout = try f.optional(
      "workout", old?.workout, .begins(.workout),
      "The workout; omitted if it has the id of the event.")
    name = try f("name", old?.name, .text.personal, "The name.")
    description = try f.optional(
      "description", old?.description, .text.personal, "The description.")
    minutes = try f.optional(
      "minutes", old?.minutes, .minutes, "The planned duration; omitted if unspecified.")
    exercises = try f.list("exercises", old?.exercises, .any, "The exercises, in order.")
  }
}

/// A change of a workout by its author; a nil field keeps its value.
public struct WorkoutRevised: Equatable, Sendable, EventPayload {
  public let workout: Name
  /// The new name; nil if unchanged.
  public let name: String?
  /// The new description; nil if unchanged.
  public let description: String?
  /// The new planned duration; nil if unchanged.
  public let minutes: Double?
  /// The properties to remove from the workout; a new value of such a property is ignored.
  public let cleared: [WorkoutDetail]

  public init(
    workout: Name, name: String? = nil, description: String? = nil, minutes: Double? = nil,
    cleared: [WorkoutDetail] = []
  ) {
    (self.workout, self.name, self.description) = (workout, name, description)
    (self.minutes, self.cleared) = (minutes, cleared)
  }

  package var body: Event.Body { .workouts(.workoutRevised(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    workout = try f("workout", old?.workout, .changes(.workout), "The workout.")
    name = try f.optional("name", old?.name, .text.personal, "The new name; omitted if unchanged.")
    description = try f.optional(
      "description", old?.description, .text.personal,
      "The new description; omitted if unchanged.")
    minutes = try f.optional(
      "minutes", old?.minutes, .minutes, "The new planned duration; omitted if unchanged.")
    cleared = try f.list(
      "cleared", old?.cleared, .any, "The properties to remove from the workout.")
  }
}

/// The addition of an exercise to a workout, or new details for one; a workout has each exercise once.
public struct WorkoutExerciseAdded: Equatable, Sendable, EventPayload {
  public let workout: Name
  /// The exercise, as `exercise`, `sets`, `reps`, `weight` and `unit` next to `workout`.
  public let planned: PlannedExercise

  public init(workout: Name, _ planned: PlannedExercise) {
    (self.workout, self.planned) = (workout, planned)
  }

  package var body: Event.Body { .workouts(.workoutExerciseAdded(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    workout = try f("workout", old?.workout, .changes(.workout), "The workout.")
    planned = try PlannedExercise(old?.planned, &f)
  }
}

/// The removal of an exercise from a workout.
public struct WorkoutExerciseRemoved: Equatable, Sendable, EventPayload {
  public let workout: Name
  public let exercise: Name

  public init(workout: Name, exercise: Name) { (self.workout, self.exercise) = (workout, exercise) }

  package var body: Event.Body { .workouts(.workoutExerciseRemoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    workout = try f("workout", old?.workout, .changes(.workout), "The workout.")
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
  }
}

/// The deletion of a workout by its author; the weeks and sessions that use it stay.
public struct WorkoutDeleted: Equatable, Sendable, EventPayload {
  public let workout: Name

  public init(workout: Name) { self.workout = workout }

  package var body: Event.Body { .workouts(.workoutDeleted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    workout = try f("workout", old?.workout, .ends(.workout), "The workout.")
  }
}

/// A workout of any user that the event's user saved.
public struct WorkoutSaved: Equatable, Sendable, EventPayload {
  public let workout: Name

  public init(workout: Name) { self.workout = workout }

  package var body: Event.Body { .workouts(.workoutSaved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    workout = try f("workout", old?.workout, .refers(to: .workout), "The workout.")
  }
}

/// The removal of a workout from the user's saved workouts.
public struct WorkoutUnsaved: Equatable, Sendable, EventPayload {
  public let workout: Name

  public init(workout: Name) { self.workout = workout }

  package var body: Event.Body { .workouts(.workoutUnsaved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    workout = try f("workout", old?.workout, .refers(to: .workout), "The workout.")
  }
}

/// A new or changed template of the user, for starting sessions.
public struct TemplateDefined: Equatable, Sendable, EventPayload {
  /// The id of the template; nil for the event's id, as in events written by replog.
  public let template: Name?
  public let name: String
  public let description: String?
  public let exercises: [PlannedExercise]

  public init(
    template: Name? = nil, name: String, description: String? = nil,
    exercises:
      [PlannedExercise]
  ) {
    (self.template, self.name, self.description) = (template, name, description)
    self.exercises = exercises
  }

  package var body: Event.Body { .workouts(.templateDefined(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    template = try f.optional(
      "template", old?.template, .begins(.template),
      "The template; omitted if it has the id of the event.")
    name = try f("name", old?.name, .text.personal, "The name.")
    description = try f.optional(
      "description", old?.description, .text.personal, "The description.")
    exercises = try f.list("exercises", old?.exercises, .any, "The exercises, in order.")
  }
}

/// The deletion of a template; sessions made from it stay.
public struct TemplateDeleted: Equatable, Sendable, EventPayload {
  public let template: Name

  public init(template: Name) { self.template = template }

  package var body: Event.Body { .workouts(.templateDeleted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    template = try f("template", old?.template, .ends(.template), "The template.")
  }
}

/// A suggestion for a workout from an external source, such as a language model.
public struct WorkoutSuggested: Equatable, Sendable, EventPayload {
  /// The suggestion, in Markdown.
  public let text: String
  /// The name of the source; nil if unknown.
  public let source: Name?

  public init(text: String, source: Name? = nil) { (self.text, self.source) = (text, source) }

  package var body: Event.Body { .workouts(.workoutSuggested(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    text = try f("text", old?.text, .text.personal, "The suggested workout, in Markdown.")
    source = try f.optional(
      "source", old?.source, .name.common, "The name of the source; omitted if unknown.")
  }
}
