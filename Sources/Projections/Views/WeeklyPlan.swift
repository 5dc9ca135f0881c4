import Events

/// One user's week: for each day a kind of workout and a list of exercises.
public struct WeeklyPlan: UserProjection {
  /// What is planned for a weekday.
  public struct Day: NestedPayload {
    /// The kind of workout; nil when none was chosen.
    public internal(set) var type: String?
    /// In the order they are to be done; the same exercise may stand here twice.
    public internal(set) var exercises: [PlannedExercise] = []

    init() {}

    public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      type = try f.optional("type", old?.type)
      exercises = try f.list("exercises", old?.exercises)
    }
  }

  private var days = [Day](repeating: Day(), count: Weekday.allCases.count)
  /// The Monday of the week in which the plan was last changed; nil for a plan that never was.
  public private(set) var weekStart: LocalDay?

  public init() {}
  public static var reads: Areas { .plan }
  public static var kept: Kept<Self>? { Kept("WeeklyPlan") }

  /// What is planned for `day`.
  public subscript(day: Weekday) -> Day { days[day.index] }

  public mutating func apply(_ event: Event) {
    guard case .plan(let fact) = event.body else { return }
    switch fact {
    case .workoutTypeChosen(let choice): days[choice.day.index].type = choice.type
    case .exerciseAdded(let addition):
      days[addition.day.index].exercises.append(addition.planned)
    case .exerciseRemoved(let removal):
      guard take(removal.exercise, at: removal.position, from: removal.day) != nil else { return }
    case .exerciseMoved(let move):
      guard let moved = take(move.exercise, at: move.position, from: move.day) else { return }
      let end = days[move.toDay.index].exercises.count
      let place = min(max(1, move.toPosition ?? .max), end + 1) - 1
      days[move.toDay.index].exercises.insert(moved, at: place)
    case .dayCleared(let clearing): days[clearing.day.index].exercises = []
    case .planShared: return
    case .planSaved(let saving):
      if let type = saving.type { days[saving.day.index].type = type }
      days[saving.day.index].exercises += saving.exercises
    }
    weekStart = event.at.day.monday
  }

  /// Where `exercise` stands on `day`, from 0: at `position` (from 1), or the first of its name;
  /// nil when it does not.
  public func place(of exercise: Name, at position: Int?, on day: Weekday) -> Int? {
    let exercises = self[day].exercises
    guard let position else { return exercises.firstIndex { $0.exercise == exercise } }
    guard (1...).contains(position), position <= exercises.count,
      exercises[position - 1].exercise == exercise
    else { return nil }
    return position - 1
  }

  private mutating func take(
    _ exercise: Name, at position: Int?, from day: Weekday
  ) -> PlannedExercise? {
    place(of: exercise, at: position, on: day).map { days[day.index].exercises.remove(at: $0) }
  }
}

extension WeeklyPlan: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    days = try f("days", old?.days)
    weekStart = try f.optional("weekStart", old?.weekStart?.number).map { LocalDay(number: $0) }
    guard days.count == Weekday.allCases.count else {
      throw LineError(0, "expected seven days, found \(days.count)")
    }
  }
}
