/// A request about an exercise as the user typed it.
public protocol ExerciseRequest: Decision {
  var exercise: String { get set }
  /// A Boolean value indicating whether an exercise that the log does not name is accepted.
  var isNew: Bool { get set }
}
