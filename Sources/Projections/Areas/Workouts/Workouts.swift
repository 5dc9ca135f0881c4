import Events

/// The reusable workouts of all users.
///
/// Source: RedGym's `Workout`; its exercises are a set. An exercise that is added again gets new details in the same
/// place. Removing an exercise that is not there changes nothing.
public struct Workouts: Projection {
  public struct Workout: Equatable, Sendable {
    public let workout: Name
    @Verbatim public internal(set) var name: String
    @Verbatim public internal(set) var description: String?
    /// The planned duration; nil if it is unspecified.
    public internal(set) var minutes: Double?
    /// The exercises in order, each once.
    public var exercises: [PlannedExercise] { list.values }
    let author: Name?
    var list = OrderedDictionary<Name, PlannedExercise>()
  }

  private var created = OrderedDictionary<Name, Workout>()

  public init() {}
  public static var reads: Areas { [.workouts] }

  /// The workouts in the order in which they were created.
  public var workouts: [Workout] { created.values }

  /// A workout by its name; nil if there is none, or if it was deleted.
  public subscript(workout: Name) -> Workout? { created[workout] }

  public mutating func apply(_ event: Event) {
    guard case .workouts(let fact) = event.body, event.mayChange({ self[$0].map(\.author) }) else {
      return
    }
    switch fact {
    case .workoutCreated(let creation): create(creation, event)
    case .workoutRevised(let revision): created[revision.workout]?.revise(revision)
    case .workoutExerciseAdded(let addition):
      created[addition.workout]?.list[addition.planned.exercise] = addition.planned
    case .workoutExerciseRemoved(let removal):
      created[removal.workout]?.list[removal.exercise] = nil
    case .workoutDeleted(let deletion): created[deletion.workout] = nil
    case .workoutSaved, .workoutUnsaved, .templateDefined, .templateDeleted, .workoutSuggested:
      break
    }
  }

  private mutating func create(_ creation: WorkoutCreated, _ event: Event) {
    let name = creation.workout ?? Name(event.id)
    guard created[name] == nil else { return }
    var workout = Workout(
      workout: name, name: creation.name, description: creation.description,
      minutes: creation.minutes, author: event.user)
    for exercise in creation.exercises { workout.list[exercise.exercise] = exercise }
    created[name] = workout
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

/// The names of the workouts that one user saved, and the exercises that the user merged.
///
/// A deleted workout stays saved, so that it is there again when its deletion is undone.
public struct SavedWorkouts: UserProjection {
  private var saved: Set<Name> = []
  /// The exercises for which others count; workouts have the names of their events.
  private(set) var merges = ExerciseMerges()

  public init() {}
  public static var reads: Areas { [.workouts, .exercises] }

  public func contains(_ workout: Name) -> Bool { saved.contains(workout) }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .workouts(.workoutSaved(let saving)): saved.insert(saving.workout)
    case .workouts(.workoutUnsaved(let unsaving)): saved.remove(unsaving.workout)
    default: merges.apply(event)
    }
  }
}
