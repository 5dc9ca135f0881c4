/// A walk over the fields of records.
///
/// A record calls its visitor as a function, and `list` and `object` for nested records:
///
///     f("title", row?.title, .plain.personal, "The title in the user's words.")
///     f.list("sets", row?.sets, .plain, "The sets in the order they were logged.")
///
/// A visitor that describes fields gets nil for every value.
public protocol RecordVisitor {
  /// Visits a value; nil is `null` in the JSON.
  mutating func field<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString)

  /// Visits a list of records; nil only if the record around it is described without values.
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
  ///   - name: The key of the JSON.
  ///   - value: The value; nil is `null` in the JSON.
  ///   - style: The form in which people see it.
  ///   - summary: One sentence about the field, for the schema.
  @inlinable @inline(__always)
  public mutating func callAsFunction<V: RecordValue>(
    _ name: StaticString, _ value: V?, _ style: FieldStyle, _ summary: StaticString
  ) { field(name, value, style, summary) }
}
