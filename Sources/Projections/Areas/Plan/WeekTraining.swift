import Events

/// The plans of one user for weeks, and the sessions done in them.
public struct WeekTraining: UserProjection {
  public private(set) var plan = WeeklyPlan()
  public private(set) var weeks = PlannedWeeks()
  public private(set) var history = History()

  public init() {}

  /// Creates the state of three states that were folded up to the same event.
  init(_ plan: WeeklyPlan, _ weeks: PlannedWeeks, _ history: History) {
    (self.plan, self.weeks, self.history) = (plan, weeks, history)
  }

  public static var reads: Areas { [.plan, .sessions, .exercises] }

  public static var _parts: UserParts<Self>? {
    UserParts { (plan: WeeklyPlan, weeks: PlannedWeeks, history: History) in
      Self(plan, weeks, history)
    }
  }

  public mutating func apply(_ set: TypedEvent<SetLogged>) { history.apply(set) }

  public mutating func apply(_ event: Event) {
    plan.apply(event)
    weeks.apply(event)
    history.apply(event)
  }

  /// The Monday of the latest week with a workout, a session or a change of the plan; nil for none.
  var latestWeek: LocalDay? {
    [weeks.latest?.monday, history.latestWeek, plan.weekStart].compactMap(\.self).max()
  }

  /// Returns the exercises of a day: those of its assigned workout, otherwise those of its weekday.
  func exercises(on date: LocalDay, _ workouts: Workouts) -> [PlannedExercise] {
    plan.exercises(on: date, weeks, workouts)
  }

  /// Returns the sets of the sessions that began in a week, by day, in the order in which they were logged.
  func sets(inWeekFrom monday: LocalDay) -> [LocalDay: [History.LoggedSet]] {
    var sets: [LocalDay: [History.LoggedSet]] = [:]
    for session in history.sessions(inWeekOf: monday).reversed() {
      sets[session.startedAt.day, default: []] += session.sets
    }
    return sets
  }
}

extension WeeklyPlan {
  /// Returns the exercises of a day: those of its assigned workout, otherwise those of its weekday.
  func exercises(
    on date: LocalDay, _ weeks: PlannedWeeks, _ workouts: Workouts
  ) -> [PlannedExercise] {
    weeks[date].flatMap { workouts[$0] }.map { merges.namedOnce($0.exercises) }
      ?? merges.named(self[date.weekday].exercises)
  }
}
