import Events

/// A record with table cells that depend on more than one field.
package protocol OwnCells {
  /// Returns the text of the cell of a field; nil for a cell that depends on its field alone.
  func cell(of field: String, in unit: Weight.Unit) -> String?
}

/// A table of records; its columns are their fields, in their styles.
package struct RecordTable {
  private var table: Table
  private let form: TableForm
  /// For each column, the index of its field among the visible fields.
  private let order: [Int]
  /// The columns that are shown only if a record has a value, and none has one so far.
  private var unused: Set<Int>
  /// The number of columns before those of the fields.
  private let leadCount: Int

  /// Creates a table of records; the columns `leads` precede those of the fields.
  ///
  /// - Parameter omitted: The title of a column to leave out; nil for none.
  package init<R: Record>(
    of type: R.Type, _ form: TableForm = TableForm(), after leads: [Table.Column] = [],
    without omitted: String? = nil
  ) {
    let columns = RecordTable.fields(of: type)
    order = columns.indices.filter { columns[$0].column.title != omitted }.sorted { one, other in
      (columns[one].position ?? .max, one) < (columns[other].position ?? .max, other)
    }
    self.form = form
    leadCount = leads.count
    unused = Set(columns.indices.filter { columns[$0].isRare })
    table = Table(leads + order.map { columns[$0].column })
  }

  /// Returns the columns of records, in the order of their fields.
  package static func columns<R: Record>(of type: R.Type) -> [Table.Column] {
    fields(of: type).map(\.column)
  }

  private static func fields<R: Record>(of type: R.Type) -> [ColumnVisitor.Column] {
    var visitor = ColumnVisitor()
    R.list(nil, &visitor)
    return visitor.columns
  }

  /// Adds a record; the texts `leads` precede those of its fields.
  ///
  /// - Parameter unit: The unit of its weights; nil for that of the table.
  package mutating func add<R: Record>(
    _ record: R, in unit: Weight.Unit? = nil, after leads: [String] = []
  ) {
    var visitor = CellVisitor(form: unit.map(form.with) ?? form, own: record as? any OwnCells)
    R.list(record, &visitor)
    table.add(leads + order.map { visitor.cells[$0] })
    if !unused.isEmpty { unused.subtract(visitor.present) }
  }

  package func text() -> String {
    var table = table
    table.omitted = Set(order.indices.filter { unused.contains(order[$0]) }.map { leadCount + $0 })
    return table.text(isColored: form.isColored, width: form.width)
  }
}

/// A visitor that collects the columns of a record.
private struct ColumnVisitor: RecordVisitor {
  typealias Column = (position: Int?, column: Table.Column, isRare: Bool)
  var columns: [Column] = []

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) { add(name, style, V.kind.isNumeric ? .right : .left) }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) { add(name, style, .right) }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    // A nested record has no cell; a view that wants one has its own table.
  }

  private mutating func add(
    _ name: StaticString, _ style: FieldStyle, _ alignment: Table.Alignment
  ) {
    guard !style.isHidden else { return }
    let column = Table.Column(
      title: style.title.map { "\($0)" } ?? words(of: name), alignment: alignment,
      isShortened: style.isShortened, turn: style.turn)
    columns.append((style.position, column, style.isRare))
  }
}

/// Returns the name of a field as the title of its column: `volume` for `volumeKg`, `started` for `startedAt`.
private func words(of name: StaticString) -> String {
  var words = [""]
  for letter in "\(name)" {
    if letter.isUppercase { words.append("") }
    words[words.count - 1] += letter.lowercased()
  }
  // The cells have the unit.
  if words.count > 1, let last = words.last, ["kg", "at"].contains(last) { words.removeLast() }
  return words.joined(separator: " ")
}

/// A visitor that creates the cells of a record.
private struct CellVisitor: RecordVisitor {
  let form: TableForm
  let own: (any OwnCells)?
  var cells: [String] = []
  /// The places of the rare fields with a value.
  var present: Set<Int> = []

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    guard !style.isHidden else { return }
    if style.isRare, value != nil { present.insert(cells.count) }
    let text =
      own?.cell(of: name.description, in: form.unit)
      ?? value.map { self.text(of: $0.scalar, style) }
    cells.append(text ?? "\(style.placeholder)")
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    if !style.isHidden { cells.append("\(records?.count ?? 0)") }
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {}

  private func text(of value: RecordScalar, _ style: FieldStyle) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .number(let number):
      style.unit == .kilograms ? kilograms(number, in: form.unit) : decimal(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .name(let name) where style.isExercise: form.names[name]
    case .text(let text) where style.isExercise: form.names[Name(text)]
    case .text, .name, .id, .day:
      style.isReference ? form.short(value.text ?? "") : value.text ?? ""
    case .texts(let texts): texts.joined(separator: ", ")
    case .time(let time): minute(time)
    case .weight(let weight): shown(weight, in: form.unit)
    }
  }
}

extension LogView {
  /// Returns the rows as a table for people: a line of titles, then a line for each row.
  ///
  /// - Parameters:
  ///   - unit: The unit of weights.
  ///   - names: The display names of exercises.
  ///   - width: The number of columns of a terminal, which truncates long texts and omits columns; nil for no limit.
  public func textTable(
    unit: Weight.Unit = .kg, names: ExerciseNames = ExerciseNames(), width: Int? = nil
  ) -> String {
    guard !rows.isEmpty else { return Self.emptyText + "\n" }
    var table = RecordTable(
      of: Row.self,
      TableForm(unit: unit, names: names, idLength: TableForm.idLength(of: rows), width: width))
    for row in rows { table.add(row) }
    return table.text()
  }
}
