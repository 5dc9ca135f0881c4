import Events

/// A planned exercise with its number, in the form of the plan and the posts.
public struct NumberedExercise: Record {
  public let planned: PlannedExercise
  /// The number of the exercise; nil if the log does not name it.
  public let number: Int?

  public static var key: String? { "exercise" }
  public var _keyScalar: RecordScalar? { .name(planned.exercise) }

  public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
    f("exercise", row?.planned.exercise, .plain.exercise, "The exercise.")
    f("number", row?.number, .hidden, "The number of the exercise, as in `ids`.")
    f("sets", row?.planned.sets, .plain, "Planned sets; null when open.")
    f("reps", row?.planned.reps, .plain, "Planned repetitions of each set; null when open.")
    f(
      "weightKg", row?.planned.weight, .mass,
      "The planned load in kilograms; null when open.")
    PlannedExercise.listTargets(row?.planned, &f)
  }
}

extension PlannedExercise {
  /// Lists the targets that few planned exercises have.
  static func listTargets(_ planned: PlannedExercise?, _ f: inout some RecordVisitor) {
    f.optional(
      "seconds", planned?.seconds, .seconds,
      "The planned duration of each set; left out for sets of repetitions.")
    f.optional(
      "maxReps", planned?.maxReps, .plain,
      "The most planned repetitions, if `reps` begins a range; otherwise left out.")
    f.optional(
      "superset", planned?.superset, .plain, "The superset it is part of; left out for none.")
    f.optional(
      "restSeconds", planned?.restSeconds, .seconds,
      "The planned rest after each set; left out when open.")
  }
}

extension ExerciseNumbers {
  /// Returns planned exercises with their numbers.
  func numbered(_ exercises: [PlannedExercise]) -> [NumberedExercise] {
    exercises.map { NumberedExercise(planned: $0, number: self[$0.exercise]) }
  }
}
