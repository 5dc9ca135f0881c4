import Events

/// A dictionary that keeps its values in the order in which their keys were added.
///
/// Another value for a key keeps its place. A removed value leaves a gap; the gaps are removed once they outnumber the
/// values, so that each operation has a constant cost on average.
package struct OrderedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The values in order; nil for one that was removed.
  package private(set) var slots: [Value?] = []
  private var places: [Key: Int] = [:]

  package init() {}

  /// The values, in order.
  package var values: [Value] { slots.compactMap(\.self) }

  package subscript(key: Key) -> Value? {
    get { places[key].flatMap { slots[$0] } }
    _modify {
      let place = places[key] ?? slots.count
      if place == slots.count {
        slots.append(nil)
        places[key] = place
      }
      defer { if slots[place] == nil { removeSlot(place, of: key) } }
      yield &slots[place]
    }
  }

  private mutating func removeSlot(_ place: Int, of key: Key) {
    places[key] = nil
    if place == slots.count - 1 { slots.removeLast() }
    guard slots.count > 2 * places.count + 64 else { return }
    var rank = 0
    let ranks = slots.map { slot in
      defer { if slot != nil { rank += 1 } }
      return rank
    }
    places = places.mapValues { ranks[$0] }
    slots.drop { $0 == nil }
  }
}

extension OrderedDictionary: Equatable where Value: Equatable {
  package static func == (one: Self, other: Self) -> Bool { one.values == other.values }
}
