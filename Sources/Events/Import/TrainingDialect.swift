/// The format of one app's exports, as tables.
///
/// A column renamed in some version or language is a line here and no code.
struct TrainingDialect: Sendable {
  /// The columns by the text of the header, lower case, without a unit in parentheses.
  let columns: [String: (role: TrainingColumn.Role, unit: String?)]
  /// The columns that every such export has, each with the name shown when it is missing.
  let required: [(role: TrainingColumn.Role, name: String)]
  /// The kinds of set by the text of their column.
  let kinds: [String: SetKind]
  /// A Boolean value indicating whether a number in that column, the place of the set, means a
  /// working set.
  let numbersSets: Bool
  /// The texts of that column in rows that time a rest.
  let rests: Set<String>
  /// A Boolean value indicating whether a day without a time begins a session, which is then one of noon.
  var hasDays = false
  /// The end of the names of exercises whose weights are the help of a machine, given as more than 0;
  /// nil where an app marks help by its sign.
  let assistedSuffix: String?
}

/// The meaning of a column of an export.
struct TrainingColumn: Equatable, Sendable {
  /// The subject of a column's cells.
  enum Role: Int, CaseIterable, Sendable {
    case start, end, duration, title, sessionNote
    case exercise, exerciseNote, setNote, kind
    case weight, weightUnit, reps, rpe, distance, distanceUnit, seconds
    /// A known column without use here.
    case unused
  }

  let role: Role
  /// The unit of its weights; nil when the header names none.
  let weight: Weight.Unit?
  /// The length of the unit of its distances in metres; nil when the header names none.
  let metres: Double?
}

/// The units as exports write them.
enum WrittenUnit {
  static let weights: [String: Weight.Unit] = [
    "kg": .kg, "kgs": .kg, "kg.": .kg, "kilograms": .kg, "lb": .lb, "lbs": .lb, "lb.": .lb,
    "lbs.": .lb, "pounds": .lb,
  ]

  /// The lengths in metres; the foot, yard and mile are the international ones of 1959.
  static let lengths: [String: Double] = [
    "m": 1, "m.": 1, "meter": 1, "meters": 1, "metres": 1, "km": 1000, "km.": 1000,
    "kilometers": 1000, "kilometres": 1000, "mi": 1609.344, "mi.": 1609.344, "mile": 1609.344,
    "miles": 1609.344, "ft": 0.3048, "ft.": 0.3048, "feet": 0.3048, "yd": 0.9144, "yd.": 0.9144,
    "yards": 0.9144,
  ]
}

/// The roles of the columns of one file.
struct TrainingLayout {
  /// The header, as it is written.
  let names: [String]
  /// The columns by place in the row; nil for a column unknown to this build.
  let columns: [TrainingColumn?]
  /// The places of the columns with a role, those of one role side by side; of several the first that is
  /// filled counts.
  ///
  /// One array for all roles: an array for each counts a reference with every cell.
  let places: [Int]
  /// The part of `places` that a role has, by its number.
  private let parts: [Range<Int>]
  /// The names of the columns unknown to this build.
  let ignored: [String]

  /// Creates the layout of a file from its header line.
  ///
  /// - Parameter header: The header line; nil for an empty file.
  /// - Throws: `ImportError` with the found and expected columns when a required one is missing.
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
    self.names = names
    self.columns = columns
    (self.places, self.parts) = (places, parts)
    ignored = zip(names, columns).filter { $1 == nil && !$0.isEmpty }.map { $0.0 }
  }

  /// Returns the part of `places` that a role has.
  func part(of role: TrainingColumn.Role) -> Range<Int> { parts[role.rawValue] }

  private static func column(_ name: String, _ dialect: TrainingDialect) -> TrainingColumn? {
    var name = name.lowercased()
    // Some systems typeset the apostrophe of "Nom de l'exercice".
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
    // A column of stones must not be read as one of kilograms.
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
    // A row of training is private.
    if header.contains(where: { WallTime($0) != nil }) { found = "a row of training" }
    return ImportError(
      kind: .unrecognised, line: line,
      message: "expected a header with the columns \(expected), found \(found)",
      help: "the first line must be the header that the app wrote")
  }
}
