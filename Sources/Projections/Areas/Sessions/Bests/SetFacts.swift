import Events

/// A fact that may change the bests of a user.
enum SetFact: Sendable {
  case logged(PersonalBests.Best)
  case revised(EventID, SetChange)
  case removed(EventID)
  case setRestored(EventID)
  case discarded(Name)
  case restored(Name)
  /// A session began under its own name, which may be that of a discarded session.
  case begun(Name)
}

/// Facts about sets, in the order of the log.
///
/// They are in lists of a fixed length: one growing list would copy all of them, a tenth of a fold of all views.
struct SetFacts: Sendable {
  /// The number of facts in a full list.
  private static let length = 128
  private var full: [[SetFact]] = []
  private var last: [SetFact] = []

  mutating func append(_ fact: SetFact) {
    if last.count == SetFacts.length {
      full.append(last)
      last = []
      last.reserveCapacity(SetFacts.length)
    }
    last.append(fact)
  }

  /// Calls `body` with each fact in order.
  func forEach(_ body: (SetFact) -> Void) {
    for facts in full { facts.forEach(body) }
    last.forEach(body)
  }
}

/// A change of the values that rank a set; values that are nil stay.
struct SetChange: Sendable {
  let reps: Int?
  /// The new weight; `.some(nil)` removes it.
  let weight: Weight??
  /// The new duration; 0 for none.
  let seconds: Double?
  /// The new distance; 0 for none.
  let metres: Double?

  init(_ revision: SetRevised) {
    let cleared = revision.cleared
    reps = revision.reps
    weight = cleared.contains(.weight) ? .some(nil) : revision.weight.map { .some($0) }
    seconds = cleared.contains(.seconds) ? 0 : revision.seconds
    metres = cleared.contains(.metres) ? 0 : revision.metres
  }
}
