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
  /// Returns the exercises with those of `sets` that were done of them, and the places of the sets of no exercise
  /// among them.
  ///
  /// Sets that are not done, and warm-ups, count for none. Of an exercise that is planned twice the first gets
  /// as many sets as it plans, and the last the rest.
  ///
  /// - Parameter chosen: the places of the sets that count; nil for all of them.
  func progress(
    in sets: [History.LoggedSet], at chosen: [Int]? = nil
  ) -> (progress: [PlannedProgress], others: [Int]) {
    var progress = map { PlannedProgress($0) }
    // The exercise that gets the next set, and for each the next of the same name.
    var places: [Name: Int] = [:]
    places.reserveCapacity(count)
    var next = [Int?](repeating: nil, count: count)
    for place in indices.reversed() {
      next[place] = places.updateValue(place, forKey: self[place].exercise)
    }
    var others: [Int] = []
    // By index: a set is not copied to be looked at.
    for index in 0..<(chosen?.count ?? sets.count) {
      let set = chosen?[index] ?? index
      guard sets[set].completed, sets[set].kind != .warmup else { continue }
      guard let place = places[sets[set].exercise] else {
        others.append(set)
        continue
      }
      progress[place].add(sets[set])
      if let next = next[place], progress[place].isDone { places[sets[set].exercise] = next }
    }
    return (progress, others)
  }
}

extension History.Session {
  /// The exercises that the session was started to do, with the sets that were done of them.
  public var progress: [PlannedProgress] {
    planned.isEmpty ? [] : planned.progress(in: sets).progress
  }
}
