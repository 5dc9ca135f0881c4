import TestSupport
import Testing

@testable import Events

/// Tests that new ids have the order of the old ones.
@Suite struct RenamedIDsTests {
  private let key = SipHash(phrase: "a key for these tests")

  /// Returns ids of versions 4, 7 and 8, many of one millisecond.
  private func ids(_ seed: UInt64, _ count: Int = 300) -> [EventID] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let bits = (random.next(), random.next())
      switch random.within(0...5) {
      case 0: return EventID(high: bits.0 & ~0xF000 | 0x4000, low: bits.1)
      case 1: return EventID(high: bits.0 & ~0xF000 | 0x8000, low: bits.1)
      default:
        let time = 1_772_471_051_250 + Int64(random.within(0...40)) * 1_000
        return EventID(milliseconds: time, random: bits)
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `new ids differ but keep their order, and times move with the log`(seed: UInt64) throws {
    let ids = ids(seed)
    for days in [0, 7, -364] {
      let renamed = RenamedIDs(of: ids + ids, shiftedBy: days, key: key)
      let new = try ids.sorted().map { try #require(renamed[$0]) }
      #expect(new == new.sorted() && Set(new).count == ids.count)
      #expect(Set(new).isDisjoint(with: ids))
      for (old, new) in zip(ids.sorted(), new) {
        #expect(new.high & 0xF000 == old.high & 0xF000)
        guard let time = old.milliseconds else { continue }
        #expect(new.milliseconds == time + Int64(days) * 86_400_000)
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `new ids keep their places among unchanged ids`(seed: UInt64) throws {
    let all = ids(seed)
    let (own, others) = (Array(all[..<150]), Array(all[150...]))
    let renamed = RenamedIDs(of: own, among: others, shiftedBy: 0, key: key)
    #expect(others.allSatisfy { renamed[$0] == nil })
    let new = all.sorted().map { renamed[$0] ?? $0 }
    #expect(new == new.sorted() && Set(new).count == all.count)
  }

  @Test func `an id whose time would be before 1970 has no time`() throws {
    let ids = ids(1)
    let renamed = RenamedIDs(of: ids, shiftedBy: -146_097, key: key)
    let new = try ids.sorted().map { try #require(renamed[$0]) }
    #expect(new == new.sorted() && Set(new).isDisjoint(with: ids))
  }

  @Test func `the same key gives the same ids, even if others are added later`() {
    let ids = (1...9).map { EventID(milliseconds: Int64($0) * 1_000, random: (1, 2)) }
    let (few, all) = (
      RenamedIDs(of: Array(ids[..<5]), shiftedBy: 0, key: key),
      RenamedIDs(of: ids, shiftedBy: 0, key: key)
    )
    for id in ids[..<5] { #expect(few[id] == all[id]) }
    #expect(
      RenamedIDs(of: ids, shiftedBy: 0, key: SipHash(phrase: "another key for it"))[ids[0]]
        != all[ids[0]])
  }
}
