import Events

/// The exercises of a day, in order.
///
/// A short list is an array, and nearly all lists are short. A longer one is a tree, which finds a place, and removes
/// or inserts an exercise, in log n steps.
struct ExerciseList: Equatable, Sendable {
  private var few: [PlannedExercise] = []
  /// All exercises, once the list is longer than `most`; otherwise nil.
  private var many: ExerciseTree?

  private static let most = 64

  init() {}

  var count: Int { many?.count ?? few.count }

  var elements: [PlannedExercise] { many?.elements ?? few }

  static func == (one: ExerciseList, other: ExerciseList) -> Bool { one.elements == other.elements }

  /// Returns the number of exercises with a name.
  func count(of name: Name) -> Int {
    many?.count(of: name) ?? few.count { $0.exercise == name }
  }

  /// The exercise at a place, from 0; nil if there is none.
  subscript(place: Int) -> PlannedExercise? {
    many.map { $0[place] } ?? (few.indices.contains(place) ? few[place] : nil)
  }

  /// Returns whether an exercise at one of some places satisfies a condition; the first that does ends the search.
  func contains(in places: ClosedRange<Int>, where condition: (PlannedExercise) -> Bool) -> Bool {
    places.contains { self[$0].map(condition) ?? false }
  }

  mutating func append(_ exercise: PlannedExercise) { put(exercise, at: count) }

  /// Inserts an exercise at a place, counted from 0.
  mutating func put(_ exercise: PlannedExercise, at place: Int) {
    if many == nil, few.count < ExerciseList.most {
      few.put(exercise, at: place)
    } else {
      change { $0.put(exercise, at: place) }
    }
  }

  /// Removes the exercise `name` at a position from 1, or the first of its name; nil if it is not there.
  ///
  /// The result includes the place that it had, from 0.
  mutating func remove(_ name: Name, at position: Int?) -> (exercise: PlannedExercise, place: Int)?
  {
    guard many == nil else { return change { $0.remove(name, at: position) } }
    let place =
      position.map { $0 > 0 ? $0 - 1 : few.count } ?? few.firstIndex { $0.exercise == name }
    guard let place, place < few.count, few[place].exercise == name else { return nil }
    return (few.take(at: place), place)
  }

  private mutating func change<R>(_ body: (inout ExerciseTree) -> R) -> R {
    var tree = many.take() ?? ExerciseTree(few)
    few = []
    defer { many = tree }
    return body(&tree)
  }
}
