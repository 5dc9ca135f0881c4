/// A conversion of a file's rows into a plain layout, with one row for each set.
///
///     2024/03/11,Workout A,Squat,5,60,5,60     2024/03/11,Workout A,Squat,5,60
///                                           →  2024/03/11,Workout A,Squat,5,60
///
/// With it, one implementation reads the cells and collects the sessions of all apps. Strong and Hevy write the plain
/// layout themselves, so they have no shape.
protocol RowShape: Sendable {
  /// The header of the plain layout, with the column names for problems.
  var header: [String] { get }

  /// Returns the plain rows for a row; none for a row that is not training.
  ///
  /// - Throws: The problem that excludes the row.
  mutating func rows(of row: CSVRow) throws(ImportProblem) -> [CSVRow]
}

extension TrainingSource {
  /// Returns the shape for a file with this header, or nil if its rows are plain or the header is unknown.
  func shape(of header: CSVRow?, _ defaults: TrainingDefaults) -> (any RowShape)? {
    guard let header else { return nil }
    switch self {
    case .strong, .hevy: return nil
    case .fitnotes: return FitNotesShape(header)
    case .stronglifts: return StrongLiftsShape(header)
    case .openpowerlifting: return OpenPowerliftingShape(header, lifter: defaults.lifter)
    }
  }
}

/// The columns of a header by their names, in lowercase and without a unit in parentheses.
struct HeaderColumns {
  /// The names as in the file.
  let names: [String]
  /// The names in lowercase, and the texts in their parentheses; empty for none.
  let keys: [(name: String, unit: String)]

  init(_ header: CSVRow) {
    names = header.fields.map { trimmed($0) }
    keys = names.map { name in
      let name = name.lowercased()
      guard name.last == ")", let open = name.firstIndex(of: "(") else { return (name, "") }
      return (trimmed(name[..<open]), trimmed(name[name.index(after: open)...].dropLast()))
    }
  }

  /// Returns the index of the first column with a name, or nil if there is none.
  subscript(name: String) -> Int? { keys.firstIndex { $0.name == name } }

  /// Returns the indexes of all columns with a name.
  func all(_ name: String) -> [Int] { keys.indices.filter { keys[$0].name == name } }
}

extension CSVRow {
  /// Returns the text of a field without white space at either end; empty if there is no field.
  func text(_ place: Int?) -> String {
    guard let place, place < fields.count else { return "" }
    return trimmed(fields[place])
  }

  /// Returns whether a field has more than white space; false if there is no field.
  func hasCell(at place: Int?) -> Bool { !text(place).isEmpty }

  /// Returns the problem of a row whose number of fields differs from the header, or nil if the numbers are equal.
  func breach(ofWidth count: Int) -> ImportProblem? {
    guard fields.count != count else { return nil }
    return ImportProblem(line: line, column: nil, "expected \(count) fields, found \(fields.count)")
  }
}

/// The numbers and times of day in rows, before the rows become cells.
enum WrittenCell {
  /// Returns the number in a cell, or nil for any other text.
  static func number(_ text: String) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy(isOfNumber), let number = Double(text) else {
      return nil
    }
    return number.isFinite ? number : nil
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  /// Returns the seconds of `0:45:00` or `45:00`, or nil for any other text.
  static func seconds(_ text: String) -> Int? { Bytes.of(text) { seconds($0) } }

  private static func seconds(_ bytes: Bytes) -> Int? {
    var (total, parts) = (0, 0)
    var start = 0
    for index in 0...bytes.count
    where index == bytes.count || bytes[index] == UInt8(ascii: ":") {
      guard (1...3).contains(index - start), parts < 3,
        let number = bytes.digits(in: start..<index), parts == 0 || number < 60
      else { return nil }
      (total, parts, start) = (total * 60 + number, parts + 1, index + 1)
    }
    return parts > 1 ? total : nil
  }

  /// Returns noon of a day, `2018-07-30 12:00`, if the text is only a day; otherwise the text itself.
  ///
  /// Apps that log by day have no times; noon is on the same day in every time zone that is likely for a user.
  static func noon(_ text: String) -> String { LocalDay(text) == nil ? text : text + " 12:00" }
}
