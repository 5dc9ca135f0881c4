/// The catalogue of exercises.
public enum ExerciseEvent: EventArea {
  case exerciseCatalogued(ExerciseCatalogued)

  public enum Kind: String, CaseIterable, Sendable {
    case exerciseCatalogued = "ExerciseCatalogued"
  }

  public init(_ kind: Kind, _ reader: inout PayloadReader) throws(LineError) {
    switch kind {
    case .exerciseCatalogued: self = .exerciseCatalogued(try reader.payload())
    }
  }

  public var tagged: (kind: Kind, payload: any Payload) {
    switch self {
    case .exerciseCatalogued(let payload): (.exerciseCatalogued, payload)
    }
  }
}

/// The catalogue describes an exercise, for the first time or anew.
public struct ExerciseCatalogued: Payload {
  /// What events call the exercise.
  public let exercise: Name
  /// What people call it.
  public let name: String
  /// The part of the body, as ExerciseDB has it: `back`, `chest`, `upper legs`, ….
  public let bodyPart: String?
  /// `barbell`, `body only`, …; nil when none is needed or known.
  public let equipment: String?
  /// `push`, `pull` or `static`.
  public let force: String?
  /// `beginner`, `intermediate` or `expert`.
  public let level: String?
  /// `compound` or `isolation`.
  public let mechanic: String?
  /// `strength`, `stretching`, `cardio`, ….
  public let category: String?
  public let primaryMuscles: [String]
  public let secondaryMuscles: [String]
  /// Step by step, in order.
  public let instructions: [String]
  /// Where an animation of the exercise is.
  public let gifUrl: String?
  /// Paths of pictures within the catalogue they came from.
  public let images: [String]

  public init(
    exercise: Name, name: String, bodyPart: String? = nil, equipment: String? = nil,
    force: String? = nil, level: String? = nil, mechanic: String? = nil, category: String? = nil,
    primaryMuscles: [String] = [], secondaryMuscles: [String] = [], instructions: [String] = [],
    gifUrl: String? = nil, images: [String] = []
  ) {
    self.exercise = exercise
    self.name = name
    self.bodyPart = bodyPart
    self.equipment = equipment
    self.force = force
    self.level = level
    self.mechanic = mechanic
    self.category = category
    self.primaryMuscles = primaryMuscles
    self.secondaryMuscles = secondaryMuscles
    self.instructions = instructions
    self.gifUrl = gifUrl
    self.images = images
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f("exercise", old?.exercise)
    name = try f("name", old?.name, .text)
    bodyPart = try f.optional("bodyPart", old?.bodyPart, .text)
    equipment = try f.optional("equipment", old?.equipment, .text)
    force = try f.optional("force", old?.force, .text)
    level = try f.optional("level", old?.level, .text)
    mechanic = try f.optional("mechanic", old?.mechanic, .text)
    category = try f.optional("category", old?.category, .text)
    primaryMuscles = try f.list("primaryMuscles", old?.primaryMuscles, .text)
    secondaryMuscles = try f.list("secondaryMuscles", old?.secondaryMuscles, .text)
    instructions = try f.list("instructions", old?.instructions, .text)
    gifUrl = try f.optional("gifUrl", old?.gifUrl, .text)
    images = try f.list("images", old?.images, .text)
  }
}
