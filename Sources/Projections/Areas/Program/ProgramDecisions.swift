import Events

/// A request to start a program.
public struct StartProgram: Decision {
  /// An exercise of the program, as entered.
  public struct Lift: Equatable, Sendable {
    public var exercise: String
    /// The one-repetition maximum, or the training max; nil for the one-repetition maximum of the profile.
    public var weight: EnteredWeight?
    /// The increase after a cycle, in the unit of the weight; nil for the usual one.
    public var increment: Double?

    public init(exercise: String, weight: EnteredWeight? = nil, increment: Double? = nil) {
      (self.exercise, self.weight, self.increment) = (exercise, weight, increment)
    }
  }

  public var lifts: [Lift]
  /// The step to which loads are rounded; nil for 2.5 kg or 5 lb.
  public var step: EnteredWeight?
  /// A Boolean value indicating whether the weights are training maxes, instead of one-repetition maxima.
  public var isTrainingMax: Bool
  /// A Boolean value indicating whether the program replaces the current one.
  public var replaces: Bool
  /// A Boolean value indicating whether exercises that the log does not name are accepted.
  public var isNew: Bool

  /// The maximum number of exercises of a program.
  private static let most = 20

  public init(
    _ lifts: [Lift], step: EnteredWeight? = nil, isTrainingMax: Bool = false,
    replaces: Bool = false, isNew: Bool = false
  ) {
    (self.lifts, self.step, self.isTrainingMax) = (lifts, step, isTrainingMax)
    (self.replaces, self.isNew) = (replaces, isNew)
  }

  public func decide(
    _ state: Pair<
      OfUser<Program>,
      Pair<OfUser<Profile>, Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>>
    >, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    if let followed = state.first.value.followed, !replaces {
      throw Refusal(
        .programFollowed,
        "you have followed a program since \(followed.startedAt.day), now in cycle \(followed.cycle)",
        help: "end it with \(.endProgram), or replace it with \(.give(.replaced))")
    }
    guard (1...Self.most).contains(lifts.count) else {
      throw Refusal(
        .outOfRange, "a program must have 1…\(Self.most) exercises, got \(lifts.count)",
        help: "as in squat=140kg")
    }
    var maxes: [TrainingMax] = []
    for lift in lifts {
      let max = try trainingMax(of: lift, state.second)
      guard !maxes.contains(where: { $0.exercise == max.exercise }) else {
        throw Refusal(
          .listedTwice, "'\(max.exercise)' is listed twice", help: "name each exercise once")
      }
      maxes.append(max)
    }
    return [
      .program(
        .programStarted(
          ProgramStarted(scheme: .fiveThreeOne, step: step?.value, lifts: maxes)))
    ]
  }

  private func trainingMax(
    of lift: Lift,
    _ state: Pair<
      OfUser<Profile>, Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>
    >
  ) throws(Refusal) -> TrainingMax {
    let known = state.second.second
    let exercise = try known.second.resolve(
      lift.exercise, isNew: isNew, in: state.second.first.value)
    let entered = lift.weight?.weight(known.first.unit)
    let weight =
      if let entered { entered } else {
        try state.first.value.maximum(of: exercise)
      }
    let step = try step(of: weight.unit)
    guard weight.value > 0 else {
      throw Refusal(
        .outOfRange, "the maximum of '\(exercise)' must be more than 0, got \(weight)",
        help: "give the one-repetition maximum")
    }
    let load =
      isTrainingMax && entered != nil
      ? weight.value : FiveThreeOne.trainingMax(ofMax: weight.value, step)
    guard load > 0 else {
      throw Refusal(
        .outOfRange,
        "a maximum of \(weight) for '\(exercise)' is less than a step of "
          + "\(Weight(step.size, weight.unit))",
        help: "give a smaller step with \(.give(.step)), or the one-repetition maximum")
    }
    let usual = FiveThreeOne.increment(
      isLowerBody: FiveThreeOne.isLowerBody(exercise), weight.unit)
    return TrainingMax(
      exercise: exercise, weight: Weight(load, weight.unit), increment: lift.increment ?? usual)
  }

  private func step(of unit: Weight.Unit) throws(Refusal) -> LoadStep {
    guard let step else { return .usual(unit) }
    guard step.unit ?? unit == unit else {
      throw Refusal(
        .unitMismatch,
        "the step must be in \(unit.rawValue) like the weights, got \(step.unit?.rawValue ?? "")",
        help: "leave it out for 2.5 kg or 5 lb")
    }
    guard let size = LoadStep(step.value) else {
      throw Refusal(
        .outOfRange, "the step must be more than 0, got \(decimal(step.value))",
        help: "as in \(.give(.step, "2.5kg"))")
    }
    return size
  }
}

extension Profile {
  /// Returns the one-repetition maximum of an exercise that is one of the main lifts.
  fileprivate func maximum(of exercise: Name) throws(Refusal) -> Weight {
    if let max = Lift(of: exercise).flatMap({ maxes[$0] }) { return max }
    throw Refusal(
      .profileIncomplete, "the profile has no maximum of '\(exercise)'",
      help: "give it as in \(exercise)=100kg")
  }
}

/// A request to record the last set of a week, done for as many repetitions as possible.
///
/// The last set of the last week ends the cycle and increases the training maxes.
public struct CompleteProgramSet: Decision {
  public var exercise: String
  public var reps: Int
  /// The week of the cycle; nil for the first unfinished week of the exercise.
  public var week: Int?
  /// The load; nil for the planned load.
  public var weight: EnteredWeight?

  public init(exercise: String, reps: Int, week: Int? = nil, weight: EnteredWeight? = nil) {
    (self.exercise, self.reps, self.week, self.weight) = (exercise, reps, week, weight)
  }

  public func decide(
    _ state: Pair<OfUser<Program>, KnownExercises>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let followed = try state.first.value.followedProgram()
    let lift = try followed.lift(exercise, state.second, state.first.merges)
    let week = if let week { week } else { try followed.openWeek(of: lift.exercise) }
    guard (1...FiveThreeOne.weeks).contains(week) else {
      throw Refusal(
        .outOfRange, "the week must be 1…\(FiveThreeOne.weeks), got \(week)",
        help: "leave it out for the first unfinished week")
    }
    let set = ProgramSetCompleted(
      program: followed.program, exercise: lift.exercise, cycle: followed.cycle, week: week,
      reps: reps, weight: weight?.weight(lift.trainingMax.unit))
    let planned = followed.sets(of: lift, week: week).last?.load ?? 0
    let load = set.weight ?? Weight(planned, lift.trainingMax.unit)
    let before = followed.done(lift.exercise, week: week)
    if let before, before.reps == reps, before.load == load { return [] }
    let facts: [Event.Body] = [.program(.programSetCompleted(set))]
    let isLast = before == nil && followed.openSets == 1
    guard isLast else { return facts }
    let end = CycleCompleted(program: followed.program, cycle: followed.cycle)
    return facts + [.program(.cycleCompleted(end))]
  }
}

/// A request to end the cycle before its deload, which increases the training maxes.
public struct EndCycle: Decision {
  /// A Boolean value indicating whether unfinished weeks are skipped.
  public var skips: Bool

  public init(skips: Bool = false) { self.skips = skips }

  public func decide(_ state: OfUser<Program>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let followed = try state.value.followedProgram()
    // Variants of three weeks have no deload.
    for week in 1..<FiveThreeOne.weeks where !skips {
      let open = followed.lifts.map(\.exercise).filter { followed.done($0, week: week) == nil }
      guard let first = open.first else { continue }
      throw Refusal(
        .weekNotDone,
        "week \(week) of cycle \(followed.cycle) is not done: '\(first)'"
          + (open.count > 1 ? " and \(open.count - 1) more" : ""),
        help: "record it with \(.completeProgramSet), or skip it with \(.give(.isSkipped))")
    }
    let end = CycleCompleted(program: followed.program, cycle: followed.cycle)
    return [.program(.cycleCompleted(end))]
  }
}

/// A request to change the training max of an exercise, for example after a stall.
public struct AdjustTrainingMax: Decision {
  /// The source of the new training max.
  public enum Change: Equatable, Sendable {
    /// The training max itself.
    case to(EnteredWeight)
    /// Three increments less.
    case back
    /// 90 % of a one-repetition maximum.
    case max(EnteredWeight)
    /// 90 % of the estimate after the latest last set.
    case estimate
  }

  public var exercise: String
  public var change: Change

  public init(exercise: String, _ change: Change) {
    (self.exercise, self.change) = (exercise, change)
  }

  public func decide(
    _ state: Pair<OfUser<Program>, KnownExercises>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let followed = try state.first.value.followedProgram()
    let lift = try followed.lift(exercise, state.second, state.first.merges)
    let before = lift.trainingMax
    let after = Weight(try value(lift, followed), before.unit)
    guard after.value > 0 else {
      throw Refusal(
        .outOfRange, "the training max of '\(lift.exercise)' must be more than 0, got \(after)",
        help: "give a larger one")
    }
    if after == before { return [] }
    return [
      .program(
        .trainingMaxAdjusted(
          TrainingMaxAdjusted(
            program: followed.program, exercise: lift.exercise, weight: after)))
    ]
  }

  /// Returns the new training max in the unit of the lift.
  private func value(
    _ lift: Program.Lift, _ followed: Program.Followed
  ) throws(Refusal) -> Double {
    let unit = lift.trainingMax.unit
    let step = followed.step(unit)
    switch change {
    case .to(let entered):
      let weight = entered.weight(unit)
      return weight.unit == unit ? weight.value : step.nearest(weight.converted(to: unit))
    case .back:
      return FiveThreeOne.afterStall(lift.trainingMax.value, increment: lift.increment)
    case .max(let entered):
      return FiveThreeOne.trainingMax(ofMax: entered.weight(unit).converted(to: unit), step)
    case .estimate:
      guard let set = followed.latest(lift.exercise), let estimate = set.estimate else {
        throw Refusal(
          .noEstimate, "no set of '\(lift.exercise)' has an estimate yet",
          help: "give the one-repetition maximum with \(.give(.max))")
      }
      let max = Weight(estimate, set.load.unit).converted(to: unit)
      return FiveThreeOne.trainingMax(ofMax: max, step)
    }
  }
}

/// A request to end the program.
public struct EndProgram: Decision {
  public init() {}

  public func decide(_ state: OfUser<Program>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let followed = try state.value.followedProgram()
    return [.program(.programEnded(ProgramEnded(program: followed.program)))]
  }
}

extension Program {
  /// Returns the current program.
  func followedProgram() throws(Refusal) -> Followed {
    guard let followed else {
      throw Refusal(
        .noProgram, "no program is followed",
        help: "start one: \(.startProgram(lifts: ["squat=140kg", "bench-press=100kg"]))")
    }
    return followed
  }
}

extension Program.Followed {
  /// The number of last sets of the cycle that are not done.
  var openSets: Int {
    (1...FiveThreeOne.weeks).reduce(0) { open, week in
      open + lifts.count { done($0.exercise, week: week) == nil }
    }
  }

  /// Returns the exercise of the program that a text names.
  func lift(
    _ text: String, _ known: KnownExercises, _ merges: ExerciseMerges
  ) throws(Refusal) -> Program.Lift {
    let exercise = Name(trimmed(text))
    if let lift = self[exercise] { return lift }
    if let other = known.exercise(text), let lift = self[other] { return lift }
    let merged = merges[known.exercise(text) ?? exercise]
    if let lift = lifts.first(where: { merges[$0.exercise] == merged }) { return lift }
    let names = lifts.map { "'\(merges[$0.exercise])'" }
    throw Refusal(
      .notFound, "the program has no '\(exercise)'",
      help: "it has \(names.joined(separator: ", "))")
  }

  /// Returns the first week of the cycle in which an exercise is not done.
  func openWeek(of exercise: Name) throws(Refusal) -> Int {
    if let week = (1...FiveThreeOne.weeks).first(where: { done(exercise, week: $0) == nil }) {
      return week
    }
    throw Refusal(
      .cycleDone, "all weeks of '\(exercise)' in cycle \(cycle) are done",
      help: "correct one with \(.give(.week)), or continue with \(.nextCycle)")
  }
}
