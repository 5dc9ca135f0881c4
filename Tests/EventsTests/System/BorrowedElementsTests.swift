import Testing

@testable import Events

/// Tests of the elements of arrays that are looked at without a copy.
@Suite struct BorrowedElementsTests {
  @Test(arguments: [
    ([1, 2, 3], [1, 2, 4], 2), ([1], [1, 2], 1), ([1, 2], [1], 1), ([2], [1], 0), ([], [1], 0),
    ([1, 2], [1, 2], 2),
  ])
  func `the equal elements at the beginning are counted`(_ one: [Int], _ other: [Int], _ count: Int)
  {
    #expect(one.countOfCommonPrefix(with: other) == count)
  }

  @Test func `a range that exceeds the end has the elements that exist`() {
    var seen: [Int] = []
    [10, 20, 30].forEach(in: 1..<9) { seen.append($0) }
    #expect(seen == [20, 30])
    [10].withElement(at: 0) { seen.append($0) }
    #expect(seen == [20, 30, 10])
  }

  @Test func `only the first elements are searched`() {
    let numbers = [1, 2, 3]
    #expect(numbers.hasElement(amongFirst: 2) { $0 == 2 })
    #expect(!numbers.hasElement(amongFirst: 2) { $0 == 3 })
    #expect(!numbers.hasElement(amongFirst: 9) { $0 == 4 })
  }
}
