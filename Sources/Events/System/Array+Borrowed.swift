// Accesses elements of arrays without copying them. Reading an element by index copies it. Copying an element with
// many fields takes longer than comparing it: half of the comparison of two session states.
extension Array {
  /// Returns the number of equal elements at the beginning of both arrays.
  @inlinable
  package func countOfCommonPrefix(with other: [Element]) -> Int where Element: Equatable {
    unsafe withUnsafeBufferPointer { mine in
      unsafe other.withUnsafeBufferPointer { others in
        let most = Swift.min(mine.count, others.count)
        var count = 0
        while count < most, unsafe mine[count] == others[count] { count += 1 }
        return count
      }
    }
  }

  /// Calls `body` with the element at an index, without a copy.
  @inlinable @inline(__always)
  package func withElement(at place: Int, _ body: (borrowing Element) -> Void) {
    unsafe withUnsafeBufferPointer { elements in unsafe body(elements[place]) }
  }

  /// Calls `body` with each element in a range, in order and without a copy.
  @inlinable
  package func forEach(in range: Range<Int>, _ body: (borrowing Element) -> Void) {
    unsafe withUnsafeBufferPointer { elements in
      for place in range.clamped(to: 0..<elements.count) { unsafe body(elements[place]) }
    }
  }

  /// Returns whether one of the first `count` elements satisfies a condition.
  @inlinable
  package func hasElement(amongFirst count: Int, where condition: (borrowing Element) -> Bool)
    -> Bool
  {
    unsafe withUnsafeBufferPointer { elements in
      for place in 0..<Swift.min(count, elements.count) where unsafe condition(elements[place]) {
        return true
      }
      return false
    }
  }
}
