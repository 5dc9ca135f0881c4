import Events
import Projections

extension Shell {
  /// Shows the remaining events of a search, and the number of its runs.
  ///
  /// - Parameters:
  ///   - condition: The condition that the events satisfy; nil if a program judged them.
  ///   - isTrusted: Whether the verdicts of the search are the same when asked for again.
  ///   - file: The output file; `-` for standard output.
  /// - Throws: An error if the events can no longer be read.
  mutating func show(
    _ search: Minimization, of condition: PathCondition?, isTrusted: Bool, in file: String
  ) throws {
    let isDryRun = options.dryRun
    // No single event can be removed.
    let isMinimal = search.isMinimal && isTrusted
    let most = 20
    let shown = try search.selection.events(first: most)
    func text() -> String {
      let (before, count) = (counted(search.count, "events"), search.selection.count)
      var text = "\(before) reduced to \(grouped("\(count)")) in \(counted(search.runs, "runs"))"
      if isMinimal {
        let empty = condition == nil ? "an empty log fails" : "the condition holds for an empty log"
        text += "; " + (count == 0 ? empty : "no single event can be removed")
      }
      let place = outputName(file)
      text += isDryRun ? "; would be written to \(place)\n" : ": \(place)\n"
      for event in shown { text += event.heading + "\n" }
      return count > most ? text + "…\n" : text
    }
    try show(text()) { json in
      json.member("file", file)
      json.member("events", search.selection.count)
      json.member("of", search.count)
      json.member("runs", search.runs)
      json.member("isMinimal", isMinimal)
      if isDryRun { json.member("dryRun", true) }
    }
  }
}
