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
    /// The planned exercises, as the template had them at the start.
    public var planned: [PlannedExercise] = []
    /// The sets in the order in which they were logged, except for moved sets.
    public internal(set) var sets: [LoggedSet] = []
    /// The number of removed sets that only keep their places; 0 outside the history.
    var removed = 0
    /// A Boolean value indicating whether it was discarded and only keeps its place; false outside the history.
    var isDiscarded = false

    /// The sum of reps × weight over all sets, in kilograms.
    ///
    /// Sets without added weight and sets with assistance add nothing. Source: FitTrack's MetricsCalculator, which
    /// counts every set, completed or not.
    public var volumeKg: Double {
      // By index, since `reduce` would copy each set.
      var sum = 0.0
      for place in sets.indices { sum += sets[place].volumeKg }
      return sum
    }
  }
}

extension History.Session {
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
