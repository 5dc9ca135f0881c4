import Events
import Projections

/// `replog minimize`: what is left, and after how many runs.
struct MinimizationReport: Report {
  /// The file that it was written to, `-` for standard output.
  let file: String
  let search: Minimization
  /// A Boolean value indicating whether nothing was written.
  let isDryRun: Bool

  /// The most events that are shown.
  private static let most = 20

  func table(isColored: Bool) -> String {
    let (before, after) = (counted(search.count, "events"), grouped("\(search.events.count)"))
    var text = "\(before) cut down to \(after) in \(counted(search.runs, "runs"))"
    if search.isMinimal {
      text += search.events.isEmpty ? "; an empty log fails" : "; none of them can be left out"
    }
    let place = outputName(file)
    text += isDryRun ? "; would be written to \(place)\n" : ": \(place)\n"
    for event in search.events.prefix(Self.most) { text += event.heading + "\n" }
    if search.events.count > Self.most { text += "…\n" }
    return text
  }

  func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("file", file)
      json.member("events", search.events.count)
      json.member("of", search.count)
      json.member("runs", search.runs)
      json.member("isMinimal", search.isMinimal)
      if isDryRun { json.member("dryRun", true) }
    }
  }
}
