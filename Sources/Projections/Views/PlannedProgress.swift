import Events

/// A planned exercise, and the sets of it that were done.
public struct PlannedProgress: Equatable, Sendable {
  public let planned: PlannedExercise
  /// The number of sets done, warm-ups left out.
  public internal(set) var done = 0
  /// The number of those that reach the planned repetitions and the planned load.
  public internal(set) var met = 0

  init(_ planned: PlannedExercise) { self.planned = planned }

  /// The number of sets that are planned: one where it was left open.
  public var sets: Int { max(1, planned.sets ?? 1) }

  /// A Boolean value indicating whether as many sets were done as are planned.
  public var isDone: Bool { done >= sets }

  /// Takes in a set of the exercise.
  fileprivate mutating func add(_ set: History.LoggedSet) {
    done += 1
    let isHeavy = planned.weight.map { (set.weight?.kilograms ?? 0) >= $0.kilograms } ?? true
    if set.reps >= planned.reps ?? 0, isHeavy { met += 1 }
  }
}

extension [PlannedExercise] {
  /// Returns the exercises with those of `sets` that were done of them, and the sets of no exercise among them.
  ///
  /// Sets that are not done, and warm-ups, count for none. Of an exercise that is planned twice the first gets
  /// as many sets as it plans, and the last the rest.
  func progress(
    in sets: [History.LoggedSet]
  ) -> (progress: [PlannedProgress], others: [History.LoggedSet]) {
    var progress = map { PlannedProgress($0) }
    var places: [Name: [Int]] = [:]
    for (place, planned) in enumerated().reversed() {
      places[planned.exercise, default: []].append(place)
    }
    var others: [History.LoggedSet] = []
    for set in sets where set.completed && set.kind != .warmup {
      guard var rest = places[set.exercise], let place = rest.last else {
        others.append(set)
        continue
      }
      progress[place].add(set)
      guard rest.count > 1, progress[place].isDone else { continue }
      places[set.exercise] = nil
      rest.removeLast()
      places[set.exercise] = rest
    }
    return (progress, others)
  }
}

extension History.Session {
  /// The exercises that the session was started to do, with the sets that were done of them.
  public var progress: [PlannedProgress] { planned.progress(in: sets).progress }
}
