/// A writer of the fields of a payload, in the order of its list.
@usableFromInline package struct FieldWriter: ValueWalk {
  @usableFromInline package let version: Int
  var writer: JSONWriter

  /// Writes `payload` as an object.
  ///
  /// - Throws: An error for a number that JSON cannot represent. Its offset is 0, because there is no line yet.
  static func write<P: Payload>(_ payload: P, to writer: inout JSONWriter) throws(LineError) {
    try writer.object { (writer) throws(LineError) in
      var fields = FieldWriter(version: P.version, writer: JSONWriter())
      swap(&fields.writer, &writer)
      defer { swap(&fields.writer, &writer) }
      _ = try P(payload, &fields)
    }
  }

  @usableFromInline package mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    guard let value else { return nil }
    writer.key(plain: name)
    try value.write(&writer)
    return value
  }
}

extension Payload {
  @usableFromInline package func _write(to writer: inout JSONWriter) throws(LineError) {
    try FieldWriter.write(self, to: &writer)
  }
}
