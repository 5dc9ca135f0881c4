import Events

/// The values of a row, in order, each with its path and its style.
struct ViewLeaves: RecordVisitor {
  /// One value; a list counts as its number of elements.
  struct Leaf {
    let path: RecordPath
    let value: RecordScalar?
    let kind: ValueKind
    let isPersonal: Bool
    /// A Boolean value indicating whether the value counts by months.
    var isByMonth = false
    /// A Boolean value indicating whether the value is a name instead of a text.
    let isName: Bool
  }

  private(set) var leaves: [Leaf] = []
  private var path: RecordPath
  /// A Boolean value indicating whether only the presence of personal records counts.
  private let hidesBody: Bool

  /// Creates the values of `row`, which is at `path`.
  ///
  /// - Parameter hidesBody: Whether only the presence of personal records counts. They derive from measurements of a
  ///   body.
  init<R: Record>(of row: R, at path: RecordPath, hidesBody: Bool = false) {
    (self.path, self.hidesBody) = (path, hidesBody)
    R.list(row, &self)
  }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    leaves.append(
      Leaf(
        path: path.appending(.key("\(name)")), value: value?.scalar, kind: V.kind,
        isPersonal: style.isPersonal, isByMonth: style.isByMonth, isName: V.self == Name.self))
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    let outer = path
    defer { path = outer }
    let list = path.appending(.key("\(name)"))
    for (index, record) in (records ?? []).enumerated() {
      path = list.appending(.index(index))
      R.list(record, &self)
    }
    leaves.append(
      Leaf(
        path: list, value: .integer(records?.count ?? 0), kind: .integer, isPersonal: false,
        isName: false))
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    let outer = path
    defer { path = outer }
    path = path.appending(.key("\(name)"))
    leaves.append(
      Leaf(
        path: path, value: .boolean(record != nil), kind: .boolean, isPersonal: false,
        isName: false))
    if let record, !(hidesBody && style.isPersonal) { R.list(record, &self) }
  }
}
