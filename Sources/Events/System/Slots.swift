#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A fixed number of plain values, for the tables that a scanner reads with every line.
///
/// A copy is another view of the same values and counts no reference: that took a third of a replay
/// when names and tables were objects that a scanner carried along.
@safe
struct Slots<Value: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafeMutablePointer<Value>
  /// The number of slots.
  let count: Int

  fileprivate init(_ base: UnsafeMutablePointer<Value>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  subscript(index: Int) -> Value {
    get {
      assert(index >= 0 && index < count, "slot \(index) outside \(count)")
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count, "slot \(index) outside \(count)")
      unsafe base[index] = newValue
    }
  }
}

/// One block of memory that slots of several kinds share.
///
/// The creator of the block frees it, once, after the last use of its slots.
@safe
struct SlotMemory: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let size: Int
  /// The number of bytes that have slots.
  private var used = 0

  /// Creates a block of `size` bytes that are all 0.
  ///
  /// The C library maps a large block, and the system makes each page on its first write. The library clears a small
  /// block byte by byte: with one for each table, that took a fifth of the instructions of a short append.
  init(size: Int) {
    self.size = size
    // Ends the process where there is no memory, as every allocation of the language does. The sizes are
    // constants of the sources: no input reaches this.
    guard let memory = unsafe calloc(size, 1) else {
      fatalError("no memory for \(size) bytes of slots")
    }
    unsafe base = memory
  }

  /// Returns `count` slots with all bytes 0, which must be a valid value.
  mutating func slots<Value>(_ count: Int) -> Slots<Value> {
    let start = used
    used += SlotMemory.size(of: Value.self, count)
    precondition(used <= size, "slots of \(used) bytes in a block of \(size)")
    let first = unsafe (base + start).bindMemory(to: Value.self, capacity: count)
    return unsafe Slots(first, count: count)
  }

  /// Returns the number of bytes that slots take of a block: whole cache lines.
  static func size<Value>(of: Value.Type, _ count: Int) -> Int {
    (count * MemoryLayout<Value>.stride + 63) / 64 * 64
  }

  /// Frees the block; no slot in it may be used after this.
  func free() { unsafe release(base) }
}

/// Frees `memory` with the C function `free`, whose name a method of the block has.
private func release(_ memory: UnsafeMutableRawPointer) { unsafe free(memory) }
