import Events
import Projections

/// The result of an import: the amount that was read, and the amount that was new.
struct ImportReport: ObjectReport {
  /// The number of sessions and sets with the same kind of change.
  struct Change {
    /// The key in JSON, which is also the word for people.
    let name: StaticString
    let counts: Reconciliation.Counts
    /// The words after the counts for people; empty if the name suffices.
    var note = ""
  }

  /// The counts of the file, each with its key in JSON.
  let counts: [(name: String, count: Int)]
  var appended = 0
  var duplicates = 0
  var problems = 0
  /// A Boolean value indicating whether nothing was written.
  var isDryRun = false
  /// The sessions and sets by kind of change; empty for a file of another kind.
  var changes: [Change] = []
  /// The training in the file; nil for a file of another kind.
  var summary: ImportSummary?
  /// The details of a dry run; nil otherwise.
  var preview: ImportPreview?

  func table(isColored: Bool) -> String {
    let read = counts.filter { $0.name != "passedOver" }
      .map { counted($0.count, $0.name == "bodyWeights" ? "body weights" : $0.name) }
    let known = duplicates > 0 ? ", \(grouped("\(duplicates)")) already known" : ""
    let new =
      appended == 0
      ? "nothing new"
      : "\(counted(appended, "events")) \(isDryRun ? "would be appended" : "appended")"
    let sum = appended > 0 ? summary?.table ?? "" : ""
    return "\(read.joined(separator: ", ")): \(new)\(known)\n" + sum + details
      + (preview?.table ?? "")
  }

  /// One line for each kind of change; empty if everything is new.
  private var details: String {
    let told = changes.filter { !$0.counts.isEmpty }
    guard told.contains(where: { "\($0.name)" != "new" }) else { return "" }
    return told.table
  }

  func writeMembers(_ json: inout JSONWriter) {
    for (name, count) in counts {
      json.key(name)
      json.integer(count)
    }
    json.member("problems", problems)
    json.member("appended", appended)
    json.member("duplicates", duplicates)
    for change in changes { json.member(change.name, change.counts) }
    summary?.write(&json)
    if isDryRun { json.member("dryRun", true) }
    preview?.write(&json)
  }
}

extension ImportReport {
  init(
    _ outcome: TrainingImport.Outcome, appended: Int, isDryRun: Bool, times: ImportSummary.Clock,
    preview: ImportPreview?
  ) {
    let (training, changes) = (outcome.training, outcome.changes)
    let weights = training.bodyWeights
    self.init(
      counts: [
        ("sessions", training.sessions), ("sets", training.sets),
        ("exercises", training.exercises), ("rows", training.rows),
      ] + (weights.map { [("bodyWeights", $0.measurements.count)] } ?? [])
        + [("passedOver", training.passedOver)],
      appended: appended, duplicates: outcome.known,
      problems: training.problems.count + (weights?.problems.count ?? 0), isDryRun: isDryRun,
      changes: [
        Change(name: "new", counts: changes.added),
        Change(name: "revised", counts: changes.revised),
        Change(
          name: "gone", counts: changes.gone,
          note: outcome.prunes
            ? " no longer in the file"
            : " not in the file; '--prune' removes \(changes.gone.isSingle ? "it" : "them")"),
        Change(name: "removed", counts: changes.removed),
        Change(
          name: "kept", counts: changes.kept,
          note: " that you changed here; '--overwrite' uses the file's values"),
      ],
      summary: ImportSummary(training, times: times), preview: preview)
  }
}

extension [ImportReport.Change] {
  /// One line for each kind of change that occurred.
  var table: String {
    filter { !$0.counts.isEmpty }.map { change in
      let name = "\(change.name)"
      let space = String(repeating: " ", count: 10 - name.count)
      return "\(name)\(space)\(change.counts.words)\(change.note)\n"
    }.joined()
  }
}

extension Reconciliation.Counts {
  fileprivate var isSingle: Bool { sessions + sets == 1 }

  /// The counts that are not 0: `1 session, 3 sets`.
  var words: String {
    let all = [(sessions, "sessions"), (sets, "sets")].filter { $0.0 > 0 }
    return all.map { counted($0.0, $0.1) }.joined(separator: ", ")
  }
}

extension JSONWriter {
  /// Writes a member with numbers of sessions and sets.
  mutating func member(_ name: StaticString, _ counts: Reconciliation.Counts) {
    key(plain: name)
    object { json in
      json.member("sessions", counts.sessions)
      json.member("sets", counts.sets)
    }
  }
}
