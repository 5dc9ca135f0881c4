import Events
import Projections

/// The result of undoing an import.
struct UndoReport: ObjectReport {
  let undo: ImportUndo
  let appended: Int
  /// A Boolean value indicating whether nothing was written.
  let isDryRun: Bool

  private var changes: [ImportReport.Change] {
    [
      .init(name: "removed", counts: undo.removed), .init(name: "revised", counts: undo.revised),
      .init(name: "restored", counts: undo.restored),
      .init(
        name: "kept", counts: undo.kept,
        note: " because of your later changes; '--overwrite' undoes the rest, too"),
    ]
  }

  func table(isColored: Bool) -> String {
    let told = changes.filter { !$0.counts.isEmpty }.map { change in
      "\(change.counts.words) \(change.name)\(change.note)"
    }
    let (first, last) = (undo.positions.lowerBound, undo.positions.upperBound)
    let events = first == last ? "event \(first)" : "events \(first) to \(last)"
    let taken =
      appended == 0
      ? "nothing of the import of \(events) was undone"
      : "import of \(events) \(isDryRun ? "would be undone" : "undone")"
    return "\(taken)\(told.isEmpty ? "" : ": ")\(told.joined(separator: "; "))\n"
  }

  func writeMembers(_ json: inout JSONWriter) {
    json.member("first", undo.positions.lowerBound)
    json.member("last", undo.positions.upperBound)
    json.member("appended", appended)
    for change in changes { json.member(change.name, change.counts) }
    if isDryRun { json.member("dryRun", true) }
  }
}
