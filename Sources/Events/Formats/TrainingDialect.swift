/// How one app writes its exports: tables, so that a column renamed in some version or language is
/// a line here and no code.
struct TrainingDialect: Sendable {
  /// Columns by what stands in the header, lower case, without a unit in parentheses.
  let columns: [String: (role: TrainingColumn.Role, unit: String?)]
  /// Columns without which a file is not such an export, each with the name shown when it lacks.
  let required: [(role: TrainingColumn.Role, name: String)]
  /// What a set was for, by what stands in its column.
  let kinds: [String: SetKind]
  /// Whether a number in that column, the place of the set, means a working set.
  let numbersSets: Bool
  /// What stands in that column of a row that times a rest.
  let rests: Set<String>
}

/// What a column of an export says.
struct TrainingColumn: Equatable, Sendable {
  /// What its cells are about.
  enum Role: Int, CaseIterable, Sendable {
    case start, end, duration, title, sessionNote
    case exercise, exerciseNote, setNote, kind
    case weight, weightUnit, reps, rpe, distance, distanceUnit, seconds
    /// Known, and not wanted.
    case unused
  }

  let role: Role
  /// The unit of its weights; nil when the header does not name one.
  let weight: Weight.Unit?
  /// How many metres the unit of its distances is; nil when the header does not name one.
  let metres: Double?
}

/// Units as exports write them.
enum WrittenUnit {
  static let weights: [String: Weight.Unit] = [
    "kg": .kg, "kgs": .kg, "kilograms": .kg, "lb": .lb, "lbs": .lb, "pounds": .lb,
  ]

  /// In metres; the foot, yard and mile are the international ones of 1959.
  static let lengths: [String: Double] = [
    "m": 1, "meter": 1, "meters": 1, "metres": 1, "km": 1000, "kilometers": 1000,
    "kilometres": 1000, "mi": 1609.344, "mile": 1609.344, "miles": 1609.344, "ft": 0.3048,
    "feet": 0.3048, "yd": 0.9144, "yards": 0.9144,
  ]
}

/// Which column of one file says what.
struct TrainingLayout {
  /// The header, as it is written.
  let names: [String]
  /// By place in the row; nil for a column this build does not know.
  let columns: [TrainingColumn?]
  /// Places by role; a role may have several columns, of which the first that is filled counts.
  let places: [[Int]]
  /// The names of the columns this build does not know.
  let ignored: [String]

  /// Reads the header line; nil when the file is empty.
  ///
  /// - Throws: `ImportError` naming what was found and expected when a required column lacks.
  init(_ header: CSVRow?, _ dialect: TrainingDialect) throws(ImportError) {
    let names = (header?.fields ?? []).map { trimmed($0) }
    let columns = names.map { TrainingLayout.column($0, dialect) }
    var places = [[Int]](repeating: [], count: TrainingColumn.Role.allCases.count)
    for (place, column) in columns.enumerated() {
      if let column { places[column.role.rawValue].append(place) }
    }
    guard dialect.required.allSatisfy({ !places[$0.role.rawValue].isEmpty }) else {
      throw .unrecognised(header: names, at: header?.line ?? 1, dialect)
    }
    self.names = names
    self.columns = columns
    self.places = places
    ignored = zip(names, columns).filter { $1 == nil && !$0.isEmpty }.map { $0.0 }
  }

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
  fileprivate static func unrecognised(
    header: [String], at line: Int, _ dialect: TrainingDialect
  ) -> ImportError {
    let expected = dialect.required.map { quoted($0.name) }.joined(separator: ", ")
    var found = header.prefix(20).map { quoted($0) }.joined(separator: ", ")
    if header.count > 20 { found += " and \(grouped(String(header.count - 20))) more" }
    return ImportError(
      kind: .unrecognised, line: line,
      message: "expected a header with the columns \(expected), found "
        + (header.isEmpty ? "an empty file" : found),
      help: "the first line must be the header that the app wrote")
  }
}
