import Events

extension PlanEvent {
  /// The way in which a change of a user's plan is judged.
  ///
  /// A change at a place where another exercise is by now has no effect.
  var judgement: Judgement {
    switch self {
    case .workoutTypeChosen, .exerciseAdded: .always
    case .exerciseRemoved, .exerciseMoved, .dayCleared, .workoutTypeCleared:
      .unless(
        Unchanged(OfUser<WeeklyPlan>.self) { state in Weekday.allCases.map { state.value[$0] } })
    case .planShared(let shared):
      .decision(SharePlan(day: shared.day, title: shared.title, description: shared.description))
    case .planSaved(let saved):
      .decision(SavePost(post: Reference(to: saved.post), day: saved.day))
    case .workoutAssigned(let assigned):
      .decision(
        AssignWorkout(
          day: assigned.day, workout: Reference(to: assigned.workout), week: assigned.week))
    case .workoutUnassigned(let unassignment):
      .unless(Missing(from: OfUser<PlannedWeeks>.self) { $0.value[unassignment.date] != nil })
    }
  }
}
