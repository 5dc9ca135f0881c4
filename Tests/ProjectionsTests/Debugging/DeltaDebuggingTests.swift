import TestSupport
import Testing

@testable import Projections

@Suite struct NeededPartsTests {
  /// Returns the parts that were found and the number of calls.
  private func search(_ count: Int, _ fails: ([Bool]) -> Bool) -> (found: [Int], calls: Int) {
    var calls = 0
    let flags = neededParts(of: count) { (flags) -> Bool in
      calls += 1
      return fails(flags)
    }
    return (flags.indices.filter { flags[$0] }, calls)
  }

  @Test(arguments: [
    [], [0], [9_999], [5_000], [0, 9_999], [17, 18], [1, 2, 3, 4, 5], [4_000, 7_000, 9_000],
  ])
  func `a few causes in ten thousand are found in few runs`(_ causes: [Int]) {
    let (found, calls) = search(10_000) { flags in causes.allSatisfy { flags[$0] } }
    #expect(found == causes)
    #expect(calls <= 3 + 32 * causes.count, "\(calls)")
  }

  @Test func `consecutive causes take about one run each`() {
    let (found, calls) = search(1_000) { flags in (300..<800).allSatisfy { flags[$0] } }
    #expect(found == Array(300..<800))
    #expect(calls < 1_100, "\(calls)")
  }

  @Test func `the result fails the test, for any test function`() {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<300 {
      let count = random.next(below: 9) + 1
      // A table of results for all subsets; the whole fails.
      let table = (0..<(1 << count)).map { _ in random.next(below: 3) == 0 }
      func fails(_ flags: [Bool]) -> Bool {
        let number = flags.indices.reduce(0) { $0 | (flags[$1] ? 1 << $1 : 0) }
        return number == (1 << count) - 1 || table[number]
      }
      let (found, _) = search(count, fails)
      #expect(fails((0..<count).map(found.contains)))
    }
  }
}

/// Repeatable numbers.
private struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
