/// A hash table from 128-bit ids, or hashes of other keys, to numbers, for a million of them; it does not store the
/// ids.
///
///     slots   [ 0 | hash, number + 1 | hash, number + 1 | 0 | … ]
///
/// At most two thirds of the slots are filled: 12 to 18 bytes per id. Ids are compared only if their hashes are equal,
/// so a look-up without a result reads one place in memory. A table of the ids themselves exceeds the caches and takes
/// twice as long.
package struct IDNumbers: Sendable {
  private struct Slot: IDSlot {
    let word: UInt64

    static var free: Slot { Slot(word: 0) }
    static var most: (filled: Int, of: Int) { (2, 3) }
    var isFree: Bool { word == 0 }
    var hash: UInt32 { UInt32(word >> 32) }
    var number: Int { Int(word & 0xFFFF_FFFF) - 1 }

    func hash(_ key: IDKey) -> UInt32 { hash }
  }

  private var slots: IDSlots<Slot>

  /// Creates a table with capacity for `expected` ids.
  package init(expecting expected: Int = 0) { self.init(expecting: expected, key: .ofProcess) }

  init(expecting expected: Int, key: IDKey) { slots = IDSlots(expecting: expected, key: key) }

  /// Returns the number of an id, or nil if there is none.
  ///
  /// - Parameter idOf: A closure that returns the id with a number.
  package func number(of id: EventID, _ idOf: (Int) -> EventID) -> Int? {
    let slot = slots[place(of: id, slots.hash(of: id), idOf)]
    return slot.isFree ? nil : slot.number
  }

  /// Sets the number of an id, and replaces an existing one.
  ///
  /// - Parameters:
  ///   - number: A number below 2^32 - 1.
  ///   - idOf: A closure that returns the id with a number.
  package mutating func enter(_ id: EventID, _ number: Int, _ idOf: (Int) -> EventID) {
    let hash = slots.hash(of: id)
    put(number, hash, at: place(of: id, hash, idOf))
  }

  /// Returns the number with a hash that satisfies `isSought`, or nil if there is none.
  ///
  /// Use it for keys that are not ids. The hash must be as random as the hash of an id.
  func number(of hash: UInt32, where isSought: (Int) -> Bool) -> Int? {
    let slot = slots[slots.place(of: hash) { $0.hash == hash && isSought($0.number) }]
    return slot.isFree ? nil : slot.number
  }

  /// Adds a number with a hash; the key must not be in the table.
  mutating func enter(_ hash: UInt32, _ number: Int) {
    put(number, hash, at: slots.place(of: hash) { _ in false })
  }

  private mutating func put(_ number: Int, _ hash: UInt32, at place: Int) {
    slots.put(Slot(word: UInt64(hash) << 32 | UInt64(UInt32(number + 1))), at: place)
  }

  /// Prefetches the slots of the next ids to look up.
  @inline(never) @discardableResult
  func prefetch(_ ids: some Sequence<EventID>) -> UInt64 { slots.prefetch(ids) }

  private func place(of id: EventID, _ hash: UInt32, _ idOf: (Int) -> EventID) -> Int {
    slots.place(of: hash) { $0.hash == hash && idOf($0.number) == id }
  }
}
