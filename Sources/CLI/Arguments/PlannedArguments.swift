import Projections

extension Arguments {
  /// Walks the options of a planned exercise.
  func planned(_ sets: inout Int?, _ reps: inout Int?, _ weight: inout EnteredWeight?) throws {
    try option(&sets, "--sets", "the planned sets, 1…100")
    try option(&reps, "--reps", "the planned repetitions of each set, 0…1,000")
    try option(&weight, "--weight", "the planned weight, as in 60kg or 135lb")
  }
  /// Walks the flag for exercises that the log does not have yet.
  func new(_ isNew: inout Bool, _ exercises: String = "an exercise") throws {
    try flag(&isNew, "--new", "accept \(exercises) that the log does not have yet")
  }
}
