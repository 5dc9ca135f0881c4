import Events

/// The exercises of the log: the latest description of each, with its number and its aliases.
public struct ExerciseCatalogue: Projection {
  private var described = Described()
  private var known = KnownExercises()

  public init() {}
  public static var reads: Areas { KnownExercises.reads }

  public mutating func apply(_ set: TypedEvent<SetLogged>) { known.apply(set) }

  public mutating func apply(_ event: Event) {
    known.apply(event)
    described.apply(event)
  }

  public func _resumed(by reader: CheckpointReader) throws -> ExerciseCatalogue? {
    var resumed = self
    guard let known = try known._resumed(by: reader),
      let described = try described._resumed(by: reader)
    else { return nil }
    (resumed.known, resumed.described) = (known, described)
    return resumed
  }

  /// The latest description of each exercise.
  struct Described: Projection {
    private(set) var entries: [Name: ExerciseCatalogued] = [:]

    static var reads: Areas { [.exercises] }

    mutating func apply(_ event: Event) {
      guard case .exercises(let fact) = event.body else { return }
      switch fact {
      case .exerciseCatalogued(let entry): entries[entry.exercise] = entry
      case .exerciseUncatalogued(let removal): entries[removal.exercise] = nil
      default: break
      }
    }
  }

  public func _ignores(_ event: Event) -> Bool { known._ignores(event) }
  public func _ignores(_ set: TypedEvent<SetLogged>) -> Bool { known._ignores(set) }

  /// The exercises with a description, by number.
  public var exercises: [Exercise] { known.numbers.exercises.compactMap { self[$0] } }

  /// All exercises that the log names, by number.
  public var all: [Exercise] { known.numbers.exercises.compactMap(named) }

  /// Returns an exercise; nil if the log does not name it.
  ///
  /// Without a description it has the name of an import, otherwise its id.
  public func named(_ exercise: Name) -> Exercise? {
    guard self[exercise] == nil, let number = known.numbers[exercise] else { return self[exercise] }
    let name = known.aliases.title(of: exercise) ?? exercise.text
    return Exercise(entry: ExerciseCatalogued(exercise: exercise, name: name), number: number)
  }

  /// Returns an exercise; nil if it has no description.
  public subscript(exercise: Name) -> Exercise? {
    guard let entry = described.entries[exercise], let number = known.numbers[exercise] else {
      return nil
    }
    return Exercise(entry: entry, number: number)
  }

  /// Returns the aliases of an exercise, in order.
  public func aliases(of exercise: Name) -> [String] { aliasesByExercise[exercise, default: []] }

  /// The aliases of each exercise, in order.
  var aliasesByExercise: [Name: [String]] {
    Dictionary(grouping: known.aliases.all, by: \.exercise).mapValues { $0.map(\.alias) }
  }

  /// Returns the exercise that a text names, or the only one near it.
  ///
  /// - Parameter history: The history of the user, by which near exercises are ranked.
  /// - Throws: A refusal if the log has no such exercise, or if several are near. The refusal lists the nearest ones.
  public func exercise(
    _ text: String, in history: History = History()
  ) throws(Refusal) -> Exercise {
    if let found = known.exercise(text).flatMap({ named(history.merges[$0]) }) { return found }
    let near = known.near(text, in: history)
    if near.count == 1, let only = named(near[0].exercise) { return only }
    throw Refusal(
      .unknownExercise, "the log has no exercise '\(trimmed(text))'",
      help: near.isEmpty
        ? "\(.show(.catalogue)) lists all; \(.describeExercise) adds one"
        : "did you mean \(near.choices)? \(.show(.catalogue)) lists all")
  }

  /// An exercise, with its description if it has one.
  public struct Exercise: Equatable, Sendable {
    public let entry: ExerciseCatalogued
    /// The number, as in `ids`.
    public let number: Int

    /// The path of its animation on a server that uses these numbers.
    ///
    /// Source: RedGym, `/api/gifs/<number>/`.
    public var gifPath: String { "/api/gifs/\(number)/" }
  }
}

/// A search for exercises; an exercise must match all of its parts.
///
/// Upper and lower case are equal. Source: RedGym, which applies its search and its three filters together.
public struct ExerciseSearch: Equatable, Sendable {
  /// A text in the name, the id or an alias; nil for any.
  public var text: String?
  /// The part of the body; nil for any, as for the two properties below.
  public var bodyPart: String?
  public var equipment: String?
  /// A primary muscle.
  public var target: String?

  public init(
    text: String? = nil, bodyPart: String? = nil, equipment: String? = nil, target: String? = nil
  ) {
    (self.text, self.bodyPart) = (given(text)?.lowercased(), given(bodyPart)?.lowercased())
    (self.equipment, self.target) = (given(equipment)?.lowercased(), given(target)?.lowercased())
  }

  /// Returns whether an exercise matches the search.
  public func includes(_ exercise: ExerciseCatalogued, called aliases: [String] = []) -> Bool {
    if let text {
      let names = [exercise.name, exercise.exercise.text] + aliases
      guard names.contains(where: { $0.lowercased().contains(text: text) }) else { return false }
    }
    if let bodyPart, exercise.bodyPart?.lowercased() != bodyPart { return false }
    if let equipment, exercise.equipment?.lowercased() != equipment { return false }
    if let target, !exercise.primaryMuscles.contains(where: { $0.lowercased() == target }) {
      return false
    }
    return true
  }
}
