/// A search for the fewest elements that two lists do not share in order.
struct ShortestEdit {
  private let old: [Int]
  private let new: [Int]
  private(set) var isRemoved: [Bool]
  private(set) var isAdded: [Bool]

  /// The maximum number of steps from either end; lists that need more are replaced as a whole.
  ///
  /// With it, comparing 100,000 lines with as many others takes less than a second; the exact search takes hours.
  private static let mostSteps = 2_000

  init(_ old: [Int], _ new: [Int]) {
    (self.old, self.new) = (old, new)
    isRemoved = Array(repeating: false, count: old.count)
    isAdded = Array(repeating: false, count: new.count)
  }

  /// Marks the elements to remove from one stretch, and to add to it, to obtain the other.
  mutating func compare(_ one: Range<Int>, _ other: Range<Int>) {
    var (one, other) = (one, other)
    while let left = one.first, let right = other.first, old[left] == new[right] {
      (one, other) = (one.dropFirst(), other.dropFirst())
    }
    while let left = one.last, let right = other.last, old[left] == new[right] {
      (one, other) = (one.dropLast(), other.dropLast())
    }
    if !one.isEmpty, !other.isEmpty, let (left, right) = middle(one, other) {
      compare(one.lowerBound..<left, other.lowerBound..<right)
      compare(left..<one.upperBound, right..<other.upperBound)
      return
    }
    for place in one { isRemoved[place] = true }
    for place in other { isAdded[place] = true }
  }

  /// Returns a place near the middle of a shortest path through both stretches.
  ///
  /// The result is nil if they share nothing, or if the search takes too long.
  private func middle(_ one: Range<Int>, _ other: Range<Int>) -> (Int, Int)? {
    let (rows, columns) = (one.count, other.count)
    let (difference, most) = (rows - columns, (rows + columns + 1) / 2)
    let bound = min(most, ShortestEdit.mostSteps)
    // From the front and from the back, by diagonal: the distance that the paths cover in the current number of steps.
    var ways = Array(repeating: [Int](repeating: 0, count: 2 * bound + 3), count: 2)
    func at(_ diagonal: Int) -> Int { diagonal + bound + 1 }
    func row(_ side: Int, _ diagonal: Int, _ steps: Int) -> Int {
      let (above, below) = (ways[side][at(diagonal - 1)], ways[side][at(diagonal + 1)])
      var row = diagonal == -steps || diagonal != steps && above < below ? below : above + 1
      while row < rows, row - diagonal < columns, row - diagonal >= 0 {
        let column = row - diagonal
        let isSame =
          side == 0
          ? old[one.lowerBound + row] == new[other.lowerBound + column]
          : old[one.upperBound - 1 - row] == new[other.upperBound - 1 - column]
        guard isSame else { break }
        row += 1
      }
      return row
    }
    for steps in 0...bound {
      for side in [0, 1] {
        for diagonal in stride(from: -steps, through: steps, by: 2) {
          let (row, opposite) = (row(side, diagonal, steps), difference - diagonal)
          ways[side][at(diagonal)] = row
          // The paths from both ends meet on the way from the front if the difference is odd, else from the back.
          guard row <= rows, row - diagonal <= columns, difference.isMultiple(of: 2) == (side == 1),
            abs(opposite) < steps + side, row + ways[1 - side][at(opposite)] >= rows
          else { continue }
          return side == 0
            ? place(row, row - diagonal, one, other)
            : place(rows - row, columns - row + diagonal, one, other)
        }
      }
    }
    return nil
  }

  /// Returns a place in both lists; nil for a corner, which does not divide the problem.
  private func place(
    _ row: Int, _ column: Int, _ one: Range<Int>, _ other: Range<Int>
  ) -> (Int, Int)? {
    let (left, right) = (one.lowerBound + row, other.lowerBound + column)
    let isCorner = row == 0 && column == 0 || row == one.count && column == other.count
    guard !isCorner, one.lowerBound <= left, left <= one.upperBound, other.lowerBound <= right,
      right <= other.upperBound
    else { return nil }
    return (left, right)
  }
}
