extension EventID {
  /// Creates a version 8 id that depends only on `parts`.
  ///
  /// The same parts give the same id on every machine, so that a repeated import is recognised. The custom bits of
  /// RFC 9562, section 5.8, are two XXH64 hashes of the parts with different seeds. The 122 bits prevent accidental
  /// collisions, but not collisions that an attacker searches for. Each part is hashed with its length, so that
  /// `["ab", "c"]` and `["a", "bc"]` differ.
  package init(derivedFrom parts: [String]) { self = DerivedIDs(parts).id }

  /// Creates a version 7 id that depends only on the parts, for an event that others in its batch refer to.
  ///
  /// A derived id would mark the batch as an import.
  package init(milliseconds: Int64, from parts: [String]) {
    let hash = EventID(derivedFrom: parts)
    self.init(milliseconds: milliseconds, random: (hash.high, hash.low << 2))
  }

  /// A Boolean value indicating whether the id is derived from content: version 3, 5 or 8.
  var isNameBased: Bool { [3, 5, 8].contains(version) }

  /// The time in a version 7 id, in milliseconds since 1970; nil for other versions.
  var milliseconds: Int64? { version == 7 ? Int64(high >> 16) : nil }

  private var version: UInt64 { high >> 12 & 0xF }

  /// A Boolean value indicating whether the id has version 8, the version of derived ids.
  package var isDerived: Bool { high & 0xF000 == 0x8000 }

  /// Returns the id for the `number`th recording of the same content; the first is this id.
  package func again(_ number: Int) -> EventID {
    number == 1 ? self : EventID(derivedFrom: ["again", description, String(number)])
  }

  /// The seeds of the two hashes; they are arbitrary but must never change, because logs contain derived ids.
  fileprivate static let seeds: (UInt64, UInt64) = (0x7265_706C_6F67_0001, 0x7265_706C_6F67_0002)
}

/// The parts for derived ids; parts can be added.
struct DerivedIDs {
  private var text: [UInt8] = []

  init(_ parts: [String]) {
    for part in parts { append(part) }
  }

  private mutating func append(_ part: String) {
    Bytes.of(part) { part in
      appendDecimal(part.count, to: &text)
      text.append(UInt8(ascii: ":"))
      part.append(0..<part.count, to: &text)
    }
  }

  /// The id derived from the parts.
  var id: EventID {
    let (first, second) = Bytes.of(text) { bytes in
      (XXH64.hash(bytes, seed: EventID.seeds.0), XXH64.hash(bytes, seed: EventID.seeds.1))
    }
    return EventID(
      high: first & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
      low: second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Returns the id derived from the parts and one more.
  ///
  /// The part is added and then removed: copying the other parts for each set took a fiftieth of an import.
  mutating func id(_ part: String) -> EventID {
    let count = text.count
    append(part)
    defer { text.removeLast(text.count - count) }
    return id
  }
}
