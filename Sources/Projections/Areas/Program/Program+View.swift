import Events

/// The program that a user follows, with the loads of this cycle: `replog program`.
public struct ProgramView: PersonalView {
  /// The program.
  public struct Row: Record {
    public let program: Name
    public let scheme: ProgramScheme
    public let startedAt: Timestamp
    /// The cycle, from 1.
    public let cycle: Int
    /// The first week of the cycle that is not complete.
    public let week: Int
    public let lifts: [Lift]
    public let weeks: [Week]

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("program", row?.program, .plain.reference, "The program.")
      f("scheme", row?.scheme, .plain, "The kind of program.")
      f("startedAt", row?.startedAt, .plain, "The time of its start.")
      f("cycle", row?.cycle, .plain, "The cycle, from 1.")
      f("week", row?.week, .plain, "The first unfinished week of the cycle, from 1.")
      f.list("lifts", row?.lifts, .plain, "The exercises in the order of the program.")
      f.list("weeks", row?.weeks, .plain, "The weeks of the cycle.")
    }
  }

  /// An exercise of the program.
  public struct Lift: Record {
    public let lift: Program.Lift
    /// The number of the exercise.
    public let number: Int?
    /// The most recent last set, without deloads; nil before the first.
    public let latest: Program.Done?
    public let isStalled: Bool

    public static var key: String? { "exercise" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      let max = row?.lift.trainingMax
      f("exercise", row?.lift.exercise, .plain.exercise, "The exercise.")
      f("number", row?.number, .plain, "The number of the exercise.")
      f("trainingMaxKg", max, .mass, "The training max in kilograms.")
      f("trainingMax", max?.value, .plain, "The training max as entered and raised.")
      f("unit", max?.unit, .plain, "The unit of its loads.")
      f("increment", row?.lift.increment, .plain, "The increase after a cycle, in that unit.")
      f(
        "e1rmKg", row?.latest.flatMap { set in set.estimate.map { Weight($0, set.load.unit) } },
        .mass, "The estimate from the latest last set, without deloads; null before the first.")
      f(
        "stalled", row?.isStalled, .plain,
        "Whether a set of this cycle had fewer repetitions than planned.")
    }
  }

  /// A week of the cycle.
  public struct Week: Record {
    public let week: Int
    public let lifts: [LiftWeek]

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("week", row?.week, .plain, "The week, from 1; the last one is the deload.")
      f.list("lifts", row?.lifts, .plain, "The work of each exercise.")
    }
  }

  /// The work of an exercise in a week.
  public struct LiftWeek: Record {
    public let exercise: Name
    /// The last set as done; nil if it is not done yet.
    public let done: Program.Done?
    public let warmUp: [PlannedSet]
    public let sets: [PlannedSet]

    public static var key: String? { "exercise" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("exercise", row?.exercise, .plain.exercise, "The exercise.")
      f("done", row.map { $0.done != nil }, .plain, "Whether the last set was recorded.")
      f("reps", row?.done?.reps, .plain, "The repetitions of the last set; null before it.")
      f("weightKg", row?.done?.load, .mass, "The load of the last set in kilograms, or null.")
      f.list("warmUp", row?.warmUp, .plain, "The warm-up.")
      f.list("sets", row?.sets, .plain, "The main sets.")
    }
  }

  /// A planned set.
  public struct PlannedSet: Record {
    public let set: FiveThreeOne.PlannedSet
    public let unit: Weight.Unit

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("percent", row?.set.percent, .plain, "The percentage of the training max.")
      f("weight", row?.set.load, .plain, "The load in the unit of the training max.")
      f("weightKg", row.map { Weight($0.set.load, $0.unit) }, .mass, "The load in kilograms.")
      f("reps", row?.set.reps, .plain, "The repetitions.")
      f("amrap", row?.set.isAMRAP, .plain, "Whether to do as many repetitions as possible.")
    }
  }

  public static let name = "program"
  public static let summary = "the current program, with the loads of this cycle"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.optionalObject
  public static let emptyText = "no program is followed"
  public static let emptyHelp: Remedy? = "\(.startProgram()) starts one"

  public var rows: [Row]

  public init(of user: Name?, _ program: Program, _ numbers: ExerciseNumbers) {
    rows = program.followed.map { [Row($0, program.merges, numbers)] } ?? []
  }
}

extension ProgramView.Row {
  init(_ followed: Program.Followed, _ merges: ExerciseMerges, _ numbers: ExerciseNumbers) {
    (program, scheme) = (followed.program, followed.scheme)
    (startedAt, cycle, week) = (followed.startedAt, followed.cycle, followed.week)
    let sets = followed.sets.filter { $0.week < FiveThreeOne.weeks }
    let latest = Dictionary(sets.map { ($0.exercise, $0) }) { _, later in later }
    let all = followed.lifts
    lifts = all.map { lift in
      ProgramView.Lift(
        lift: lift.named(by: merges), number: numbers[merges[lift.exercise]],
        latest: latest[lift.exercise], isStalled: followed.isStalled(lift.exercise))
    }
    weeks = (1...FiveThreeOne.weeks).map { week in
      ProgramView.Week(
        week: week, lifts: all.map { ProgramView.LiftWeek($0, merges, week, followed) })
    }
  }
}

extension Program.Lift {
  /// Returns the exercise of the program with the name of the one for which it counts.
  func named(by merges: ExerciseMerges) -> Program.Lift {
    var lift = self
    lift.exercise = merges[exercise]
    return lift
  }
}

extension ProgramView.LiftWeek {
  init(
    _ lift: Program.Lift, _ merges: ExerciseMerges, _ week: Int, _ followed: Program.Followed
  ) {
    let unit = lift.trainingMax.unit
    exercise = merges[lift.exercise]
    done = followed.done(lift.exercise, week: week)
    warmUp = followed.warmUp(of: lift).map { ProgramView.PlannedSet(set: $0, unit: unit) }
    sets = followed.sets(of: lift, week: week).map { ProgramView.PlannedSet(set: $0, unit: unit) }
  }
}

extension ProgramScheme: RecordValue {}
