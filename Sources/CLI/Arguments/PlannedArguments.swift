import Projections

extension Arguments {
  /// Walks the options of a planned exercise.
  mutating func planned(
    _ sets: inout Int?, _ reps: inout Int?, _ weight: inout EnteredWeight?
  ) throws(UsageError) {
    try option(&sets, "--sets", "planned sets, 1…100")
    try option(&reps, "--reps", "planned repetitions of each, 0…1,000")
    try option(&weight, "--weight", "planned load, as in 60kg or 135lb")
  }
}

extension EnteredWeight? {
  /// A Boolean value indicating whether there is a weight without a unit.
  var isBare: Bool { map { $0.unit == nil } ?? false }
}
