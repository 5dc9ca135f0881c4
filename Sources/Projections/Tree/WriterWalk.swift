import Events

/// A walk over the values of a view, with the path of each, as text, and the event that wrote it.
struct WriterWalk: RecordVisitor {
  private let writers: Writers
  private let report: (String, Writers.Writer?) -> Void
  /// The text of the path to the record that is walked over.
  private var path = ""
  private var part: Writers.Part

  init(_ writers: Writers, _ report: @escaping (String, Writers.Writer?) -> Void) {
    (self.writers, self.report) = (writers, report)
    part = writers.root
  }

  /// Walks over all values of a view.
  mutating func view<V: View>(_ view: V) {
    switch V.shape {
    case .list: walk(view.rows)
    case .object, .optionalObject:
      if let row = view.rows.first { V.Row.list(row, &self) } else { tell(path, part) }
    }
  }

  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    tell(path(to: name), part(of: name))
  }

  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    within(path(to: name), part(of: name)) { $0.walk(records ?? []) }
  }

  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    let (path, part) = (path(to: name), part(of: name))
    guard let record else { return tell(path, part) }
    within(path, part) { R.list(record, &$0) }
  }

  /// Walks over a list, which counts as a value where it is empty.
  private mutating func walk<R: Record>(_ records: [R]) {
    guard !records.isEmpty else { return tell(path, part) }
    for (step, record) in zip(RecordDifference.steps(records), records) {
      within(path + RecordPath([step]).description, writers.part(part, step)) {
        R.list(record, &$0)
      }
    }
  }

  private mutating func within(
    _ path: String, _ part: Writers.Part, _ walk: (inout WriterWalk) -> Void
  ) {
    let outer = (self.path, self.part)
    (self.path, self.part) = (path, part)
    walk(&self)
    (self.path, self.part) = outer
  }

  /// Returns the path to a field, whose name never needs quotes.
  private func path(to name: StaticString) -> String {
    path.isEmpty ? name.description : path + "." + name.description
  }

  private func part(of name: StaticString) -> Writers.Part {
    writers.part(part, .key(name.description))
  }

  private func tell(_ path: String, _ part: Writers.Part) {
    report(path, writers.entry(part)?.writer)
  }
}
