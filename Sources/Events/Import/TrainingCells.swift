/// The cells of one row by role, checked against their limits.
///
/// An invalid cell is thrown as the problem of its row, with its column.
///
/// Methods called for every row are `mutating` although they change nothing. Otherwise the compiler copies this large
/// value for each call: 15 copies per row, 3 % of an import.
struct TrainingCells {
  let layout: TrainingLayout
  let dialect: TrainingDialect
  let defaults: TrainingDefaults
  let allowsDecimalComma: Bool
  var row = CSVRow(line: 0, fields: [])
  /// The latest start of a session; nil for any.
  var latest: Timestamp?
  // The last values of the cells that consecutive rows share.
  private var (starts, ends) = (LastCell<WallTime>(), LastCell<WallTime>())
  private var (titles, sessionNotes) = (LastCell<String>(), LastCell<String>())
  private var durations = LastCell<Int>()
  private var exercises = LastCell<Name>()
  private var kinds = LastCell<SetKind>()
  private var weightUnits = LastCell<Weight.Unit>()
  private var lengths = LastCell<Double>()

  init(
    layout: TrainingLayout, dialect: TrainingDialect, defaults: TrainingDefaults,
    allowsDecimalComma: Bool
  ) {
    (self.layout, self.dialect, self.defaults) = (layout, dialect, defaults)
    self.allowsDecimalComma = allowsDecimalComma
  }

  /// A cell of the row that is not empty.
  struct Cell {
    /// The index in the row.
    let place: Int
    /// The text without white space at either end.
    let text: String
  }

  private mutating func cell(_ role: TrainingColumn.Role) -> Cell? {
    for number in layout.part(of: role) {
      let place = layout.places[number]
      let text = row.text(place)
      if !text.isEmpty { return Cell(place: place, text: text) }
    }
    return nil
  }

  /// Returns the index of the first filled cell of a role, or nil if there is none.
  mutating func place(of role: TrainingColumn.Role) -> Int? { cell(role)?.place }

  private func problem(_ cell: Cell, _ message: String) -> ImportProblem {
    ImportProblem(line: row.line, column: layout.names[cell.place], message)
  }

  /// Returns the problem of a required cell that is empty.
  private func missing(_ role: TrainingColumn.Role, _ what: String) -> ImportProblem {
    let name = layout.part(of: role).first.map { layout.names[layout.places[$0]] }
    return ImportProblem(line: row.line, column: name, "expected \(what), found nothing")
  }

  /// Returns the kind of value in a cell, with its article.
  ///
  /// Exports are private, so error messages, which users pass on, do not contain the values.
  private func noun(_ cell: Cell) -> String {
    let text = cell.text
    if let number = parsed(text) { return number == number.rounded() ? "a number" : "a fraction" }
    if !allowsDecimalComma, text.contains(","), text.utf8.allSatisfy(Self.isOfNumbers) {
      return "a number with a comma"
    }
    return WallTime(text) != nil ? "a time" : "text"
  }

  /// Returns a text that looks like a date in quotes, nil for other texts, which may be private.
  private func date(_ text: String) -> String? {
    let isDate =
      text.utf8.count <= 40 && (text.utf8.first.map { (0x30...0x39).contains($0) } ?? false)
    return isDate ? quoted(text) : nil
  }

  private static func isOfNumbers(_ byte: UInt8) -> Bool {
    // These are digits, signs, commas and points.
    (0x30...0x39).contains(byte) || (0x2B...0x2E).contains(byte)
  }

  private func within(_ limit: Limit, _ cell: Cell) throws(ImportProblem) -> String {
    if let breach = limit.breach(by: cell.text) { throw problem(cell, breach) }
    return cell.text
  }
}

// MARK: - The row

extension TrainingCells {
  /// A Boolean value indicating whether the row is a rest between sets.
  var isRest: Bool {
    mutating get {
      guard !dialect.rests.isEmpty, let cell = cell(.kind) else { return false }
      return dialect.rests.contains(cell.text.lowercased())
    }
  }

  /// Throws a problem for a row with more or fewer fields than the header.
  ///
  /// In a truncated file, the last number may be truncated too.
  mutating func checkWidth() throws(ImportProblem) {
    if let problem = row.breach(ofWidth: layout.names.count) { throw problem }
  }

  /// Reads the start of the session.
  mutating func start() throws(ImportProblem) -> WallTime {
    guard let cell = cell(.start) else { throw missing(.start, "a date and time") }
    if let start = starts[cell] { return start }
    let start = try time(cell)
    starts[cell] = start
    return start
  }

  /// Reads the end of the session, or returns `start` if the row has no end or an earlier one.
  mutating func end(after start: Timestamp) throws(ImportProblem) -> Timestamp {
    if let cell = cell(.end) { return max(start, defaults.timestamp(of: try end(cell))) }
    guard let cell = cell(.duration) else { return start }
    return start.adding(seconds: Int64(try duration(cell)))
  }

  private mutating func end(_ cell: Cell) throws(ImportProblem) -> WallTime {
    if let end = ends[cell] { return end }
    let end = try time(cell)
    ends[cell] = end
    return end
  }

  private mutating func duration(_ cell: Cell) throws(ImportProblem) -> Int {
    if let seconds = durations[cell] { return seconds }
    guard let seconds = writtenDuration(cell.text) else {
      throw problem(cell, "expected a duration such as '1h 5m', found \(noun(cell))")
    }
    durations[cell] = seconds
    return seconds
  }

  private func time(_ cell: Cell) throws(ImportProblem) -> WallTime {
    guard let time = WallTime(dialect.hasDays ? WrittenCell.noon(cell.text) : cell.text) else {
      let example = "'2025-06-30 19:56:00' or '30 Jun 2025, 19:56'"
      let found = date(cell.text) ?? noun(cell)
      throw problem(cell, "expected a time such as \(example), found \(found)")
    }
    return time
  }

  /// Reads the title of the session, or returns nil if it has none.
  mutating func title() throws(ImportProblem) -> String? {
    guard let cell = cell(.title) else { return nil }
    if let title = titles[cell] { return title }
    let title = try within(.text, cell)
    titles[cell] = title
    return title
  }

  /// Reads the note of the session, or returns nil if it has none.
  mutating func sessionNote() throws(ImportProblem) -> String? {
    guard let cell = cell(.sessionNote) else { return nil }
    if let note = sessionNotes[cell] { return note }
    let note = try within(.text, cell)
    sessionNotes[cell] = note
    return note
  }

  private mutating func text(_ role: TrainingColumn.Role) throws(ImportProblem) -> String? {
    guard let cell = cell(role) else { return nil }
    return try within(.text, cell)
  }
}

// MARK: - The set

extension TrainingCells {
  mutating func set() throws(ImportProblem) -> CollectedTraining.Row {
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
    }
    // A row with a weight and zero repetitions is a failed attempt.
    let isBlank = cell(.reps) == nil || dialect.fillsWithZeros && reps == 0 && weight?.value == 0
    if isBlank, seconds == nil, metres == nil {
      throw missing(.reps, "repetitions, seconds or a distance")
    }
    // The session of a collected set is not stored, so any name works.
    let set = SetLogged(
      session: exercise, exercise: exercise, reps: reps, weight: weight, kind: try kind(),
      rpe: try rpe(), seconds: seconds, metres: metres, note: try text(.setNote),
      superset: cell(.superset).flatMap { superset($0.text) })
    return CollectedTraining.Row(set: set, exerciseNote: try text(.exerciseNote))
  }

  /// Returns the letter of a superset by its number, from 0; nil for any other text, and beyond the letters.
  private func superset(_ text: String) -> SupersetGroup? {
    guard let number = Int(text), SupersetGroup.allCases.indices.contains(number) else {
      return nil
    }
    return SupersetGroup.allCases[number]
  }

  private mutating func exercise() throws(ImportProblem) -> Name {
    guard let cell = cell(.exercise) else { throw missing(.exercise, "the name of an exercise") }
    if let exercise = exercises[cell] { return exercise }
    let text = cell.text
    // Lowercase text may be longer than its source, but never twice as long.
    if text.utf8.count * 2 > ExerciseSlugs.longest {
      let length = ExerciseSlugs.slug(of: text).utf8.count
      guard length <= ExerciseSlugs.longest else {
        throw problem(cell, "must yield an id of at most \(ExerciseSlugs.longest) bytes")
      }
    }
    let exercise = Name(text)
    exercises[cell] = exercise
    return exercise
  }

  private mutating func kind() throws(ImportProblem) -> SetKind {
    guard let cell = cell(.kind) else { return .normal }
    if dialect.numbersSets, parsed(cell.text) != nil { return .normal }
    if let kind = kinds[cell] { return kind }
    guard let kind = dialect.kinds[cell.text.lowercased()] else {
      throw problem(cell, "expected a kind of set, found \(noun(cell))")
    }
    kinds[cell] = kind
    return kind
  }

  private mutating func weight(of exercise: Name) throws(ImportProblem) -> Weight? {
    guard let cell = cell(.weight) else { return nil }
    var unit = layout.columns[cell.place]?.weight ?? defaults.unit
    if let written = self.cell(.weightUnit) { unit = try weightUnit(written) }
    let number = try number(cell, FieldTraits(limit: .weight(unit)))
    guard dialect.namesAssistance, number > 0, exercise.isAssisted else {
      return Weight(number, unit)
    }
    if let breach = Limit.weight(unit).breach(by: -number) { throw problem(cell, breach) }
    return Weight(-number, unit)
  }

  private mutating func weightUnit(_ cell: Cell) throws(ImportProblem) -> Weight.Unit {
    if let unit = weightUnits[cell] { return unit }
    guard let unit = WrittenUnit.weights[cell.text.lowercased()] else {
      throw problem(cell, "expected 'kg' or 'lbs', found \(noun(cell))")
    }
    weightUnits[cell] = unit
    return unit
  }

  /// Reads the distance, rounded to the millimetre: 1.001 km are 1001 m, not 1000.9999999999999.
  private mutating func metres() throws(ImportProblem) -> Double? {
    guard let cell = cell(.distance) else { return nil }
    let distance = try number(cell, .any)
    guard distance != 0 else { return nil }
    var unit = layout.columns[cell.place]?.metres ?? (defaults.unit == .kg ? 1000 : 1609.344)
    if let written = self.cell(.distanceUnit) { unit = try length(written) }
    let metres = (distance * unit * 1000).rounded() / 1000
    if let breach = FieldTraits.metres.limit.breach(by: metres) {
      throw problem(cell, "in metres \(breach)")
    }
    return metres
  }

  private mutating func length(_ cell: Cell) throws(ImportProblem) -> Double {
    if let length = lengths[cell] { return length }
    guard let length = WrittenUnit.lengths[cell.text.lowercased()] else {
      throw problem(cell, "expected 'km', 'm' or 'mi', found \(noun(cell))")
    }
    lengths[cell] = length
    return length
  }

  private mutating func rpe() throws(ImportProblem) -> Double? {
    guard let cell = cell(.rpe), parsed(cell.text) != 0 else { return nil }
    return try number(cell, .rpe)
  }

  private mutating func number(
    _ role: TrainingColumn.Role, _ traits: FieldTraits
  ) throws(ImportProblem) -> Double? {
    guard let cell = cell(role) else { return nil }
    return try number(cell, traits)
  }

  private mutating func number(_ cell: Cell, _ traits: FieldTraits) throws(ImportProblem) -> Double
  {
    guard let number = parsed(cell.text) else {
      throw problem(cell, "expected a number, found \(noun(cell))")
    }
    if let breach = traits.limit.breach(by: number) { throw problem(cell, breach) }
    return number
  }

  /// Returns the number in the form `70`, `70.0` or `-12,5`, or nil for any other text.
  ///
  /// The standard library would also accept "1e3", "0x10" and "nan". A comma is a decimal point only if it is not the
  /// separator.
  private func parsed(_ text: String) -> Double? {
    let text = allowsDecimalComma ? text.replacingAll(",", with: ".") : text
    guard text.utf8.allSatisfy(Self.isOfNumbers), let last = text.utf8.last,
      (0x30...0x39).contains(last), let number = Double(text), number.isFinite
    else { return nil }
    return number == 0 ? 0 : number
  }
}

// MARK: - Implausible values

extension TrainingCells {
  /// Returns the problem of a weight above 1,500 kg, which a log accepts.
  mutating func implausible(_ set: SetLogged) -> ImportProblem? {
    guard let weight = set.weight, weight.kilograms.magnitude > 1_500, let cell = cell(.weight)
    else { return nil }
    return problem(cell, "expected at most 1,500 kg, found more")
  }

  /// Returns the problem of a session that began before 1970, which a log accepts.
  mutating func implausible(_ start: Timestamp) -> ImportProblem? {
    start.isBeforeRecords ? doubtOfStart(ImportProblem.tooEarly) : nil
  }

  /// Throws the problem of a session that begins in the future.
  mutating func check(_ start: Timestamp) throws(ImportProblem) {
    guard start.isInFuture(after: latest) else { return }
    throw .inFuture(line: row.line, column: cell(.start).map { layout.names[$0.place] })
  }

  /// Returns the problem of a start; nil if the file has no such column.
  mutating func doubtOfStart(_ message: String) -> ImportProblem? {
    cell(.start).map { problem($0, message) }
  }
}

extension ImportProblem {
  /// The problem of a time that a log accepts, in an entry of a file.
  static let tooEarly = "expected a date from 1970 on, found an earlier one"

  /// Returns the problem of an entry whose time is in the future.
  static func inFuture(line: Int, column: String?) -> ImportProblem {
    var problem = ImportProblem(
      line: line, column: column, "expected a date up to tomorrow, found a later one")
    problem.help = "to import later dates too, add \(.give(.isFuture))"
    return problem
  }
}

extension Timestamp {
  /// A Boolean value indicating whether the time is implausible in an entry of a file.
  var isBeforeRecords: Bool { milliseconds < 0 }

  /// Returns whether the time is later than another, at any offset; no time is later than nil.
  func isInFuture(after latest: Timestamp?) -> Bool {
    latest.map { milliseconds > $0.milliseconds } ?? false
  }
}
