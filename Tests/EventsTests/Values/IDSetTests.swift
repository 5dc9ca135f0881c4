import TestSupport
import Testing

@testable import Events

/// Tests that compare a set of hundreds of thousands of ids with the library's set.
@Suite struct IDSetTests {
  @Test func `a set of ids gives the same answers as a standard set`() {
    var random = SeededGenerator(seed: 1)
    for expected in [0, 5_000] {
      var ids = IDSet(expecting: expected)
      var others: Set<EventID> = []
      for _ in 0..<40_000 {
        // The ids are few, so that many are repeated; the first one consists of zeros.
        let id = EventID(high: random.next() % 3, low: random.next() % 9_000)
        #expect(ids.contains(id) == others.contains(id))
        #expect(ids.insert(id) == others.insert(id).inserted)
      }
      let zero = EventID(high: 0, low: 0)
      #expect(ids.contains(zero) == others.contains(zero))
      _ = ids.insert(zero)
      #expect(ids.contains(zero))
    }
  }

  @Test func `an id keeps its first tag, even when the set grows`() {
    var ids = IDSet()
    let zero = EventID(high: 0, low: 0)
    #expect(ids.tag(of: zero) == nil)
    for tag in 0..<1_000 as Range<UInt32> {
      #expect(ids.insert(EventID(high: 0, low: UInt64(tag) << 40), tag: tag + 7) == true)
    }
    #expect(ids.insert(zero, tag: 1) == false)
    #expect(ids.tag(of: zero) == 7)
    for tag in 0..<1_000 as Range<UInt32> {
      #expect(ids.tag(of: EventID(high: 0, low: UInt64(tag) << 40)) == tag + 7)
    }
    #expect(ids.tag(of: EventID(high: 1, low: 0)) == nil)
  }

  @Test(arguments: [0, 7, .max] as [UInt32])
  func `ids with the same hash are distinguished, even if their slots continue at the beginning`(
    _ hash: UInt32
  ) {
    let ids = (0..<200).map { EventID(hash: hash, number: $0, under: .ofTests) }
    var found = IDSet(key: .ofTests)
    for (number, id) in ids.enumerated() {
      #expect(!found.contains(id))
      #expect(found.insert(id) == true)
      #expect(found.insert(id) == false)
      #expect(ids[...number].allSatisfy { found.contains($0) })
    }
  }
}
