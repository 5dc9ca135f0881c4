import Events

/// One calendar week of a user, with assigned workouts and the plan of the other days.
public struct WeekPlanView: PersonalView {
  public struct Row: Record {
    /// The Monday of the week; nil if there is no week to show.
    public let weekStart: LocalDay?
    /// The seven days, Monday first.
    public fileprivate(set) var days: [Day]

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("weekStart", row?.weekStart, .plain, "The Monday of the week, or null.")
      f.list("days", row?.days, .plain, "The seven days, Monday first.")
    }
  }

  public struct Day: Record {
    public let date: LocalDay
    /// The workout assigned to the day; nil for none.
    public let workout: Name?
    /// The name of this workout; nil for none, or if it was deleted.
    @Verbatim public private(set) var name: String?
    /// The kind of workout of the weekday; nil if the user chose none.
    @Verbatim public private(set) var type: String?
    /// The exercises of the assigned workout, or of the weekday if no workout is assigned.
    public fileprivate(set) var exercises: [NumberedExercise]

    public static var key: String? { "date" }

    public static func list(_ day: Self?, _ f: inout some RecordVisitor) {
      f("date", day?.date, .plain, "The day.")
      f("day", day?.date.weekday, .plain, "The weekday.")
      f("workout", day?.workout, .plain, "The workout assigned to it, or null.")
      f(
        "name", day?.name, .plain.personal,
        "The name of that workout; null if there is none, or if it was deleted.")
      f("type", day?.type, .plain.personal, "The kind of workout of the weekday, or null.")
      f.list(
        "exercises", day?.exercises, .plain,
        "The exercises of the assigned workout, or of the weekday if no workout is assigned.")
    }
  }

  public static let name = "plan week"
  public static let summary = "a calendar week, with the workouts assigned to its days"
  public static let scaling = Scaling.stream(of: [.workouts])
  public static let shape = ViewShape.object

  public var rows: [Row]

  public init(
    of user: Name?, _ training: WeekTraining, _ shared: Pair<Workouts, ExerciseNumbers>
  ) { self.init(training, shared, week: nil) }

  /// Creates the view of the week of a day; nil means the latest week with any data.
  public init(
    _ training: WeekTraining, _ shared: Pair<Workouts, ExerciseNumbers>, week: LocalDay?
  ) {
    let monday = (week ?? training.latestWeek)?.monday
    let days = monday.map { monday in
      Weekday.allCases.map { weekday in
        let date = monday.day(weekday)
        let workout = training.weeks[date]
        Steps.add(training.plan.count(on: weekday))
        return Day(
          date: date, workout: workout, name: workout.flatMap { shared.first[$0]?.name },
          type: training.plan.workoutType(on: weekday),
          exercises: shared.second.numbered(training.exercises(on: date, shared.first)))
      }
    }
    rows = [Row(weekStart: monday, days: days ?? [])]
  }

  public static func edit(of row: Row, by event: Event, of source: Source) -> RowEdit<Row>? {
    let (training, numbers) = (source.first.value, source.second.second)
    guard case .plan(.exerciseAdded(let addition)) = event.body, let monday = row.weekStart,
      source.first.scope.includes(event.user), training.latestWeek?.monday == monday,
      training.weeks[monday.day(addition.day)] == nil
    else { return nil }
    let added = numbers.numbered(training.plan.merges.named([addition.planned]))
    let isOnly = training.plan.isOnly(addition.planned.exercise, on: addition.day)
    return RowEdit(of: "days") { row in
      let before = ElementOutline(of: row.days[addition.day.index])
      row.days[addition.day.index].exercises += added
      return [.grown(addition.day.index, before: before, hasNewKeys: isOnly)]
    }
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    guard case .sessions(let fact) = event.body else { return nil }
    // From sessions it uses only the week of the latest one.
    switch fact {
    case .setLogged(let set): return source.first.history.stands(set.session) ? [] : nil
    case .setRevised, .setRemoved, .setRestored, .setMoved, .sessionEnded, .sessionReopened:
      return []
    default: return nil
    }
  }
}
