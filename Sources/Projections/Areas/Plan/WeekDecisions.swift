import Events

/// A request to assign a workout to a day of a calendar week, in place of any other.
public struct AssignWorkout: Decision {
  public var day: Weekday
  public var workout: Reference
  /// A day of the week, which begins on the Monday on or before it; nil for the current week.
  public var week: LocalDay?

  public init(day: Weekday, workout: Reference, week: LocalDay? = nil) {
    (self.day, self.workout, self.week) = (day, workout, week)
  }

  public func decide(
    _ state: Pair<Workouts, OfUser<PlannedWeeks>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let workout = try state.first.workout(workout, by: context.user).workout
    let monday = (week ?? context.now.day).monday
    guard state.second.value[monday.day(day)] != workout else { return [] }
    return [WorkoutAssigned(week: monday, day: day, workout: workout).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    Remark.week(week).map { [$0] } ?? []
  }
}

/// A request to remove the workout from a day of a calendar week.
public struct UnassignWorkout: Decision {
  public var day: Weekday
  /// A day of the week, which begins on the Monday on or before it; nil for the current week.
  public var week: LocalDay?

  public init(day: Weekday, week: LocalDay? = nil) { (self.day, self.week) = (day, week) }

  public func decide(
    _ state: OfUser<PlannedWeeks>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let monday = (week ?? context.now.day).monday
    guard state.value[monday.day(day)] != nil else { return [] }
    return [WorkoutUnassigned(week: monday, day: day).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    Remark.week(week).map { [$0] } ?? []
  }
}

/// A request to give a calendar week other workouts; a day without one in the request loses its workout.
///
/// Source: RedGym, which replaces the seven days of a weekly workout together.
public struct SetWeek: Decision {
  public struct Day: Equatable, Sendable {
    public var day: Weekday
    public var workout: Reference

    public init(_ day: Weekday, _ workout: Reference) { (self.day, self.workout) = (day, workout) }
  }

  /// A day of the week, which begins on the Monday on or before it; nil for the current week.
  public var week: LocalDay?
  /// The workouts of the days; none deletes the week.
  public var days: [Day]

  public init(week: LocalDay? = nil, days: [Day] = []) { (self.week, self.days) = (week, days) }

  public func decide(
    _ state: Pair<Workouts, OfUser<PlannedWeeks>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let (monday, weeks) = ((week ?? context.now.day).monday, state.second.value)
    var wanted: [Weekday: Name] = [:]
    for day in days {
      guard wanted[day.day] == nil else {
        throw Refusal(
          .listedTwice, "\(day.day.title) is listed twice", help: "name each day once")
      }
      wanted[day.day] = try state.first.workout(day.workout, by: context.user).workout
    }
    return Weekday.allCases.filter { weeks[monday.day($0)] != wanted[$0] }.map { day in
      wanted[day].map { WorkoutAssigned(week: monday, day: day, workout: $0).body }
        ?? WorkoutUnassigned(week: monday, day: day).body
    }
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    Remark.week(week).map { [$0] } ?? []
  }
}

extension Remark {
  /// Returns the remark that the given day is not the first of its week; nil for a Monday.
  fileprivate static func week(_ day: LocalDay?) -> Remark? {
    guard let day, day != day.monday else { return nil }
    return .weekOf(day, monday: day.monday)
  }
}
