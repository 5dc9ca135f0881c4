import Events

/// The week of a user.
public struct PlanView: PersonalView {
  public struct Row: Record {
    public let user: Name?
    /// The Monday of the week of the plan's last change; nil if it never changed.
    public fileprivate(set) var weekStart: LocalDay?
    /// The seven days, Monday first.
    public fileprivate(set) var days: [Day]

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("user", row?.user, .plain.personal, "The user; null when nobody is signed in.")
      f(
        "weekStart", row?.weekStart, .plain,
        "The Monday of the week in which the plan was last changed; null before the first change.")
      f.list("days", row?.days, .plain, "The seven days, Monday first.")
    }
  }

  public struct Day: Record {
    public let day: Weekday
    /// The kind of workout; nil if the user chose none.
    @Verbatim public private(set) var type: String?
    /// The exercises, in the planned order.
    public fileprivate(set) var exercises: [NumberedExercise]

    public static var key: String? { "day" }

    public static func list(_ day: Self?, _ f: inout some RecordVisitor) {
      f("day", day?.day, .plain, "The weekday.")
      f("type", day?.type, .plain.personal, "The kind of workout; null when none was chosen.")
      f.list(
        "exercises", day?.exercises, .plain, "The exercises, in the planned order.")
    }
  }

  public static let name = "plan"
  public static let summary = "the weekly plan"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.object

  public var rows: [Row]

  public init(of user: Name?, _ plan: WeeklyPlan, _ numbers: ExerciseNumbers) {
    let days = Weekday.allCases.map { day in
      Steps.add(plan.count(on: day))
      return Day(
        day: day, type: plan.workoutType(on: day),
        exercises: numbers.numbered(plan.merges.named(plan[day].exercises)))
    }
    rows = [Row(user: user, weekStart: plan.weekStart, days: days)]
  }

  public static func edit(of row: Row, by event: Event, of source: Source) -> RowEdit<Row>? {
    let plan = source.first.value
    guard case .plan(.exerciseAdded(let addition)) = event.body,
      source.first.scope.includes(event.user)
    else { return nil }
    let (place, weekStart) = (addition.day.index, plan.weekStart)
    let isOnly = plan.isOnly(addition.planned.exercise, on: addition.day)
    let added = source.second.numbered(plan.merges.named([addition.planned]))
    return RowEdit(of: "days") { row in
      let before = ElementOutline(of: row.days[place])
      row.weekStart = weekStart
      row.days[place].exercises += added
      return [.grown(place, before: before, hasNewKeys: isOnly)]
    }
  }

  /// Returns the plan with only one of its days.
  public func only(_ day: Weekday) -> PlanView {
    var plan = self
    plan.rows = rows.map { row in
      Row(user: row.user, weekStart: row.weekStart, days: row.days.filter { $0.day == day })
    }
    return plan
  }
}
