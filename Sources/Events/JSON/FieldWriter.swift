/// Walks the fields of a payload into a line, in the order the payload lists them.
public struct FieldWriter: Fields {
  public let version: Int
  var writer: JSONWriter
  /// Whether values must keep to their limits.
  let checks: Bool

  /// Writes `payload` as an object.
  ///
  /// - Throws: a breach of a limit when `checks` is set; a number JSON cannot hold always. The
  ///   offset of the error says nothing: there is no line yet.
  static func write<P: Payload>(
    _ payload: P, to writer: inout JSONWriter, checks: Bool
  ) throws(LineError) {
    try writer.object { (writer) throws(LineError) in
      var fields = FieldWriter(version: P.version, writer: JSONWriter(), checks: checks)
      swap(&fields.writer, &writer)
      defer { swap(&fields.writer, &writer) }
      _ = try P(payload, &fields)
    }
  }

  public mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V {
    guard let value = try optional(name, value, limit) else {
      preconditionFailure("a payload walked its field '\(name)' without a value to write")
    }
    return value
  }

  public mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V? {
    guard let value else { return nil }
    try require(name, value, limit)
    writer.key(plain: name)
    try value.write(&writer)
    return value
  }
}

extension FieldWriter {
  public func require<V: FieldValue>(
    _ name: StaticString, _ value: V, _ limit: Limit
  ) throws(LineError) {
    if checks, let breach = value.breach(of: limit) { throw LineError(0, "'\(name)' \(breach)") }
  }
}

/// Collects the names a payload has, those left out included.
struct FieldNames: Fields {
  let version: Int
  private(set) var names: Set<String> = []
  /// The names of the objects in a list, by the name of the list.
  private(set) var nested: [String: FieldNames] = [:]

  static func of<P: Payload>(_ payload: P) -> FieldNames {
    var fields = FieldNames(version: P.version)
    _ = try? P(payload, &fields)
    return fields
  }

  /// No names.
  init(version: Int = 1) { self.version = version }

  private mutating func insert(_ name: StaticString, _ value: (some FieldValue)?) {
    names.insert("\(name)")
    guard let first = (value as? [any NestedPayload])?.first else { return }
    nested["\(name)"] = first.fieldNames
  }

  mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V {
    insert(name, value)
    guard let value else { throw .unordered }
    return value
  }

  mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V? {
    insert(name, value)
    return value
  }

  func require<V: FieldValue>(_ name: StaticString, _ value: V, _ limit: Limit) {}
}
