import Events

/// The exercises that a user merged into others.
///
/// Events keep their names; a projection looks up a name here when it shows the name. A merge therefore also applies
/// to earlier sets, and undoing the merge restores them.
///
/// A merge into an exercise that is merged itself has no effect. A look-up is therefore one step, and two exercises
/// that are merged into each other both stay.
public struct ExerciseMerges: UserProjection, Equatable {
  /// The exercise into which each exercise is merged.
  private(set) var targets: [Name: Name] = [:]

  public init() {}

  /// Creates the merges that a checkpoint kept.
  init(_ targets: [Name: Name]) { self.targets = targets }

  public static var reads: Areas { [.exercises] }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .exercises(.exerciseMerged(let merge)): targets[merge.exercise] = merge.into
    case .exercises(.exerciseUnmerged(let end)): targets[end.exercise] = nil
    default: break
    }
  }

  public func _ignores(_ event: Event) -> Bool { !event.changesMerges }

  /// A Boolean value indicating whether no exercise is merged.
  var isEmpty: Bool { targets.isEmpty }

  /// Returns the exercise that an exercise is merged into, otherwise the exercise itself.
  public subscript(exercise: Name) -> Name {
    guard let target = targets[exercise], targets[target] == nil else { return exercise }
    return target
  }

  /// Returns the exercises that are merged into an exercise, in order.
  ///
  /// Cost: proportional to all merges.
  public func parts(of exercise: Name) -> [Name] {
    guard targets[exercise] == nil else { return [] }
    return targets.filter { $0.value == exercise }.keys.sorted()
  }

  /// Returns planned exercises with the names of those for which they count.
  func named(_ planned: [PlannedExercise]) -> [PlannedExercise] {
    guard !isEmpty else { return planned }
    var named = planned
    for place in named.indices { named[place].exercise = self[named[place].exercise] }
    return named
  }

  /// Returns the exercises of a workout with those names, each once.
  ///
  /// As in a workout to which an exercise is added again, it keeps its first place and has its last details.
  func namedOnce(_ planned: [PlannedExercise]) -> [PlannedExercise] {
    guard !isEmpty else { return planned }
    var once = OrderedDictionary<Name, PlannedExercise>()
    for exercise in named(planned) { once[exercise.exercise] = exercise }
    return once.values
  }
}

extension Event {
  /// A Boolean value indicating whether the event may change the exercise for which another one counts.
  var changesMerges: Bool {
    switch body {
    case .exercises(.exerciseMerged), .exercises(.exerciseUnmerged): true
    default: false
    }
  }
}
