/// A table that finds things by their 128-bit ids: what IDSet and IDNumbers have in common.
///
///     id  →  hash of 32 bits  →  the first slot that may have it
///     slots   [ free | … | … | free | … ]
///
/// Open addressing in one array, which grows by half.
struct IDSlots<Slot: IDSlot>: Sendable {
  private var slots: [Slot]
  /// The number of slots that are filled.
  private(set) var count = 0
  private let key: IDKey

  /// Creates a table with room for `expected` ids before it has to grow.
  init(expecting expected: Int, key: IDKey) {
    let (filled, of) = Slot.most
    slots = Array(repeating: .free, count: max(16, expected / filled * of + of))
    self.key = key
  }

  /// The slot at a place.
  @inline(__always)
  subscript(place: Int) -> Slot { slots[place] }

  @inline(__always)
  func hash(of id: EventID) -> UInt32 { key.hash(of: id) }

  /// Returns the place of what is sought, or the free one where it would be.
  @inline(__always)
  func place(of hash: UInt32, _ isSought: (Slot) -> Bool) -> Int {
    var place = firstPlace(of: hash)
    while !slots[place].isFree, !isSought(slots[place]) {
      place += 1
      if place == slots.count { place = 0 }
    }
    return place
  }

  /// Fills the slot at a place that was found, and grows where there are too many then.
  @inline(__always)
  mutating func put(_ slot: Slot, at place: Int) {
    if slots[place].isFree { count += 1 }
    slots[place] = slot
    if count > slots.count / Slot.most.of * Slot.most.filled { grow() }
  }

  /// Reads the slots of ids that are to be looked up next, in any order.
  ///
  /// Each look-up waits for memory where the table outgrows the caches; these reads wait together: `verify`
  /// of ten million events then takes 0.8 of the time.
  ///
  /// - Returns: A number without meaning, for which the reads cannot be left out.
  @inline(__always)
  func prefetch(_ ids: some Sequence<EventID>) -> UInt64 {
    var read: UInt64 = 0
    for id in ids { read ^= slots[firstPlace(of: hash(of: id))].word }
    return read
  }

  /// Returns the place for a hash where no other one is in its way.
  @inline(__always)
  private func firstPlace(of hash: UInt32) -> Int { (Int(hash) * slots.count) >> 32 }

  @inline(never)
  private mutating func grow() {
    let old = slots
    slots = Array(repeating: .free, count: old.count / 2 * 3)
    // The places keep their order, so both tables are passed from the beginning to the end.
    for slot in old where !slot.isFree { slots[place(of: slot.hash(key)) { _ in false }] = slot }
  }
}

/// The bits that a table holds for an id.
protocol IDSlot: Sendable {
  static var free: Self { get }
  /// The most slots that are filled before a table grows: so many of so many.
  static var most: (filled: Int, of: Int) { get }
  var isFree: Bool { get }
  /// Some of its bits, by which it is read.
  var word: UInt64 { get }

  /// Returns the hash of its id.
  func hash(_ key: IDKey) -> UInt32
}

/// The hash of ids under a key.
///
/// The ids of a log are chosen by its writers, so the key is chance: no ids can be chosen that all fall into
/// one place. No result depends on it.
struct IDKey: Sendable {
  let (high, low): (UInt64, UInt64)

  /// The key of this process.
  static let ofProcess = IDKey(
    high: Name.processSeed,
    low: (Name.processSeed << 32 | Name.processSeed >> 32) ^ 0x9E37_79B1_85EB_CA87)

  /// Returns the hash of an id, which is random enough for two multiplications.
  @inline(__always)
  func hash(of id: EventID) -> UInt32 {
    let product = (id.high ^ high).multipliedFullWidth(by: id.low ^ low)
    let mixed = (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(mixed >> 32)
  }
}
