import Events

/// A walk over the values of a view, with the path of each, as text, and the event that wrote it.
public struct WriterWalk: RecordVisitor {
  private let writers: Writers
  private let report: ([UInt8], Writers.Writer?) -> Void
  /// The text of the path to what is walked over, in UTF-8; a step is added and taken away in place.
  private var path: [UInt8] = []
  private var part: Writers.Part

  init(_ writers: Writers, _ report: @escaping ([UInt8], Writers.Writer?) -> Void) {
    (self.writers, self.report) = (writers, report)
    part = writers.root
  }

  /// Walks over all values of a view.
  mutating func view<V: View>(_ view: V) {
    switch V.shape {
    case .list: walk(view.rows)
    case .object, .optionalObject:
      if let row = view.rows.first { V.Row.list(row, &self) } else { tell() }
    }
  }

  public mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    within(name) { $0.tell() }
  }

  public mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    within(name) { $0.walk(records ?? []) }
  }

  public mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    within(name) { walk in
      if let record { R.list(record, &walk) } else { walk.tell() }
    }
  }

  /// Walks over a list, which counts as a value where it is empty.
  private mutating func walk<R: Record>(_ records: [R]) {
    guard !records.isEmpty else { return tell() }
    for (step, record) in zip(RecordDifference.steps(records), records) {
      within(writers.part(part) { step }, step) { R.list(record, &$0) }
    }
  }

  /// Calls `body` at a field, whose name never needs quotes.
  private mutating func within(_ name: StaticString, _ body: (inout WriterWalk) -> Void) {
    let count = path.count
    if count > 0 { path.append(UInt8(ascii: ".")) }
    Bytes.append(name, to: &path)
    within(writers.part(part) { .key(name.description) }, endingAt: count, body)
  }

  /// Calls `body` at a part within this one.
  private mutating func within(
    _ part: Writers.Part, _ step: RecordPath.Step, _ body: (inout WriterWalk) -> Void
  ) {
    let count = path.count
    step.write(to: &path)
    within(part, endingAt: count, body)
  }

  /// Calls `body` at a part to which the path leads, and cuts the path to `count` bytes.
  private mutating func within(
    _ part: Writers.Part, endingAt count: Int, _ body: (inout WriterWalk) -> Void
  ) {
    let outer = self.part
    self.part = part
    body(&self)
    self.part = outer
    path.removeLast(path.count - count)
  }

  private func tell() { report(path, writers.entry(part)?.writer) }
}
