import Events

/// The rule of a linear or a double progression, for one exercise.
///
/// The load rises after a session with all sets and repetitions, and falls after some failed sessions in a row. A
/// linear progression has a fixed number of repetitions. In a double progression they rise first, from the beginning of
/// a range to its end.
public struct ProgressionRule: Equatable, Sendable {
  /// The result of a session.
  public enum Outcome: String, CaseIterable, Sendable {
    /// All sets had the most repetitions, so the load rises.
    case made
    /// All sets had enough repetitions, but not all had the most.
    case progress
    /// A set was missing, or had too few repetitions.
    case failed
  }

  public let sets: Int
  /// The fewest repetitions of each set.
  public let reps: Int
  /// The repetitions of each set that increase the load; equal to `reps` in a linear progression.
  public let maxReps: Int
  /// The increase, in the unit of the load.
  public let increment: Double
  /// The number of failed sessions in a row before the load is reduced.
  public let failures: Int
  /// The reduction of the load in percent.
  public let deload: Double
  /// The step to which loads are rounded.
  public let step: LoadStep

  /// The failed sessions before a deload, and its percentage, if the program gives none.
  public static let usual = (failures: 3, deload: 10.0)

  /// Creates the rule of an exercise; values out of range count as the nearest ones in it.
  init(_ lift: TrainingMax, _ scheme: ProgramScheme, step: Double?) {
    sets = max(1, lift.sets ?? 1)
    reps = max(1, lift.reps ?? 1)
    maxReps = scheme == .double ? max(reps, lift.maxReps ?? 1) : reps
    increment = lift.increment
    failures = max(1, lift.failures ?? Self.usual.failures)
    deload = min(max(0, lift.deload ?? Self.usual.deload), 100)
    let usual = LoadStep.usual(lift.weight.unit)
    // The plates of a small rise allow small steps.
    self.step = LoadStep(step ?? min(usual.size, increment)) ?? usual
  }

  /// The range of repetitions of a double progression; nil for a fixed number.
  public var range: ClosedRange<Int>? { maxReps > reps ? reps...maxReps : nil }

  /// Returns the result of a session with sets of these repetitions.
  public func outcome(of reps: [Int]) -> Outcome {
    if reps.count(where: { $0 >= maxReps }) >= sets { return .made }
    return reps.count(where: { $0 >= self.reps }) >= sets ? .progress : .failed
  }

  /// Returns the repetitions to aim at after a session with progress: one more than in the worst set that counts.
  public func aim(after reps: [Int]) -> Int {
    let best = reps.sorted(by: >)
    guard best.count >= sets, best[sets - 1] < maxReps else { return maxReps }
    return max(self.reps, best[sets - 1] + 1)
  }

  /// Returns the load after a rise.
  public func raised(_ load: Double) -> Double {
    let rounded = step.nearest(load + increment)
    // An increment of less than half a step still is a rise.
    return rounded > load ? rounded : millionths(load + increment) ?? load
  }

  /// Returns the load after a deload, rounded down; a load of less than one step is unchanged.
  public func lowered(_ load: Double) -> Double {
    let count = (load * (100 - deload) / 100 / step.size + 1e-9).rounded(.down)
    let lowered = millionths(count * step.size) ?? load
    return lowered > 0 ? lowered : load
  }
}

/// The progression of one exercise: its working weight, and the sessions that led to it.
public struct Progression: Equatable, Sendable {
  /// A session with sets at the working weight.
  public struct Session: Equatable, Sendable {
    public let session: Name
    public let startedAt: Timestamp
    public let weight: Weight
    /// The repetitions of its sets at that weight or more.
    public let reps: [Int]
    public let outcome: ProgressionRule.Outcome
  }

  public let rule: ProgressionRule
  /// The load to lift next.
  public private(set) var weight: Weight
  /// The repetitions to aim at in each set.
  public private(set) var aim: Int
  /// The number of failed sessions in a row.
  public private(set) var failures = 0
  /// The latest session that counts; nil before the first.
  public private(set) var latest: Session?

  init(_ rule: ProgressionRule, from weight: Weight) {
    (self.rule, self.weight, aim) = (rule, weight, rule.reps)
  }

  /// The load after the next session with all sets and repetitions.
  public var next: Weight { Weight(rule.raised(weight.value), weight.unit) }

  /// The load after a deload.
  public var deload: Weight { Weight(rule.lowered(weight.value), weight.unit) }

  /// Adds a session with its sets; only those with the working weight or more count.
  ///
  /// A session without such a set changes nothing.
  mutating func add(
    _ session: Name, at startedAt: Timestamp, _ sets: [(reps: Int, weight: Weight?)]
  ) {
    let reps = sets.filter {
      $0.weight?.kilograms(enteredFor: weight) ?? 0 >= weight.kilograms
    }.map(\.reps)
    guard !reps.isEmpty else { return }
    let outcome = rule.outcome(of: reps)
    latest = Session(
      session: session, startedAt: startedAt, weight: weight, reps: reps, outcome: outcome)
    switch outcome {
    case .made: restart(at: next)
    case .progress: (failures, aim) = (0, rule.aim(after: reps))
    case .failed:
      failures += 1
      if failures >= rule.failures { restart(at: deload) }
    }
  }

  /// Changes the working weight; the current weight changes nothing.
  mutating func adjust(to weight: Weight) {
    if weight != self.weight { restart(at: weight) }
  }

  private mutating func restart(at weight: Weight) {
    (self.weight, aim, failures) = (weight, rule.reps, 0)
  }
}
