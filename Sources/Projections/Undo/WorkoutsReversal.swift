import Events

extension WorkoutEvent {
  /// Returns the reversal of the event, given the state before it.
  func reversal(_ event: Event, _ state: ReversalState) -> Reversal {
    switch self {
    case .workoutCreated(let creation):
      Self.reversal(ofCreation: creation.workout ?? Name(event.id), state)
    case .workoutRevised(let revision): Self.reversal(of: revision, state)
    case .workoutExerciseAdded(let addition): Self.reversal(of: addition, state)
    case .workoutExerciseRemoved(let removal): Self.reversal(of: removal, state)
    case .workoutDeleted(let deletion): Self.reversal(ofDeletion: deletion.workout, state)
    case .workoutSaved(let saving): Self.reversal(ofSaving: saving.workout, true, state)
    case .workoutUnsaved(let unsaving): Self.reversal(ofSaving: unsaving.workout, false, state)
    case .templateDefined(let definition):
      Self.reversal(ofTemplate: definition.template ?? Name(event.id), event, state)
    case .templateDeleted(let deletion):
      Self.reversal(ofTemplate: deletion.template, event, state)
    case .workoutSuggested: .suggestion
    }
  }

  /// Returns the parts of the state that the event with this id changes.
  func subjects(_ id: EventID) -> [UndoTarget] {
    switch self {
    case .workoutCreated(let creation): [.workout(creation.workout ?? Name(id))]
    case .workoutRevised(let revision): [.workout(revision.workout)]
    case .workoutExerciseAdded(let addition): [.workout(addition.workout)]
    case .workoutExerciseRemoved(let removal): [.workout(removal.workout)]
    case .workoutDeleted(let deletion): [.workout(deletion.workout)]
    case .workoutSaved(let saving): [.savedWorkout(saving.workout)]
    case .workoutUnsaved(let unsaving): [.savedWorkout(unsaving.workout)]
    case .templateDefined(let definition): [.template(definition.template ?? Name(id))]
    case .templateDeleted(let deletion): [.template(deletion.template)]
    case .workoutSuggested: []
    }
  }

  // MARK: - Workouts

  private static func reversal(ofCreation name: Name, _ state: ReversalState) -> Reversal {
    guard state.workouts[name] == nil else { return .noEffect }
    return .facts(about: [.workout(name)]) { state in
      guard let now = state.workouts[name], now.author == state.user else {
        return .overwritten(orForced: nil)
      }
      return .facts([.workouts(.workoutDeleted(WorkoutDeleted(workout: name)))])
    }
  }

  /// Returns the reversal of a deletion: the workout is created again with its name.
  private static func reversal(ofDeletion name: Name, _ state: ReversalState) -> Reversal {
    guard let before = state.workouts[name] else { return .noEffect }
    guard before.author == state.user else {
      return .impossible(reason: "the workout was not yours", help: nil)
    }
    let again = WorkoutCreated(
      workout: name, name: before.name, description: before.description,
      minutes: before.minutes, exercises: before.exercises)
    return .facts(about: [.workout(name)]) { state in
      state.workouts[name] == nil
        ? .facts([.workouts(.workoutCreated(again))]) : .overwritten(orForced: nil)
    }
  }

  private static func reversal(of revision: WorkoutRevised, _ state: ReversalState) -> Reversal {
    let name = revision.workout
    guard let before = state.workouts[name] else { return .noEffect }
    var after = before
    after.revise(revision)
    guard after != before else { return .noEffect }
    let (back, forth) = (before.revision(from: after), after.revision(from: before))
    return .facts(about: [.workout(name)]) { state throws(Refusal) in
      guard let now = try state.ownWorkout(name) else { return .overwritten(orForced: nil) }
      let facts: [Event.Body] = [.workouts(.workoutRevised(back))]
      // If no later event changed these values, repeating the revision changes nothing.
      var again = now
      again.revise(forth)
      return again == now ? .facts(facts) : .overwritten(orForced: facts)
    }
  }

  private static func reversal(
    of addition: WorkoutExerciseAdded, _ state: ReversalState
  ) -> Reversal {
    let (name, planned) = (addition.workout, addition.planned)
    guard let workout = state.workouts[name] else { return .noEffect }
    let before = workout.exercises.first { $0.exercise == planned.exercise }
    guard before != planned else { return .noEffect }
    let back: WorkoutEvent =
      before.map { .workoutExerciseAdded(WorkoutExerciseAdded(workout: name, $0)) }
      ?? .workoutExerciseRemoved(
        WorkoutExerciseRemoved(workout: name, exercise: planned.exercise))
    return .facts(about: [.workout(name)]) { state throws(Refusal) in
      let now = try state.ownWorkout(name)?.exercises.first { $0.exercise == planned.exercise }
      guard let now else { return .overwritten(orForced: nil) }
      return now == planned ? .facts([.workouts(back)]) : .overwritten(orForced: [.workouts(back)])
    }
  }

  /// Returns the reversal of a removal: the exercise is added, and those after it are added again to keep their order.
  private static func reversal(
    of removal: WorkoutExerciseRemoved, _ state: ReversalState
  ) -> Reversal {
    let (name, exercise) = (removal.workout, removal.exercise)
    let before = state.workouts[name]?.exercises ?? []
    guard let place = before.firstIndex(where: { $0.exercise == exercise }) else {
      return .noEffect
    }
    let (planned, earlier) = (before[place], Set(before[..<place].map(\.exercise)))
    return .facts(about: [.workout(name)]) { state throws(Refusal) in
      guard let now = try state.ownWorkout(name)?.exercises,
        !now.contains(where: { $0.exercise == exercise })
      else { return .overwritten(orForced: nil) }
      var facts: [WorkoutEvent] = [
        .workoutExerciseAdded(WorkoutExerciseAdded(workout: name, planned))
      ]
      for later in now where !earlier.contains(later.exercise) {
        facts.append(
          .workoutExerciseRemoved(WorkoutExerciseRemoved(workout: name, exercise: later.exercise)))
        facts.append(.workoutExerciseAdded(WorkoutExerciseAdded(workout: name, later)))
      }
      return .facts(facts.map { .workouts($0) })
    }
  }

  private static func reversal(
    ofSaving name: Name, _ isSaving: Bool, _ state: ReversalState
  ) -> Reversal {
    guard state.savedWorkouts.contains(name) != isSaving else { return .noEffect }
    let back: WorkoutEvent =
      isSaving
      ? .workoutUnsaved(WorkoutUnsaved(workout: name))
      : .workoutSaved(WorkoutSaved(workout: name))
    return .facts(about: [.savedWorkout(name)]) { state in
      state.savedWorkouts.contains(name) == isSaving
        ? .facts([.workouts(back)]) : .overwritten(orForced: nil)
    }
  }

  // MARK: - Templates

  /// Returns the reversal of a definition or a deletion: the template is defined as before, or deleted.
  private static func reversal(
    ofTemplate name: Name, _ event: Event, _ state: ReversalState
  ) -> Reversal {
    let before = state.templates[name]
    var after = state.templates
    after.apply(event)
    let made = after[name]
    guard made != before else { return .noEffect }
    let back: WorkoutEvent =
      before.map { old in
        .templateDefined(
          TemplateDefined(
            template: name, name: old.name, description: old.description,
            exercises: old.exercises))
      } ?? .templateDeleted(TemplateDeleted(template: name))
    return .facts(about: [.template(name)]) { state in
      state.templates[name] == made
        ? .facts([.workouts(back)]) : .overwritten(orForced: [.workouts(back)])
    }
  }
}

extension ReversalState {
  /// Returns a workout; nil if it was deleted.
  ///
  /// - Throws: A refusal if it belongs to another user.
  fileprivate func ownWorkout(_ name: Name) throws(Refusal) -> Workouts.Workout? {
    guard let workout = workouts[name] else { return nil }
    guard workout.author == user else {
      throw Refusal(.notOwner, "only its author can change workout '\(name)'")
    }
    return workout
  }
}
