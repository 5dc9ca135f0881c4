import Events
import Projections

/// The training in an imported file: its days, its volume, and the clock of its times.
struct ImportSummary {
  /// The clock of times without a zone, in words.
  struct Clock {
    let name: String
    /// The words after the name for people.
    var remark = ""
  }

  /// The days of the first and the last session; nil for a file without sessions.
  let days: ClosedRange<LocalDay>?
  let volumeKg: Double
  let unit: Weight.Unit
  let times: Clock
  /// The exercises with the most sets, as the file names them.
  private let favourites: [(name: String, sets: Int)]

  /// Creates the summary of a file.
  init(_ training: ImportedTraining, times: Clock) {
    (days, self.times) = (training.days, times)
    (volumeKg, unit) = (training.volumeKg, training.unit ?? .kg)
    favourites = training.mostTrained.prefix(3).map { ($0.name, $0.sets) }
  }

  /// Two lines, the second with the exercises: `2026-03-02 to 2026-06-30, 81,250 kg in all; times: Europe/Berlin`; empty without sessions.
  var table: String {
    guard let days else { return "" }
    let (first, last) = (days.lowerBound, days.upperBound)
    let range = first == last ? "\(first)" : "\(first) to \(last)"
    let volume = volumeKg > 0 ? ", \(kilograms(volumeKg, in: unit)) in all" : ""
    let names = favourites.map { "\($0.name) (\(grouped("\($0.sets)")))" }.joined(separator: ", ")
    return inert("\(range)\(volume); times: \(times.name)\(times.remark)") + "\n"
      + inert("most sets: \(names)") + "\n"
  }

  func write(_ json: inout JSONWriter) {
    json.member("from", days?.lowerBound.description)
    json.member("to", days?.upperBound.description)
    json.key("volumeKg")
    json.double(volumeKg)
    json.member("times", times.name)
  }
}
