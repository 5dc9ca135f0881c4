import Events

/// A visitor that writes records as JSON, with their fields in the order of their list.
struct RecordWriter: RecordVisitor {
  private var json = JSONWriter()

  @inline(__always)
  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    json.key(plain: name)
    if let value { value.write(to: &json) } else { json.null() }
  }

  @inline(__always)
  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString
  ) {
    json.key(plain: name)
    json.beginArray()
    for record in records ?? [] { write(record) }
    json.endArray()
  }

  @inline(__always)
  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString
  ) {
    json.key(plain: name)
    if let record { write(record) } else { json.null() }
  }

  private mutating func write<R: Record>(_ record: R) {
    json.beginObject()
    R.list(record, &self)
    json.endObject()
  }
}

extension RecordWriter {
  static func write(_ record: some Record, to json: inout JSONWriter) {
    writing(to: &json) { $0.write(record) }
  }

  /// Writes the rows of a view.
  @inline(__always)
  static func write<R: Record>(_ rows: [R], shape: ViewShape, to json: inout JSONWriter) {
    writing(to: &json) { writer in
      switch shape {
      case .list: writer.writeLines { writer in for row in rows { writer.writeLine(row) } }
      case .object, .optionalObject:
        if let row = rows.first { writer.write(row) } else { writer.json.null() }
      }
    }
  }

  /// Writes the rows of all users' views.
  @inline(__always)
  static func write<V: PersonalView>(_ all: EveryUser<V>, to json: inout JSONWriter) {
    writing(to: &json) { writer in
      writer.writeLines { writer in
        for (user, view) in all.views {
          for row in view.rows { writer.writeLine(EveryUser<V>.Row(user: user, row: row)) }
        }
      }
    }
  }

  /// Lends the text written so far to a visitor.
  @inline(__always)
  private static func writing(to json: inout JSONWriter, _ body: (inout RecordWriter) -> Void) {
    var writer = RecordWriter()
    swap(&writer.json, &json)
    body(&writer)
    swap(&writer.json, &json)
  }

  @inline(__always)
  private mutating func writeLines(_ body: (inout RecordWriter) -> Void) {
    json.beginArray()
    body(&self)
    json.endLines()
  }

  private mutating func writeLine<R: Record>(_ row: R) {
    json.beginLine()
    write(row)
  }
}
