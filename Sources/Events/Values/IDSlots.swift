/// A hash table with 128-bit ids as keys; the common part of `IDSet` and `IDNumbers`.
///
///     id  →  hash of 32 bits  →  the first slot that may have it
///     slots   [ free | … | … | free | … ]
///
/// The table uses open addressing in one array, which grows by half.
struct IDSlots<Slot: IDSlot>: Sendable {
  private var slots: [Slot]
  /// The number of filled slots.
  private(set) var count = 0
  private let key: IDKey

  /// Creates a table with capacity for `expected` ids.
  init(expecting expected: Int, key: IDKey) {
    let (filled, of) = Slot.most
    slots = Array(repeating: .free, count: max(16, expected / filled * of + of))
    self.key = key
  }

  @inline(__always)
  subscript(place: Int) -> Slot { slots[place] }

  @inline(__always)
  func hash(of id: EventID) -> UInt32 { key.hash(of: id) }

  /// Returns the index of the sought slot, or of the free slot in its place.
  @inline(__always)
  func place(of hash: UInt32, _ isSought: (Slot) -> Bool) -> Int {
    var place = firstPlace(of: hash)
    while !slots[place].isFree, !isSought(slots[place]) {
      place += 1
      if place == slots.count { place = 0 }
    }
    return place
  }

  /// Fills the slot at an index from `place(of:_:)`, and grows the table if too many slots are filled.
  @inline(__always)
  mutating func put(_ slot: Slot, at place: Int) {
    if slots[place].isFree { count += 1 }
    slots[place] = slot
    if count > slots.count / Slot.most.of * Slot.most.filled { grow() }
  }

  /// Prefetches the slots of the next ids to look up, in any order.
  ///
  /// If the table exceeds the caches, each look-up waits for memory. The prefetching reads wait together: `verify` of
  /// ten million events then takes 0.8 of the time.
  ///
  /// - Returns: A meaningless number, so that the compiler cannot omit the reads.
  @inline(__always)
  func prefetch(_ ids: some Sequence<EventID>) -> UInt64 {
    var read: UInt64 = 0
    for id in ids { read ^= slots[firstPlace(of: hash(of: id))].word }
    return read
  }

  /// Returns the first index to try for a hash.
  @inline(__always)
  private func firstPlace(of hash: UInt32) -> Int { (Int(hash) * slots.count) >> 32 }

  @inline(never)
  private mutating func grow() {
    let old = slots
    slots = Array(repeating: .free, count: old.count / 2 * 3)
    // The slots keep their order, so both tables are traversed from front to back.
    for slot in old where !slot.isFree { slots[place(of: slot.hash(key)) { _ in false }] = slot }
  }
}

/// The bits that a table stores for an id.
protocol IDSlot: Sendable {
  static var free: Self { get }
  /// The largest share of filled slots, as a fraction, before the table grows.
  static var most: (filled: Int, of: Int) { get }
  var isFree: Bool { get }
  /// Some bits of the slot, used to read the slot in advance.
  var word: UInt64 { get }

  func hash(_ key: IDKey) -> UInt32
}

/// A hash function for ids with a random key.
///
/// Writers choose the ids in a log. Because the key is random, they cannot choose ids that all get the same slot. No
/// result depends on the key.
struct IDKey: Sendable {
  let (high, low): (UInt64, UInt64)

  static let ofProcess = IDKey(
    high: Name.processSeed,
    low: (Name.processSeed << 32 | Name.processSeed >> 32) ^ 0x9E37_79B1_85EB_CA87)

  /// Returns the hash of an id; two multiplications spread it enough.
  @inline(__always)
  func hash(of id: EventID) -> UInt32 {
    let product = (id.high ^ high).multipliedFullWidth(by: id.low ^ low)
    let mixed = (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(mixed >> 32)
  }
}
