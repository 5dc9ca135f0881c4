import Events

/// A request to post a text, with a workout or a week if the user shares one.
///
/// Source: RedGym, whose posts have a title, content, and an optional workout or weekly workout.
public struct PublishPost: Decision {
  public var title: String
  public var description: String?
  /// The workout to share, with its current exercises; nil for none.
  public var workout: Reference?
  /// Any day in the week to share, with the exercises of its days; nil for none.
  public var week: LocalDay?

  public init(
    title: String, description: String? = nil, workout: Reference? = nil, week: LocalDay? = nil
  ) {
    (self.title, self.description) = (title, description)
    (self.workout, self.week) = (workout, week)
  }

  public func decide(
    _ state: Pair<Workouts, Pair<OfUser<WeeklyPlan>, OfUser<PlannedWeeks>>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let title = try requirePostTitle(title)
    let (workouts, plan, weeks) = (state.first, state.second.first.value, state.second.second.value)
    let workout = try workout.map { (reference) throws(Refusal) in
      try workouts.workout(reference, by: context.user)
    }
    var exercises = plan.merges.namedOnce(workout?.exercises ?? []).map { PostedExercise($0) }
    if let monday = week?.monday {
      exercises += Weekday.allCases.flatMap { day in
        plan.exercises(on: monday.day(day), weeks, workouts).map { PostedExercise(day: day, $0) }
      }
    }
    guard workout == nil && week == nil || !exercises.isEmpty else {
      throw Refusal(
        .emptyDay, "\(workout == nil ? "the week" : "the workout") has no exercises to share",
        help: "add one, or post the text alone")
    }
    let post = PostPublished(
      title: title, description: given(description), workout: workout?.workout,
      week: week?.monday, type: workout?.name, exercises: exercises)
    return [post.body]
  }
}
