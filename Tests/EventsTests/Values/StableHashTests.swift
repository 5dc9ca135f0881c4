import Testing

@testable import Events

@Suite struct StableHashTests {
  @Test func `the same parts give the same number, and other boundaries give another number`() {
    #expect(stableHash(of: ["ab", "c"]) == stableHash(of: ["ab", "c"]))
    #expect(stableHash(of: ["ab", "c"]) != stableHash(of: ["a", "bc"]))
    #expect(stableHash(of: []) != stableHash(of: [""]))
    // A released number, which every later release must keep: XXH64 of "2:ab1:c".
    #expect(stableHash(of: ["ab", "c"]) == Bytes.of(Array("2:ab1:c".utf8)) { XXH64.hash($0) })
  }

  @Test func `the id of content shows its kind, and repeated content gets another id`() {
    let id = EventID(derivedFrom: ["training", "ann"])
    #expect(id.isDerived && id.isNameBased && id.milliseconds == nil)
    #expect(id == EventID(derivedFrom: ["training", "ann"]))
    #expect(id.again(1) == id)
    #expect(id.again(2) != id && id.again(2) != id.again(3) && id.again(2).isDerived)
    let timed = EventID(milliseconds: 1_772_471_051_250, random: (1, 2))
    #expect(!timed.isDerived && !timed.isNameBased && timed.milliseconds == 1_772_471_051_250)
  }
}
