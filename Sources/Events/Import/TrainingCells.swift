/// The cells of one row, by role and checked against their limits.
///
/// An invalid cell is thrown as the problem of its row, with its column.
struct TrainingCells {
  let layout: TrainingLayout
  let dialect: TrainingDialect
  let defaults: TrainingDefaults
  let allowsDecimalComma: Bool
  /// The current row.
  var row = CSVRow(line: 0, fields: [])
  /// The last time read, since all rows of a session have the same.
  private var lastTime: (text: String, time: WallTime)?

  init(
    layout: TrainingLayout, dialect: TrainingDialect, defaults: TrainingDefaults,
    allowsDecimalComma: Bool
  ) {
    self.layout = layout
    self.dialect = dialect
    self.defaults = defaults
    self.allowsDecimalComma = allowsDecimalComma
  }

  /// The text of a cell, without white space at its ends and never empty, and its place in the row.
  typealias Cell = (text: String, place: Int)

  private func cell(_ role: TrainingColumn.Role) -> Cell? {
    for place in layout.places[role.rawValue] where place < row.fields.count {
      let text = trimmed(row.fields[place])
      if !text.isEmpty { return (text, place) }
    }
    return nil
  }

  private func problem(_ cell: Cell, _ message: String) -> ImportProblem {
    ImportProblem(line: row.line, column: layout.names[cell.place], message)
  }

  /// Returns the problem that a required cell is empty.
  private func missing(_ role: TrainingColumn.Role, _ what: String) -> ImportProblem {
    let name = layout.places[role.rawValue].first.map { layout.names[$0] }
    return ImportProblem(line: row.line, column: name, "expected \(what), found nothing")
  }

  /// Returns the kind of value in a cell, with its article.
  ///
  /// Exports are private: their values are not repeated in messages, which get passed on.
  private func noun(_ cell: Cell) -> String {
    if let number = parsed(cell.text) {
      return number == number.rounded() ? "a number" : "a fraction"
    }
    if !allowsDecimalComma, cell.text.contains(","), cell.text.utf8.allSatisfy(Self.isOfNumbers) {
      return "a number with a comma"
    }
    return WallTime(cell.text) != nil ? "a time" : "text"
  }

  private static func isOfNumbers(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2B, 0x2C, 0x2D, 0x2E].contains(byte)
  }

  private func within(_ limit: Limit, _ cell: Cell) throws(ImportProblem) -> String {
    if let breach = limit.breach(by: cell.text) { throw problem(cell, breach) }
    return cell.text
  }
}

// MARK: - The row

extension TrainingCells {
  /// A Boolean value indicating whether the row times a rest between sets.
  var isRest: Bool {
    guard !dialect.rests.isEmpty, let cell = cell(.kind) else { return false }
    return dialect.rests.contains(cell.text.lowercased())
  }

  /// Throws for a row with more or fewer fields than the header.
  ///
  /// In a file that was cut off, the last number may have been cut too.
  func checkWidth() throws(ImportProblem) {
    guard row.fields.count != layout.names.count else { return }
    throw ImportProblem(
      line: row.line, column: nil,
      "expected \(layout.names.count) fields, found \(row.fields.count)")
  }

  /// Reads the start of the session.
  mutating func start() throws(ImportProblem) -> WallTime {
    guard let cell = cell(.start) else { throw missing(.start, "a date and time") }
    return try time(cell)
  }

  /// Reads the end of the session, or returns `start` where the row has none or an earlier time.
  mutating func end(after start: Timestamp) throws(ImportProblem) -> Timestamp {
    if let cell = cell(.end) {
      let end = defaults.timestamp(of: try time(cell))
      return max(start, end)
    }
    guard let cell = cell(.duration) else { return start }
    guard let seconds = writtenDuration(cell.text) else {
      throw problem(cell, "expected a duration such as '1h 5m', found \(noun(cell))")
    }
    return start.adding(seconds: Int64(seconds))
  }

  private mutating func time(_ cell: Cell) throws(ImportProblem) -> WallTime {
    if let lastTime, lastTime.text == cell.text { return lastTime.time }
    guard let time = WallTime(cell.text) else {
      let example = "'2025-06-30 19:56:00' or '30 Jun 2025, 19:56'"
      throw problem(cell, "expected a time such as \(example), found \(noun(cell))")
    }
    lastTime = (cell.text, time)
    return time
  }

  /// Reads the title of the session; returns nil when it has none.
  func title() throws(ImportProblem) -> String? { try text(.title) }

  /// Reads the note of the session; returns nil when it has none.
  func sessionNote() throws(ImportProblem) -> String? { try text(.sessionNote) }

  private func text(_ role: TrainingColumn.Role) throws(ImportProblem) -> String? {
    guard let cell = cell(role) else { return nil }
    return try within(.text, cell)
  }
}

// MARK: - The set

extension TrainingCells {
  /// Reads the set of the row.
  func set() throws(ImportProblem) -> CollectedTraining.Row {
    let exercise = try exercise()
    let weight = try weight(of: exercise)
    let seconds = try number(.seconds, .seconds).flatMap { $0 == 0 ? nil : $0 }
    let metres = try metres()
    var reps = 0
    if let cell = cell(.reps) {
      let number = try number(cell, .reps)
      guard let whole = Int(exactly: number) else {
        throw problem(cell, "expected a whole number, found \(noun(cell))")
      }
      reps = whole
    } else if seconds == nil, metres == nil {
      throw missing(.reps, "repetitions, seconds or a distance")
    }
    return CollectedTraining.Row(
      exercise: exercise, reps: reps, weight: weight, kind: try kind(), rpe: try rpe(),
      seconds: seconds, metres: metres, note: try text(.setNote),
      exerciseNote: try text(.exerciseNote))
  }

  private func exercise() throws(ImportProblem) -> Name {
    guard let cell = cell(.exercise) else { throw missing(.exercise, "the name of an exercise") }
    // Lower case may be longer than its source, but never twice as long.
    if cell.text.utf8.count * 2 > ExerciseSlugs.longest {
      let length = ExerciseSlugs.slug(of: cell.text).utf8.count
      guard length <= ExerciseSlugs.longest else {
        throw problem(cell, "must make an id of at most \(ExerciseSlugs.longest) bytes")
      }
    }
    return Name(cell.text)
  }

  private func kind() throws(ImportProblem) -> SetKind {
    guard let cell = cell(.kind) else { return .normal }
    if let kind = dialect.kinds[cell.text.lowercased()] { return kind }
    if dialect.numbersSets, parsed(cell.text) != nil { return .normal }
    throw problem(cell, "expected a kind of set, found \(noun(cell))")
  }

  private func weight(of exercise: Name) throws(ImportProblem) -> Weight? {
    guard let cell = cell(.weight) else { return nil }
    var unit = layout.columns[cell.place]?.weight ?? defaults.unit
    if let written = self.cell(.weightUnit) {
      guard let known = WrittenUnit.weights[written.text.lowercased()] else {
        throw problem(written, "expected 'kg' or 'lbs', found \(noun(written))")
      }
      unit = known
    }
    let number = try number(cell, .weight(unit))
    guard isAssisted(exercise), number > 0 else { return Weight(number, unit) }
    if let breach = Limit.weight(unit).breach(by: -number) { throw problem(cell, breach) }
    return Weight(-number, unit)
  }

  /// Returns whether a weight of more than 0 is the help of a machine.
  private func isAssisted(_ exercise: Name) -> Bool {
    dialect.assistedSuffix.map { exercise.text.lowercased().hasSuffix($0) } ?? false
  }

  /// Reads the distance, rounded to the millimetre: 1.001 km are 1001 m, not 1000.9999999999999.
  private func metres() throws(ImportProblem) -> Double? {
    guard let cell = cell(.distance) else { return nil }
    let distance = try number(cell, .none)
    guard distance != 0 else { return nil }
    var unit = layout.columns[cell.place]?.metres ?? (defaults.unit == .kg ? 1000 : 1609.344)
    if let written = self.cell(.distanceUnit) {
      guard let known = WrittenUnit.lengths[written.text.lowercased()] else {
        throw problem(written, "expected 'km', 'm' or 'mi', found \(noun(written))")
      }
      unit = known
    }
    let metres = (distance * unit * 1000).rounded() / 1000
    if let breach = Limit.metres.breach(by: metres) { throw problem(cell, "in metres \(breach)") }
    return metres
  }

  private func rpe() throws(ImportProblem) -> Double? {
    guard let cell = cell(.rpe), parsed(cell.text) != 0 else { return nil }
    return try number(cell, .rpe)
  }

  private func number(
    _ role: TrainingColumn.Role, _ limit: Limit
  ) throws(ImportProblem) -> Double? {
    guard let cell = cell(role) else { return nil }
    return try number(cell, limit)
  }

  private func number(_ cell: Cell, _ limit: Limit) throws(ImportProblem) -> Double {
    guard let number = parsed(cell.text) else {
      throw problem(cell, "expected a number, found \(noun(cell))")
    }
    if let breach = limit.breach(by: number) { throw problem(cell, breach) }
    return number
  }

  /// Returns the number written `70`, `70.0` or `-12,5`, or nil for any other text.
  ///
  /// The library would also take "1e3", "0x10" and "nan". A comma counts as a point only where it
  /// does not separate.
  private func parsed(_ text: String) -> Double? {
    var digits: [UInt8] = []
    var points = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
      case UInt8(ascii: "-"), UInt8(ascii: "+"):
        guard digits.isEmpty else { return nil }
        digits.append(byte)
      case UInt8(ascii: "."), UInt8(ascii: ","):
        guard byte == UInt8(ascii: ".") || allowsDecimalComma else { return nil }
        digits.append(UInt8(ascii: "."))
        points += 1
      default: return nil
      }
    }
    guard points <= 1, let last = digits.last, (0x30...0x39).contains(last),
      let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite
    else { return nil }
    return number == 0 ? 0 : number
  }
}
