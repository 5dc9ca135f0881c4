import Events

/// The state of one user with the values of all subjects: before an event during the pass, then at the end of the log.
struct ReversalState {
  /// The areas in which events of other users affect the state.
  static let shared: Areas = [
    Feed.reads, Workouts.reads, Timetable.reads, ExerciseCatalogue.Described.reads,
  ]

  let user: Name
  var history = History()
  private(set) var plan = WeeklyPlan()
  private(set) var feed = Feed()
  private(set) var timetable = Timetable()
  private(set) var videos = VideoLibrary()
  private(set) var pushUps = PushUps()
  private(set) var meals = Meals()
  private(set) var program = Program()
  private(set) var profile = Profile()
  private(set) var measurements = Measurements()
  private(set) var workouts = Workouts()
  private(set) var savedWorkouts = SavedWorkouts()
  private(set) var templates = Templates()
  private(set) var weeks = PlannedWeeks()
  private(set) var catalogue = ExerciseCatalogue.Described()
  private(set) var aliases = ExerciseAliases()
  /// The sessions that will be discarded, so they may be open.
  var leaving: Set<Name> = []
  /// The set or push-ups that were logged again, by the id of the removed ones.
  private var successors: [EventID: EventID] = [:]

  init(of user: Name) { self.user = user }

  mutating func apply(_ event: Event) {
    if event.user == user {
      history.apply(event)
      plan.apply(event)
      videos.apply(event)
      pushUps.apply(event)
      meals.apply(event)
      program.apply(event)
      profile.apply(event)
      measurements.apply(event)
      savedWorkouts.apply(event)
      templates.apply(event)
      weeks.apply(event)
    }
    feed.apply(event)
    workouts.apply(event)
    timetable.apply(event)
    if case .exercises(let fact) = event.body { aliases.apply(fact) }
    catalogue.apply(event)
  }

  /// Returns the id under which a set or push-ups were last logged.
  func current(_ id: EventID) -> EventID {
    var id = id
    // No chain of ids leads back to its beginning, so the loop ends.
    while let next = successors[id] { id = next }
    return id
  }

  /// Records that a removed set, or removed push-ups, were logged again.
  mutating func replace(_ new: EventID, inPlaceOf old: EventID) {
    let old = current(old)
    // A removal may name a set that is logged later.
    if current(new) != old { successors[old] = new }
  }
}
