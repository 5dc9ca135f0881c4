import Events

/// The summary of a finished session: its work, the records that it beat, and the last session of its kind.
public struct SessionSummary: Equatable, Sendable {
  public let session: History.Session
  /// The records of earlier sets that the session beat, by exercise in the order of its sets.
  ///
  /// Of each kind it has only the largest value.
  public let bests: [NewBest]
  /// The latest earlier session of the same kind; nil if there is none.
  ///
  /// It has the same template or the same title. If the session has neither, it has at least half of its exercises.
  public let previous: History.Session?

  /// Creates the summary of a session; nil if there is no such session.
  ///
  /// Cost: proportional to all sets of the user.
  public init?(of name: Name, in history: History) {
    guard let session = history[name] else { return nil }
    self.session = session
    bests = SessionSummary.bests(of: session, history)
    previous = history.sessions.first { other in
      other.session != name && other.startedAt.milliseconds < session.startedAt.milliseconds
        && other.endedAt != nil && !other.sets.isEmpty && other.isOfKind(of: session)
    }
  }

  private static func bests(of session: History.Session, _ history: History) -> [NewBest] {
    var before: [Name: ExerciseRecords] = [:]
    for (exercise, records) in history.records(before: session) { before[exercise] = records }
    var bests: [NewBest] = []
    for set in session.sets {
      for best in before[set.exercise]?.bests(beatenBy: set) ?? [] {
        let place = bests.firstIndex { $0.kind == best.kind && $0.set.exercise == set.exercise }
        guard let place else {
          bests.append(best)
          continue
        }
        if best.isLarger(than: bests[place]) { bests[place] = best }
      }
    }
    let exercises = session.sets.map(\.exercise).distinct
    return exercises.flatMap { exercise in bests.filter { $0.set.exercise == exercise } }
  }
}

extension NewBest {
  /// Returns whether this is the better one of two bests of the same kind and exercise.
  fileprivate func isLarger(than other: NewBest) -> Bool {
    guard kind == .set else { return value > other.value }
    func rank(_ set: History.LoggedSet) -> SetRank {
      SetRank(reps: set.reps, weight: set.weight, seconds: set.seconds, metres: set.metres)
    }
    return rank(set) > rank(other.set)
  }
}

extension History.Session {
  /// The time from start to end in seconds; nil while it is open, or if it ended before its start.
  ///
  /// It is also nil if the session lasted longer than a day, because its user forgot to end it.
  public var seconds: Double? {
    guard let end = endedAt, end.milliseconds >= startedAt.milliseconds, !wasLeftOpen else {
      return nil
    }
    return Double(end.milliseconds - startedAt.milliseconds) / 1_000
  }

  /// A Boolean value indicating whether it ended more than 24 hours after its start.
  public var wasLeftOpen: Bool { endedAt.map { $0.seconds(since: startedAt) > 86_400 } ?? false }

  /// Returns whether this session is of the same kind as another one.
  fileprivate func isOfKind(of other: History.Session) -> Bool {
    if let template = other.template, template == self.template { return true }
    guard other.template == nil, other.title == nil else {
      return other.title != nil && other.title == title
    }
    let wanted = Set(other.sets.map(\.exercise))
    return !wanted.isEmpty && wanted.intersection(sets.map(\.exercise)).count * 2 >= wanted.count
  }
}
