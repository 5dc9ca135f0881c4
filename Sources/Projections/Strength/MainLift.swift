import Events

extension Lift {
  /// Creates the lift of an exercise, by the names that apps give it; nil for any other exercise.
  public init?(of exercise: Name) {
    guard let lift = Lift.names.first(where: { $0.names.contains(exercise.text) })?.lift else {
      return nil
    }
    self = lift
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
