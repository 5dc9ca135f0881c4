import Events

/// The numbers of the parts directly within one, by the step to each, in the order in which events wrote them.
///
/// That is nearly always the order of a walk over the view, and what an event adds is known to be new: a table of all
/// steps took a quarter of a blame of 100,000 sets.
struct InnerParts: Sendable {
  private var parts: [(step: RecordPath.Step, number: Int32)] = []
  /// The places in `parts`; empty up to `few` of them.
  private var places: [RecordPath.Step: Int32] = [:]
  /// A Boolean value indicating whether a part was removed, so that one that is new may have an entry.
  private var hasRemovals = false

  /// The most parts that are looked through one by one.
  private static let few = 24

  var isEmpty: Bool { parts.isEmpty }

  /// The number of the part that a step leads to; nil where there is none.
  subscript(step: RecordPath.Step) -> Int? { place(of: step).map { Int(parts[$0].number) } }

  /// Returns the number of the part that a step leads to; nil where there is none.
  ///
  /// - Parameter place: The place at which it is looked for first; the one after it where it was found.
  func number(of step: RecordPath.Step, from place: inout Int) -> Int? {
    if !parts.indices.contains(place) || parts[place].step != step {
      guard let found = self.place(of: step) else { return nil }
      place = found
    }
    place += 1
    return Int(parts[place - 1].number)
  }

  /// Gives the part that a step leads to a number, in place of the one that it had.
  ///
  /// - Parameters:
  ///   - isNew: Whether there was no such part before.
  ///   - isRemoval: Whether there is none any more.
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

  /// Enters the places that the table lacks.
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
