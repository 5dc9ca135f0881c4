import Events

/// One user's week, with a kind of workout and a list of exercises for each day.
public struct WeeklyPlan: UserProjection {
  public struct Day: Equatable, Sendable {
    /// The kind of workout; nil if the user chose none.
    @Verbatim public internal(set) var type: String?
    /// The exercises, in the order in which to do them; the same exercise may occur twice.
    public internal(set) var exercises: [PlannedExercise] = []

    init(type: String?, exercises: [PlannedExercise]) {
      (self.type, self.exercises) = (type, exercises)
    }
  }

  /// A day during a fold.
  private struct PlannedDay: Equatable, Sendable {
    var type: String?
    var exercises = ExerciseList()
  }

  private var days = [PlannedDay](repeating: PlannedDay(), count: Weekday.allCases.count)
  /// The Monday of the week of the plan's last change; nil if it never changed.
  public private(set) var weekStart: LocalDay?
  /// The exercises for which others count; the days have the names of the events.
  public private(set) var merges = ExerciseMerges()

  public init() {}
  public static var reads: Areas { [.plan, .exercises] }

  /// The plan of `day`.
  public subscript(day: Weekday) -> Day {
    Day(type: days[day.index].type, exercises: days[day.index].exercises.elements)
  }

  public mutating func apply(_ event: Event) {
    guard case .plan(let fact) = event.body else { return merges.apply(event) }
    switch fact {
    case .workoutTypeChosen(let choice): days[choice.day.index].type = choice.type
    case .exerciseAdded(let addition):
      days[addition.day.index].exercises.append(addition.planned)
    case .exerciseRemoved(let removal):
      guard days[removal.day.index].exercises.remove(removal.exercise, at: removal.position) != nil
      else { return }
    case .exerciseMoved(let move):
      guard let moved = days[move.day.index].exercises.remove(move.exercise, at: move.position)
      else { return }
      let end = days[move.toDay.index].exercises.count
      let place = min(max(1, move.toPosition ?? .max), end + 1) - 1
      days[move.toDay.index].exercises.put(moved, at: place)
    case .dayCleared(let clearing): days[clearing.day.index].exercises = ExerciseList()
    case .planShared, .workoutAssigned, .workoutUnassigned: return
    case .workoutTypeCleared(let clearing): days[clearing.day.index].type = nil
    case .planSaved(let saving):
      if let type = saving.type { days[saving.day.index].type = type }
      for planned in saving.exercises { days[saving.day.index].exercises.append(planned) }
    }
    weekStart = event.at.day.monday
  }

  /// Returns the place of `exercise` on `day`, from 0; nil if it is not there.
  ///
  /// - Parameter position: The expected position, from 1; nil for the first of its name.
  public func place(of exercise: Name, at position: Int?, on day: Weekday) -> Int? {
    let exercises = self[day].exercises
    guard let position else { return exercises.firstIndex { $0.exercise == exercise } }
    guard (1...).contains(position), position <= exercises.count,
      exercises[position - 1].exercise == exercise
    else { return nil }
    return position - 1
  }
}
