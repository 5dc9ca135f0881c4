import Events

/// The program that a user follows, with the loads to lift next.
public struct ProgramView: PersonalView {
  public struct Row: Record {
    public let program: Name
    public let scheme: ProgramScheme
    public let startedAt: Timestamp
    /// The cycle, from 1; nil for a progression.
    public let cycle: Int?
    /// The first week of the cycle that is not complete; nil for a progression.
    public let week: Int?
    public let lifts: [Lift]
    /// The weeks of the cycle; empty for a progression.
    public let weeks: [Week]

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("program", row?.program, .plain.reference, "The program.")
      f("scheme", row?.scheme, .plain, "The kind of program.")
      f("startedAt", row?.startedAt, .plain, "The time of its start.")
      f("cycle", row?.cycle, .plain, "The cycle, from 1; null for a progression.")
      f(
        "week", row?.week, .plain,
        "The first unfinished week of the cycle, from 1; null for a progression.")
      f.list("lifts", row?.lifts, .plain, "The exercises in the order of the program.")
      f.list("weeks", row?.weeks, .plain, "The weeks of the cycle; empty for a progression.")
    }
  }

  public struct Lift: Record {
    public let lift: Program.Lift
    public let number: Int?
    /// The most recent last set, without deloads; nil before the first.
    public let latest: Program.Done?
    /// A Boolean value indicating whether a set of this cycle, or a session since the load changed, had too few
    /// repetitions.
    public let isStalled: Bool
    /// The working weight and the sessions of a progression; nil for 5/3/1.
    public let progression: Progression?

    public static var key: String? { "exercise" }

    /// The training max, or the working weight of a progression.
    public var load: Weight { progression?.weight ?? lift.trainingMax }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("exercise", row?.lift.exercise, .plain.exercise, "The exercise.")
      f("number", row?.number, .plain, "The number of the exercise.")
      f(
        "trainingMaxKg", row?.load, .mass,
        "The training max, or the working weight of a progression, in kilograms.")
      f("trainingMax", row?.load.value, .plain, "The same weight in `unit`.")
      f("unit", row?.load.unit, .plain, "The unit of its loads.")
      f(
        "increment", row?.lift.increment, .plain,
        "The increase after a cycle, or after a session, in that unit.")
      f(
        "e1rmKg", row?.latest.flatMap { set in set.estimate.map { Weight($0, set.load.unit) } },
        .mass,
        "The one-repetition maximum estimated from the last set of the latest week, ignoring deload weeks; null if there is none."
      )
      f(
        "stalled", row?.isStalled, .plain,
        "Whether a set of this cycle, or a session since the last change of load, had too few repetitions."
      )
      Progression.list(row?.progression, &f)
    }
  }

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
      f(
        "reps", row?.done?.reps, .plain,
        "The repetitions of the last set; null until it is recorded.")
      f("weightKg", row?.done?.load, .mass, "The load of the last set in kilograms, or null.")
      f.list("warmUp", row?.warmUp, .plain, "The warm-up.")
      f.list("sets", row?.sets, .plain, "The main sets.")
    }
  }

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
  public static let summary = "the current program, with the loads to lift next"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.optionalObject
  public static let emptyText = "no current program"
  public static let emptyHelp: Remedy? = "\(.startProgram()) starts one"

  public var rows: [Row]

  public init(of user: Name?, _ training: ProgramTraining, _ numbers: ExerciseNumbers) {
    rows = training.program.followed.map { [Row($0, training, numbers)] } ?? []
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    // The loads of 5/3/1 do not depend on sessions.
    guard case .sessions = event.body else { return nil }
    return source.first.program.followed?.isProgression ?? false ? nil : []
  }
}

extension ProgramView.Row {
  init(_ followed: Program.Followed, _ training: ProgramTraining, _ numbers: ExerciseNumbers) {
    (program, scheme, startedAt) = (followed.program, followed.scheme, followed.startedAt)
    let isProgression = followed.isProgression
    (cycle, week) = isProgression ? (nil, nil) : (followed.cycle, followed.week)
    let merges = training.program.merges
    let sets = followed.sets.filter { $0.week < FiveThreeOne.weeks }
    let latest = Dictionary(sets.map { ($0.exercise, $0) }) { _, later in later }
    let all = followed.lifts
    let progressions = training.progressions
    lifts = all.indices.map { place in
      let lift = all[place]
      let progression = isProgression ? progressions[place] : nil
      return ProgramView.Lift(
        lift: lift.named(by: merges), number: numbers[merges[lift.exercise]],
        latest: isProgression ? nil : latest[lift.exercise],
        isStalled: progression.map { $0.failures > 0 } ?? followed.isStalled(lift.exercise),
        progression: progression)
    }
    weeks =
      isProgression
      ? []
      : (1...FiveThreeOne.weeks).map { week in
        ProgramView.Week(
          week: week, lifts: all.map { ProgramView.LiftWeek($0, merges, week, followed) })
      }
  }
}

extension Progression {
  /// Lists the fields that only a progression has.
  fileprivate static func list(_ row: Self?, _ f: inout some RecordVisitor) {
    let (rule, latest) = (row?.rule, row?.latest)
    f("sets", rule?.sets, .plain, "The sets to do; null for 5/3/1.")
    f("reps", row?.aim, .plain, "The target repetitions; null for 5/3/1.")
    f(
      "maxReps", rule?.range?.upperBound, .plain,
      "The upper end of the repetition range; null without a range.")
    f("nextWeightKg", row?.next, .mass, "The load after a successful session; null for 5/3/1.")
    f("failed", row?.failures, .plain, "The number of failed sessions in a row.")
    f(
      "failures", rule?.failures, .plain,
      "The number of failed sessions in a row before the load is reduced."
    )
    f("deload", rule?.deload, .plain, "The reduction of the load, in percent.")
    f(
      "lastSession", latest?.session, .plain.reference,
      "The latest session that counts for the progression; null before the first.")
    f("lastAt", latest?.startedAt, .plain, "The start of that session.")
    f("lastWeightKg", latest?.weight, .mass, "The working weight of that session.")
    f(
      "lastReps", latest?.reps.map { "\($0)" }, .plain,
      "The repetitions of that session's sets with at least `lastWeightKg`.")
    f("lastResult", latest?.outcome, .plain, "The result of that session.")
  }
}

extension ProgressionRule.Outcome: RecordValue {}

extension Program.Lift {
  /// Returns the exercise of the program with the name of the exercise that it is merged into.
  func named(by merges: ExerciseMerges) -> Program.Lift {
    var lift = self
    lift.exercise = merges[exercise]
    return lift
  }
}

extension ProgramView.LiftWeek {
  init(_ lift: Program.Lift, _ merges: ExerciseMerges, _ week: Int, _ followed: Program.Followed) {
    let unit = lift.trainingMax.unit
    exercise = merges[lift.exercise]
    done = followed.done(lift.exercise, week: week)
    warmUp = followed.warmUp(of: lift).map { ProgramView.PlannedSet(set: $0, unit: unit) }
    sets = followed.sets(of: lift, week: week).map { ProgramView.PlannedSet(set: $0, unit: unit) }
  }
}

extension ProgramScheme: RecordValue {}
