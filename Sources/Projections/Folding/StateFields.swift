import Events

// The fields of a state in a checkpoint. They are not part of a log line, so they have no limits and no traits.

extension Fields {
  /// Walks a required field of a state.
  @inlinable @inline(__always)
  package mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?
  ) throws(LineError) -> V {
    try field(name, value, .any)
  }

  /// Walks an optional field of a state.
  @inlinable @inline(__always)
  package mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?
  ) throws(LineError) -> V? {
    try optionalField(name, value, .any)
  }

  /// Walks a list of a state; an empty list is omitted.
  @inlinable @inline(__always)
  package mutating func list<V: FieldValue>(
    _ name: StaticString, _ value: [V]?
  ) throws(LineError) -> [V] {
    try listed(name, value, .any)
  }

  /// Walks a field of a state; a default value is omitted.
  @inlinable @inline(__always)
  package mutating func withDefault<V: FieldValue>(
    _ usual: V, _ name: StaticString, _ value: V?
  ) throws(LineError) -> V {
    try defaulted(usual, name, value, .any)
  }
}
