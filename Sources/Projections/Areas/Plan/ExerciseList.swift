import Events

/// The exercises of a day, in order.
///
/// A list as long as people make them is an array. A longer one is a tree, in which a place is found, and
/// an exercise taken out or put in, with log n steps.
struct ExerciseList: Equatable, Sendable {
  private var few: [PlannedExercise] = []
  /// All exercises, once there were more than a few.
  private var many: ExerciseTree?

  private static let most = 64

  init() {}

  var count: Int { many?.count ?? few.count }

  var elements: [PlannedExercise] { many?.elements ?? few }

  static func == (one: ExerciseList, other: ExerciseList) -> Bool {
    one.elements == other.elements
  }

  mutating func append(_ exercise: PlannedExercise) { put(exercise, at: count) }

  /// Puts an exercise at a place from 0.
  mutating func put(_ exercise: PlannedExercise, at place: Int) {
    if many == nil, few.count < ExerciseList.most {
      few.put(exercise, at: place)
    } else {
      change { $0.put(exercise, at: place) }
    }
  }

  /// Takes out the exercise `name` at a position from 1, or the first of its name; nil where it is not.
  mutating func remove(_ name: Name, at position: Int?) -> PlannedExercise? {
    guard many == nil else { return change { $0.remove(name, at: position) } }
    let place =
      position.map { $0 > 0 ? $0 - 1 : few.count } ?? few.firstIndex { $0.exercise == name }
    guard let place, place < few.count, few[place].exercise == name else { return nil }
    return few.take(at: place)
  }

  private mutating func change<R>(_ body: (inout ExerciseTree) -> R) -> R {
    var tree = many.take() ?? ExerciseTree(few)
    few = []
    defer { many = tree }
    return body(&tree)
  }
}
