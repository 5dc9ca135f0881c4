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
/// The whole week is not created for an event: only the lists of the days that it names are compared.
package struct PlanChanges {
  private var fold: ViewFold<PlanView>
  private var days: [WeeklyPlan.Day]

  /// The areas that the plan reads, each with the users whose events it reads there.
  package var interests: [(areas: Areas, scope: Scope)] { fold.interests }

  /// Creates the changes of the plan of an empty log.
  package init(of user: Name?) {
    fold = ViewFold(of: user)
    let plan = fold.source.first.value
    days = Weekday.allCases.map { plan[$0] }
  }

  /// Folds in an event, and returns the changes of the days, Monday first.
  package mutating func changes(by event: Event) -> [PlanChange] {
    fold.fold(event)
    guard case .plan(let fact) = event.body, event.user == fold.source.first.user else {
      return []
    }
    let (plan, numbers) = (fold.source.first.value, fold.source.second)
    return fact.days.sorted { $0.index < $1.index }.compactMap { day in
      let (old, new) = (days[day.index], plan[day])
      guard old != new else { return nil }
      days[day.index] = new
      return PlanChange(event, day, old, new) { numbers.numbered(plan.merges.named($0)) }
    }
  }
}

extension PlanChange {
  fileprivate init(
    _ event: Event, _ day: Weekday, _ old: WeeklyPlan.Day, _ new: WeeklyPlan.Day,
    numbered: ([PlannedExercise]) -> [NumberedExercise]
  ) {
    let (gone, added) = old.exercises.differences(from: new.exercises)
    before = PlanView.Day(
      day: day, type: old.type, exercises: numbered(Array(old.exercises[gone])))
    after = PlanView.Day(
      day: day, type: new.type, exercises: numbered(Array(new.exercises[added])))
    (beforePosition, afterPosition) = (gone.first.map { $0 + 1 }, added.first.map { $0 + 1 })
    (self.event, count) = (event, new.exercises.count)
    result =
      count > Self.most
      ? after : PlanView.Day(day: day, type: new.type, exercises: numbered(new.exercises))
  }
}

extension PlanEvent {
  /// The weekdays that the event may change.
  fileprivate var days: Set<Weekday> {
    switch self {
    case .workoutTypeChosen(let choice): [choice.day]
    case .exerciseAdded(let addition): [addition.day]
    case .exerciseRemoved(let removal): [removal.day]
    case .exerciseMoved(let move): [move.day, move.toDay]
    case .dayCleared(let clearing): [clearing.day]
    case .workoutTypeCleared(let clearing): [clearing.day]
    case .planSaved(let saving): [saving.day]
    case .planShared, .workoutAssigned, .workoutUnassigned: []
    }
  }
}

extension [PlannedExercise] {
  /// Returns the ranges of the exercises of this list and of another one that differ.
  ///
  /// They are between the beginning and the end that the lists share. If only one exercise moved, they are its two
  /// positions.
  fileprivate func differences(from other: Self) -> (own: Range<Int>, other: Range<Int>) {
    let start = countOfCommonPrefix(with: other)
    let end = zip(self[start...].reversed(), other[start...].reversed()).prefix { $0 == $1 }.count
    let (own, others) = (start..<count - end, start..<other.count - end)
    guard own.count == others.count, own.count > 1 else { return (own, others) }
    func isMoved(_ one: Int, _ rest: Range<Int>, to place: Int, _ others: Range<Int>) -> Bool {
      self[one] == other[place] && self[rest].elementsEqual(other[others])
    }
    let (first, last) = (own.lowerBound, own.upperBound - 1)
    if isMoved(first, first + 1..<last + 1, to: last, first..<last) {
      return (first..<first + 1, last..<last + 1)
    }
    if isMoved(last, first..<last, to: first, first + 1..<last + 1) {
      return (last..<last + 1, first..<first + 1)
    }
    return (own, others)
  }
}
