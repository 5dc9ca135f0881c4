import Testing

@testable import Events

@Suite struct SipHashTests {
  @Test func `SipHash gives the results of the paper and of its reference code`() {
    let hash = SipHash(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    #expect(hash.hash((0..<15).map { UInt8($0) }) == 0xa129_ca61_49be_45e5)
    #expect(hash.hash([UInt8]()) == 0x726f_db47_dd0e_0e31)
    #expect(hash.hash([0]) == 0x74f8_39c5_93dc_67fd)
    #expect(hash.hash((0..<8).map { UInt8($0) }) == 0x93f5_f579_9a93_2462)
  }

  @Test func `another key or another domain gives other hashes`() {
    let (one, other) = (SipHash(phrase: "a long secret"), SipHash(phrase: "a long secre"))
    #expect(one == SipHash(phrase: "a long secret") && one != other)
    #expect(one.hash("ann", "user") != other.hash("ann", "user"))
    #expect(one.hash("ann", "user") != one.hash("ann", "text"))
  }
}
