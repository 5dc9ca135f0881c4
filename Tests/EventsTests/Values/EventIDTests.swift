import TestSupport
import Testing

@testable import Events

@Suite struct EventIDTests {
  @Test(arguments: [
    "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11", "01234567-89ab-cdef-0123-456789abcdef",
  ])
  func `an id is read in upper and lower case, and written in lower case`(_ text: String) throws {
    #expect(try #require(EventID(text)).description == text)
    #expect(EventID(text.uppercased()) == EventID(text))
    #expect(Name(try #require(EventID(text))).text == text)
  }

  @Test(arguments: [
    "", "0199f3a2", "0199f3a27c107d3e9a415b0c2f6e8d11", "{0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11}",
    "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d1", "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d111",
    "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d1g", "0199f3a2_7c10_7d3e_9a41_5b0c2f6e8d11",
    "0199f3a-27c10-7d3e-9a41-5b0c2f6e8d11", "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8dé",
  ])
  func `a text that is not a UUID is not an id`(_ text: String) { #expect(EventID(text) == nil) }

  @Test func `any id is read back unchanged, and ids are ordered like their texts`() {
    var random = SeededGenerator(seed: 7)
    var previous = EventID(high: 0, low: 0)
    for _ in 0..<2000 {
      let id = EventID(high: random.next() >> (random.next() % 64), low: random.next())
      #expect(EventID(id.description) == id)
      #expect((id < previous) == (id.description < previous.description))
      previous = id
    }
  }

  @Test func `a version 7 id has the layout of RFC 9562`() throws {
    let all = (UInt64.max, UInt64.max)
    #expect(
      EventID(milliseconds: 0x0123_4567_89AB, random: all).description
        == "01234567-89ab-7fff-bfff-ffffffffffff")
    #expect(
      EventID(milliseconds: 0x0123_4567_89AB, random: (0, 0)).description
        == "01234567-89ab-7000-8000-000000000000")
    #expect(
      EventID(milliseconds: -5, random: (0, 0)).description
        == "00000000-0000-7000-8000-000000000000")
    // RFC 9562, appendix A.6: Tuesday, February 22, 2022 2:22:22.00 PM GMT-05:00.
    let example = EventID(
      milliseconds: 1_645_557_742_000, random: (0xCC3, 0x18C4_DC0C_0C07_398F << 2))
    #expect(example.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
  }

  @Test func `ids made later are greater`() {
    let ids = (0..<100).map {
      EventID(milliseconds: Int64($0), random: (UInt64(200 - $0), UInt64(900 - $0)))
    }
    #expect(ids == ids.sorted())
  }
}

@Suite struct HexadecimalTests {
  @Test func `every byte at every place is a digit or refused`() {
    for place in 0..<8 {
      for byte in UInt64(0)...255 {
        let zeros: UInt64 = 0x3030_3030_3030_3030
        let shift = UInt64(place * 8)
        let digits = zeros & ~(0xFF << shift) | byte << shift
        let expected = Character(Unicode.Scalar(UInt8(byte))).hexDigitValue
          .flatMap { byte < 0x80 ? UInt32($0) << UInt32((7 - place) * 4) : nil }
        #expect(hexadecimal(digits) == expected)
      }
    }
  }
}
