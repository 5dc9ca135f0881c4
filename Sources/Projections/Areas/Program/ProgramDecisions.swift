import Events

/// A request to end the cycle before its deload, which increases the training maxes.
public struct EndCycle: Decision {
  /// A Boolean value indicating whether unfinished weeks are skipped.
  public var skips: Bool

  public init(skips: Bool = false) { self.skips = skips }

  public func decide(_ state: OfUser<Program>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let followed = try state.value.followedProgram()
    guard !followed.isProgression else {
      throw Refusal(
        .otherScheme, "a \(followed.scheme.title) has no cycles",
        help: "the program increases the load after successful sessions")
    }
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
    return [try followed.cycleEnd()]
  }
}

/// A request to change the training max of an exercise, or its working weight, for example after a stall.
public struct AdjustTrainingMax: Decision {
  /// The source of the new training max or working weight.
  public enum Change: Equatable, Sendable {
    /// The weight itself.
    case to(EnteredWeight)
    /// Three increments less, or the deload of a progression.
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
    _ state: Pair<OfUser<Program>, Pair<OfUser<History>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let followed = try state.first.value.followedProgram()
    let lift = try followed.lift(exercise, state.second.second, state.first.merges)
    let progression = followed.progression(of: lift.exercise, in: state.second.first.value)
    let before = progression?.weight ?? lift.trainingMax
    let after = Weight(try value(lift, followed, progression), before.unit)
    guard after.value > 0 else {
      let what = progression == nil ? "training max" : "working weight"
      throw Refusal(
        .outOfRange, "the \(what) of '\(lift.exercise)' must be more than 0, got \(after)",
        help: "give a larger value")
    }
    if after == before { return [] }
    return [
      TrainingMaxAdjusted(program: followed.program, exercise: lift.exercise, weight: after).body
    ]
  }

  /// Returns the new weight in the unit of the lift.
  private func value(
    _ lift: Program.Lift, _ followed: Program.Followed, _ progression: Progression?
  ) throws(Refusal) -> Double {
    let unit = lift.trainingMax.unit
    let step = progression?.rule.step ?? followed.step(unit)
    if case .to(let entered) = change {
      let weight = entered.weight(unit)
      return weight.unit == unit ? weight.value : step.nearest(weight.converted(to: unit))
    }
    guard let progression else { return try trainingMax(lift, followed, step) }
    guard change == .back else {
      throw Refusal(
        .otherScheme, "a \(followed.scheme.title) has no training max",
        help: "give the working weight of '\(lift.exercise)'")
    }
    return progression.deload.value
  }

  private func trainingMax(
    _ lift: Program.Lift, _ followed: Program.Followed, _ step: LoadStep
  ) throws(Refusal) -> Double {
    let unit = lift.trainingMax.unit
    switch change {
    case .to(let entered): return entered.weight(unit).value
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
    return [ProgramEnded(program: followed.program).body]
  }
}

extension Program {
  func followedProgram() throws(Refusal) -> Followed {
    guard let followed else {
      throw Refusal(
        .noProgram, "there is no current program",
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

  /// Returns the fact that ends the cycle.
  ///
  /// - Throws: A refusal if a training max would then exceed the limit of a load. It could not be recorded again, for
  ///   example by an undo.
  func cycleEnd() throws(Refusal) -> Event.Body {
    for lift in lifts {
      let (max, unit) = (lift.trainingMax.value + lift.increment, lift.trainingMax.unit)
      guard let breach = Limit.weight(unit).breach(by: max) else { continue }
      throw Refusal(
        .outOfRange, "the next training max of '\(lift.exercise)' \(breach)",
        help: "lower it first: \(.adjustTrainingMax)")
    }
    return CycleCompleted(program: program, cycle: cycle).body
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
    // A name that the log has means that exercise only.
    if known.exercise(text) == nil {
      let near = lifts.filter { nearness(of: trimmed(text), to: $0.exercise.text) != nil }
      if near.count == 1 { return near[0] }
    }
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

extension ProgramEvent {
  /// A program is its user's own; a change has no effect on another program, or in another cycle.
  var judgement: Judgement {
    switch self {
    case .programStarted: .always
    case .programSetCompleted(let set): .unless(program: set.program)
    case .trainingMaxAdjusted(let adjustment): .unless(program: adjustment.program)
    case .programSetCleared, .cycleCompleted, .cycleReopened, .programEnded:
      .unless(Unchanged(OfUser<Program>.self) { $0.value.followed })
    }
  }
}

extension Judgement {
  /// Returns the judgement of an event about a program of its user.
  fileprivate static func unless(program: Name) -> Judgement {
    .unless(Missing(from: OfUser<Program>.self) { $0.value.followed?.program == program })
  }
}
