import Events
import Projections

extension History.LoggedSet {
  /// Returns the work of the set for display: `5 × 100 kg`, `12 × bw`, `8 × -20 kg`, `5 km in 27:30`, `1:30`.
  ///
  /// A set without added weight has `bw`.
  func work(in unit: Weight.Unit) -> String {
    workText(reps, weight, metres: metres ?? 0, seconds: seconds ?? 0, in: unit)
      + (isPerSide ? " per side" : "")
  }

  /// Returns the work of the set for a sentence: `8 × 20 kg of assistance`.
  func workInWords(in unit: Weight.Unit) -> String {
    workText(reps, weight, metres: metres ?? 0, seconds: seconds ?? 0, in: unit, saysHelp: true)
      + (isPerSide ? " per side" : "")
  }
}

extension PersonalBests.Best {
  /// Returns the work of the set for display, like that of a logged set.
  func work(in unit: Weight.Unit) -> String {
    workText(reps, weight, metres: metres, seconds: seconds, in: unit)
  }
}

/// Returns the work of a set for display: `5 × 100 kg`, `400 m in 1:30`.
func workText(
  _ reps: Int, _ weight: Weight?, metres: Double, seconds: Double, in unit: Weight.Unit,
  saysHelp: Bool = false
) -> String {
  var parts: [String] = []
  let extent = extent(metres: metres, seconds: seconds)
  let isLoaded = weight.map { $0.value != 0 } ?? false
  let load = load(weight, in: unit, saysHelp: saysHelp)
  if reps > 1 || extent == nil || isLoaded && reps != 0 {
    parts.append("\(reps) × \(load)")
  } else if isLoaded {
    parts.append(load)
  }
  if let extent { parts.append(extent) }
  return parts.joined(separator: ", ")
}

/// Returns a load for display; `bw` without added weight.
///
/// - Parameter saysHelp: Whether assistance is in words, as in `20 kg of assistance`, instead of a negative weight.
func load(_ weight: Weight?, in unit: Weight.Unit, saysHelp: Bool = false) -> String {
  guard let weight, weight.value != 0 else { return "bw" }
  guard saysHelp, weight.value < 0 else { return shown(weight, in: unit) }
  return "\(shown(Weight(-weight.value, weight.unit), in: unit)) of assistance"
}

/// Returns a rest for display, in minutes and seconds: `0:45`, `1:30`.
func clock(_ seconds: Double) -> String {
  // Reading a log applies no limits.
  let whole = Int(min(max(seconds, 0), 1e12).rounded())
  return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
}
