import Events

/// The created and the saved workouts of a user, in the order of their creation.
public struct WorkoutsView: PersonalView {
  public struct Row: Record {
    public let workout: Workouts.Workout
    /// A Boolean value indicating whether the user created it.
    public let isOwn: Bool
    /// A Boolean value indicating whether the user saved it.
    public let isSaved: Bool
    public let exercises: [NumberedExercise]

    public static var key: String? { "workout" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("workout", row?.workout.workout, .plain.column(7, "workout").reference, "The workout.")
      f("name", row?.workout.name, .plain.personal.column(1, "name").shortened, "The name.")
      f(
        "description", row?.workout.description,
        .plain.personal.column(6, "description").shortened.dropped(1), "The description, or null.")
      f(
        "minutes", row?.workout.minutes, .plain.column(4, "minutes").dropped(2),
        "The planned duration; null if unspecified.")
      f("own", row?.isOwn, .plain.column(2, "own"), "Whether the user created it.")
      f("saved", row?.isSaved, .plain.column(3, "saved"), "Whether the user saved it.")
      f.list(
        "exercises", row?.exercises, .plain.column(5, "exercises"),
        "The exercises in order, each once.")
    }
  }

  public static let name = "workouts"
  public static let summary = "the workouts that you created or saved"
  public static let scaling = Scaling.stream(of: [.workouts])
  public static let emptyText = "no workouts"

  public var rows: [Row]

  public init(
    of user: Name?, _ saved: SavedWorkouts, _ shared: Pair<Workouts, ExerciseNumbers>
  ) { self.init(of: user, saved, shared, withOthers: false) }

  /// Creates the view of a user's workouts, optionally with those of all other users.
  public init(
    of user: Name?, _ saved: SavedWorkouts, _ shared: Pair<Workouts, ExerciseNumbers>,
    withOthers: Bool
  ) {
    let all = shared.first.workouts.map { Self.row($0, user, saved, shared.second) }
    rows = all.filter { withOthers || $0.isOwn || $0.isSaved }
  }

  private static func row(
    _ workout: Workouts.Workout, _ user: Name?, _ saved: SavedWorkouts, _ numbers: ExerciseNumbers
  ) -> Row {
    Row(
      workout: workout, isOwn: user != nil && workout.author == user,
      isSaved: user != nil && saved.contains(workout.workout),
      exercises: numbers.numbered(saved.merges.namedOnce(workout.exercises)))
  }

  public static func row(
    _ key: Name, of user: Name?, _ saved: SavedWorkouts,
    _ shared: Pair<Workouts, ExerciseNumbers>
  ) -> Row? {
    guard let workout = shared.first[key] else { return nil }
    let found = Self.row(workout, user, saved, shared.second)
    return found.isOwn || found.isSaved ? found : nil
  }

  public static func touched(by event: Event) -> [Name]? {
    // An exercise has its number from the first event that names it, and a workout names its exercises.
    guard case .workouts(let fact) = event.body else { return event.changesMerges ? nil : [] }
    switch fact {
    case .workoutCreated(let creation): return [creation.workout ?? Name(event.id)]
    case .workoutRevised(let revision): return [revision.workout]
    case .workoutExerciseAdded(let addition): return [addition.workout]
    case .workoutExerciseRemoved(let removal): return [removal.workout]
    case .workoutDeleted(let deletion): return [deletion.workout]
    case .workoutSaved(let saving): return [saving.workout]
    case .workoutUnsaved(let unsaving): return [unsaving.workout]
    case .templateDefined, .templateDeleted, .workoutSuggested: return []
    }
  }
}
