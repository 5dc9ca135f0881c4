/// A value of a type without references, such as a number, a name or a time, together with its type.
///
/// Unlike existential values and enumerations with texts, plain values are stored, copied and removed without counting
/// references.
@safe
package struct PlainValue {
  @usableFromInline let type: ObjectIdentifier
  @usableFromInline var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

  /// Returns whether values of a type can be plain values.
  @inlinable @inline(__always)
  package static func takes<Value>(_: Value.Type) -> Bool {
    _isPOD(Value.self) && MemoryLayout<Value?>.size <= 24 && MemoryLayout<Value>.alignment <= 8
  }

  @inlinable @inline(__always)
  package init<Value>(_ value: Value?) {
    precondition(PlainValue.takes(Value.self))
    type = ObjectIdentifier(Value.self)
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.storeBytes(of: value, as: Value?.self) }
  }

  /// Returns the value; the outer nil means that it is of another type.
  @inlinable @inline(__always)
  package func value<Value>(as _: Value.Type) -> Value?? {
    guard type == ObjectIdentifier(Value.self) else { return nil }
    return unsafe withUnsafeBytes(of: words) { unsafe $0.load(as: Value?.self) }
  }
}
