import TestSupport
import Testing

@testable import Events

@Suite(.hangLimit) struct AheadTests {
  private struct Refused: Error, Equatable {}

  /// A source of numbers that counts their production.
  private final class Numbers {
    private(set) var made = 0
    private(set) var reused: [Int] = []

    func next(_ used: Int?, to end: Int) -> Int? {
      if let used { reused.append(used) }
      guard made < end else { return nil }
      made += 1
      return made
    }
  }

  @Test(arguments: [0, 1, 2, 5], [0, 1, 2, 1_000])
  func `values are taken in their order, and their memory is used again`(_ count: Int, _ end: Int) {
    let numbers = Numbers()
    var taken: [Int] = []
    Ahead(count) { used, _ in numbers.next(used, to: end) }.run { taken.append($0) }
    #expect(taken == Array(0..<end).map { $0 + 1 })
    // All values reuse memory, except those produced before there was a used one.
    #expect(numbers.reused.count >= end - count - 1 && numbers.reused.count <= end)
    // Two values never share memory.
    #expect(Set(numbers.reused).count == numbers.reused.count)
  }

  @Test(arguments: [0, 2]) func `the stack does not grow with the number of values`(_ count: Int) {
    let numbers = Numbers()
    var taken = 0
    Ahead(count) { used, _ in numbers.next(used, to: 60_000) }.run { taken += $0 > 0 ? 1 : 0 }
    #expect(taken == 60_000)
  }

  @Test(arguments: [0, 1, 3]) func `at most the given number of values is prepared ahead`(
    _ count: Int
  ) {
    let made = Monitor(0)
    var most = 0
    Ahead<Int>(count) { _, _ in
      made.alone { made in
        made += 1
        return made <= 300 ? made : nil
      }
    }.run { number in
      if number % 50 == 0 { System().sleep(milliseconds: 5) }
      most = max(most, made.alone { $0 } - number)
    }
    // While all ready values wait, one more may be in production.
    #expect(most <= count)
    #expect(count == 0 || most >= 1)
  }

  @Test func `a refusal is reported, and waiting workers are told to stop`() {
    let calls = Monitor(0)
    let wasStopped = Monitor(false)
    let ahead = Ahead<Int>(2) { _, isStopped in
      calls.change { $0 += 1 }
      if calls.alone({ $0 }) == 1 { return 7 }
      while !isStopped() { System().sleep(milliseconds: 1) }
      wasStopped.alone { $0 = true }
      return nil
    }
    #expect(throws: Refused()) {
      try ahead.run { (_: inout Int) throws(Refused) in
        _ = calls.wait { $0 > 1 ? true : nil }
        throw Refused()
      }
    }
    #expect(wasStopped.alone { $0 })
  }

  @Test func `no work is started once nobody takes results, even if there is room`() {
    let calls = Monitor(0)
    let ahead = Ahead<Int>(3) { _, isStopped in
      calls.change { $0 += 1 }
      if calls.alone({ $0 }) == 1 { return 7 }
      while !isStopped() { System().sleep(milliseconds: 1) }
      return 8
    }
    #expect(throws: Refused()) {
      try ahead.run { (_: inout Int) throws(Refused) in
        _ = calls.wait { $0 > 1 ? true : nil }
        throw Refused()
      }
    }
    #expect(calls.alone { $0 } == 2)
  }
}
