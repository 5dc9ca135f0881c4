import Events
import Projections

/// `replog minimize`: the remaining events, and the number of runs.
struct MinimizationReport: ObjectReport {
  /// The output file; `-` for standard output.
  let file: String
  let search: Minimization
  /// The first of the remaining events.
  private let shown: [Event]
  /// The condition that the events satisfy; nil if a program judged them.
  private let condition: PathCondition?
  /// A Boolean value indicating whether no single event can be removed.
  private let isMinimal: Bool
  /// A Boolean value indicating whether nothing was written.
  let isDryRun: Bool

  /// The maximum number of events that are shown.
  private static let most = 20

  /// Creates the report of a search.
  ///
  /// - Parameter isTrusted: Whether the verdicts of the search are the same when asked for again.
  /// - Throws: An error if the events can no longer be read.
  init(
    file: String, search: Minimization, of condition: PathCondition?, isTrusted: Bool,
    isDryRun: Bool
  ) throws {
    (self.file, self.search, self.isDryRun) = (file, search, isDryRun)
    (self.condition, isMinimal) = (condition, search.isMinimal && isTrusted)
    shown = try search.selection.events(first: Self.most)
  }

  func table(isColored: Bool) -> String {
    let (before, count) = (counted(search.count, "events"), search.selection.count)
    let after = grouped("\(count)")
    var text = "\(before) reduced to \(after) in \(counted(search.runs, "runs"))"
    if isMinimal {
      let empty = condition == nil ? "an empty log fails" : "the condition holds for an empty log"
      text += "; " + (count == 0 ? empty : "no single event can be removed")
    }
    let place = outputName(file)
    text += isDryRun ? "; would be written to \(place)\n" : ": \(place)\n"
    for event in shown { text += event.heading + "\n" }
    if count > Self.most { text += "…\n" }
    return text
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("file", file)
    json.member("events", search.selection.count)
    json.member("of", search.count)
    json.member("runs", search.runs)
    json.member("isMinimal", isMinimal)
    if isDryRun { json.member("dryRun", true) }
  }
}
