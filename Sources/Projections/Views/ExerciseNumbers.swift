import Events

/// A whole number for every exercise, for what cannot take names: the first one the log speaks of
/// is 1, the next new one 2, and none ever changes.
///
/// Source: RedGym's `getSequentialId(for:)`, whose pictures are at `/api/gifs/<number>/`.
public struct ExerciseNumbers: Projection {
  private var numbers: [Name: Int] = [:]
  /// The exercises by number: that of `exercises[0]` is 1.
  public private(set) var exercises: [Name] = []

  public init() {}
  public static var reads: Areas { [.exercises, .plan, .sessions] }
  public static var kept: Kept<Self>? { Kept("ExerciseNumbers") }

  /// The number of an exercise; nil for one the log never spoke of.
  public subscript(exercise: Name) -> Int? { numbers[exercise] }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .exercises(.exerciseCatalogued(let entry)): meet(entry.exercise)
    case .plan(let fact): meet(in: fact)
    case .sessions(.setLogged(let set)): meet(set.exercise)
    default: break
    }
  }

  private mutating func meet(in fact: PlanEvent) {
    switch fact {
    case .exerciseAdded(let addition): meet(addition.planned.exercise)
    case .planShared(let shared): for planned in shared.exercises { meet(planned.exercise) }
    case .planSaved(let saved): for planned in saved.exercises { meet(planned.exercise) }
    case .exerciseRemoved(let removal): meet(removal.exercise)
    case .exerciseMoved(let move): meet(move.exercise)
    case .workoutTypeChosen, .dayCleared: break
    }
  }

  private mutating func meet(_ exercise: Name) {
    guard numbers[exercise] == nil else { return }
    exercises.append(exercise)
    numbers[exercise] = exercises.count
  }
}

extension ExerciseNumbers: NestedPayload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercises = try f.list("exercises", old?.exercises)
    for exercise in exercises { numbers[exercise] = numbers.count + 1 }
  }
}
