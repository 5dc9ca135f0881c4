import Events

extension Lift {
  /// Creates the lift of an exercise, by the names that apps give it; nil for any other exercise.
  public init?(of exercise: Name) {
    guard let lift = Lift.names.first(where: { $0.names.contains(exercise.text) })?.lift else {
      return nil
    }
    self = lift
  }

  /// Creates the lift of an exercise by its name as people write it: "Bench Press"; nil for any other exercise.
  init?(namedBy text: String) { self.init(of: Name(ExerciseSlugs.slug(of: text))) }

  /// The usual name of its exercise.
  var exercise: String {
    switch self {
    case .squat: "squat"
    case .bench: "bench-press"
    case .deadlift: "deadlift"
    case .press: "overhead-press"
    }
  }

  private static let names: [(lift: Lift, names: [String])] = [
    (.squat, ["squat", "squat-barbell", "back-squat", "barbell-squat", "barbell-full-squat"]),
    (.bench, ["bench", "bench-press", "bench-press-barbell", "barbell-bench-press"]),
    (.deadlift, ["deadlift", "deadlift-barbell", "barbell-deadlift"]),
    (
      .press,
      [
        "press", "overhead-press", "overhead-press-barbell", "shoulder-press-barbell",
        "military-press", "barbell-overhead-press",
      ]
    ),
  ]
}
