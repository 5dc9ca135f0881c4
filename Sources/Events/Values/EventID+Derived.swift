extension EventID {
  /// A version 8 id that follows from `parts` alone: the same parts give the same id on every
  /// machine, so that what is imported twice is recognised as being there.
  ///
  /// The custom bits of RFC 9562, section 5.8 are two XXH64 hashes of the parts under different
  /// seeds: 122 bits against accidents, none against somebody who looks for a collision. Each part
  /// is hashed with its length before it, so that `["ab", "c"]` and `["a", "bc"]` differ.
  public init(derivedFrom parts: [String]) {
    var text: [UInt8] = []
    for part in parts {
      text.append(contentsOf: "\(part.utf8.count):".utf8)
      text.append(contentsOf: part.utf8)
    }
    let (first, second) = Bytes.of(text) { bytes in
      (XXH64.hash(bytes, seed: EventID.seeds.0), XXH64.hash(bytes, seed: EventID.seeds.1))
    }
    self.init(
      high: first & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
      low: second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Any two numbers will do, as long as they never change: logs hold ids made with them.
  private static let seeds: (UInt64, UInt64) = (0x7265_706C_6F67_0001, 0x7265_706C_6F67_0002)
}
