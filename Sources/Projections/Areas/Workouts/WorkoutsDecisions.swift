import Events

/// A request to create a workout without exercises.
public struct CreateWorkout: Decision {
  public var name: String
  public var description: String?
  public var minutes: Double?

  public init(name: String, description: String? = nil, minutes: Double? = nil) {
    (self.name, self.description, self.minutes) = (name, description, minutes)
  }

  public func decide(_ state: Workouts, _ context: Context) throws(Refusal) -> [Event.Body] {
    let name = try required(name, "the name of a workout", help: "for example Push or Legs")
    try state.requireFree(name, of: context.user)
    let created = WorkoutCreated(
      name: name, description: given(description), minutes: minutes, exercises: [])
    return [created.body]
  }
}

/// A request of the author to change a workout; values that are nil stay unchanged.
public struct EditWorkout: Decision {
  public var workout: Reference
  public var name: String?
  /// The new description; a text without words removes it.
  public var description: String?
  public var minutes: Double?
  /// The property to remove; nil for none.
  public var cleared: WorkoutDetail?

  public init(
    workout: Reference, name: String? = nil, description: String? = nil, minutes: Double? = nil,
    cleared: WorkoutDetail? = nil
  ) {
    (self.workout, self.name, self.description) = (workout, name, description)
    (self.minutes, self.cleared) = (minutes, cleared)
  }

  public func decide(_ state: Workouts, _ context: Context) throws(Refusal) -> [Event.Body] {
    let before = try state.workout(workout, of: context.user, to: "edit")
    if name == nil, description == nil, minutes == nil, cleared == nil {
      throw Refusal(
        .nothingToChange, "there is nothing to edit",
        help: "give \(.giveAny([.name, .description, .minutes, .cleared]))")
    }
    if name != nil, given(name) == nil {
      throw Refusal(
        .emptyValue, "the name of a workout must not be empty", help: "for example Push or Legs")
    }
    if let name = given(name), name != before.name {
      try state.requireFree(name, of: context.user, besides: before.workout)
    }
    var cleared = [self.cleared].compactMap(\.self)
    if description != nil, given(description) == nil { cleared.append(.description) }
    var after = before
    after.revise(
      WorkoutRevised(
        workout: before.workout, name: given(name), description: given(description),
        minutes: minutes, cleared: cleared))
    guard after != before else { return [] }
    return [after.revision(from: before).body]
  }
}

/// A request of the author to add an exercise to a workout, or to change its details.
public struct AddWorkoutExercise: ExerciseRequest {
  public var workout: Reference
  public var exercise: String
  public var sets: Int?
  public var reps: Int?
  public var weight: EnteredWeight?
  public var targets = PlannedTargets()
  /// A Boolean value indicating whether an exercise that the log does not name is accepted.
  public var isNew: Bool

  public init(
    workout: Reference, exercise: String, sets: Int? = nil, reps: Int? = nil,
    weight: EnteredWeight? = nil, isNew: Bool = false
  ) {
    (self.workout, self.exercise, self.sets, self.reps) = (workout, exercise, sets, reps)
    (self.weight, self.isNew) = (weight, isNew)
  }

  public func decide(
    _ state: Pair<Workouts, Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>>,
    _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let workout = try state.first.workout(workout, of: context.user, to: "change")
    let known = state.second.second
    let exercise = try known.second.resolve(exercise, isNew: isNew, in: state.second.first.value)
    let unit = known.first.value.unit(of: exercise, in: state.second.first.value)
    let merges = state.second.first.merges
    // Of several that count for one, the last has the details that are shown.
    let there = workout.exercises.last { merges[$0.exercise] == exercise }
    try targets.require(reps: reps)
    let planned = PlannedExercise(
      exercise: there?.exercise ?? exercise, sets: sets, reps: reps,
      weight: weight?.load(of: exercise, typed: self.exercise, unit), targets)
    if workout.exercises.contains(planned) { return [] }
    return [WorkoutExerciseAdded(workout: workout.workout, planned).body]
  }
}

/// A request of the author to remove an exercise from a workout; if it is not there, nothing changes.
public struct RemoveWorkoutExercise: Decision {
  public var workout: Reference
  public var exercise: String

  public init(workout: Reference, exercise: String) {
    (self.workout, self.exercise) = (workout, exercise)
  }

  public func decide(
    _ state: Pair<Workouts, Pair<OfUser<SavedWorkouts>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let workout = try state.first.workout(workout, of: context.user, to: "change")
    let exercise = Name(trimmed(exercise))
    let merges = state.second.first.merges
    let names = [exercise, state.second.second.exercise(self.exercise)].compactMap(\.self)
    let listed = workout.exercises.map(\.exercise)
    let shown = listed.map { merges[$0] }
    guard let name = names.first(where: { shown.contains(merges[$0]) }) else { return [] }
    // All exercises that count for it are shown as one.
    return listed.filter { merges[$0] == merges[name] }.map {
      WorkoutExerciseRemoved(workout: workout.workout, exercise: $0).body
    }
  }
}

/// A request of the author to delete a workout; weeks and sessions that use it stay.
public struct DeleteWorkout: Decision {
  public var workout: Reference

  public init(workout: Reference) { self.workout = workout }

  public func decide(_ state: Workouts, _ context: Context) throws(Refusal) -> [Event.Body] {
    let workout = try state.workout(workout, of: context.user, to: "delete")
    return [WorkoutDeleted(workout: workout.workout).body]
  }
}

/// A request to save a workout of any user, or to remove it from the saved workouts.
public struct SaveWorkout: Decision {
  public var workout: Reference
  public var isKept: Bool

  public init(workout: Reference, isKept: Bool = true) {
    (self.workout, self.isKept) = (workout, isKept)
  }

  public func decide(
    _ state: Pair<Workouts, OfUser<SavedWorkouts>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let workout = try state.first.workout(workout, by: context.user).workout
    guard state.second.value.contains(workout) != isKept else { return [] }
    return [isKept ? WorkoutSaved(workout: workout).body : WorkoutUnsaved(workout: workout).body]
  }
}

extension Workouts.Workout {
  /// Returns the revision that gives this workout the values of another, except for the exercises.
  func revision(from old: Self) -> WorkoutRevised {
    var cleared: [WorkoutDetail] = []
    if description == nil, old.description != nil { cleared.append(.description) }
    if minutes == nil, old.minutes != nil { cleared.append(.minutes) }
    return WorkoutRevised(
      workout: workout, name: changed(name, from: old.name),
      description: changed(description, from: old.description),
      minutes: changed(minutes, from: old.minutes), cleared: cleared)
  }
}

extension Workouts {
  /// Refuses a name that one of the user's workouts has, in any case of its letters.
  fileprivate func requireFree(
    _ name: String, of user: Name, besides renamed: Name? = nil
  ) throws(Refusal) {
    let same = workouts.first {
      $0.author == user && $0.workout != renamed && $0.name.lowercased() == name.lowercased()
    }
    guard let same else { return }
    throw Refusal(
      .alreadyExists, "you already have a workout '\(same.name)': \(same.workout)",
      help: "choose another name, or add to it: \(.addToWorkout(named: same.name))")
  }

  /// Returns the workout of a reference, which may also be the name of one of the user's own.
  ///
  /// The exact name comes before one in another case. Logs from elsewhere may have both.
  func workout(_ reference: Reference, by user: Name) throws(Refusal) -> Workout {
    let own = workouts.filter { $0.author == user }
    if case .prefix(let text) = reference {
      let text = trimmed(text)
      let exact = own.filter { $0.name == text }
      let named = exact.isEmpty ? own.filter { $0.name.lowercased() == text.lowercased() } : exact
      if named.count == 1 { return named[0] }
      guard named.isEmpty else {
        throw Refusal(
          .ambiguous, "\(named.count) of your workouts are called '\(text)', ignoring case",
          help: "write the exact name, or an id: \(alternatives(named.map(\.workout.text)))")
      }
    }
    let among = reference == .latest && !own.isEmpty ? own : workouts
    let others = ids(ofWorkoutsNamed: reference)
    let name = try reference.resolve(
      among: among.map(\.workout), "workout",
      help: others.isEmpty
        ? "\(.show(.workouts)) shows the workouts"
        : "a name finds only your own workouts; give the id of another user's: \(alternatives(others))"
    )
    guard let workout = self[name] else {
      throw Refusal(.notFound, "there is no workout '\(name)'")
    }
    return workout
  }

  /// Returns the ids of the first few workouts with a name, ignoring case.
  private func ids(ofWorkoutsNamed reference: Reference) -> [String] {
    guard case .prefix(let text) = reference else { return [] }
    let name = trimmed(text).lowercased()
    return workouts.filter { $0.name.lowercased() == name }.prefix(3).map(\.workout.text)
  }

  /// Returns the workout of a reference, if it is the user's own.
  ///
  /// - Throws: A refusal, which does not name the author.
  func workout(
    _ reference: Reference, of user: Name, to change: String
  ) throws(Refusal) -> Workout {
    let workout = try workout(reference, by: user)
    guard workout.author == user else {
      throw Refusal(
        .notOwner, "only its author can \(change) workout '\(workout.workout)'",
        help: "to keep a copy of the workout: \(.saveWorkout(workout.workout))")
    }
    return workout
  }
}
