import Events

/// A change of a weekday of a plan, with only the exercises that changed, since a day may have many.
package struct PlanChange: Sendable {
  package let event: Event
  /// The day before, with the exercises that changed.
  package let before: PlanView.Day
  /// The day after, with the exercises that changed.
  package let after: PlanView.Day
  /// The position of the first exercise of `before`, from 1; nil if it has none.
  package let beforePosition: Int?
  /// The position of the first exercise of `after`, from 1; nil if it has none.
  package let afterPosition: Int?
  /// The whole day after; of a day with many exercises only those that changed.
  package let result: PlanView.Day
  /// The number of exercises of the day after.
  package let count: Int

  /// The largest number of exercises of a day that is shown as a whole.
  private static let most = 20
}

/// The changes of a user's plan, event by event.
///
/// The lists of a day are not compared, since a day may have many exercises: the plan reports the exercises that an
/// event removes and adds.
package struct PlanChanges {
  private let user: Name?
  private var plan = WeeklyPlan()
  private var numbers = ExerciseNumbers()

  /// The areas that the plan reads, each with the users whose events it reads there.
  package var interests: [(areas: Areas, scope: Scope)] { ViewFold<PlanView>(of: user).interests }

  /// Creates the changes of the plan of an empty log.
  package init(of user: Name?) { self.user = user }

  /// Folds in an event, and returns the changes of the days, Monday first.
  package mutating func changes(by event: Event) -> [PlanChange] {
    numbers.apply(event)
    guard event.user == user else { return [] }
    var changes: [WeeklyPlan.Change] = []
    plan.apply(event) { changes.append($0) }
    return changes.sorted { $0.day.index < $1.day.index }.filter { plan.isChanged(by: $0) }
      .map { PlanChange(event, $0, plan, numbers) }
  }
}

extension PlanChange {
  fileprivate init(
    _ event: Event, _ change: WeeklyPlan.Change, _ plan: WeeklyPlan, _ numbers: ExerciseNumbers
  ) {
    func day(_ type: String?, _ exercises: [PlannedExercise]) -> PlanView.Day {
      PlanView.Day(
        day: change.day, type: type, exercises: numbers.numbered(plan.merges.named(exercises)))
    }
    let (removed, added, count) = (change.removed, change.added, plan.count(on: change.day))
    before = day(change.type, removed.exercises)
    after = day(plan.workoutType(on: change.day), added.exercises)
    beforePosition = removed.exercises.isEmpty ? nil : removed.place + 1
    afterPosition = added.exercises.isEmpty ? nil : added.place + 1
    (self.event, self.count) = (event, count)
    result = count > Self.most ? after : day(after.type, plan[change.day].exercises)
  }
}
