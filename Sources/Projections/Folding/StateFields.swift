import Events

// The fields of a state in a checkpoint. They are not part of a log line, so they have no limits and no traits.

extension Fields {
  /// Walks a required field of a state.
  @inlinable @inline(__always)
  package mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?
  ) throws(LineError) -> V { try field(name, value, .any) }

  /// Walks an optional field of a state.
  @inlinable @inline(__always)
  package mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?
  ) throws(LineError) -> V? { try optionalField(name, value, .any) }

  /// Walks a list of a state; an empty list is omitted.
  @inlinable @inline(__always)
  package mutating func list<V: FieldValue>(
    _ name: StaticString, _ value: [V]?
  ) throws(LineError) -> [V] { try listed(name, value, .any) }

  /// Walks a field of a state; a default value is omitted.
  @inlinable @inline(__always)
  package mutating func withDefault<V: FieldValue>(
    _ usual: V, _ name: StaticString, _ value: V?
  ) throws(LineError) -> V { try defaulted(usual, name, value, .any) }
  /// Walks a dictionary of a state as a list of entries, ordered by key; an empty dictionary is omitted.
  mutating func dictionary<Key: FieldValue & Hashable & Comparable, Value: FieldValue>(
    _ name: StaticString, _ value: [Key: Value]?
  ) throws(LineError) -> [Key: Value] {
    let entries = value?.sorted { $0.key < $1.key }.map { StateEntry($0.key, $0.value) }
    var read: [Key: Value] = [:]
    for entry in try list(name, entries) { read[entry.key] = entry.value }
    return read
  }
}

/// A key of a dictionary and its value, as a checkpoint keeps them.
struct StateEntry<Key: FieldValue, Value: FieldValue>: NestedPayload {
  let key: Key
  let value: Value

  init(_ key: Key, _ value: Value) { (self.key, self.value) = (key, value) }

  init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    key = try f("key", old?.key)
    value = try f("value", old?.value)
  }
}
