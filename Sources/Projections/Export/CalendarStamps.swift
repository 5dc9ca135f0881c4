import Events

/// The times at which one user's plan was last changed, by weekday and by dated day.
///
/// A calendar has them as the times of its entries, so that it is the same whenever it is made.
public struct PlanStamps: UserProjection {
  private(set) var weekdays: [Weekday: Timestamp] = [:]
  private(set) var days: [LocalDay: Timestamp] = [:]

  public init() {}
  public static var reads: Areas { [.plan] }

  public mutating func apply(_ event: Event) {
    guard case .plan(let fact) = event.body else { return }
    switch fact {
    case .workoutTypeChosen(let choice): weekdays[choice.day] = event.at
    case .workoutTypeCleared(let clearing): weekdays[clearing.day] = event.at
    case .exerciseAdded(let addition): weekdays[addition.day] = event.at
    case .exerciseRemoved(let removal): weekdays[removal.day] = event.at
    case .exerciseMoved(let move):
      weekdays[move.day] = event.at
      weekdays[move.toDay] = event.at
    case .dayCleared(let clearing): weekdays[clearing.day] = event.at
    case .planSaved(let saving): weekdays[saving.day] = event.at
    case .planShared: break
    case .workoutAssigned(let assignment): days[assignment.date] = event.at
    case .workoutUnassigned(let unassignment): days[unassignment.date] = event.at
    }
  }
}

/// The times at which classes were last changed by whom they are of.
public struct ClassStamps: Projection {
  private var classes: [Name: Timestamp] = [:]

  public init() {}
  public static var reads: Areas { [.classes] }

  /// The time of the last change of a class; nil for one that never was.
  subscript(class: Name) -> Timestamp? { classes[`class`] }

  public mutating func apply(_ event: Event) {
    guard case .classes(let fact) = event.body, let name = event.fitnessClass else { return }
    switch fact {
    case .classScheduled: if classes[name] == nil { classes[name] = event.at }
    case .classRescheduled, .classCancelled, .classReinstated:
      if classes[name] != nil { classes[name] = event.at }
    case .classBooked, .bookingCancelled, .classAttended, .classMissed, .attendanceCleared: break
    }
  }
}
