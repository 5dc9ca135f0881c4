import Events

extension History {
  /// A change of one set that was logged before.
  ///
  /// It is an object, since a history is copied often and has at most one.
  final class Correction: Sendable {
    /// The position and the id of the event that made the change.
    fileprivate let (seq, id): (Int, EventID)
    /// The place of the set.
    let place: SetPlace
    /// The set before the change; nil if it was not there.
    let before: LoggedSet?
    /// The set after the change; nil if it is no longer there.
    let after: LoggedSet?

    init(_ event: Event, _ place: SetPlace, _ before: LoggedSet?, _ after: LoggedSet?) {
      (seq, id) = (event.seq, event.id)
      (self.place, self.before, self.after) = (place, before, after)
    }

    /// The change of the number of sets: 1, 0 or -1.
    var changedSets: Int { (after == nil ? 0 : 1) - (before == nil ? 0 : 1) }
    /// The change of the sum of repetitions.
    var changedReps: Int { (after?.reps ?? 0) &- (before?.reps ?? 0) }

    /// Returns the change of a sum over the sets, if the sum is exact.
    func change(_ value: (LoggedSet) -> Double?) -> Double {
      (after.flatMap(value) ?? 0) - (before.flatMap(value) ?? 0)
    }

    /// A Boolean value indicating whether an exact sum stays exact with the set as it is now.
    var keepsSumsExact: Bool { after?.isCoarse ?? true }
  }

  /// Returns the change that an event made to a set; nil if it made none, or changed several sets.
  func correction(by event: Event) -> Correction? {
    correction.flatMap { $0.seq == event.seq && $0.id == event.id ? $0 : nil }
  }

  /// Returns the change that an event made to a set of a session that started in the week of a Monday.
  func correction(by event: Event, inWeekOf monday: LocalDay) -> Correction? {
    correction(by: event).flatMap {
      begun[$0.place.session].startedAt.day.monday == monday ? $0 : nil
    }
  }

  /// Returns the number of sets that the session of a corrected set has now besides this set.
  func otherSets(than correction: Correction) -> Int {
    let session = begun[correction.place.session]
    return session.sets.count - session.removed - (correction.after == nil ? 0 : 1)
  }

  /// Returns whether the sums over the week of a Monday are exact, unless they are too large.
  ///
  /// Cost: proportional to the number of sets of the week.
  func hasCoarseSets(inWeekOf monday: LocalDay) -> Bool {
    calendar.sessions(inWeekOf: monday).allSatisfy { begun[$0].hasCoarseSets }
  }
}

extension History.Session {
  /// A Boolean value indicating whether the sums over the sets are exact, unless they are too large.
  var hasCoarseSets: Bool {
    Steps.add(sets.count)
    return sets.indices.allSatisfy { sets[$0].isRemoved || sets[$0].isCoarse }
  }
}

extension History.LoggedSet {
  /// A Boolean value indicating whether its values can be added without a rounding error.
  var isCoarse: Bool { volumeKg.isCoarse && (seconds ?? 0).isCoarse && (metres ?? 0).isCoarse }
}

extension Double {
  /// A Boolean value indicating whether it is a multiple of 1/1024 from 0 to 2^42.
  ///
  /// A sum of such numbers up to 2^42, in any order and even of halves, has no rounding error. So the sum may change by
  /// a difference and has the same digits as a sum over all numbers.
  var isCoarse: Bool { self >= 0 && self <= 0x1p42 && Double(Int64(self * 1_024)) == self * 1_024 }
}

/// The knowledge that a sum has no rounding error.
///
/// A sum without it is computed from its start after a correction. It is a cache, so all values are equal.
struct SumExactness: Equatable, Sendable {
  var isKnown = false

  static func == (one: Self, other: Self) -> Bool { true }
}

/// The volume of a session, which changes with its sets.
struct SessionVolume: Equatable, Sendable {
  private(set) var kilograms: Double
  private var exactness = SumExactness()

  init(_ session: History.Session) { kilograms = session.volumeKg }

  /// Adds the last set of the session.
  mutating func add(_ set: History.LoggedSet) {
    kilograms += set.volumeKg
    if exactness.isKnown { exactness.isKnown = set.isCoarse && kilograms.isCoarse }
  }

  /// Replaces a set, which is nil if it is not in the session.
  ///
  /// If there may be rounding errors, it adds all sets in their order, so that the errors are always the same.
  mutating func replace(
    _ before: History.LoggedSet?, by after: History.LoggedSet?, in session: History.Session
  ) {
    if exactness.isKnown, after?.isCoarse ?? true {
      kilograms += (after?.volumeKg ?? 0) - (before?.volumeKg ?? 0)
    } else {
      (kilograms, exactness.isKnown) = (session.volumeKg, session.hasCoarseSets)
    }
    if !kilograms.isCoarse { exactness.isKnown = false }
  }
}
