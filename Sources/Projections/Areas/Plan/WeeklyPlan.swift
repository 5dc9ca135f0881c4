import Events

/// One user's week, with a kind of workout and a list of exercises for each day.
public struct WeeklyPlan: UserProjection {
  public struct Day: Equatable, Sendable {
    /// The kind of workout; nil if the user chose none.
    @Verbatim public internal(set) var type: String?
    /// The exercises, in the planned order; the same exercise may occur twice.
    public internal(set) var exercises: [PlannedExercise] = []
  }

  /// A day during a fold.
  private struct PlannedDay: Equatable, Sendable {
    var type: String?
    var exercises = ExerciseList()
  }

  private var days = [PlannedDay](repeating: PlannedDay(), count: Weekday.allCases.count)
  /// The Monday of the week of the plan's last change; nil if it never changed.
  public private(set) var weekStart: LocalDay?
  /// The merges of exercises; the days keep the names from the events.
  public private(set) var merges = ExerciseMerges()

  public init() {}
  public static var reads: Areas { [.plan, .exercises] }

  /// The plan of `day`.
  public subscript(day: Weekday) -> Day {
    Day(type: days[day.index].type, exercises: days[day.index].exercises.elements)
  }

  /// A change of a weekday: some exercises are removed, then some are added.
  struct Change {
    let day: Weekday
    /// The kind of workout before.
    var type: String?
    /// The removed exercises, and the place of the first of them, from 0.
    var removed: (place: Int, exercises: [PlannedExercise]) = (0, [])
    /// The added exercises, and the place of the first of them, from 0.
    var added: (place: Int, exercises: [PlannedExercise]) = (0, [])
  }

  public mutating func apply(_ event: Event) { apply(event) { _ in } }

  /// Folds in an event, and passes the changes of weekdays to `report`.
  ///
  /// A change may leave the weekday as it is.
  mutating func apply(_ event: Event, _ report: (Change) -> Void) {
    guard case .plan(let fact) = event.body else { return merges.apply(event) }
    switch fact {
    case .workoutTypeChosen(let choice): report(set(choice.type, on: choice.day))
    case .workoutTypeCleared(let clearing): report(set(nil, on: clearing.day))
    case .exerciseAdded(let addition): report(append([addition.planned], to: addition.day))
    case .exerciseRemoved(let removal):
      guard let change = remove(removal.exercise, at: removal.position, from: removal.day) else {
        return
      }
      report(change)
    case .exerciseMoved(let move):
      guard var change = remove(move.exercise, at: move.position, from: move.day) else { return }
      let end = days[move.toDay.index].exercises.count
      let place = min(max(1, move.toPosition ?? .max), end + 1) - 1
      let moved = change.removed.exercises
      for exercise in moved { days[move.toDay.index].exercises.put(exercise, at: place) }
      if move.toDay == move.day {
        change.added = (place, moved)
      } else {
        report(Change(day: move.toDay, type: days[move.toDay.index].type, added: (place, moved)))
      }
      report(change)
    case .dayCleared(let clearing):
      let day = self[clearing.day]
      days[clearing.day.index].exercises = ExerciseList()
      report(Change(day: clearing.day, type: day.type, removed: (0, day.exercises)))
    case .planSaved(let saving):
      let change = append(saving.exercises, to: saving.day)
      if let type = saving.type { days[saving.day.index].type = type }
      report(change)
    case .planShared, .workoutAssigned, .workoutUnassigned: return
    }
    weekStart = event.at.day.monday
  }

  private mutating func set(_ type: String?, on day: Weekday) -> Change {
    let old = days[day.index].type
    days[day.index].type = type
    return Change(day: day, type: old)
  }

  private mutating func append(_ exercises: [PlannedExercise], to day: Weekday) -> Change {
    let place = days[day.index].exercises.count
    for exercise in exercises { days[day.index].exercises.append(exercise) }
    return Change(day: day, type: days[day.index].type, added: (place, exercises))
  }

  private mutating func remove(_ exercise: Name, at position: Int?, from day: Weekday) -> Change? {
    days[day.index].exercises.remove(exercise, at: position).map { removed in
      Change(day: day, type: days[day.index].type, removed: (removed.place, [removed.exercise]))
    }
  }

  /// Returns whether a weekday differs from the weekday before a change that was the last one.
  func isChanged(by change: Change) -> Bool {
    let (day, removed, added) = (days[change.day.index], change.removed, change.added)
    if !String?.isVerbatim(day.type, change.type) || removed.exercises != added.exercises {
      return true
    }
    // Nothing was removed or added, or it was a move; one past equal exercises changes nothing.
    guard let moved = added.exercises.first else { return false }
    let places = min(removed.place, added.place)...max(removed.place, added.place)
    return places.count > 1 && day.exercises.contains(in: places) { $0 != moved }
  }

  /// Returns the kind of workout of a weekday; nil if the user chose none.
  func workoutType(on day: Weekday) -> String? { days[day.index].type }

  /// Returns the number of exercises of a weekday.
  func count(on day: Weekday) -> Int { days[day.index].exercises.count }

  /// Returns whether an exercise of a weekday is the only one there with its name.
  func isOnly(_ exercise: Name, on day: Weekday) -> Bool {
    merges.isEmpty && days[day.index].exercises.count(of: exercise) == 1
  }

  /// Returns the exercise at a place of a weekday, from 0; nil if there is none.
  func exercise(at place: Int, on day: Weekday) -> PlannedExercise? {
    days[day.index].exercises[place]
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
