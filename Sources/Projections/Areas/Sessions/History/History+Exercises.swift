import Events

extension History {
  /// Returns the unit of the last weight entered for an exercise; nil if there is none.
  ///
  /// - Complexity: Proportional to the number of all sets.
  func unit(of exercise: Name) -> Weight.Unit? {
    let sets = sessions.lazy.flatMap(\.sets).filter { $0.weight != nil && $0.exercise == exercise }
    return sets.max { $0.seq < $1.seq }?.weight?.unit
  }

  /// Returns the exercises that the user merged into an exercise, in order.
  public func mergedExercises(in exercise: Name) -> [Name] { merges.parts(of: exercise) }

  /// Returns the number of sets of an exercise.
  ///
  /// - Complexity: Proportional to the number of all sets.
  func count(of exercise: Name) -> Int {
    sessions.reduce(0) { $0 + $1.sets.count { $0.exercise == exercise } }
  }

  /// Returns the session into which a set is logged.
  ///
  /// - Parameter past: The time of the set; nil for now.
  /// - Throws: A refusal if no session is open, or none was open at that time.
  func session(takingSetsAt past: Timestamp?) throws(Refusal) -> Name {
    guard let past else { return try requireOpen().session }
    let sessions = sessions
    // A session that was open at that time, or else the last of that day.
    let taking =
      sessions.first { $0.wasOpen(at: past) }
      ?? sessions.first { $0.startedAt.day == past.day }
    guard let taking else {
      throw Refusal(
        .noSession, "no session was open at \(minute(past))",
        help: "start one: \(.recordSession(at: past, withEnd: false))")
    }
    return taking.session
  }
}

extension History.Session {
  /// Returns whether the session was open at a time.
  fileprivate func wasOpen(at time: Timestamp) -> Bool {
    startedAt.milliseconds <= time.milliseconds
      && endedAt.map { time.milliseconds <= $0.milliseconds } ?? true
  }
}

extension History.LoggedSet {
  /// The exercise and its work, in the form of an entry: `bench-press 5x100kg`.
  public var summary: String { "\(exercise) \(done)" }

  /// The repetitions and the load, or the time and the distance, in the form of an entry: `5x100kg`, `1:30`.
  public var done: String {
    var set = EnteredSet(reps: reps, weight: weight.map { EnteredWeight($0) })
    (set.seconds, set.metres) = (seconds, metres)
    if reps == 0, seconds != nil || metres != nil { set.reps = nil }
    return "\(set)"
  }
}
