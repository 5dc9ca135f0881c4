/// The numbers of things by their 128-bit ids, for a million of them at once, or by hashes of other keys; the ids and
/// keys are kept elsewhere.
///
///     slots   [ 0 | hash, number + 1 | hash, number + 1 | 0 | … ]
///
/// At most two thirds full: 12 to 18 bytes an id. An id is compared only where its hash is the same, so what
/// is not there is found out in one place of memory: a table of the ids themselves outgrows the caches and
/// took twice as long.
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

  /// Creates a table with room for `expected` ids before it has to grow.
  package init(expecting expected: Int = 0) { self.init(expecting: expected, key: .ofProcess) }

  init(expecting expected: Int, key: IDKey) { slots = IDSlots(expecting: expected, key: key) }

  /// Returns the number of an id; nil where there is none.
  ///
  /// - Parameter idOf: Returns the id of what has a number.
  package func number(of id: EventID, _ idOf: (Int) -> EventID) -> Int? {
    let slot = slots[place(of: id, slots.hash(of: id), idOf)]
    return slot.isFree ? nil : slot.number
  }

  /// Enters the number of an id, in place of the one that it may have.
  ///
  /// - Parameters:
  ///   - number: A number below 2^32 - 1.
  ///   - idOf: Returns the id of what has a number.
  package mutating func enter(_ id: EventID, _ number: Int, _ idOf: (Int) -> EventID) {
    let hash = slots.hash(of: id)
    put(number, hash, at: place(of: id, hash, idOf))
  }

  /// Returns the number of what has a hash and is the one that is sought; nil where there is none.
  ///
  /// For keys that are no ids: the hash must depend on chance as much as that of ids.
  func number(of hash: UInt32, where isSought: (Int) -> Bool) -> Int? {
    let slot = slots[slots.place(of: hash) { $0.hash == hash && isSought($0.number) }]
    return slot.isFree ? nil : slot.number
  }

  /// Enters the number of what has a hash and is not in the table yet.
  mutating func enter(_ hash: UInt32, _ number: Int) {
    put(number, hash, at: slots.place(of: hash) { _ in false })
  }

  private mutating func put(_ number: Int, _ hash: UInt32, at place: Int) {
    slots.put(Slot(word: UInt64(hash) << 32 | UInt64(UInt32(number + 1))), at: place)
  }

  /// Reads the slots of ids that are to be looked up next.
  @inline(never) @discardableResult
  func prefetch(_ ids: some Sequence<EventID>) -> UInt64 { slots.prefetch(ids) }

  private func place(of id: EventID, _ hash: UInt32, _ idOf: (Int) -> EventID) -> Int {
    slots.place(of: hash) { $0.hash == hash && idOf($0.number) == id }
  }
}
