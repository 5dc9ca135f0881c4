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

  let days: ClosedRange<LocalDay>
  let volumeKg: Double
  let unit: Weight.Unit
  let times: Clock

  /// Creates the summary of a file; nil if the file has no sessions.
  init?(_ training: ImportedTraining, times: Clock) {
    guard let days = training.days else { return nil }
    (self.days, self.times) = (days, times)
    (volumeKg, unit) = (training.volumeKg, training.unit ?? .kg)
  }

  /// One line: `2026-03-02 to 2026-06-30, 81,250 kg in all; times: Europe/Berlin`.
  var table: String {
    let (first, last) = (days.lowerBound, days.upperBound)
    let range = first == last ? "\(first)" : "\(first) to \(last)"
    let volume = volumeKg > 0 ? ", \(kilograms(volumeKg, in: unit)) in all" : ""
    return inert("\(range)\(volume); times: \(times.name)\(times.remark)") + "\n"
  }

  func write(_ json: inout JSONWriter) {
    json.member("from", days.lowerBound.description)
    json.member("to", days.upperBound.description)
    json.key("volumeKg")
    json.double(volumeKg)
    json.member("times", times.name)
  }
}
