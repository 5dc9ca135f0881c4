/// A set of 128-bit ids, for a million of them at once.
///
/// Open addressing in one array, at most four fifths full, which grows by half: 20 to 30 bytes an id
/// where a `Set` takes 35 to 70, and a third of its time, since an id is random enough for two
/// multiplications. The ids of a log are chosen by whoever writes it, so those are keyed by chance:
/// nobody can choose ids that all fall into one place. No answer depends on the key.
struct IDSet {
  private var slots: [EventID]
  private var holdsZero = false
  private(set) var count = 0
  private let key: (UInt64, UInt64)

  /// The empty place.
  private static let none = EventID(high: 0, low: 0)

  /// A set with room for about `expected` ids before it has to grow.
  init(expecting expected: Int = 0) {
    var system = SystemRandomNumberGenerator()
    key = (system.next(), system.next())
    slots = [EventID](repeating: IDSet.none, count: max(16, expected / 4 * 5))
  }

  /// Takes up `id`; false when it is there already.
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

  /// Whether `id` is there.
  func contains(_ id: EventID) -> Bool {
    id == IDSet.none ? holdsZero : slots[place(of: id)] == id
  }

  /// Where `id` is, or the empty place where it would be.
  private func place(of id: EventID) -> Int {
    let product = (id.high ^ key.0).multipliedFullWidth(by: id.low ^ key.1)
    let mixed = (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(mixed.multipliedFullWidth(by: UInt64(slots.count)).high)
    while slots[place] != IDSet.none, slots[place] != id {
      place += 1
      if place == slots.count { place = 0 }
    }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = [EventID](repeating: IDSet.none, count: old.count / 2 * 3)
    for id in old where id != IDSet.none { slots[place(of: id)] = id }
  }
}
