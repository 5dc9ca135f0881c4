import Events
import Projections

extension PersonalBestsView.Row: OwnCells {
  /// Returns the distance or the time of a set without a load; omits repetitions that the set does not count.
  package func cell(of field: String, in unit: Weight.Unit) -> String? {
    guard best.weight.map({ $0.value == 0 }) ?? true else { return nil }
    // A run has at most one repetition.
    let extent = best.reps > 1 ? nil : extent(metres: best.metres, seconds: best.seconds)
    switch field {
    case "weightKg": return extent ?? "bw"
    case "reps": return best.reps == 0 && extent != nil ? "–" : nil
    default: return nil
    }
  }
}

extension HistoryView.Row: OwnCells {
  /// Returns the distance, the time or the repetitions of a session without lifted weight.
  package func cell(of field: String, in unit: Weight.Unit) -> String? {
    guard field == "volumeKg", session.volumeKg == 0 else { return nil }
    var (reps, metres, seconds) = (0, 0.0, 0.0)
    for set in session.sets {
      reps &+= set.reps
      metres += set.metres ?? 0
      seconds += set.seconds ?? 0
    }
    if metres > 0 { return distance(metres) }
    if seconds > 0 { return duration(seconds) }
    let isBody = session.sets.allSatisfy { $0.weight.map { $0.value == 0 } ?? true }
    return isBody && reps > 0 ? "\(reps) × bw" : nil
  }
}

extension MetricsView.Row: OwnCells {
  /// Returns the mean rest in minutes and seconds.
  package func cell(of field: String, in unit: Weight.Unit) -> String? {
    field == "restSeconds" ? restSeconds.map(clock) : nil
  }
}
