import Events

/// A planned exercise, and the number of its sets that were done.
public struct PlannedProgress: Equatable, Sendable {
  public let planned: PlannedExercise
  /// The number of sets done, without warm-ups.
  public internal(set) var done = 0
  /// The number of sets done with at least the planned repetitions, duration, distance and load.
  ///
  /// A duration that is planned with a distance is the longest that meets it.
  public internal(set) var met = 0
  /// The number of these sets with at least the most repetitions of a planned range; 0 without a range.
  public internal(set) var metMost = 0

  init(_ planned: PlannedExercise) { self.planned = planned }

  /// The number of planned sets; one if the plan does not specify it.
  public var sets: Int { max(1, planned.sets ?? 1) }

  public var isDone: Bool { done >= sets }

  /// Counts a set of the exercise, or with a count of -1 no longer counts it.
  mutating func add(_ set: History.LoggedSet, _ count: Int = 1) {
    done += count
    let isHeavy =
      planned.weight.map { (set.weight?.kilograms(enteredFor: $0) ?? 0) >= $0.kilograms } ?? true
    guard set.reps >= planned.reps ?? 0, isHeavy, planned.isMet(by: set) else { return }
    met += count
    if let most = planned.maxReps, set.reps >= most { metMost += count }
  }
}

extension History.LoggedSet {
  /// A Boolean value indicating whether the set counts as training: if it was done and is no warm-up.
  var counts: Bool { completed && kind != .warmup && !isRemoved }
}

extension PlannedExercise {
  /// Returns whether a set has the planned distance in time, otherwise the planned duration.
  fileprivate func isMet(by set: History.LoggedSet) -> Bool {
    guard let metres else { return set.seconds ?? 0 >= seconds ?? 0 }
    return set.metres ?? 0 >= metres
      && seconds.map { set.seconds ?? .infinity <= $0 } ?? true
  }
}

extension [PlannedExercise] {
  /// Returns the exercises with their completed sets from `sets`, and the places of sets of other exercises.
  ///
  /// Warm-ups and sets that are not done do not count. If an exercise is planned twice, the first gets as many sets as
  /// it plans, and the last gets the rest.
  ///
  /// - Parameter chosen: The places of the sets that count; nil for all of them.
  func progress(
    in sets: [History.LoggedSet], at chosen: [Int]? = nil
  ) -> (progress: [PlannedProgress], others: [Int]) {
    Steps.add(chosen?.count ?? sets.count)
    var progress = map { PlannedProgress($0) }
    // The exercise that gets the next set, and for each exercise the next one of the same name.
    var places: [Name: Int] = [:]
    places.reserveCapacity(count)
    var next = [Int?](repeating: nil, count: count)
    for place in indices.reversed() {
      next[place] = places.updateValue(place, forKey: self[place].exercise)
    }
    var others: [Int] = []
    // By index, to avoid a copy of each set.
    for index in 0..<(chosen?.count ?? sets.count) {
      let set = chosen?[index] ?? index
      guard sets[set].counts else { continue }
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
  /// The exercises that the session was started for, with the sets that were done.
  public var progress: [PlannedProgress] {
    planned.isEmpty ? [] : planned.progress(in: sets).progress
  }
}
