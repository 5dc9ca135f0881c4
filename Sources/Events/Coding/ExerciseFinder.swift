/// Collects the exercises in a payload.
struct ExerciseFinder: ValueRewriter {
  private var exercises: [Name] = []

  /// Returns the exercises in `payload`, in the order of its fields.
  static func exercises(of payload: some Payload) -> [Name] {
    var finder = ExerciseFinder()
    _ = payload.rewritten(by: &finder)
    return finder.exercises
  }

  mutating func name(_ name: Name, _ traits: FieldTraits) -> Name {
    if traits.isExercise { exercises.append(name) }
    return name
  }
}
