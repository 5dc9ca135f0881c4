/// The events of the exercise catalogue.
public enum ExerciseEvent: Equatable, Sendable, EventArea {
  case exerciseCatalogued(ExerciseCatalogued)
  case exerciseAliased(ExerciseAliased)
  case exerciseUnaliased(ExerciseUnaliased)
  case exerciseUncatalogued(ExerciseUncatalogued)
  case exerciseMerged(ExerciseMerged)
  case exerciseUnmerged(ExerciseUnmerged)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("ExerciseCatalogued", ExerciseCatalogued.self),
    ("ExerciseAliased", ExerciseAliased.self),
    ("ExerciseUnaliased", ExerciseUnaliased.self),
    ("ExerciseUncatalogued", ExerciseUncatalogued.self),
    ("ExerciseMerged", ExerciseMerged.self),
    ("ExerciseUnmerged", ExerciseUnmerged.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .exerciseCatalogued(let payload): payload
    case .exerciseAliased(let payload): payload
    case .exerciseUnaliased(let payload): payload
    case .exerciseUncatalogued(let payload): payload
    case .exerciseMerged(let payload): payload
    case .exerciseUnmerged(let payload): payload
    }
  }
}

/// A new or changed description of an exercise.
public struct ExerciseCatalogued: Equatable, Sendable, EventPayload {
  /// The id of the exercise.
  public let exercise: Name
  public let name: String
  /// The body part, in ExerciseDB's terms: `back`, `chest`, `upper legs`, ….
  public let bodyPart: String?
  /// The equipment: `barbell`, `body only`, …; nil if none is needed or known.
  public let equipment: String?
  /// The force: `push`, `pull` or `static`.
  public let force: String?
  /// The level: `beginner`, `intermediate` or `expert`.
  public let level: String?
  /// The mechanic: `compound` or `isolation`.
  public let mechanic: String?
  /// The category: `strength`, `stretching`, `cardio`, ….
  public let category: String?
  /// The primary muscles of the exercise.
  public let primaryMuscles: [String]
  /// The assisting muscles.
  public let secondaryMuscles: [String]
  /// The steps, in order.
  public let instructions: [String]
  /// The URL of an animation of the exercise.
  public let gifUrl: String?
  /// The paths of pictures in the catalogue that the exercise is from.
  public let images: [String]

  public init(
    exercise: Name, name: String, bodyPart: String? = nil, equipment: String? = nil,
    force: String? = nil, level: String? = nil, mechanic: String? = nil, category: String? = nil,
    primaryMuscles: [String] = [], secondaryMuscles: [String] = [], instructions: [String] = [],
    gifUrl: String? = nil, images: [String] = []
  ) {
    (self.exercise, self.name, self.bodyPart) = (exercise, name, bodyPart)
    (self.equipment, self.force, self.level, self.mechanic) = (equipment, force, level, mechanic)
    (self.category, self.primaryMuscles) = (category, primaryMuscles)
    (self.secondaryMuscles, self.instructions) = (secondaryMuscles, instructions)
    (self.gifUrl, self.images) = (gifUrl, images)
  }

  package var body: Event.Body { .exercises(.exerciseCatalogued(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f("exercise", old?.exercise, .exercise, "The id of the exercise.")
    name = try f("name", old?.name, .text.common, "The display name.")
    bodyPart = try f.optional(
      "bodyPart", old?.bodyPart, .text.common,
      "The body part, in ExerciseDB's terms: back, chest, upper legs, ….")
    equipment = try f.optional(
      "equipment", old?.equipment, .text.common,
      "The equipment: barbell, body only, …; omitted if none is needed or known.")
    force = try f.optional(
      "force", old?.force, .text.common, "The direction of force: push, pull or static.")
    level = try f.optional(
      "level", old?.level, .text.common, "The level: beginner, intermediate or expert.")
    mechanic = try f.optional(
      "mechanic", old?.mechanic, .text.common, "The type of movement: compound or isolation.")
    category = try f.optional(
      "category", old?.category, .text.common, "The category: strength, stretching, cardio, ….")
    primaryMuscles = try f.list(
      "primaryMuscles", old?.primaryMuscles, .text.common, "The primary muscles.")
    secondaryMuscles = try f.list(
      "secondaryMuscles", old?.secondaryMuscles, .text.common, "The secondary muscles.")
    instructions = try f.list(
      "instructions", old?.instructions, .text.common, "The steps, in order.")
    gifUrl = try f.optional("gifUrl", old?.gifUrl, .text.common, "The URL of an animation.")
    images = try f.list(
      "images", old?.images, .text.common,
      "The paths of pictures in the catalogue.")
  }
}

/// Another name of an exercise, as in an export of another app.
public struct ExerciseAliased: Equatable, Sendable, EventPayload {
  /// The other name, with its original spelling.
  public let alias: String
  public let exercise: Name

  public init(alias: String, exercise: Name) { (self.alias, self.exercise) = (alias, exercise) }

  package var body: Event.Body { .exercises(.exerciseAliased(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    alias = try f("alias", old?.alias, .text.common, "The other name, with its original spelling.")
    exercise = try f("exercise", old?.exercise, .exercise, "The id of the exercise.")
  }
}

/// The removal of another name of an exercise.
public struct ExerciseUnaliased: Equatable, Sendable, EventPayload {
  /// The other name.
  public let alias: String

  public init(alias: String) { self.alias = alias }

  package var body: Event.Body { .exercises(.exerciseUnaliased(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    alias = try f("alias", old?.alias, .text.common, "The other name.")
  }
}

/// The removal of the description of an exercise; the exercise keeps its number, its sets and its aliases.
public struct ExerciseUncatalogued: Equatable, Sendable, EventPayload {
  /// The id of the exercise.
  public let exercise: Name

  public init(exercise: Name) { self.exercise = exercise }

  package var body: Event.Body { .exercises(.exerciseUncatalogued(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f("exercise", old?.exercise, .exercise, "The id of the exercise.")
  }
}

/// A merge of two exercises of a user: everything recorded under one name counts for another exercise.
///
/// Only the training of the user who merged them changes. Events before and after the merge keep the name they have.
public struct ExerciseMerged: Equatable, Sendable, EventPayload {
  /// The exercise that is merged into another one.
  public let exercise: Name
  /// The exercise that it is merged into.
  public let into: Name

  public init(exercise: Name, into: Name) { (self.exercise, self.into) = (exercise, into) }

  package var body: Event.Body { .exercises(.exerciseMerged(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f(
      "exercise", old?.exercise, .exercise, "The exercise that is merged into another one.")
    into = try f("into", old?.into, .exercise, "The exercise that it is merged into.")
  }
}

/// The end of a merge: the exercise is separate again.
public struct ExerciseUnmerged: Equatable, Sendable, EventPayload {
  /// The exercise that was merged into another one.
  public let exercise: Name

  public init(exercise: Name) { self.exercise = exercise }

  package var body: Event.Body { .exercises(.exerciseUnmerged(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f(
      "exercise", old?.exercise, .exercise, "The exercise that was merged into another one.")
  }
}
