import Events

extension History.Session {
  /// The longest time between two sets that counts as a rest, in milliseconds: an hour.
  private static let longestRest: Int64 = 3_600_000

  /// The rest after each set, in seconds; nil for the last set, and if the rest is unknown.
  ///
  /// The rest is the time from a set to the next one, by the times at which they were done. Sets of the same time were
  /// entered together. Sets that are not done, and times of more than an hour, do not count.
  public var rests: [Double?] {
    var rests = [Double?](repeating: nil, count: sets.count)
    forEachRest { rests[$0] = $1 }
    return rests
  }

  /// Passes each rest to `body`, with the place of the set before it.
  func forEachRest(_ body: (_ place: Int, _ seconds: Double) -> Void) {
    // Nearly always the sets are in order.
    guard !isInOrder else { return rests(between: sets.indices, body) }
    rests(between: sets.indices.sorted { (sets[$0].doneAt, $0) < (sets[$1].doneAt, $1) }, body)
  }

  /// A Boolean value indicating whether the sets are in the order in which they were done, without removed ones.
  var isInOrder: Bool {
    // By index, since a copy of each set takes longer.
    var latest = Int64.min
    for place in sets.indices where !sets[place].isRemoved {
      guard latest <= sets[place].doneAt else { return false }
      latest = sets[place].doneAt
    }
    return true
  }

  /// Returns the rest between two consecutive sets, in seconds; nil if it is unknown.
  ///
  /// The sets are given by the times at which they were done.
  static func rest(from last: Int64, to next: Int64) -> Double? {
    let (time, isTooLong) = next.subtractingReportingOverflow(last)
    return time > 0 && time <= longestRest && !isTooLong ? Double(time) / 1_000 : nil
  }

  private func rests(
    between places: some Sequence<Int>, _ body: (_ place: Int, _ seconds: Double) -> Void
  ) {
    var last: Int?
    for place in places where sets[place].completed && !sets[place].isRemoved {
      if let last, let rest = Self.rest(from: sets[last].doneAt, to: sets[place].doneAt) {
        body(last, rest)
      }
      last = place
    }
  }

  /// Returns the planned rest after each set, in seconds; nil if the template has none.
  ///
  /// If an exercise is planned twice, its first planned rest counts.
  public var plannedRests: [Double?] {
    var planned: [Name: Double] = [:]
    for exercise in self.planned.reversed() {
      if let rest = exercise.restSeconds { planned[exercise.exercise] = rest }
    }
    return planned.isEmpty
      ? [Double?](repeating: nil, count: sets.count) : sets.map { planned[$0.exercise] }
  }
}
