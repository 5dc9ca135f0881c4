import Events

/// The other names of exercises, as a part of the projections that look for one by what people write.
///
/// Case, spaces, hyphens and signs do not tell names apart: `Bench Press (Barbell)` is `bench-press-barbell`.
struct ExerciseAliases: Equatable, Sendable {
  /// Another name of an exercise.
  struct Alias: Equatable, Sendable, NestedPayload {
    /// The name as it was given.
    let alias: String
    let exercise: Name

    init(alias: String, exercise: Name) { (self.alias, self.exercise) = (alias, exercise) }

    @usableFromInline init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      alias = try f("alias", old?.alias)
      exercise = try f("exercise", old?.exercise)
    }
  }

  private var aliases: [String: Alias] = [:]

  init() {}

  /// Creates the names from a list of them.
  init(_ all: [Alias]) {
    for alias in all { aliases[ExerciseSlugs.slug(of: alias.alias)] = alias }
  }

  mutating func apply(_ fact: ExerciseEvent) {
    switch fact {
    case .exerciseAliased(let aliased):
      aliases[ExerciseSlugs.slug(of: aliased.alias)] = Alias(
        alias: aliased.alias, exercise: aliased.exercise)
    case .exerciseUnaliased(let unaliased):
      aliases[ExerciseSlugs.slug(of: unaliased.alias)] = nil
    case .exerciseCatalogued: break
    }
  }

  /// Returns what a text is another name of; nil where it is none.
  subscript(text: String) -> Alias? {
    aliases.isEmpty ? nil : aliases[ExerciseSlugs.slug(of: text)]
  }

  /// Returns how an exercise is written, where that is not its id; nil for one without such a name.
  ///
  /// `Bench Press (Barbell)` is written for `bench-press-barbell`, the id that is made of it.
  func title(of exercise: Name) -> String? {
    guard let alias = aliases[exercise.text], alias.exercise == exercise else { return nil }
    return alias.alias
  }

  /// All names that are not merely how an exercise is written, in order.
  var others: [Alias] { all.filter { $0.exercise.text != ExerciseSlugs.slug(of: $0.alias) } }

  /// All other names, in order.
  var all: [Alias] {
    aliases.sorted { $0.key < $1.key }.map(\.value)
  }
}
