import Projections

extension Arguments {
  /// Walks the planned sets of an exercise, as one entry or as options, and returns the entry.
  @discardableResult func planned(
    _ sets: inout Int?, _ reps: inout Int?, _ weight: inout EnteredWeight?,
    _ seconds: inout Double?
  ) throws -> EnteredSet? {
    var planned: PlannedSets?
    try positional(
      &planned, "SETSxREPSxWEIGHT", "the planned sets, as in 3x8x60kg, 3x8, 12 or 3x60s")
    try option(&sets, "--sets", "the planned sets, 1…100")
    try option(&reps, "--reps", "the planned repetitions of each set, 0…1,000")
    try option(&weight, "--weight", "the planned weight, as in 60kg or 135lb")
    guard let set = planned?.entry else { return nil }
    guard sets == nil, reps == nil, weight == nil || set.weight == nil && !set.isBodyAlone else {
      throw UsageError(
        code: .conflictingOptions,
        message: "expected planned sets or the options for the same values, found both",
        help: "write all of it as one entry: 3x8x60kg")
    }
    guard set.metres == nil else {
      throw Refusal(
        .noRepetitions, "planned sets must have repetitions or a time, got '\(set)'",
        help: "write 3x8x60kg, 3x8 or 3x60s, or leave the sets out")
    }
    (sets, reps, weight) = (set.count, set.reps, set.weight ?? weight)
    seconds = set.seconds
    return set
  }
  /// Walks the flag for exercises that the log does not have yet.
  func new(_ isNew: inout Bool, _ exercises: String = "an exercise") throws {
    try flag(&isNew, "--new", "accept \(exercises) that the log does not have yet")
  }
}
