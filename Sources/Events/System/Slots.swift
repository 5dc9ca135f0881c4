#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A fixed number of plain values, for the tables that a scanner reads for every line.
///
/// A copy is another view of the same values and counts no reference. If names and tables were objects, reference
/// counting would take a third of a replay.
@safe
struct Slots<Value: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafeMutablePointer<Value>
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

/// A block of memory that slots of several types share.
///
/// The creator of the block must free it once, after the last use of its slots.
@safe
struct SlotMemory: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let size: Int
  /// The number of bytes that are used by slots.
  private var used = 0

  /// Creates a block of `size` bytes, all 0.
  ///
  /// For a large block, the C library maps memory, and the system provides each page on its first write. For a small
  /// block, the C library clears every byte. With one block per table, that took a fifth of the instructions of a
  /// short append.
  init(size: Int) {
    self.size = size
    // Without memory the process ends, like every Swift allocation. The sizes are constants, so no input can cause
    // this.
    guard let memory = unsafe calloc(size, 1) else {
      fatalError("no memory for \(size) bytes of slots")
    }
    unsafe base = memory
  }

  /// Returns `count` slots whose bytes are all 0, which must be a valid value.
  mutating func slots<Value>(_ count: Int) -> Slots<Value> {
    let start = used
    used += SlotMemory.size(of: Value.self, count)
    precondition(used <= size, "slots of \(used) bytes in a block of \(size)")
    let first = unsafe (base + start).bindMemory(to: Value.self, capacity: count)
    return unsafe Slots(first, count: count)
  }

  /// Returns the number of bytes that slots take in a block, in whole cache lines.
  static func size<Value>(of: Value.Type, _ count: Int) -> Int {
    (count * MemoryLayout<Value>.stride + 63) / 64 * 64
  }

  /// Frees the block; no slot in it may be used after this.
  func free() { unsafe release(base) }
}

/// Calls the C function `free` for `memory`; a method of the block has the same name.
private func release(_ memory: UnsafeMutableRawPointer) { unsafe free(memory) }
