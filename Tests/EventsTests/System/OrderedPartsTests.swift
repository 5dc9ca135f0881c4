import TestSupport
import Testing

@testable import Events

@Suite(.hangLimit) struct OrderedPartsTests {
  private struct Refused: Error, Equatable {}

  /// Returns work whose parts are their numbers, each in memory that counts its uses.
  private func numbers(_ count: Int, isThreaded: Bool) -> OrderedParts<[Int], Int> {
    OrderedParts(count, isThreaded: isThreaded, tool: { 7 }) { (number, tool, spare) in
      [number, tool, (spare?[2] ?? 0) + 1]
    }
  }

  @Test(arguments: [0, 1, 2, 7, 8, 9, 1_000], [false, true])
  func `parts are taken in order, with their numbers`(_ count: Int, _ isThreaded: Bool) {
    var taken: [Int] = []
    numbers(count, isThreaded: isThreaded).run { (number, part) in
      #expect(part[0] == number && part[1] == 7)
      taken.append(number)
    }
    #expect(taken == Array(0..<count))
  }

  @Test(arguments: [false, true])
  func `parts are reused, and a few are enough`(_ isThreaded: Bool) {
    var uses: [Int] = []
    numbers(1_000, isThreaded: isThreaded).run { (_, part) in uses.append(part[2]) }
    // Each part that was begun with new memory exists at the same time: the parts in advance, and the current one.
    #expect(uses.filter { $0 == 1 }.count <= 8 + 4)
    #expect(uses.contains { $0 > 50 })
  }

  @Test(arguments: [false, true])
  func `a refusal ends the work, and only the prepared parts are still made`(_ isThreaded: Bool)
    throws
  {
    let made = Monitor(0)
    let parts = OrderedParts<Int, Void>(10_000, isThreaded: isThreaded, tool: {}) {
      (number, _, _) in
      made.change { $0 += 1 }
      return number
    }
    var taken = 0
    #expect(throws: Refused()) {
      try parts.run { (number, _) throws(Refused) in
        taken += 1
        if number == 20 { throw Refused() }
      }
    }
    #expect(taken == 21)
    #expect(made.alone { $0 } <= 21 + 8)
  }
}
