import Events

/// The display names of exercises.
///
/// Names of the catalogue come first, the latest of each exercise, then names of imported files. It also has the
/// aliases that a user defined.
public struct ExerciseNames: Projection {
  private var names: [Name: String] = [:]
  private var aliases = ExerciseAliases()

  public init() {}
  public static var reads: Areas { [.exercises] }

  public mutating func apply(_ event: Event) {
    guard case .exercises(let fact) = event.body else { return }
    aliases.apply(fact)
    switch fact {
    case .exerciseCatalogued(let entry): names[entry.exercise] = entry.name
    case .exerciseUncatalogued(let removal): names[removal.exercise] = nil
    default: break
    }
  }

  /// Returns the display name of an exercise, or its id if it has none.
  public subscript(exercise: Name) -> String { name(of: exercise) ?? exercise.text }

  /// A Boolean value indicating whether there is a catalogue.
  public var hasCatalogue: Bool { !names.isEmpty }

  /// Returns the display name of an exercise; nil if it has none.
  public func name(of exercise: Name) -> String? { names[exercise] ?? aliases.title(of: exercise) }

  /// Returns the exercise with the alias `text`; nil if there is none.
  public func exercise(aliased text: String) -> Name? { aliases[text]?.exercise }

  /// Returns the exercise with the alias `text` if its id is not derived from this alias; otherwise nil.
  ///
  /// An import needs no other aliases, since it derives the ids from them itself.
  public func exercise(renamed text: String) -> Name? {
    exercise(aliased: text).flatMap { $0.text == ExerciseSlugs.slug(of: text) ? nil : $0 }
  }
}
