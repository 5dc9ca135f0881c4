#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A fixed number of plain values in memory of their own, for the tables that a scanner looks into with
/// every line.
///
/// A copy is another view of the same values and counts no reference: that took a third of a replay when
/// names and tables were objects, which a scanner was passed on with.
/// Whoever made the slots frees them, once, when no view is used any more.
@safe
struct Slots<Value: BitwiseCopyable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Value>
  /// How many there are.
  let count: Int

  /// `count` slots, each of whose bytes is 0, which must be a value.
  ///
  /// Pages that nobody writes to are never made: filling 200 KiB for each of the decoders that an
  /// append uses took half of reading a short log.
  init(count: Int) {
    self.count = count
    // Ends the process where there is no memory, as every allocation of the language does.
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

  /// Gives the memory back; no view may be used after this.
  func free() { unsafe release(base) }
}

/// The C function is `free`, whose name a method of the slots has.
private func release(_ memory: UnsafeMutableRawPointer) { unsafe free(memory) }
