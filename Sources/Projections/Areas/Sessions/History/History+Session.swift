import Events

extension History {
  /// A workout in progress or finished.
  public struct Session: Equatable, Sendable {
    public let session: Name
    @Verbatim public internal(set) var title: String?
    @Verbatim public internal(set) var note: String?
    public internal(set) var startedAt: Timestamp
    /// The position of the event that began it: its start, or the first of its sets if the start is missing.
    public let seq: Int
    /// The end; nil if it is open.
    public internal(set) var endedAt: Timestamp?
    /// The template of the session; nil for none.
    public var template: Name?
    /// The planned exercises, copied from the template at the start.
    public var planned: [PlannedExercise] = []
    /// The sets in the order in which they were logged, except for moved sets.
    public internal(set) var sets: [LoggedSet] = []
    /// The number of removed sets that only keep their places; 0 outside the history.
    var removed = 0
    /// The summary of the ids of the sets.
    var ids = SetIDs()
    /// A Boolean value indicating whether it was discarded and only keeps its place; false outside the history.
    var isDiscarded = false

    /// The sum of reps × weight over all sets, in kilograms.
    ///
    /// Sets without added weight and sets with assistance add nothing. Source: FitTrack's MetricsCalculator, which
    /// counts every set, completed or not.
    public var volumeKg: Double {
      // By index, since `reduce` would copy each set.
      var sum = 0.0
      for place in sets.indices where !sets[place].isRemoved { sum += sets[place].volumeKg }
      return sum
    }
  }
}

/// The ids of the sets of a session, reduced to whether two sets share one.
///
/// It is a cache, so all values are equal.
struct SetIDs: Equatable, Sendable {
  /// The largest id.
  ///
  /// Ids made at append rise with the time, so nearly always the next set has a larger one.
  private var largest: EventID?
  /// A Boolean value indicating whether two sets, perhaps removed ones, have the same id.
  private(set) var areShared = false

  /// Adds the id of a set.
  ///
  /// - Parameter isKnown: A closure that returns whether an earlier set has it.
  mutating func add(_ id: EventID, isKnown: () -> Bool) {
    let isLargest = largest.map { $0 < id } ?? true
    if !isLargest, !areShared { areShared = isKnown() }
    if isLargest { largest = id }
  }

  static func == (one: Self, other: Self) -> Bool { true }
}

extension History.Session {
  /// Returns the place of a set that was not removed; nil if there is none.
  func place(of id: EventID) -> Int? {
    // By index, since a copy of each set takes longer.
    sets.indices.last { sets[$0].id == id && !sets[$0].isRemoved }
  }

  /// Returns the session with its sets in an order, without removed ones.
  ///
  /// - Parameter order: The order; nil for the order in which they were logged.
  func shown(in order: SetOrder?) -> History.Session {
    guard removed > 0 || order != nil else { return self }
    var session = self
    if let order {
      session.sets = order.offsets.map { sets[$0] }
    } else {
      session.sets = sets.filter { !$0.isRemoved }
    }
    session.removed = 0
    return session
  }

  mutating func markRemoved(at offset: Int) {
    guard !sets[offset].isRemoved else { return }
    sets[offset].isRemoved = true
    removed += 1
  }

  mutating func markRestored(at offset: Int) {
    sets[offset].isRemoved = false
    removed -= 1
  }
}
