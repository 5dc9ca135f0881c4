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

  /// `count` slots that hold `value`.
  init(repeating value: Value, count: Int) {
    self.count = count
    unsafe base = UnsafeMutablePointer<Value>.allocate(capacity: count)
    unsafe base.initialize(repeating: value, count: count)
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
  func free() { unsafe base.deallocate() }
}
