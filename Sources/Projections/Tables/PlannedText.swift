import Events

/// Returns a duration for display: `45 s`, `27:30`, `1:05:00`; from one minute on in whole seconds.
package func duration(_ seconds: Double) -> String {
  guard seconds >= 60 else { return "\(decimal(seconds)) s" }
  // Reading a log applies no limits.
  let whole = Int(min(seconds, 1e12).rounded())
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
  return hours > 0
    ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
}

/// Returns a distance for display: `400 m`, `5.2 km`.
package func distance(_ metres: Double) -> String {
  metres < 1_000 ? "\(decimal(metres)) m" : "\(grouped(decimal(metres / 1_000))) km"
}

/// Returns a distance and a time for display; nil if there is neither.
package func extent(metres: Double, seconds: Double) -> String? {
  switch (metres > 0, seconds > 0) {
  case (true, true): "\(distance(metres)) in \(duration(seconds))"
  case (true, false): distance(metres)
  case (false, true): duration(seconds)
  case (false, false): nil
  }
}

extension PlannedExercise {
  /// The repetitions, the distance or the duration of each set: `8`, `8–12`, `5 km in 27:30`, `1:00`; nil if open.
  package var each: String? {
    reps.map { "\($0)" + (maxReps.map { "–\($0)" } ?? "") }
      ?? extent(metres: metres ?? 0, seconds: seconds ?? 0)
  }

  /// Returns one line for display: `Bench press, 3 × 8, 60 kg`.
  package func line(of name: String) -> String {
    let work: String? =
      switch (sets, each) {
      case (let sets?, let each?): "\(sets) × \(each)"
      case (let sets?, nil): counted(sets, "sets")
      case (nil, let each?): reps == nil ? each : each == "1" ? "1 rep" : "\(each) reps"
      case (nil, nil): nil
      }
    return [name, work, weight?.description].compactMap(\.self).joined(separator: ", ")
  }
}
