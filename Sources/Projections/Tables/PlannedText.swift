import Events

/// Returns a duration for display: `45 s`, `27:30`, `1:05:00`.
package func duration(_ seconds: Double) -> String {
  // Reading a log applies no limits.
  let whole = Int(min(max(seconds, 0), 1e12))
  guard whole >= 60 else { return "\(decimal(seconds)) s" }
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
  return hours > 0
    ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
}

extension PlannedExercise {
  /// The repetitions or the duration of each set: `8`, `8–12`, `1:00`; nil if open.
  package var each: String? {
    reps.map { "\($0)" + (maxReps.map { "–\($0)" } ?? "") } ?? seconds.map(duration)
  }
}
