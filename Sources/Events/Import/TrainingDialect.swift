/// The format of one app's exports, in tables.
///
/// A column renamed in a version or a language needs a line here and no code.
struct TrainingDialect: Sendable {
  /// The columns by the text of the header, in lowercase and without a unit in parentheses.
  let columns: [String: (role: TrainingColumn.Role, unit: String?)]
  /// The columns that every such export has, each with its name for an error message.
  let required: [(role: TrainingColumn.Role, name: String)]
  /// The kinds of set by the text of their column.
  let kinds: [String: SetKind]
  /// A Boolean value indicating whether a number in that column, the number of the set, means a working set.
  let numbersSets: Bool
  /// The texts of that column in rows that are rests.
  let rests: Set<String>
  /// A Boolean value indicating whether the start of a session may be a day, which then means noon.
  var hasDays = false
  /// A Boolean value indicating whether the app marks assistance by the name of the exercise, not by the sign.
  let namesAssistance: Bool
  /// A Boolean value indicating whether the app writes 0 in a cell without a value.
  var fillsWithZeros = false
}

/// The meaning of a column in an export.
struct TrainingColumn: Equatable, Sendable {
  /// The content of a column's cells.
  enum Role: Int, CaseIterable, Sendable {
    case start, end, duration, title, sessionNote
    case exercise, exerciseNote, setNote, kind
    case weight, weightUnit, reps, rpe, distance, distanceUnit, seconds, superset
    /// A known column that is not imported.
    case unused
  }

  let role: Role
  /// The unit of the column's weights; nil if the header states none.
  let weight: Weight.Unit?
  /// The length in metres of the column's unit of distance; nil if the header states none.
  let metres: Double?
}

/// The spellings of units in exports.
enum WrittenUnit {
  static let weights: [String: Weight.Unit] = [
    "kg": .kg, "kgs": .kg, "kg.": .kg, "kilograms": .kg, "lb": .lb, "lbs": .lb, "lb.": .lb,
    "lbs.": .lb, "pounds": .lb,
  ]

  /// The lengths in metres; foot, yard and mile are the international ones of 1959.
  static let lengths: [String: Double] = [
    "m": 1, "m.": 1, "meter": 1, "meters": 1, "metres": 1, "km": 1000, "km.": 1000,
    "kilometers": 1000, "kilometres": 1000, "mi": 1609.344, "mi.": 1609.344, "mile": 1609.344,
    "miles": 1609.344, "ft": 0.3048, "ft.": 0.3048, "feet": 0.3048, "yd": 0.9144, "yd.": 0.9144,
    "yards": 0.9144,
  ]
}

/// The roles of the columns of one file.
struct TrainingLayout {
  /// The header as in the file.
  let names: [String]
  /// The columns by index in the row; nil for a column unknown to this build.
  let columns: [TrainingColumn?]
  /// The indexes of the columns with a role, grouped by role; the first filled cell of a role counts.
  ///
  /// One array serves all roles: an array for each role would count a reference for every cell.
  let places: [Int]
  /// The range of `places` for each role, by its number.
  private let parts: [Range<Int>]
  /// The names of the columns unknown to this build.
  let ignored: [String]

  /// Creates the layout of a file from its header line.
  ///
  /// - Parameter header: The header line; nil for an empty file.
  /// - Throws: `ImportError` with the found and expected columns if a required one is missing.
  init(_ header: CSVRow?, _ dialect: TrainingDialect) throws(ImportError) {
    let names = (header?.fields ?? []).map { trimmed($0) }
    let columns = names.map { TrainingLayout.column($0, dialect) }
    var (places, parts): ([Int], [Range<Int>]) = ([], [])
    for role in TrainingColumn.Role.allCases {
      let start = places.count
      places += columns.indices.filter { columns[$0]?.role == role }
      parts.append(start..<places.count)
    }
    guard dialect.required.allSatisfy({ !parts[$0.role.rawValue].isEmpty }) else {
      throw .unrecognised(header: names, at: header?.line ?? 1, dialect)
    }
    (self.names, self.columns) = (names, columns)
    (self.places, self.parts) = (places, parts)
    ignored = zip(names, columns).filter { $1 == nil && !$0.isEmpty }.map { $0.0 }
  }

  func part(of role: TrainingColumn.Role) -> Range<Int> { parts[role.rawValue] }

  private static func column(_ name: String, _ dialect: TrainingDialect) -> TrainingColumn? {
    var name = name.lowercased()
    // Some systems write a typographic apostrophe in "Nom de l'exercice".
    name = String(name.map { $0 == "\u{2019}" ? "'" : $0 })
    var unit: String?
    if name.last == ")", let open = name.firstIndex(of: "(") {
      unit = trimmed(name[name.index(after: open)...].dropLast())
      name = trimmed(name[..<open])
    }
    guard let known = dialect.columns[name] else { return nil }
    let written = unit ?? known.unit
    let weight = written.flatMap { WrittenUnit.weights[$0] }
    let metres = written.flatMap { WrittenUnit.lengths[$0] }
    // A column in stones must not be read as kilograms.
    if known.role == .weight, written != nil, weight == nil { return nil }
    if known.role == .distance, written != nil, metres == nil { return nil }
    return TrainingColumn(role: known.role, weight: weight, metres: metres)
  }
}

extension ImportError {
  static func unrecognised(
    header: [String], at line: Int, _ dialect: TrainingDialect
  ) -> ImportError {
    let expected = dialect.required.map { quoted($0.name) }.joined(separator: ", ")
    var found = header.prefix(20).map { quoted($0) }.joined(separator: ", ")
    if header.count > 20 { found += " and \(grouped(String(header.count - 20))) more" }
    if header.isEmpty { found = "an empty file" }
    // A row of training is private, so it is not shown.
    if header.contains(where: { WallTime($0) != nil }) { found = "a row of training" }
    return ImportError(
      kind: .unrecognised, line: line,
      message: "expected a header with the columns \(expected), found \(found)",
      help: "the first line must be the header that the app wrote")
  }
}
