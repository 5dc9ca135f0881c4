import Events

extension History {
  /// Returns the remarks on sets before they are logged: their positions, the records that they beat, and the start of
  /// their session if it is open.
  ///
  /// Cost: proportional to all sets of the user, which the state already contains.
  func remarks(onSetsOf facts: [Event.Body]) -> [Remark] {
    let sets = facts.compactMap { fact -> SetLogged? in
      if case .sessions(.setLogged(let set)) = fact { set } else { nil }
    }
    let exercises = Set(sets.map(\.exercise))
    guard let first = exercises.first else { return [] }
    var known: [Name: ExerciseRecords] = [:]
    let only = exercises.count == 1 ? first : nil
    for (exercise, records) in records(of: only, workingOnly: true) { known[exercise] = records }
    var numbers: [Name: Int] = [:]
    var remarks: [Remark] = []
    if let session = sets.first.flatMap({ self[$0.session] }), session.endedAt == nil {
      remarks.append(.openSince(session.startedAt))
    }
    for set in sets {
      let number = (numbers[set.session] ?? setCount(of: set.session) ?? 0) + 1
      numbers[set.session] = number
      let logged = LoggedSet(upcoming: set)
      let bests = known[set.exercise]?.bests(beatenBy: logged) ?? []
      // Of several equal sets only the first is a new best.
      if set.kind != .warmup {
        known[set.exercise]?.add(logged, in: set.session, volume: 0, .epley)
      }
      remarks.append(.logged(logged, number: number, bests))
    }
    return remarks
  }
}

extension History.LoggedSet {
  /// Creates a set that is not in the log yet, so its position is 0 and its time unknown.
  fileprivate init(upcoming set: SetLogged) {
    self.init(
      id: EventID(derivedFrom: []), seq: 0, at: Timestamp(milliseconds: 0),
      exercise: set.exercise, reps: set.reps, weight: set.weight, kind: set.kind, rpe: set.rpe,
      seconds: set.seconds, metres: set.metres, completed: set.completed, note: set.note,
      rir: set.rir, superset: set.superset, isPerSide: set.isPerSide)
  }
}
