import Events

/// A pairing of the elements of two lists, each with at most one element of the other list.
///
/// Several passes pair elements with the same key, in order; each pass leaves the rest to the next. Of old elements with
/// the same key, the preferred ones are paired first.
package struct Pairing {
  /// The index in the old list for each new element; nil for an element without a pair.
  package private(set) var olds: [Int?]
  /// A Boolean value for each old element, indicating whether it is paired.
  package private(set) var isPaired: [Bool]
  private let isPreferred: [Bool]

  package init(old: Int, new: Int, preferring: (Int) -> Bool = { _ in true }) {
    olds = Array(repeating: nil, count: new)
    isPaired = Array(repeating: false, count: old)
    isPreferred = (0..<old).map(preferring)
  }

  /// A Boolean value indicating whether all elements of one list are paired, so that the pairing is complete.
  package var isComplete: Bool { isPaired.allSatisfy { $0 } || olds.allSatisfy { $0 != nil } }

  /// Pairs preferred elements with equal elements at the same index of the new list.
  package mutating func matchPlaces(areSame: (Int) -> Bool) {
    for place in 0..<min(olds.count, isPaired.count)
    where olds[place] == nil && !isPaired[place] && isPreferred[place] && areSame(place) {
      olds[place] = place
      isPaired[place] = true
    }
  }

  /// Pairs elements with the same key; elements with a nil key are skipped.
  ///
  /// Cost: proportional to the number of elements that are not paired yet.
  package mutating func match<Key: Hashable>(old: (Int) -> Key?, new: (Int) -> Key?) {
    var waiting: [Key: [Int]] = [:]
    let rest = isPaired.indices.reversed().filter { !isPaired[$0] }
    for place in rest.filter({ !isPreferred[$0] }) + rest.filter({ isPreferred[$0] }) {
      if let key = old(place) { waiting[key, default: []].append(place) }
    }
    guard !waiting.isEmpty else { return }
    for place in olds.indices where olds[place] == nil {
      guard let key = new(place), let other = waiting[key]?.popLast() else { continue }
      olds[place] = other
      isPaired[other] = true
    }
  }

  /// Pairs elements with the same name between the same neighbours.
  package mutating func matchGaps(old: (Int) -> Name?, new: (Int) -> Name) {
    func gaps(_ isPaired: [Bool]) -> [Int] {
      var count = 0
      return isPaired.map { paired in
        defer { if paired { count += 1 } }
        return count
      }
    }
    let (before, after) = (gaps(isPaired), gaps(olds.map { $0 != nil }))
    match(
      old: { place in old(place).map { Gap(number: before[place], name: $0) } },
      new: { Gap(number: after[$0], name: new($0)) })
  }

  private struct Gap: Hashable {
    let number: Int
    let name: Name
  }
}
