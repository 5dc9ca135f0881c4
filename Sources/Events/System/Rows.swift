/// A growing list of plain values in its own memory, for scans that append a value for most lines.
///
/// For each appended element, an array checks with two calls whether it has a single owner and enough capacity. Each
/// copy of an array counts the references in it. Appending a set takes 400 instructions with an array, and 70 with
/// this type. The memory has one owner after ``clear()``. A copy can be read as long as its original is not appended
/// to. No value is ever destroyed, so values must not contain references.
@safe
@usableFromInline
struct Rows<Value>: @unchecked Sendable {
  @usableFromInline private(set) var base: UnsafeMutablePointer<Value>
  @usableFromInline private(set) var count = 0
  private var capacity: Int
  // A pointer does not keep its memory alive: each use of it must keep the owner, or the optimizer frees the memory first.
  @usableFromInline private(set) var memory: RowMemory

  /// Creates an empty list with capacity for some values.
  init(room: Int) {
    capacity = room
    memory = RowMemory(of: Value.self, room)
    unsafe base = memory.base.bindMemory(to: Value.self, capacity: room)
  }

  @inlinable
  subscript(index: Int) -> Value {
    @inline(__always) get {
      assert(index >= 0 && index < count, "row \(index) outside \(count)")
      return withExtendedLifetime(memory) { unsafe base[index] }
    }
  }

  /// Calls `body` with the value at `index`, without a copy.
  @inlinable @inline(__always)
  func with(_ index: Int, _ body: (borrowing Value) -> Void) {
    assert(index >= 0 && index < count, "row \(index) outside \(count)")
    withExtendedLifetime(memory) { unsafe body(base[index]) }
  }

  /// Appends a value to a list that was not copied after it was cleared.
  @inline(__always)
  mutating func append(_ value: consuming Value) {
    assert(isKnownUniquelyReferenced(&memory), "a list with two owners")
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: value)
    count &+= 1
  }

  /// Removes all values and keeps the memory, unless a copy uses it too.
  mutating func clear() {
    count = 0
    guard !isKnownUniquelyReferenced(&memory) else { return }
    self = Rows(room: capacity)
  }

  @inline(never)
  private mutating func grow() {
    var larger = Rows(room: capacity * 2)
    withExtendedLifetime(memory) { unsafe larger.base.moveInitialize(from: base, count: count) }
    larger.count = count
    self = larger
  }
}

/// Memory that is freed with its last owner.
@safe
@usableFromInline
final class RowMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer

  init<Value>(of type: Value.Type, _ count: Int) {
    unsafe base = .allocate(
      byteCount: MemoryLayout<Value>.stride * count, alignment: MemoryLayout<Value>.alignment)
  }

  deinit { unsafe base.deallocate() }
}
