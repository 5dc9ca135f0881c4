import Events
import Projections

/// The details of an import that `--dry-run` shows: its exercises, and the rows without a set.
struct ImportPreview {
  /// The names of exercises that are new to the log, in the order of the file.
  let newExercises: [String]
  let knownExercises: Int
  /// The reasons, those with the most rows first.
  let leftOut: [ImportReason]
  let passedOver: Int

  init(_ training: ImportedTraining, in log: Log) throws {
    let known = try replay(log, KnownExercises())
    let titles = Dictionary(
      training.names.map { ($0.exercise, $0.alias) }, uniquingKeysWith: { one, _ in one })
    var seen: Set<Name> = []
    var new: [String] = []
    var knownCount = 0
    // One session at a time: the events of all sessions may not fit into memory.
    for set in (0..<training.sessions).lazy.flatMap({ training.session(at: $0).sets.map(\.set) }) {
      guard seen.insert(set.exercise).inserted else { continue }
      if known.names(set.exercise) {
        knownCount += 1
      } else {
        new.append(titles[set.exercise] ?? set.exercise.text)
      }
    }
    (newExercises, knownExercises, passedOver) = (new, knownCount, training.passedOver)
    leftOut = ImportReason.reasons(training.problems)
  }

  /// The maximum number of new names in a table; JSON has all.
  private static let mostNames = 8

  /// One line for each detail that is not empty.
  var table: String {
    var lines: [String] = []
    if !newExercises.isEmpty {
      let shown = newExercises.prefix(Self.mostNames).joined(separator: "; ")
      let more = newExercises.count - Self.mostNames
      lines.append(
        "exercises \(newExercises.count) new, \(knownExercises) known: \(shown)"
          + (more > 0 ? " and \(more) more" : ""))
    }
    for reason in leftOut {
      let column = reason.column.map { "\($0): " } ?? ""
      lines.append("left out  \(counted(reason.rows, "rows")): \(column)\(reason.message)")
    }
    if passedOver > 0 { lines.append("no sets   \(counted(passedOver, "rows"))") }
    return lines.map { inert($0) + "\n" }.joined()
  }

  /// Writes the members that follow `dryRun`.
  func write(_ json: inout JSONWriter) {
    json.member("newExercises", newExercises)
    json.member("knownExercises", knownExercises)
    json.member("leftOut", leftOut) { reason, json in
      json.member("column", reason.column)
      json.member("message", reason.message)
      json.member("rows", reason.rows)
    }
  }
}
