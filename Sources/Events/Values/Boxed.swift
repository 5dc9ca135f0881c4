/// A value on the heap, for rare properties of values that are copied often.
@usableFromInline final class Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
  @usableFromInline let value: Value

  init(_ value: Value) { self.value = value }

  @usableFromInline static func == (a: Boxed, b: Boxed) -> Bool { a === b || a.value == b.value }
}
