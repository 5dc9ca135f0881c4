import Events
import Projections

extension Arguments {
  /// Walks the planned sets of an exercise, as one entry or as options, and returns the entry.
  @discardableResult func planned(
    _ sets: inout Int?, _ reps: inout Int?, _ weight: inout EnteredWeight?,
    _ targets: inout PlannedTargets
  ) throws -> EnteredSet? {
    var planned: PlannedSets?
    try positional(
      &planned, "SETSxREPSxWEIGHT",
      "the planned sets, for example 3x8x60kg, 3x8-12, 12, 3x60s or 5km")
    try option(&sets, "--sets", "the planned sets, 1…100")
    try option(&reps, "--reps", "the planned repetitions of each set, 1…1,000")
    try option(&weight, "--weight", "the planned weight, for example 60kg or 135lb")
    try option(&targets.superset, "--superset", "the letter of the superset")
    var rest: RestTime?
    try option(&rest, "--rest", "the rest after each set, for example 90s or 1:30")
    targets.restSeconds = rest?.seconds
    guard let set = planned?.entry else { return nil }
    guard sets == nil, reps == nil, weight == nil || set.weight == nil && !set.isBodyAlone else {
      throw UsageError(
        code: .conflictingOptions,
        message: "planned sets cannot be combined with the options for the same values",
        help: "write everything as one entry: 3x8x60kg")
    }
    (sets, reps, weight) = (set.count, set.reps, set.weight ?? weight)
    (targets.maxReps, targets.seconds, targets.metres) = (set.maxReps, set.seconds, set.metres)
    return set
  }

  /// Walks the flag for exercises not yet in the log.
  func new(_ isNew: inout Bool, _ exercises: String = "an exercise") throws {
    try flag(&isNew, "--new", "accept \(exercises) not yet in the log")
  }
}

/// A rest: `90s`, `1:30`, `2min`, `90`.
struct RestTime: ArgumentValue {
  let seconds: Double

  static var placeholder: String { "TIME" }
  static var expected: String { "a time such as 90s, 1:30 or 2min" }

  init?(argument text: String) {
    if let seconds = Double(argument: text) {
      self.seconds = seconds
    } else if let entry = try? EnteredSet(text), let seconds = entry.seconds, entry.metres == nil {
      self.seconds = seconds
    } else {
      return nil
    }
  }
}

extension PlannedTargets {
  /// Returns whether a target that can be removed has a value.
  func has(_ target: PlannedTarget) -> Bool {
    switch target {
    case .superset: superset != nil
    case .rest: restSeconds != nil
    }
  }
}

extension PlannedTarget: ChoiceArgument {
  static var placeholder: String { "TARGET" }
}
