import TestSupport
import Testing

@testable import Events

/// Ids by ten thousands, against the library's dictionary.
@Suite struct IDNumbersTests {
  /// Ids of which many come twice, in two ways: scattered, and one after another; the first is all zeros.
  private static func id(_ random: inout SeededGenerator) -> EventID {
    EventID(high: random.next() % 3, low: random.next() % 9_000)
  }

  @Test(arguments: [0, 5_000])
  func `a table of numbers says what a dictionary says`(_ expected: Int) {
    var random = SeededGenerator(seed: 2)
    var numbers = IDNumbers(expecting: expected)
    var ids: [EventID] = []
    var others: [EventID: Int] = [:]
    for number in 0..<40_000 {
      let id = Self.id(&random)
      #expect(numbers.number(of: id) { ids[$0] } == others[id])
      // A later number takes the place of an earlier one.
      numbers.enter(id, number) { ids[$0] }
      others[id] = number
      ids.append(id)
    }
    #expect(others.allSatisfy { id, number in numbers.number(of: id) { ids[$0] } == number })
  }

  @Test func `an id is not taken for another one of the same hash`() {
    var numbers = IDNumbers()
    let ids = [EventID(high: 1, low: 2), EventID(high: 3, low: 4)]
    // What is in the place of the second id turns out to be the first one.
    numbers.enter(ids[1], 0) { ids[$0] }
    #expect(numbers.number(of: ids[1]) { ids[$0] } == nil)
    numbers.enter(ids[1], 1) { ids[$0] }
    #expect(numbers.number(of: ids[1]) { ids[$0] } == 1)
  }

  @Test func `places are found by ids, the last where one has two`() {
    var random = SeededGenerator(seed: 3)
    var places = IDPlaces()
    var others: [EventID: Int] = [:]
    #expect(places[EventID(high: 1, low: 2)] == nil)
    for place in 0..<40_000 {
      let id = Self.id(&random)
      #expect(places[id] == others[id])
      places.enter(id, place * 300)
      others[id] = place * 300
    }
    #expect(others.allSatisfy { places[$0.key] == $0.value })
  }
}
