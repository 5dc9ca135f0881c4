import Events

/// The form in which a table shows its rows.
package struct TableForm {
  package var unit = Weight.Unit.kg
  package var names = ExerciseNames()
  /// The only exercise that is shown; nil for all.
  package var exercise: Name?
  /// The length of an id's prefix that is unique in the table; nil for whole ids.
  package var idLength: Int?
  /// The columns of the terminal; nil for no limit.
  package var width: Int?
  /// A Boolean value indicating whether titles are bold.
  package var isColored = false

  package init(
    unit: Weight.Unit = .kg, names: ExerciseNames = ExerciseNames(), exercise: Name? = nil,
    idLength: Int? = nil, width: Int? = nil, isColored: Bool = false
  ) {
    (self.unit, self.names, self.exercise) = (unit, names, exercise)
    (self.idLength, self.width, self.isColored) = (idLength, width, isColored)
  }

  package func with(_ unit: Weight.Unit) -> TableForm {
    var form = self
    form.unit = unit
    return form
  }

  /// Returns the unique prefix of an id; returns other names unchanged.
  package func short(_ id: String) -> String {
    guard let idLength, EventID(id) != nil else { return id }
    return String(id.prefix(idLength))
  }

  /// Returns the prefix length, at least 8, that distinguishes the ids of rows.
  package static func idLength<R: Record>(of rows: [R]) -> Int {
    var visitor = ReferenceVisitor()
    for row in rows { R.list(row, &visitor) }
    return idLength(of: visitor.ids)
  }

  /// Returns the prefix length, at least 8, that distinguishes ids.
  package static func idLength(of ids: [String]) -> Int {
    // With nothing to compare, the preparation would take a tenth of the instructions of a small view.
    guard ids.count > 1 else { return 8 }
    let ids = Set(ids).sorted()
    var length = 8
    for (one, other) in zip(ids, ids.dropFirst()) {
      length = max(length, zip(one, other).prefix { $0 == $1 }.count + 1)
    }
    // A hyphen at the end does not distinguish ids.
    return [9, 14, 19, 24].contains(length) ? length + 1 : length
  }
}

/// A visitor that collects the ids in records that users refer to.
private struct ReferenceVisitor: RecordVisitor {
  var ids: [String] = []

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    if style.isReference, let text = value?.scalar.text { ids.append(text) }
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {}

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {}
}
