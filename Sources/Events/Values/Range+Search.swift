extension Range<Int> {
  /// Returns the first number that satisfies a condition, or the upper bound if none does.
  ///
  /// All numbers after one that satisfies the condition must satisfy it, too. Cost: log n calls of `isAfter`.
  @inlinable @inline(__always)
  package func search(_ isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
