import Events

/// The names that people use for exercises.
///
/// Those of the catalogue come first, the latest of each, then those of imported files; and there are the
/// other names that a user gave them.
public struct ExerciseNames: Projection {
  private var names: [Name: String] = [:]
  private var aliases = ExerciseAliases()

  public init() {}
  public static var reads: Areas { [.exercises] }

  public mutating func apply(_ event: Event) {
    guard case .exercises(let fact) = event.body else { return }
    aliases.apply(fact)
    if case .exerciseCatalogued(let entry) = fact { names[entry.exercise] = entry.name }
  }

  /// Returns the name that people use for an exercise; its id where they have none.
  public subscript(exercise: Name) -> String { name(of: exercise) ?? exercise.text }

  /// A Boolean value indicating whether there is a catalogue.
  public var hasCatalogue: Bool { !names.isEmpty }

  /// Returns the name that people use for an exercise; nil where they have none.
  public func name(of exercise: Name) -> String? {
    names[exercise] ?? aliases.title(of: exercise)
  }

  /// Returns the exercise that `text` is another name of; nil where it is none.
  public func exercise(aliased text: String) -> Name? { aliases[text]?.exercise }

  /// Returns the exercise that `text` is another name of and whose id is not made of it; nil where it is none.
  ///
  /// An import needs no more: it makes ids of all other names itself.
  public func exercise(renamed text: String) -> Name? {
    exercise(aliased: text).flatMap { $0.text == ExerciseSlugs.slug(of: text) ? nil : $0 }
  }

  /// Returns those of `exercises` that `text` names, by id or by name.
  ///
  /// An exercise that is spelled so is meant alone, and so is one with that other name. Else letters and digits decide: `bench_press`,
  /// `Bench Press` and `bench-press` are one.
  public func matches(_ text: String, among exercises: [Name]) -> [Name] {
    if exercises.contains(Name(text)) { return [Name(text)] }
    if let exercise = exercise(aliased: text) { return [exercise] }
    let wanted = ExerciseSlugs.slug(of: text)
    return exercises.filter { exercise in
      [exercise.text, self[exercise]].contains { ExerciseSlugs.slug(of: $0) == wanted }
    }
  }
}
