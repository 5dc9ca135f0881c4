import Events
import Projections

extension Shell {
  /// Shows the result of undoing an import, whose events were appended, unless it is a dry run.
  mutating func show(_ undo: ImportUndo, appended: Int) throws {
    let isDryRun = options.dryRun
    let changes: [ImportReport.Change] = [
      .init(name: "removed", counts: undo.removed), .init(name: "revised", counts: undo.revised),
      .init(name: "restored", counts: undo.restored),
      .init(
        name: "kept", counts: undo.kept,
        note: " because of your later changes; '--overwrite' undoes the rest, too"),
    ]
    let (first, last) = (undo.positions.lowerBound, undo.positions.upperBound)
    func text() -> String {
      let told = changes.filter { !$0.counts.isEmpty }.map { change in
        "\(change.counts.words) \(change.name)\(change.note)"
      }
      let events = first == last ? "event \(first)" : "events \(first) to \(last)"
      let taken =
        appended == 0
        ? "nothing of the import of \(events) was undone"
        : "import of \(events) \(isDryRun ? "would be undone" : "undone")"
      return "\(taken)\(told.isEmpty ? "" : ": ")\(told.joined(separator: "; "))\n"
    }
    try show(text()) { json in
      json.member("first", first)
      json.member("last", last)
      json.member("appended", appended)
      for change in changes { json.member(change.name, change.counts) }
      if isDryRun { json.member("dryRun", true) }
    }
  }
}
