/// The events of training programs, whose loads follow from training maxes or from completed sets.
public enum ProgramEvent: Equatable, Sendable, EventArea {
  case programStarted(ProgramStarted)
  case programSetCompleted(ProgramSetCompleted)
  case programSetCleared(ProgramSetCleared)
  case cycleCompleted(CycleCompleted)
  case cycleReopened(CycleReopened)
  case trainingMaxAdjusted(TrainingMaxAdjusted)
  case programEnded(ProgramEnded)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("ProgramStarted", ProgramStarted.self),
    ("ProgramSetCompleted", ProgramSetCompleted.self),
    ("ProgramSetCleared", ProgramSetCleared.self),
    ("CycleCompleted", CycleCompleted.self),
    ("CycleReopened", CycleReopened.self),
    ("TrainingMaxAdjusted", TrainingMaxAdjusted.self),
    ("ProgramEnded", ProgramEnded.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .programStarted(let payload): payload
    case .programSetCompleted(let payload): payload
    case .programSetCleared(let payload): payload
    case .cycleCompleted(let payload): payload
    case .cycleReopened(let payload): payload
    case .trainingMaxAdjusted(let payload): payload
    case .programEnded(let payload): payload
    }
  }
}

/// A rule for increasing the loads of a program.
public enum ProgramScheme: String, CaseIterable, Sendable, Vocabulary {
  /// Wendler's 5/3/1: three weeks of rising percentages and a lighter one.
  case fiveThreeOne = "531"
  /// Linear progression: the load rises after each session with all sets and repetitions.
  case linear
  /// Double progression: the repetitions rise to the end of a range, then the load rises.
  case double

  @usableFromInline package static let words = Words(Self.self)
}

/// The load of one exercise in a program, and the rule for its increase.
public struct TrainingMax: Equatable, Sendable, NestedPayload {
  public let exercise: Name
  /// The training max of 5/3/1, or the working weight of a progression.
  public let weight: Weight
  /// The increase after a cycle of 5/3/1, or after a session of a progression, in the unit of the weight.
  public let increment: Double
  /// The number of sets in a session; nil for one set, and for 5/3/1.
  public let sets: Int?
  /// The repetitions of each set, or the lower end of a range; nil for one repetition, and for 5/3/1.
  public let reps: Int?
  /// The upper end of the repetition range of a double progression; nil for no range.
  public let maxReps: Int?
  /// The number of failed sessions in a row before the weight is reduced; nil for three.
  public let failures: Int?
  /// The reduction of the weight in percent; nil for ten.
  public let deload: Double?

  public init(
    exercise: Name, weight: Weight, increment: Double, sets: Int? = nil, reps: Int? = nil,
    maxReps: Int? = nil, failures: Int? = nil, deload: Double? = nil
  ) {
    (self.exercise, self.weight, self.increment) = (exercise, weight, increment)
    (self.sets, self.reps, self.maxReps) = (sets, reps, maxReps)
    (self.failures, self.deload) = (failures, deload)
  }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
    weight = try f.load(old?.weight, "The training max, or the working weight of a progression.")
    increment = try f(
      "increment", old?.increment, .increment,
      "The increase after a cycle, or after a session of a progression, in the unit of the weight.")
    sets = try f.optional(
      "sets", old?.sets, .sets,
      "The number of sets in a session of a progression; omitted if it is one.")
    reps = try f.optional(
      "reps", old?.reps, .reps,
      "The repetitions of each set, or the lower end of a range; omitted if it is 1.")
    maxReps = try f.optional(
      "maxReps", old?.maxReps, .reps,
      "The upper end of the repetition range of a double progression; omitted without a range.")
    failures = try f.optional(
      "failures", old?.failures, .range(1...100),
      "The number of failed sessions in a row before the weight is reduced; omitted if it is three."
    )
    deload = try f.optional(
      "deload", old?.deload, .range(1...90, "%"),
      "The reduction of the weight in percent; omitted if it is ten.")
  }
}

/// The start of a program, which replaces the user's current one.
public struct ProgramStarted: Equatable, Sendable, EventPayload {
  /// The id of the program; nil for the event's id, as in events written by replog.
  public let program: Name?
  public let scheme: ProgramScheme
  /// The step for rounding loads, in the unit of each weight; nil for 2.5 kg and 5 lb.
  public let step: Double?
  /// The exercises with their training maxes or working weights, in order.
  public let lifts: [TrainingMax]
  /// The current cycle of the program, from 1; nil for the first.
  public let cycle: Int?
  /// A Boolean value indicating whether the program resumes in the state in which it last ended or was replaced; nil
  /// for a new start.
  ///
  /// An undo writes it. The other values then only describe the program, and apply if the user had no such program.
  public let continues: Bool?

  public init(
    program: Name? = nil, scheme: ProgramScheme, step: Double? = nil, lifts: [TrainingMax],
    cycle: Int? = nil, continues: Bool? = nil
  ) {
    (self.program, self.continues) = (program, continues)
    (self.scheme, self.step, self.lifts, self.cycle) = (scheme, step, lifts, cycle)
  }

  package var body: Event.Body { .program(.programStarted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    program = try f.optional(
      "program", old?.program, .begins(.program),
      "The program; omitted if it has the id of the event.")
    scheme = try f("scheme", old?.scheme, .any, "The kind of program.")
    step = try f.optional(
      "step", old?.step, .increment,
      "The rounding step for loads, in the unit of each weight; omitted for 2.5 kg and 5 lb."
    )
    lifts = try f.list(
      "lifts", old?.lifts, .any,
      "The exercises with their training maxes or working weights, in order.")
    cycle = try f.optional(
      "cycle", old?.cycle, .cycle,
      "The current cycle, from 1; omitted for the first.")
    continues = try f.optional(
      "continues", old?.continues, .any,
      "Whether the program resumes in the state in which it last ended or was replaced; omitted if not."
    )
  }
}

/// The result of a week's last set, for as many repetitions as possible; a later event replaces it.
public struct ProgramSetCompleted: Equatable, Sendable, EventPayload {
  public let program: Name
  public let exercise: Name
  /// The cycle, from 1.
  public let cycle: Int
  /// The week of the cycle, 1...4.
  public let week: Int
  /// The repetitions done; 0 for a failed attempt.
  public let reps: Int
  /// The load; nil for the planned one.
  public let weight: Weight?
  /// The set in the history; nil for none, as in events of earlier builds.
  public let set: EventID?

  public init(
    program: Name, exercise: Name, cycle: Int, week: Int, reps: Int, weight: Weight? = nil,
    set: EventID? = nil
  ) {
    (self.program, self.exercise, self.cycle, self.week) = (program, exercise, cycle, week)
    (self.reps, self.weight, self.set) = (reps, weight, set)
  }

  package var body: Event.Body { .program(.programSetCompleted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    program = try f("program", old?.program, .changes(.program), "The program.")
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
    cycle = try f("cycle", old?.cycle, .cycle, "The cycle, from 1.")
    week = try f("week", old?.week, .week, "The week of the cycle, from 1.")
    reps = try f("reps", old?.reps, .reps, "The repetitions done; 0 for a failed attempt.")
    weight = try f.weight(old?.weight, "The load; omitted for the planned one.")
    set = try f.optional(
      "set", old?.set, .refers(to: .set), "The set in the history; omitted if there is none.")
  }
}

/// The removal of a week's result.
public struct ProgramSetCleared: Equatable, Sendable, EventPayload {
  public let program: Name
  public let exercise: Name
  /// The cycle, from 1.
  public let cycle: Int
  /// The week of the cycle, 1...4.
  public let week: Int

  public init(program: Name, exercise: Name, cycle: Int, week: Int) {
    (self.program, self.exercise, self.cycle, self.week) = (program, exercise, cycle, week)
  }

  package var body: Event.Body { .program(.programSetCleared(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    program = try f("program", old?.program, .changes(.program), "The program.")
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
    cycle = try f("cycle", old?.cycle, .cycle, "The cycle, from 1.")
    week = try f("week", old?.week, .week, "The week of the cycle, from 1.")
  }
}

/// The end of a cycle; every training max then rises by its increment.
public struct CycleCompleted: Equatable, Sendable, EventPayload {
  public let program: Name
  /// The cycle that ended, from 1.
  public let cycle: Int

  public init(program: Name, cycle: Int) { (self.program, self.cycle) = (program, cycle) }

  package var body: Event.Body { .program(.cycleCompleted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    program = try f("program", old?.program, .changes(.program), "The program.")
    cycle = try f("cycle", old?.cycle, .cycle, "The cycle that ended, from 1.")
  }
}

/// The reopening of a completed cycle, which reverses the rise of the training maxes.
public struct CycleReopened: Equatable, Sendable, EventPayload {
  public let program: Name
  /// The reopened cycle, from 1.
  public let cycle: Int

  public init(program: Name, cycle: Int) { (self.program, self.cycle) = (program, cycle) }

  package var body: Event.Body { .program(.cycleReopened(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    program = try f("program", old?.program, .changes(.program), "The program.")
    cycle = try f("cycle", old?.cycle, .cycle, "The reopened cycle, from 1.")
  }
}

/// A new training max or working weight of an exercise, for example after a stall.
public struct TrainingMaxAdjusted: Equatable, Sendable, EventPayload {
  public let program: Name
  public let exercise: Name
  /// The new training max, or the new working weight of a progression.
  public let weight: Weight

  public init(program: Name, exercise: Name, weight: Weight) {
    (self.program, self.exercise, self.weight) = (program, exercise, weight)
  }

  package var body: Event.Body { .program(.trainingMaxAdjusted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    program = try f("program", old?.program, .changes(.program), "The program.")
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
    weight = try f.load(old?.weight, "The new training max, or working weight of a progression.")
  }
}

/// The end of a program without a successor.
public struct ProgramEnded: Equatable, Sendable, EventPayload {
  public let program: Name

  public init(program: Name) { self.program = program }

  package var body: Event.Body { .program(.programEnded(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    program = try f("program", old?.program, .ends(.program), "The program.")
  }
}
