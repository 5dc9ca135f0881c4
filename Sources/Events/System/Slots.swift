#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A fixed number of plain values in memory of their own, for the tables that a scanner reads with
/// every line.
///
/// A copy is another view of the same values and counts no reference: that took a third of a replay
/// when names and tables were objects that a scanner carried along. The creator of the slots frees
/// them, once, after the last use of a view.
@safe
struct Slots<Value: BitwiseCopyable>: @unchecked Sendable {
  let base: UnsafeMutablePointer<Value>
  /// The number of slots.
  let count: Int

  /// Creates `count` slots with all bytes 0, which must be a valid value.
  ///
  /// Pages that are never written are never made: filling 200 KiB for each of the decoders of an
  /// append took half of reading a short log.
  init(count: Int) {
    self.count = count
    // Ends the process where there is no memory, as every allocation of the language does. The numbers of
    // slots are constants of the sources: no input reaches this.
    guard let memory = unsafe calloc(count, MemoryLayout<Value>.stride) else {
      fatalError("no memory for \(count) slots")
    }
    unsafe base = memory.bindMemory(to: Value.self, capacity: count)
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

  /// Frees the memory; no view may be used after this.
  func free() { unsafe release(base) }
}

/// Frees `memory` with the C function `free`, whose name a method of the slots has.
private func release(_ memory: UnsafeMutableRawPointer) { unsafe free(memory) }
