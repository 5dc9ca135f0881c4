import Events

/// One calendar week of a user, with the plan and the completed sets of each day.
///
/// Sets count if they are marked as done and their session began on the day. Warm-ups do not count.
public struct WeekDoneView: PersonalView {
  public struct Row: Record {
    /// The Monday of the week; nil if there is no week to show.
    public let weekStart: LocalDay?
    public fileprivate(set) var days: [Day]
    /// The number of planned sets, and the number of these that were done.
    ///
    /// They are stored, because summing thousands of exercises at each access would be slow.
    private var (planned, done) = (0, 0)

    fileprivate init(weekStart: LocalDay?, days: [Day]) {
      (self.weekStart, self.days) = (weekStart, days)
      for day in days {
        for exercise in day.exercises where exercise.isPlanned { count(exercise.progress) }
      }
    }

    /// Adds the sets of a planned exercise to the sums, which are at most `Int.max`.
    ///
    /// A hand-written line may have any number of sets.
    private mutating func count(_ progress: PlannedProgress) {
      func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, isTooLarge) = one.addingReportingOverflow(other)
        return isTooLarge ? .max : sum
      }
      planned = sum(planned, progress.sets)
      done = sum(done, min(progress.done, progress.sets))
    }

    /// Adds a planned exercise without sets at the end of a day.
    fileprivate mutating func add(_ exercise: Exercise, to place: Int) {
      count(exercise.progress)
      days[place].exercises.append(exercise)
    }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("weekStart", row?.weekStart, .plain, "The Monday of the week, or null.")
      f("planned", row?.planned, .plain, "The number of planned sets.")
      f("done", row?.done, .plain, "The number of completed sets.")
      f.list("days", row?.days, .plain, "The seven days, Monday first.")
    }
  }

  public struct Day: Record {
    public let date: LocalDay
    /// The planned exercises in order, then the unplanned ones that were done.
    public internal(set) var exercises: [Exercise]

    public static var key: String? { "date" }
    public var _keyScalar: RecordScalar? { .day(date) }

    public static func list(_ day: Self?, _ f: inout some RecordVisitor) {
      f("date", day?.date, .plain, "The day.")
      f("day", day?.date.weekday, .plain, "The weekday.")
      f.list(
        "exercises", day?.exercises, .plain,
        "The planned exercises in order, then the unplanned ones that were done.")
    }
  }

  public struct Exercise: Record {
    public internal(set) var progress: PlannedProgress
    public let number: Int?
    /// A Boolean value indicating whether it was planned for the day.
    public let isPlanned: Bool

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("exercise", row?.progress.planned.exercise, .plain.exercise, "The exercise.")
      f("number", row?.number, .hidden, "The number of the exercise, as in `ids`.")
      f("planned", row?.isPlanned, .plain, "Whether it was planned for the day.")
      f("sets", row?.progress.planned.sets, .plain, "Planned sets; null if unspecified.")
      f("reps", row?.progress.planned.reps, .plain, "Planned repetitions; null if unspecified.")
      f(
        "weightKg", row?.progress.planned.weight, .mass,
        "The planned load in kilograms; null if unspecified.")
      f("done", row?.progress.done, .plain, "The number of sets done, without warm-ups.")
      f(
        "met", row?.progress.met, .plain,
        "The number of sets done with at least the planned work and load.")
      f(
        "complete", row.map { $0.isPlanned && $0.progress.isDone }, .plain,
        "Whether all planned sets were done.")
      PlannedExercise.listTargets(row?.progress.planned, &f)
      f(
        "metMost", row.flatMap { $0.progress.planned.maxReps == nil ? nil : $0.progress.metMost },
        .plain.rare,
        "The number of sets in `met` with at least `maxReps` repetitions; null without a range.")
      PlannedExercise.listDistance(row?.progress.planned, &f)
    }
  }

  public static let name = "plan done"
  public static let summary = "a calendar week: the plan and the completed sets"
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
    let sets = monday.map { training.sets(inWeekFrom: $0) } ?? [:]
    let days = monday.map { monday in
      Weekday.allCases.map { weekday in
        let date = monday.day(weekday)
        return WeekDoneView.day(date, training, sets[date] ?? [], shared)
      }
    }
    rows = [Row(weekStart: monday, days: days ?? [])]
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    guard case .sessions(let fact) = event.body else { return nil }
    let history = source.first.value.history
    let changesNothing =
      switch fact {
      // A session without sets is only in the choice of the week.
      case .sessionStarted: history.latestWeek.map { event.at.day.monday <= $0 } ?? false
      case .sessionEnded, .sessionReopened: true
      // A correction of a set that was removed changes nothing.
      case .setRevised(let revision): history.sessions(holding: revision.set).isEmpty
      case .setRemoved(let removal): history.sessions(holding: removal.set).isEmpty
      default: false
      }
    return changesNothing ? [] : nil
  }

  public static func edit(of row: Row, by event: Event, of source: Source) -> RowEdit<Row>? {
    guard let monday = row.weekStart, source.first.scope.includes(event.user) else { return nil }
    return switch event.body {
    case .sessions(.setLogged): edit(of: row, from: monday, logging: event, source)
    case .sessions(.setRevised), .sessions(.setRemoved):
      edit(of: row, from: monday, correctedBy: event, source.first.value.history)
    case .plan(.exerciseAdded(let addition)): edit(from: monday, adding: addition, source)
    default: nil
    }
  }

  /// Returns the change of the week by a set that was done after all others of its day.
  ///
  /// No other day changes: an exercise has its number since it was first planned or done.
  private static func edit(
    of row: Row, from monday: LocalDay, logging event: Event, _ source: Source
  ) -> RowEdit<Row>? {
    let history = source.first.value.history
    guard let (set, session) = history.newest, set.id == event.id, set.seq == event.seq,
      history.isLastOfDay(session)
    else { return nil }
    // If the session began in a later week, the view shows that week.
    let place = session.startedAt.day.number - monday.number
    guard row.days.indices.contains(place) else { return nil }
    return RowEdit(of: "days") { row in
      guard set.counts else { return [] }
      let before = row.days[place]
      row.days[place].add(set, source.second.second)
      row = Row(weekStart: monday, days: row.days)
      return [.replaced(place, before: before)]
    }
  }

  /// Returns the change of the week by a correction of a set whose exercise occurs once on its day.
  private static func edit(
    of row: Row, from monday: LocalDay, correctedBy event: Event, _ history: History
  ) -> RowEdit<Row>? {
    guard let correction = history.correction(by: event, inWeekOf: monday),
      let set = correction.before
    else { return nil }
    let start = history.begun[correction.place.session].startedAt
    let place = start.day.number - monday.number
    var day = row.days[place]
    guard day.correct(set, by: correction.after, of: history.merges[set.exercise]) else {
      return nil
    }
    return RowEdit(of: "days") { row in
      let before = row.days[place]
      row.days[place] = day
      row = Row(weekStart: monday, days: row.days)
      return [.replaced(place, before: before)]
    }
  }

  /// Returns the change of the week by an exercise that is added to the plan of a day without sets.
  private static func edit(
    from monday: LocalDay, adding addition: ExerciseAdded, _ source: Source
  ) -> RowEdit<Row>? {
    let (training, numbers) = (source.first.value, source.second.second)
    guard training.latestWeek?.monday == monday else { return nil }
    let (date, place) = (monday.day(addition.day), addition.day.index)
    // Sets of the day may count for the exercise, and an assigned workout replaces the exercises.
    guard training.weeks[date] == nil, !training.history.hasSessions(on: date) else { return nil }
    let planned = training.plan.merges.named([addition.planned])[0]
    return RowEdit(of: "days") { row in
      let before = ElementOutline(of: row.days[place])
      row.add(
        Exercise(
          progress: PlannedProgress(planned), number: numbers[planned.exercise], isPlanned: true),
        to: place)
      return [.grown(place, before: before, hasNewKeys: false)]
    }
  }

  private static func day(
    _ date: LocalDay, _ training: WeekTraining, _ sets: [History.LoggedSet],
    _ shared: Pair<Workouts, ExerciseNumbers>
  ) -> Day {
    let planned = training.exercises(on: date, shared.first)
    Steps.add(planned.count)
    return Day(date: date, exercises: exercises(planned, sets, shared.second))
  }

  private static func exercises(
    _ planned: [PlannedExercise], _ sets: [History.LoggedSet], _ numbers: ExerciseNumbers
  ) -> [Exercise] {
    let (progress, others) = planned.progress(in: sets)
    // Each exercise once, in the order of its first set.
    var met: Set<Name> = []
    let names = others.map { sets[$0].exercise }.filter { met.insert($0).inserted }
    let unplanned = names.map { PlannedExercise(exercise: $0) }
      .progress(in: sets, at: others).progress
    return progress.map {
      Exercise(progress: $0, number: numbers[$0.planned.exercise], isPlanned: true)
    }
      + unplanned.map {
        Exercise(progress: $0, number: numbers[$0.planned.exercise], isPlanned: false)
      }
  }
}

extension WeekDoneView.Day {
  /// Replaces a set of an exercise, by nil if it was removed; returns false if the day must be computed again.
  fileprivate mutating func correct(
    _ before: History.LoggedSet, by after: History.LoggedSet?, of exercise: Name
  ) -> Bool {
    let counted = (before.counts ? before : nil, after.flatMap { $0.counts ? $0 : nil })
    guard counted.0 != nil || counted.1 != nil else { return true }
    let places = exercises.indices.filter { exercises[$0].progress.planned.exercise == exercise }
    guard places.count == 1, let place = places.first else { return false }
    // Unplanned exercises are in the order of their first sets, and each has a set.
    let keepsOrder = counted.0 != nil && counted.1 != nil || exercises[place].isPlanned
    guard keepsOrder || exercises.filter({ !$0.isPlanned }).count == 1 else { return false }
    if let set = counted.0 { exercises[place].progress.add(set, -1) }
    if let set = counted.1 { exercises[place].progress.add(set) }
    return exercises[place].isPlanned || exercises[place].progress.done > 0
  }

  /// Counts a set that was done after all others of the day.
  fileprivate mutating func add(_ set: History.LoggedSet, _ numbers: ExerciseNumbers) {
    let places = exercises.indices.filter {
      exercises[$0].progress.planned.exercise == set.exercise
    }
    let planned = places.filter { exercises[$0].isPlanned }
    let place = planned.first { !exercises[$0].progress.isDone } ?? planned.last ?? places.last
    if place == nil {
      exercises.append(
        WeekDoneView.Exercise(
          progress: PlannedProgress(PlannedExercise(exercise: set.exercise)),
          number: numbers[set.exercise], isPlanned: false))
    }
    exercises[place ?? exercises.count - 1].progress.add(set)
  }
}
