import Events

/// The reusable workouts of all users.
///
/// Source: RedGym's `Workout`; its exercises are a set. An exercise that is added again gets new details in the same
/// place. Removing an exercise that is not there changes nothing.
public struct Workouts: Projection {
  /// A workout.
  public struct Workout: Equatable, Sendable {
    public let workout: Name
    @Verbatim public internal(set) var name: String
    @Verbatim public internal(set) var description: String?
    /// The planned duration; nil if it is open.
    public internal(set) var minutes: Double?
    /// The exercises in order, each once.
    public var exercises: [PlannedExercise] { list.elements }
    let author: Name?
    var list = ExerciseSet()
  }

  /// The workouts in the order in which they were created; nil for one that was deleted.
  private var created: [Workout?] = []
  /// The index of each workout in `created`.
  private var places: [Name: Int] = [:]

  public init() {}
  public static var reads: Areas { [.workouts] }

  /// The workouts in the order in which they were created.
  public var workouts: [Workout] { created.compactMap(\.self) }

  /// A workout by its name; nil if there is none, or if it was deleted.
  public subscript(workout: Name) -> Workout? { places[workout].flatMap { created[$0] } }

  public static func == (one: Workouts, other: Workouts) -> Bool { one.workouts == other.workouts }

  public mutating func apply(_ event: Event) {
    guard case .workouts(let fact) = event.body, event.mayChange({ self[$0].map(\.author) }) else {
      return
    }
    switch fact {
    case .workoutCreated(let creation): create(creation, event)
    case .workoutRevised(let revision): change(revision.workout) { $0.revise(revision) }
    case .workoutExerciseAdded(let addition):
      change(addition.workout) { $0.list.add(addition.planned) }
    case .workoutExerciseRemoved(let removal):
      change(removal.workout) { $0.list.remove(removal.exercise) }
    case .workoutDeleted(let deletion): delete(deletion.workout)
    case .workoutSaved, .workoutUnsaved, .templateDefined, .templateDeleted, .workoutSuggested:
      break
    }
  }

  private mutating func create(_ creation: WorkoutCreated, _ event: Event) {
    let name = creation.workout ?? Name(event.id)
    guard places[name] == nil else { return }
    places[name] = created.count
    created.append(
      Workout(
        workout: name, name: creation.name, description: creation.description,
        minutes: creation.minutes, author: event.user, list: ExerciseSet(creation.exercises)))
  }

  private mutating func change(_ workout: Name, _ body: (inout Workout) -> Void) {
    guard let place = places[workout], var changed = created[place].take() else { return }
    body(&changed)
    created[place] = changed
  }

  /// Deletes a workout, and removes the gaps if there are more gaps than workouts.
  private mutating func delete(_ workout: Name) {
    guard let place = places.removeValue(forKey: workout) else { return }
    created[place] = nil
    guard created.count > 2 * places.count + 64 else { return }
    created.drop { $0 == nil }
    for (place, workout) in created.enumerated() {
      if let workout { places[workout.workout] = place }
    }
  }
}

extension Workouts.Workout {
  mutating func revise(_ revision: WorkoutRevised) {
    name = revision.name ?? name
    description = revision.description ?? description
    minutes = revision.minutes ?? minutes
    for detail in revision.cleared {
      switch detail {
      case .description: description = nil
      case .minutes: minutes = nil
      }
    }
  }
}

/// Exercises in order, each once.
struct ExerciseSet: Equatable, Sendable {
  /// The exercises; nil for one that was removed.
  private var listed: [PlannedExercise?] = []
  private var places: [Name: Int] = [:]

  init(_ exercises: [PlannedExercise] = []) {
    for exercise in exercises { add(exercise) }
  }

  var elements: [PlannedExercise] { listed.compactMap(\.self) }

  static func == (one: ExerciseSet, other: ExerciseSet) -> Bool { one.elements == other.elements }

  /// Adds an exercise at the end, or replaces the details of an existing one.
  mutating func add(_ exercise: PlannedExercise) {
    let place = places[exercise.exercise] ?? listed.count
    if place == listed.count { listed.append(nil) }
    places[exercise.exercise] = place
    listed[place] = exercise
  }

  /// Removes an exercise, and removes the gaps if there are more gaps than exercises.
  mutating func remove(_ exercise: Name) {
    guard let place = places.removeValue(forKey: exercise) else { return }
    listed[place] = nil
    guard listed.count > 2 * places.count + 64 else { return }
    listed.drop { $0 == nil }
    for (place, exercise) in listed.enumerated() {
      if let exercise { places[exercise.exercise] = place }
    }
  }
}

/// The names of the workouts that one user saved, and the exercises that the user merged.
///
/// A deleted workout stays saved, so that it is there again when its deletion is undone.
public struct SavedWorkouts: UserProjection {
  private var saved: Set<Name> = []
  /// The exercises for which others count; workouts have the names of their events.
  private(set) var merges = ExerciseMerges()

  public init() {}
  public static var reads: Areas { [.workouts, .exercises] }

  /// Returns whether a workout is saved.
  public func contains(_ workout: Name) -> Bool { saved.contains(workout) }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .workouts(.workoutSaved(let saving)): saved.insert(saving.workout)
    case .workouts(.workoutUnsaved(let unsaving)): saved.remove(unsaving.workout)
    default: merges.apply(event)
    }
  }
}
