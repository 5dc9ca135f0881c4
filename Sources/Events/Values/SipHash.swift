/// SipHash-2-4, a hash with a secret key of 128 bits.
///
/// Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012). Without the key, no attacker can find
/// the text of a hash, not even by hashing all likely texts. XXH64 gives no such protection.
package struct SipHash: Sendable, Equatable {
  private let key: (UInt64, UInt64)

  /// Creates the hash with a key of two words.
  package init(_ low: UInt64, _ high: UInt64) { key = (low, high) }

  /// Creates the hash with a key derived from a phrase.
  ///
  /// The key is as hard to guess as the phrase.
  package init(phrase: String) {
    let bytes = Array(phrase.utf8)
    key = (SipHash(0x7265_706C, 1).hash(bytes), SipHash(0x7265_706C, 2).hash(bytes))
  }

  package static func == (one: SipHash, other: SipHash) -> Bool { one.key == other.key }

  /// Returns the hash of `bytes`.
  package func hash(_ bytes: [UInt8]) -> UInt64 { Bytes.of(bytes) { hash($0) } }

  /// Returns the hash of a text, which differs from its hash in other `domain`s.
  package func hash(_ text: String, _ domain: StaticString) -> UInt64 {
    hash(Array("\(domain):\(text)".utf8))
  }

  func hash(_ bytes: Bytes) -> UInt64 {
    var state = State(key)
    let whole = bytes.count & ~7
    for index in stride(from: 0, to: whole, by: 8) { state.absorb(bytes.word(at: index)) }
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    for index in whole..<bytes.count { last |= UInt64(bytes[index]) << UInt64((index - whole) * 8) }
    state.absorb(last)
    return state.end()
  }

  private struct State {
    var a, b, c, d: UInt64

    init(_ key: (UInt64, UInt64)) {
      a = key.0 ^ 0x736F_6D65_7073_6575
      b = key.1 ^ 0x646F_7261_6E64_6F6D
      c = key.0 ^ 0x6C79_6765_6E65_7261
      d = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func absorb(_ word: UInt64) {
      d ^= word
      round()
      round()
      a ^= word
    }

    mutating func end() -> UInt64 {
      c ^= 0xFF
      for _ in 0..<4 { round() }
      return a ^ b ^ c ^ d
    }

    private mutating func round() {
      a &+= b
      c &+= d
      b = State.rotate(b, 13) ^ a
      d = State.rotate(d, 16) ^ c
      a = State.rotate(a, 32)
      c &+= b
      a &+= d
      b = State.rotate(b, 17) ^ c
      d = State.rotate(d, 21) ^ a
      c = State.rotate(c, 32)
    }

    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word << count | word >> (64 - count)
    }
  }
}
