import Events

/// The aliases of exercises, as a part of projections that find an exercise by typed text.
///
/// Case, spaces, hyphens and signs do not distinguish names: `Bench Press (Barbell)` is `bench-press-barbell`.
struct ExerciseAliases: Equatable, Sendable {
  struct Alias: Equatable, Sendable, NestedPayload {
    /// The alias as entered.
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
    default: break
    }
  }

  /// Returns the alias that matches a text; nil if there is none.
  subscript(text: String) -> Alias? {
    aliases.isEmpty ? nil : aliases[ExerciseSlugs.slug(of: text)]
  }

  /// Returns the spelling of an exercise that has the same slug as its id; nil if there is none.
  ///
  /// For example, `Bench Press (Barbell)` is a spelling of `bench-press-barbell`, the id that is derived from it.
  func title(of exercise: Name) -> String? {
    guard let alias = aliases[exercise.text], alias.exercise == exercise else { return nil }
    return alias.alias
  }

  /// The aliases whose slug differs from the exercise's id, in order.
  var others: [Alias] { all.filter { $0.exercise.text != ExerciseSlugs.slug(of: $0.alias) } }

  var all: [Alias] { aliases.sorted { $0.key < $1.key }.map(\.value) }
}
