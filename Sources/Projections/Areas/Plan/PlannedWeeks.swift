import Events

/// The workouts that one user assigned to days of calendar weeks.
///
/// A week is named by its Monday. A hand-written line may name a week by another of its days. A Sunday belongs to the
/// week of the Monday before it.
public struct PlannedWeeks: UserProjection {
  private var workouts: [LocalDay: Name] = [:]

  public init() {}
  public static var reads: Areas { [.plan] }

  /// The workout of a day; nil if none is assigned.
  public subscript(date: LocalDay) -> Name? { workouts[date] }

  /// The days with a workout, in order.
  public var days: [LocalDay] { workouts.keys.sorted() }

  /// The last day with a workout; nil if there is none.
  var latest: LocalDay? { workouts.keys.max() }

  public mutating func apply(_ event: Event) {
    switch event.body {
    case .plan(.workoutAssigned(let assignment)): workouts[assignment.date] = assignment.workout
    case .plan(.workoutUnassigned(let unassignment)): workouts[unassignment.date] = nil
    default: break
    }
  }
}

extension WorkoutAssigned {
  var date: LocalDay { week.monday.day(day) }
}

extension WorkoutUnassigned {
  /// The day that loses its workout.
  var date: LocalDay { week.monday.day(day) }
}

extension LocalDay {
  /// Returns the day of a weekday in the week that begins with this Monday.
  package func day(_ weekday: Weekday) -> LocalDay { LocalDay(number: number + weekday.index) }
}
