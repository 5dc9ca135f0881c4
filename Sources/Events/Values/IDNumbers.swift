/// The numbers of things by their 128-bit ids, for a million of them at once; the ids are kept elsewhere.
///
///     id  →  hash of 32 bits  →  the first slot that may have it
///     slots   [ 0 | hash, number + 1 | hash, number + 1 | 0 | … ]
///
/// Open addressing in one array, at most two thirds full, which grows by half: 12 to 18 bytes an id. An id
/// is compared only where its hash is the same, so what is not there is found out in one place of memory: a
/// table of the ids themselves outgrows the caches and took twice as long. The ids of a log are
/// chosen by its writers, so those are keyed by chance: no ids can be chosen that all fall into one place.
/// No result depends on the key.
package struct IDNumbers: Sendable {
  private var slots: [UInt64]
  private var count = 0
  private let key: (UInt64, UInt64)

  /// Creates a table with room for `expected` ids before it has to grow.
  package init(expecting expected: Int = 0) {
    var system = SystemRandomNumberGenerator()
    key = (system.next(), system.next())
    slots = Array(repeating: 0, count: max(16, expected / 2 * 3 + 3))
  }

  /// Returns the number of an id; nil where there is none.
  ///
  /// - Parameter idOf: Returns the id of what has a number.
  package func number(of id: EventID, _ idOf: (Int) -> EventID) -> Int? {
    let slot = slots[place(of: id, hash(of: id), idOf)]
    return slot == 0 ? nil : IDNumbers.number(in: slot)
  }

  /// Enters the number of an id, in place of the one that it may have.
  ///
  /// - Parameters:
  ///   - number: A number below 2^32 - 1.
  ///   - idOf: Returns the id of what has a number.
  package mutating func enter(_ id: EventID, _ number: Int, _ idOf: (Int) -> EventID) {
    let hash = hash(of: id)
    let place = place(of: id, hash, idOf)
    if slots[place] == 0 { count += 1 }
    slots[place] = UInt64(hash) << 32 | UInt64(UInt32(number + 1))
    if count > slots.count / 3 * 2 { grow() }
  }

  /// Reads the slots of ids that are to be looked up next.
  ///
  /// Each look-up waits for memory where the table outgrows the caches; these reads wait together.
  ///
  /// - Returns: A number without meaning, for which the reads cannot be left out.
  @inline(never) @discardableResult
  func prefetch(_ ids: some Sequence<EventID>) -> UInt64 {
    var read: UInt64 = 0
    for id in ids { read ^= slots[firstPlace(of: hash(of: id))] }
    return read
  }

  private static func number(in slot: UInt64) -> Int { Int(slot & 0xFFFF_FFFF) - 1 }

  /// Returns the place of an id, or the free one where it would be.
  private func place(of id: EventID, _ hash: UInt32, _ idOf: (Int) -> EventID) -> Int {
    var place = firstPlace(of: hash)
    while slots[place] != 0 {
      if slots[place] >> 32 == hash, idOf(IDNumbers.number(in: slots[place])) == id { break }
      place += 1
      if place == slots.count { place = 0 }
    }
    return place
  }

  private func hash(of id: EventID) -> UInt32 {
    let product = (id.high ^ key.0).multipliedFullWidth(by: id.low ^ key.1)
    let mixed = (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(mixed >> 32)
  }

  /// Returns the place for a hash where no other one is in its way.
  private func firstPlace(of hash: UInt32) -> Int { (Int(hash) * slots.count) >> 32 }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count / 2 * 3)
    // The places keep their order, so both tables are passed from the beginning to the end.
    for slot in old where slot != 0 {
      var place = firstPlace(of: UInt32(slot >> 32))
      while slots[place] != 0 {
        place += 1
        if place == slots.count { place = 0 }
      }
      slots[place] = slot
    }
  }
}
