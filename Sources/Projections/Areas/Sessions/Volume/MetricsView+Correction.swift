import Events

extension MetricsView.Row {
  /// Returns the row after a correction of a set; nil if its figures must be computed from their start.
  func corrected(by correction: History.Correction, in history: History) -> Self? {
    guard exactness.isKnown, correction.keepsSumsExact, let before = correction.before else {
      return nil
    }
    let isLast = history.newestPlace(inWeekOf: date) == correction.place.session
    let hasDensity = history.begun[correction.place.session].hasDensity
    var row = self
    row.sets += correction.changedSets
    row.change(by: correction.change(\.volumeKg), inLast: isLast, hasDensity: hasDensity)
    if let after = correction.after {
      // Only the time of a set and its completion change rests.
      guard after.completed == before.completed, after.doneAt == before.doneAt else { return nil }
    } else {
      guard isLast, let next = history.neighbours(of: correction.place),
        row.remove(before, between: next.before, next.after)
      else { return nil }
    }
    if !row.volumeKg.isCoarse { row.exactness.isKnown = false }
    return row
  }

  private mutating func change(by volume: Double, inLast: Bool, hasDensity: Bool) {
    volumeKg += volume
    if inLast { last.volumeKg += volume } else { last.othersKg += volume }
    guard hasDensity else { return }
    finishedKg += volume
    if !inLast { last.otherFinishedKg += volume }
  }

  /// Changes the rests by the removal of a set of the last session; returns false if they must be computed again.
  ///
  /// - Parameters:
  ///   - earlier: The set before it; nil if it was the first.
  ///   - later: The set after it; nil if it was the last.
  private mutating func remove(
    _ set: History.LoggedSet, between earlier: History.LoggedSet?, _ later: History.LoggedSet?
  ) -> Bool {
    guard restExactness.isKnown, last.latestAt != nil, set.completed, earlier?.completed ?? true,
      later?.completed ?? true
    else { return false }
    func rest(_ one: History.LoggedSet?, _ other: History.LoggedSet?) -> Double? {
      guard let one, let other else { return nil }
      return History.Session.rest(from: one.doneAt, to: other.doneAt)
    }
    let (old, new) = (
      [rest(earlier, set), rest(set, later)].compactMap(\.self), rest(earlier, later)
    )
    guard new?.isCoarse ?? true else { return false }
    restSum += (new ?? 0) - old.reduce(0, +)
    restCount += (new == nil ? 0 : 1) - old.count
    if later == nil { (last.latestAt, last.doneAt) = (earlier?.doneAt ?? .min, earlier?.doneAt) }
    return true
  }
}

extension MetricsView {
  /// Returns the row of a week after a check of its sums for rounding errors.
  static func checked(_ row: Row?, in history: History) -> Row? {
    guard var row else { return nil }
    row.exactness.isKnown = history.hasCoarseSets(inWeekOf: row.date) && row.volumeKg.isCoarse
    var areCoarse = row.restSum.isCoarse
    for session in history.summedSessions(inWeekOf: row.date) where areCoarse {
      session.forEachRest { if !$1.isCoarse { areCoarse = false } }
    }
    row.restExactness.isKnown = areCoarse
    return row
  }
}

extension History {
  /// Returns the sets before and after a removed set in its session, nil for none.
  ///
  /// The result is nil if sets of the session were moved, or if too many sets next to it were removed.
  fileprivate func neighbours(
    of place: SetPlace
  ) -> (before: LoggedSet?, after: LoggedSet?)? {
    guard orders[place.session] == nil else { return nil }
    let sets = begun[place.session].sets
    func nearest(_ offsets: some Collection<Int>) -> (set: LoggedSet?, isFound: Bool) {
      let near = offsets.prefix(History.mostSearched)
      let found = near.first { !sets[$0].isRemoved }.map { sets[$0] }
      return (found, found != nil || near.count == offsets.count)
    }
    let before = nearest(sets.indices[..<place.offset].reversed())
    let after = nearest(sets.indices[(place.offset + 1)...])
    return before.isFound && after.isFound ? (before.set, after.set) : nil
  }
}
