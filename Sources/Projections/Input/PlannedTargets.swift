import Events

/// The targets of a planned exercise besides its sets, its repetitions and its load; nil leaves a target as it is.
public struct PlannedTargets: Equatable, Sendable {
  /// The duration of each set in seconds, instead of repetitions; with a distance, its time limit.
  public var seconds: Double?
  /// The most repetitions of a range.
  public var maxReps: Int?
  public var superset: SupersetGroup?
  /// The rest after each set, in seconds.
  public var restSeconds: Double?
  /// The distance of each set in metres, instead of repetitions.
  public var metres: Double?

  public init(
    seconds: Double? = nil, maxReps: Int? = nil, superset: SupersetGroup? = nil,
    restSeconds: Double? = nil, metres: Double? = nil
  ) {
    (self.seconds, self.metres) = (seconds, metres)
    (self.maxReps, self.superset, self.restSeconds) = (maxReps, superset, restSeconds)
  }

  /// Refuses repetitions, a duration or a distance of 0, a range that ends before it begins, and one without a beginning.
  func require(reps: Int?) throws(Refusal) {
    try requireWork(seconds: seconds, metres: metres)
    if let reps, !(1...1_000).contains(reps) {
      throw Refusal(
        .outOfRange, "'reps' must be 1…1,000 in a plan, got \(grouped("\(reps)"))",
        help: "nothing was recorded; correct the value")
    }
    guard let maxReps else { return }
    guard let reps, reps < maxReps else {
      throw Refusal(
        .outOfRange,
        "a range of repetitions must begin below its end, got \(reps ?? 0)…\(maxReps)",
        help: "for example 3x8-12x60kg")
    }
  }
}

/// Refuses a set or a plan with a duration or distance of 0.
func requireWork(seconds: Double?, metres: Double?) throws(Refusal) {
  if seconds == 0 {
    throw Refusal(
      .outOfRange, "the duration of a set must be more than 0, got 0",
      help: "write its time as 60s or 1:30")
  }
  if metres == 0 {
    throw Refusal(
      .outOfRange, "the distance of a set must be more than 0, got 0",
      help: "write its distance as 5km or 400m")
  }
}

extension PlannedExercise {
  /// Creates a planned exercise with targets that few have.
  init(exercise: Name, sets: Int?, reps: Int?, weight: Weight?, _ targets: PlannedTargets) {
    self.init(
      exercise: exercise, sets: sets, reps: reps, weight: weight, seconds: targets.seconds,
      maxReps: targets.maxReps, superset: targets.superset, restSeconds: targets.restSeconds,
      metres: targets.metres)
  }
}
