import TestSupport
import Testing

@testable import Events

/// Tests that compare tens of thousands of ids with the library's dictionary, and tests of colliding ids.
@Suite struct IDNumbersTests {
  /// Returns one of 27,000 ids, so that many are repeated.
  private static func id(_ random: inout SeededGenerator) -> EventID {
    EventID(high: random.next() % 3, low: random.next() % 9_000)
  }

  @Test(arguments: [0, 5_000])
  func `a table of numbers gives the same answers as a dictionary`(_ expected: Int) {
    var random = SeededGenerator(seed: 2)
    var numbers = IDNumbers(expecting: expected)
    var ids: [EventID] = []
    var others: [EventID: Int] = [:]
    for number in 0..<40_000 {
      let id = Self.id(&random)
      #expect(numbers.number(of: id) { ids[$0] } == others[id])
      // A later number replaces an earlier one.
      numbers.enter(id, number) { ids[$0] }
      others[id] = number
      ids.append(id)
    }
    #expect(others.allSatisfy { id, number in numbers.number(of: id) { ids[$0] } == number })
  }

  @Test(arguments: [0, 7, .max] as [UInt32])
  func `ids with the same hash are distinguished, even if their slots continue at the beginning`(
    _ hash: UInt32
  ) {
    let ids = (0..<200).map { EventID(hash: hash, number: $0, under: .ofTests) }
    #expect(ids.allSatisfy { IDKey.ofTests.hash(of: $0) == hash })
    #expect(Set(ids).count == ids.count)
    var numbers = IDNumbers(expecting: 0, key: .ofTests)
    for (number, id) in ids.enumerated() {
      #expect(numbers.number(of: id) { ids[$0] } == nil)
      numbers.enter(id, number) { ids[$0] }
      #expect(
        ids[...number].indices.allSatisfy { place in
          numbers.number(of: ids[place]) { ids[$0] } == place
        })
    }
  }

  @Test func `an id is found after those that fill the end and its own first slot`() {
    let late = (0..<5).map { EventID(hash: .max, number: $0, under: .ofTests) }
    let ids = late + [EventID(hash: 0, number: 9, under: .ofTests)]
    var numbers = IDNumbers(expecting: 0, key: .ofTests)
    for (number, id) in ids.enumerated() { numbers.enter(id, number) { ids[$0] } }
    #expect(ids.indices.allSatisfy { place in numbers.number(of: ids[place]) { ids[$0] } == place })
    #expect(numbers.number(of: EventID(hash: 0, number: 8, under: .ofTests)) { ids[$0] } == nil)
  }

  @Test
  func `an id with another hash is not compared, and one with the same hash is stored next to it`()
  {
    var numbers = IDNumbers()
    for (number, hash) in [5, 5, 6, 5].enumerated() { numbers.enter(UInt32(hash), number) }
    for (number, hash) in [5, 5, 6, 5].enumerated() {
      #expect(numbers.number(of: UInt32(hash)) { $0 == number } == number)
    }
    var asked: [Int] = []
    #expect(
      numbers.number(of: 6) { number in
        asked.append(number)
        return true
      } == 2)
    #expect(asked == [2])
    #expect(numbers.number(of: 7) { _ in true } == nil)
    #expect(numbers.number(of: 5) { _ in false } == nil)
  }

  @Test func `places are found by ids, and the last one counts if there are two`() {
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

extension IDKey {
  /// A key that is not random.
  static let ofTests = IDKey(high: 3, low: 0x1234_5678_9ABC_DEF0)
}

extension EventID {
  /// Creates the id that has a given hash, one of 2^32, with a key.
  init(hash: UInt32, number: UInt64, under key: IDKey) {
    // The key turns the upper half into 1, so that the hash is the upper half of a product with this number.
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var inverse = factor
    for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
    let mixed = UInt64(hash) << 32 | number
    self.init(high: 1 ^ key.high, low: (mixed &* inverse) ^ key.low)
  }
}
