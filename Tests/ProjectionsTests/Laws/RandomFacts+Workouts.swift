import Events
import TestSupport

extension RandomFacts {
  private static let workouts: [Name] = ["k", "l", name(3), name(7)]
  private static let templates: [Name] = ["t", "v", name(4), "full-body-beginner"]
  private static let weeks = [day("2026-02-23"), day("2026-03-01"), day("2026-03-02")]

  private mutating func planned() -> PlannedExercise {
    PlannedExercise(
      exercise: one(Self.exercises + ["squat"]), sets: one([nil, 1, 3]), reps: one([nil, 2, 8]),
      weight: one([nil, Weight(20), Weight(44, .lb)]))
  }

  /// A fact about workouts, templates, or weeks with workouts.
  mutating func workout(_ seq: Int) -> Event.Body {
    let (workout, template) = (one(Self.workouts), one(Self.templates))
    let (week, day): (LocalDay, Weekday) = (one(Self.weeks), one([.monday, .friday, .sunday]))
    let list = [planned(), planned(), planned()]
    switch one(Array(0..<12)) {
    case 0, 1:
      return .workouts(
        .workoutCreated(
          WorkoutCreated(
            workout: one([nil, workout]), name: "\(seq)", description: one([nil, "d"]),
            minutes: one([nil, 45]), exercises: list)))
    case 2, 3:
      return .workouts(.workoutExerciseAdded(WorkoutExerciseAdded(workout: workout, list[0])))
    case 4:
      return .workouts(
        .workoutExerciseRemoved(
          WorkoutExerciseRemoved(workout: workout, exercise: list[0].exercise)))
    case 5:
      return .workouts(
        .workoutRevised(
          WorkoutRevised(
            workout: workout, name: one([nil, "n"]), description: one([nil, "e"]),
            minutes: one([nil, 50]), cleared: one([[], [.minutes], [.description]]))))
    case 6: return .workouts(.workoutSaved(WorkoutSaved(workout: workout)))
    case 7:
      return one([
        .workouts(.workoutUnsaved(WorkoutUnsaved(workout: workout))),
        .workouts(.workoutDeleted(WorkoutDeleted(workout: workout))),
      ])
    case 8, 9:
      return .workouts(
        .templateDefined(
          TemplateDefined(
            template: one([nil, template]), name: "\(seq)", description: one([nil, "d"]),
            exercises: list)))
    case 10: return .workouts(.templateDeleted(TemplateDeleted(template: template)))
    default:
      return one([
        .plan(.workoutAssigned(WorkoutAssigned(week: week, day: day, workout: workout))),
        .plan(.workoutAssigned(WorkoutAssigned(week: week, day: day, workout: workout))),
        .plan(.workoutUnassigned(WorkoutUnassigned(week: week, day: day))),
      ])
    }
  }
}
