import Events

/// A planned exercise with its number, in the form of the plan and the posts.
public struct NumberedExercise: Record {
  public let planned: PlannedExercise
  /// The number of the exercise; nil if the log does not name it.
  public let number: Int?

  public static var key: String? { "exercise" }
  public var _keyScalar: RecordScalar? { .name(planned.exercise) }

  public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
    listPlan(row, &f)
    PlannedExercise.listDistance(row?.planned, &f)
  }

  /// Lists the fields that precede the weekday of a post.
  static func listPlan(_ row: Self?, _ f: inout some RecordVisitor) {
    f("exercise", row?.planned.exercise, .plain.exercise, "The exercise.")
    f("number", row?.number, .hidden, "The number of the exercise, as in `ids`.")
    f("sets", row?.planned.sets, .plain, "Planned sets; null if unspecified.")
    f("reps", row?.planned.reps, .plain, "Planned repetitions of each set; null if unspecified.")
    f("weightKg", row?.planned.weight, .mass, "The planned load in kilograms; null if unspecified.")
    PlannedExercise.listTargets(row?.planned, &f)
  }
}

extension PlannedExercise {
  /// Lists the targets that few planned exercises have.
  static func listTargets(_ planned: PlannedExercise?, _ f: inout some RecordVisitor) {
    f(
      "seconds", planned?.seconds, .seconds.rare,
      "The planned duration of each set, or the time limit for `metres`; null for sets of repetitions."
    )
    f(
      "maxReps", planned?.maxReps, .plain.rare,
      "The upper end of the planned range of repetitions; null without a range.")
    f("superset", planned?.superset, .plain.rare, "The superset; null if there is none.")
    f(
      "restSeconds", planned?.restSeconds, .seconds.rare,
      "The planned rest after each set; null if unspecified.")
  }

  /// Lists the planned distance, which follows the other fields.
  static func listDistance(_ planned: PlannedExercise?, _ f: inout some RecordVisitor) {
    f(
      "metres", planned?.metres, .metres.rare,
      "The planned distance of each set; null if there is none.")
  }
}

extension ExerciseNumbers {
  func numbered(_ exercises: [PlannedExercise]) -> [NumberedExercise] {
    exercises.map { NumberedExercise(planned: $0, number: self[$0.exercise]) }
  }
}
