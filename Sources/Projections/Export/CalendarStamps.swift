import Events

/// The times of the last changes of one user's plan, by weekday and by dated day.
///
/// A calendar uses them as the times of its entries, so that it does not depend on the time of the export.
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

/// The times of the last change of each class; bookings and attendance do not count as changes.
public struct ClassStamps: Projection {
  private var classes: [Name: Timestamp] = [:]

  public init() {}
  public static var reads: Areas { [.classes] }

  /// The time of the last change of a class; nil if it was never changed.
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
