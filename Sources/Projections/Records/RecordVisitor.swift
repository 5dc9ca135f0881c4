/// A walk over the fields of records.
///
/// A record calls its visitor as a function, or `list` and `object` for what is nested:
///
///     f("title", row?.title, .plain.personal, "The title in the user's words.")
///     f.list("sets", row?.sets, .plain, "The sets in the order they were logged.")
///
/// A visitor that describes fields gets nil for every value.
public protocol RecordVisitor {
  /// Visits a value; nil is `null` in the JSON.
  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString)

  /// Visits a list of records; nil only where the record that holds it is described without values.
  mutating func list<R: Record>(
    _ name: StaticString, _ records: [R]?, _ style: FieldStyle, _ summary: StaticString)

  /// Visits a single record; nil is `null` in the JSON.
  mutating func object<R: Record>(
    _ name: StaticString, _ record: R?, _ style: FieldStyle, _ summary: StaticString)
}

extension RecordVisitor {
  /// Visits a value.
  ///
  /// - Parameters:
  ///   - name: the key of the JSON.
  ///   - value: the value; nil is `null` in the JSON.
  ///   - style: the form in which people see it.
  ///   - summary: one sentence about the field for the schema.
  @inlinable @inline(__always)
  public mutating func callAsFunction<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) {
    field(name, value, style, summary)
  }
}
