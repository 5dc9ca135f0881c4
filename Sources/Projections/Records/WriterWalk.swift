import Events

/// A walk over the values of a view that writes, as JSON, the path of each value and the event that wrote it.
///
/// The common prefix of the paths in a record is created once. The members of a writer are created once for a run of
/// values with the same writer, such as the dozen values of a set.
public struct WriterWalk: RecordVisitor {
  private let writers: BlameIndex
  /// The position of the last event that the remote accepted; nil for a log that is not synced.
  private let accepted: Int?
  /// A closure that gets the JSON in pieces and returns whether it wants more; nil if all JSON is kept.
  private let take: (([UInt8]) -> Bool)?
  private var isStopped = false
  private var output: [UInt8] = []
  /// A Boolean value indicating whether no piece was passed on yet.
  private var isFirst = true
  /// The comma and the beginning of a value's object, with the path of the current part.
  ///
  /// A step is appended and removed in place.
  private var line = WriterWalk.start
  private var part: BlameIndex.Part
  /// The end of the object of the last value; its mark is nil before the first.
  private var end: (mark: Int32??, bytes: [UInt8]) = (nil, [])

  private static let start = Array(",{\"path\":\"".utf8)
  /// The size in bytes at which a piece is passed on.
  private static let piece = 1 << 16
  /// The number of rows whose JSON is created at once: sessions of about twenty sets take half a megabyte.
  private static let rowsAtOnce = 16
  /// The number of parts up to which starting threads costs more than it saves.
  ///
  /// Starting a thread takes as long as reading 2 MiB of lines. This number of rows of `volume` takes a tenth of that.
  private static let fewParts = 8

  init(_ writers: BlameIndex, accepted: Int?, _ take: @escaping ([UInt8]) -> Bool) {
    (self.writers, self.accepted, self.take) = (writers, accepted, take)
    part = writers.root
  }

  /// Creates a walk over some rows of a view, which writes its JSON into the memory of `spare`.
  private init(_ writers: BlameIndex, accepted: Int?, in spare: consuming [UInt8]?) {
    (self.writers, self.accepted, take, output) = (writers, accepted, nil, spare ?? [])
    output.removeAll(keepingCapacity: true)
    part = writers.root
  }

  mutating func view<V: LogView>(_ view: V) {
    switch V.shape {
    case .list:
      let rows = view.rows
      if rows.count > Self.rowsAtOnce { walk(rows: rows) } else { walk(rows) }
    case .object, .optionalObject:
      if let row = view.rows.first { V.Row.list(row, &self) } else { tell() }
    }
  }

  /// Walks over the rows of a view, several at a time and on all cores.
  private mutating func walk<R: Record>(rows: [R]) {
    let (writers, accepted) = (writers, accepted)
    let (steps, size) = (RecordDifference.steps(rows), Self.rowsAtOnce)
    let count = (rows.count + size - 1) / size
    let parts = OrderedParts<[UInt8], Void>(count, isThreaded: count > Self.fewParts, tool: {}) {
      (number, _, spare) in
      var walk = WriterWalk(writers, accepted: accepted, in: spare)
      let places = number * size..<min((number + 1) * size, rows.count)
      walk.walk(rows[places], steps[places])
      return walk.output
    }
    try? parts.run { (_, piece) throws(Stopped) in
      guard !piece.isEmpty else { return }
      swap(&output, &piece)
      pass()
      swap(&output, &piece)
      if isStopped { throw Stopped() }
    }
  }

  /// An error that ends a walk when the caller wants no more.
  private struct Stopped: Error {}

  /// Passes on the rest of the JSON.
  mutating func finish() {
    // Records without fields have no values.
    if isFirst, output.isEmpty { output.append(UInt8(ascii: "[")) }
    output += "]\n".utf8
    pass()
  }

  public mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    tell(writers.part(part) { .key(name.description) }) { walk in
      if walk.line.count > Self.start.count { walk.output.append(UInt8(ascii: ".")) }
      Bytes.append(name, to: &walk.output)
    }
  }

  public mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    let (outer, count) = enter(name)
    walk(records ?? [])
    leave(outer, count)
  }

  public mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    let (outer, count) = enter(name)
    if let record { R.list(record, &self) } else { tell() }
    leave(outer, count)
  }

  /// Walks over a list; an empty list counts as a value.
  private mutating func walk<R: Record>(_ records: [R]) {
    guard !records.isEmpty else { return tell(writers.emptied(part)) { _ in } }
    walk(records[...], RecordDifference.steps(records)[...])
  }

  /// Walks over some elements of a list, which have these steps.
  private mutating func walk<R: Record>(
    _ records: ArraySlice<R>, _ steps: ArraySlice<RecordPath.Step>
  ) {
    var place = records.startIndex
    for (step, record) in zip(steps, records) {
      guard !isStopped else { return }
      let (outer, count) = (part, line.count)
      part = writers.part(part, from: &place, step)
      JSONWriter.append(to: &line, escaping: { step.write(to: &$0) })
      R.list(record, &self)
      leave(outer, count)
    }
  }

  /// Enters a field; its name never needs quotes.
  ///
  /// - Returns: The part around it, and the length of the line there.
  @inline(__always)
  private mutating func enter(_ name: StaticString) -> (outer: BlameIndex.Part, count: Int) {
    let (outer, count) = (part, line.count)
    part = writers.part(part) { .key(name.description) }
    if count > Self.start.count { line.append(UInt8(ascii: ".")) }
    Bytes.append(name, to: &line)
    return (outer, count)
  }

  @inline(__always)
  private mutating func leave(_ outer: BlameIndex.Part, _ count: Int) {
    part = outer
    line.removeLast(line.count - count)
  }

  private mutating func tell() { tell(part) { _ in } }

  /// Writes the value of a part; `body` writes the rest of its path.
  @inline(__always)
  private mutating func tell(_ part: BlameIndex.Part, _ body: (inout WriterWalk) -> Void) {
    if end.mark != .some(part.mark) { endLines(with: part) }
    output.append(contentsOf: line)
    body(&self)
    output.append(contentsOf: end.bytes)
    if output.count > Self.piece, take != nil { pass() }
  }

  /// Creates the end of the objects of a part's writer, in the memory of the previous one.
  private mutating func endLines(with part: BlameIndex.Part) {
    var json = JSONWriter()
    swap(&json.bytes, &end.bytes)
    json.bytes.removeAll(keepingCapacity: true)
    Bytes.append("\",", to: &json.bytes)
    let writer = writers.entry(part)?.writer
    json.members(of: writer)
    if let writer, writer.seq > accepted ?? .max {
      json.key(plain: "pending")
      json.bool(true)
    }
    json.bytes.append(UInt8(ascii: "}"))
    end = (part.mark, json.bytes)
  }

  private mutating func pass() {
    guard !isStopped else { return }
    // Replaces the comma before the first value.
    if isFirst { output[0] = UInt8(ascii: "[") }
    isFirst = false
    isStopped = !(take?(output) ?? true)
    output.removeAll(keepingCapacity: true)
  }
}
