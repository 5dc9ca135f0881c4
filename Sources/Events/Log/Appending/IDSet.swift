/// A set of 128-bit ids, for a million of them at once.
///
/// Open addressing in one array, at most four fifths full, which grows by half: 20 to 30 bytes an id
/// where a `Set` takes 35 to 70, and a third of its time, since an id is random enough for two
/// multiplications. The ids of a log are chosen by its writers, so those are keyed by chance: no ids can
/// be chosen that all fall into one place. No result depends on the key.
struct IDSet {
  private var slots: [EventID]
  private var holdsZero = false
  private(set) var count = 0
  private let key: (UInt64, UInt64)

  /// The empty place.
  private static let none = EventID(high: 0, low: 0)

  /// Creates a set with room for about `expected` ids before it has to grow.
  init(expecting expected: Int = 0) {
    var system = SystemRandomNumberGenerator()
    key = (system.next(), system.next())
    slots = [EventID](repeating: IDSet.none, count: max(16, expected / 4 * 5))
  }

  /// Adds `id`, and returns whether it was not there before.
  mutating func insert(_ id: EventID) -> Bool {
    guard id != IDSet.none else {
      defer { holdsZero = true }
      return !holdsZero
    }
    let place = place(of: id)
    guard slots[place] == IDSet.none else { return false }
    slots[place] = id
    count += 1
    if count > slots.count / 5 * 4 { grow() }
    return true
  }

  /// Reads the places of ids that are to be looked up next, in any order.
  ///
  /// Each look-up waits for memory where a table outgrows the caches; these reads wait together: `verify`
  /// of ten million events then takes 0.8 of the time.
  ///
  /// - Returns: A number without meaning, for which the reads cannot be left out.
  @inline(never) @discardableResult
  func prefetch(_ ids: some Sequence<EventID>) -> UInt64 {
    var read: UInt64 = 0
    for id in ids { read ^= slots[firstPlace(of: id)].low }
    return read
  }

  /// Returns whether `id` is there.
  func contains(_ id: EventID) -> Bool {
    id == IDSet.none ? holdsZero : slots[place(of: id)] == id
  }

  /// Returns the place of `id`, or the empty place where it would be.
  private func place(of id: EventID) -> Int {
    var place = firstPlace(of: id)
    while slots[place] != IDSet.none, slots[place] != id {
      place += 1
      if place == slots.count { place = 0 }
    }
    return place
  }

  /// Returns the place of `id` in a table where no other one is in its way.
  private func firstPlace(of id: EventID) -> Int {
    let product = (id.high ^ key.0).multipliedFullWidth(by: id.low ^ key.1)
    let mixed = (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed.multipliedFullWidth(by: UInt64(slots.count)).high)
  }

  private mutating func grow() {
    let old = slots
    slots = [EventID](repeating: IDSet.none, count: old.count / 2 * 3)
    for id in old where id != IDSet.none { slots[place(of: id)] = id }
  }
}
