import Events

/// The numbers of the parts directly within a part, by step, in the order in which events wrote them.
///
/// This is nearly always the order of a walk over the view, and a part that an event adds is known to be new. A table
/// of all steps would take a quarter of the time of a blame of 100,000 sets.
struct InnerParts: Sendable {
  private var parts: [(step: RecordPath.Step, number: Int32)] = []
  /// The places in `parts`; empty for at most `few` parts.
  private var places: [RecordPath.Step: Int32] = [:]
  /// A Boolean value indicating whether a part was removed, so that a new part may already have an entry.
  private var hasRemovals = false

  /// The maximum number of parts for a linear search.
  private static let few = 24

  var isEmpty: Bool { parts.isEmpty }

  /// The number of the part that a step leads to; nil if there is none.
  subscript(step: RecordPath.Step) -> Int? { place(of: step).map { Int(parts[$0].number) } }

  /// Returns the number of the part that a step leads to; nil if there is none.
  ///
  /// - Parameter place: The place at which the search begins. If the part is found, `place` becomes the place after it.
  func number(of step: RecordPath.Step, from place: inout Int) -> Int? {
    if !parts.indices.contains(place) || parts[place].step != step {
      guard let found = self.place(of: step) else { return nil }
      place = found
    }
    place += 1
    return Int(parts[place - 1].number)
  }

  /// Sets the number of the part that a step leads to; it replaces an earlier number.
  ///
  /// - Parameters:
  ///   - isNew: Whether there was no such part before.
  ///   - isRemoval: Whether the part was removed.
  mutating func set(_ step: RecordPath.Step, _ number: Int, isNew: Bool, isRemoval: Bool) {
    let number = Int32(truncatingIfNeeded: number)
    if isRemoval { hasRemovals = true }
    if !isNew || hasRemovals, let place = place(of: step) {
      parts[place].number = number
      return
    }
    parts.append((step, number))
    if parts.count > Self.few { enter() }
  }

  /// Adds the missing places to the table.
  private mutating func enter() {
    for place in places.count..<parts.count {
      places[parts[place].step] = Int32(truncatingIfNeeded: place)
    }
  }

  private func place(of step: RecordPath.Step) -> Int? {
    if parts.count > Self.few { return places[step].map { Int($0) } }
    return parts.lastIndex { $0.step == step }
  }
}
