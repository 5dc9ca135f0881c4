import Events

extension WorkoutEvent {
  /// The way in which a change of a workout, which all users see, or of a user's own template is judged.
  var judgement: Judgement {
    switch self {
    // The name may be taken by another workout of the user by now, which a list shows twice.
    case .workoutCreated, .templateDefined, .workoutSuggested: .always
    case .workoutRevised(let change): .decision(EditWorkout(change))
    case .workoutExerciseAdded(let added): .unless(workout: added.workout)
    case .workoutExerciseRemoved(let removed): .unless(workout: removed.workout)
    case .workoutDeleted(let deletion):
      .decision(DeleteWorkout(workout: Reference(to: deletion.workout)))
    case .workoutSaved(let saved): .decision(SaveWorkout(workout: Reference(to: saved.workout)))
    case .workoutUnsaved(let unsaving):
      .unless(Missing(from: OfUser<SavedWorkouts>.self) { $0.value.contains(unsaving.workout) })
    case .templateDeleted(let deletion):
      .unless(
        Unchanged(OfUser<Templates>.self) { $0.value[deletion.template] != nil })
    }
  }
}

extension EditWorkout {
  /// Creates the request that leads to a change.
  fileprivate init(_ change: WorkoutRevised) {
    self.init(
      workout: Reference(to: change.workout), name: change.name, description: change.description,
      minutes: change.minutes, cleared: change.cleared.first)
  }
}

extension Judgement {
  /// Returns the judgement of an event about a workout.
  fileprivate static func unless(workout: Name) -> Judgement {
    .unless(Missing(from: Workouts.self) { $0[workout] != nil })
  }
}
