import Events
import Projections

/// A reason why rows or entries of a file are skipped, or doubted.
struct ImportReason: Equatable {
  /// The column; nil for the whole row.
  let column: String?
  let message: String
  /// The way to import the rows as they are; nil if there is none.
  let help: String?
  /// A Boolean value indicating whether the file is a list of entries instead of rows.
  let isOfEntries: Bool
  /// The lines of the rows, in order.
  var lines: [Int]

  var rows: Int { lines.count }

  /// The maximum number of lines in a text.
  private static let mostLines = 5

  /// Returns each reason of some problems once, those with the most rows first.
  ///
  /// Reasons with equally many rows are in the order of the file.
  static func reasons(_ problems: [ImportProblem]) -> [ImportReason] {
    var reasons = OrderedDictionary<String, ImportReason>()
    for problem in problems {
      let key = "\(problem.column ?? "")\u{0}\(problem.message)"
      if reasons[key] == nil {
        reasons[key] = ImportReason(
          column: problem.column, message: problem.message, help: problem.help?.commandText,
          isOfEntries: problem.index != nil, lines: [])
      }
      reasons[key]?.lines.append(problem.line)
    }
    return reasons.values.enumerated().sorted {
      ($1.element.rows, $0.offset) < ($0.element.rows, $1.offset)
    }
    .map(\.element)
  }

  /// The number of rows with their first lines: `134 rows (lines 6769, 6773, …)`.
  private var places: String {
    let first = lines.prefix(Self.mostLines).map { "\($0)" }.joined(separator: ", ")
    let more = rows > Self.mostLines ? ", …" : ""
    return "\(counted(rows, isOfEntries ? "entries" : "rows")) (lines \(first)\(more))"
  }

  /// Returns the line about the reason on standard error, and a line of help if there is any.
  ///
  /// - Parameters:
  ///   - severity: The word `error` or `warning`.
  ///   - outcome: The words for a single row, and those after the number of several.
  func text(
    in file: String, _ severity: String, _ outcome: (one: String, several: String)
  ) -> String {
    let column = column.map { "\($0): " } ?? ""
    let end =
      rows == 1
      ? "this \(isOfEntries ? "entry" : "row") \(outcome.one)" : "\(places) \(outcome.several)"
    let place = "\(LogError.name(of: file)):\(lines[0])"
    let help = help.map { "help: \($0)\n" } ?? ""
    return inert("\(place): \(severity): \(column)\(message); \(end)") + "\n" + help
  }
}

extension Shell {
  /// Reports the rows or entries of a file that were skipped, one line for each reason.
  mutating func name(_ problems: [ImportProblem], in file: String) {
    for reason in ImportReason.reasons(problems) {
      complain(reason.text(in: file, "warning", ("was left out", "were left out")))
    }
  }

  /// Reports the rows or entries for which a file is refused, one line for each reason.
  mutating func refuse(_ problems: [ImportProblem], in file: String) {
    for reason in ImportReason.reasons(problems) {
      complain(reason.text(in: file, "error", ("cannot be read", "cannot be read")))
    }
  }

  /// Reports the implausible values of a file that were imported, one line for each reason.
  mutating func doubt(_ values: [ImportProblem], in file: String) {
    for reason in ImportReason.reasons(values) {
      complain(reason.text(in: file, "warning", ("was imported", "were imported")))
    }
  }
}
