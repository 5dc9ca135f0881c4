import Events

/// A request to log one or more equal sets, in the open workout or in a past one.
public struct LogSet: ExerciseRequest {
  public var exercise: String
  public var reps: Int
  /// The weight; nil without added weight.
  public var weight: EnteredWeight?
  public var kind: SetKind
  public var rpe: Double?
  /// The duration; nil if it was not recorded.
  public var seconds: Double?
  /// The distance; nil if it was not recorded.
  public var metres: Double?
  /// A Boolean value indicating whether the set is done; false for a set entered in advance.
  public var completed: Bool
  public var note: String?
  /// The number of equal sets.
  public var count: Int
  /// A Boolean value indicating whether an exercise that the log does not name is accepted.
  public var isNew: Bool
  /// The repetitions in reserve; with a rating of perceived exertion they must be 10 minus the rating.
  public var rir: Double?
  /// The superset; nil for that of the exercise in the session's template, if any.
  public var superset: SupersetGroup?
  /// A Boolean value indicating whether the load is for one side, with all repetitions done on each side.
  public var isPerSide = false

  public init(
    exercise: String, reps: Int, weight: EnteredWeight? = nil, kind: SetKind = .normal,
    rpe: Double? = nil, seconds: Double? = nil, metres: Double? = nil, completed: Bool = true,
    note: String? = nil, count: Int = 1, isNew: Bool = false
  ) {
    (self.exercise, self.reps, self.weight, self.kind) = (exercise, reps, weight, kind)
    (self.rpe, self.seconds, self.metres, self.completed) = (rpe, seconds, metres, completed)
    (self.note, self.count, self.isNew) = (note, count, isNew)
  }

  /// Creates the request from an entry; a set of a time or a distance has no repetitions.
  public init(
    exercise: String, _ set: EnteredSet, kind: SetKind = .normal, rpe: Double? = nil,
    note: String? = nil, isNew: Bool = false
  ) {
    self.init(
      exercise: exercise, reps: set.reps ?? 0, weight: set.weight, kind: kind, rpe: rpe,
      seconds: set.seconds, metres: set.metres, note: note, count: set.count, isNew: isNew)
  }

  public func decide(
    _ state: Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let history = state.first.value
    let session = try history.session(takingSetsAt: context.past)
    if context.past == nil { try history.requireRecent(session, at: context.now) }
    try requireAgreement(rpe: rpe, rir: rir)
    let exercise = try state.second.second.resolve(exercise, isNew: isNew, in: history)
    guard (1...100).contains(count) else {
      throw Refusal(.outOfRange, "the number of sets must be 1…100, got \(count)")
    }
    try requireWork(seconds: seconds, metres: metres)
    try requireWork(
      reps: reps, load: weight?.value, seconds: seconds, metres: metres, kind: kind)
    let unit = state.second.first.value.unit(of: exercise, in: history)
    let planned = history[session]?.planned.first { $0.exercise == exercise && $0.superset != nil }
    let logged = SetLogged(
      session: session, exercise: exercise, reps: reps,
      weight: weight?.load(of: exercise, typed: self.exercise, unit), kind: kind,
      rpe: rpe, seconds: seconds, metres: metres, completed: completed, note: given(note),
      rir: rir, superset: superset ?? planned?.superset,
      isPerSide: isPerSide)
    return Array(repeating: logged.body, count: count)
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    let history = state.first.value
    let known = state.second.second
    return known.remarks(onTyped: exercise, in: history)
      + (isNew ? [] : known.remarks(onNew: exercise, in: history))
      + history.remarks(onSetsOf: facts)
  }
}

/// Returns whether a rating of perceived exertion and repetitions in reserve agree: RPE = 10 − RIR.
///
/// If one of them is nil, they agree.
public func isSameEffort(rpe: Double?, rir: Double?) -> Bool {
  guard let rpe, let rir else { return true }
  return rpe == 10 - rir
}

func requireAgreement(rpe: Double?, rir: Double?) throws(Refusal) {
  guard let rpe, let rir, !isSameEffort(rpe: rpe, rir: rir) else { return }
  throw Refusal(
    .outOfRange, "RPE \(decimal(rpe)) is \(decimal(10 - rpe)) RIR, got \(decimal(rir)) RIR",
    help: "RPE is 10 minus RIR; give one of the two")
}

/// Refuses a set without repetitions, duration or distance, unless it is a failed attempt.
///
/// A failed attempt has a load, or the kind `failure`.
func requireWork(
  reps: Int, load: Double?, seconds: Double?, metres: Double?, kind: SetKind
) throws(Refusal) {
  guard reps == 0, load ?? 0 == 0, seconds == nil, metres == nil, kind != .failure else { return }
  throw Refusal(
    .noRepetitions, "a set must have repetitions, a duration or a distance, got 0 repetitions",
    help: "write a failed attempt with its load as 0x100kg, a duration as 60s, a distance as 5km")
}

extension History {
  /// Refuses a session that began a year or more from now: it was forgotten, or a clock is wrong.
  fileprivate func requireRecent(_ name: Name, at now: Timestamp) throws(Refusal) {
    guard let start = self[name]?.startedAt, abs(now.seconds(since: start)) >= 365 * 86_400 else {
      return
    }
    throw Refusal(
      .timeRequired,
      "the open session began at \(minute(start)), at least a year before or after the current time",
      help: "end it with \(.endSession), or give the time of the set with \(.give(.time))")
  }
}

/// A request to correct a set, in an open session or a finished one.
public struct ReviseSet: Decision {
  public var set: Reference
  public var reps: Int?
  public var weight: EnteredWeight?
  public var kind: SetKind?
  public var rpe: Double?
  /// The new note; nil keeps the current one, and a text without words removes it.
  public var note: String?
  public var seconds: Double?
  public var metres: Double?
  /// The property to remove from the set; nil for none.
  public var cleared: SetDetail?
  /// A Boolean value indicating whether the entry means the body alone, so the load is removed.
  public var isBodyAlone = false
  /// The new repetitions in reserve; nil if unchanged.
  ///
  /// The old rating of perceived exertion is removed unless it agrees, and vice versa.
  public var rir: Double?
  public var superset: SupersetGroup?
  /// A Boolean value indicating whether the load is for one side; nil if unchanged.
  public var isPerSide: Bool?

  public init(
    set: Reference, reps: Int? = nil, weight: EnteredWeight? = nil, kind: SetKind? = nil,
    rpe: Double? = nil, note: String? = nil, seconds: Double? = nil, metres: Double? = nil,
    cleared: SetDetail? = nil
  ) {
    (self.set, self.reps, self.weight, self.kind) = (set, reps, weight, kind)
    (self.rpe, self.note, self.seconds, self.metres) = (rpe, note, seconds, metres)
    self.cleared = cleared
  }

  /// Creates the request from an entry; values that were not entered stay unchanged.
  public init(
    set: Reference, _ entry: EnteredSet?, kind: SetKind? = nil, rpe: Double? = nil,
    note: String? = nil, cleared: SetDetail? = nil
  ) {
    self.init(
      set: set, reps: entry?.reps, weight: entry?.weight, kind: kind, rpe: rpe, note: note,
      seconds: entry?.seconds, metres: entry?.metres, cleared: cleared)
    isBodyAlone = entry?.isBodyAlone ?? false
  }

  public func decide(
    _ state: Pair<OfUser<History>, Pair<OfUser<WeightUnit>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let history = state.first.value
    let before = try history.set(set)
    try requireAgreement(rpe: rpe, rir: rir)
    try requireWork(seconds: seconds, metres: metres)
    let (units, known) = (state.second.first.value, state.second.second)
    let unit = before.weight?.unit ?? units.unit(of: before.exercise, in: history)
    // A set has a negative load because one of these names contains the word.
    let names = [before.exercise] + history.merges.parts(of: before.exercise)
    let typed = (before.weight?.value ?? 0) < 0 ? known.assistedName(of: names) : nil
    // A set without a load is already one of the body alone.
    let weight = weight?.value == 0 && before.weight == nil ? nil : weight
    let replacesReps = isTimed && before.seconds == nil && before.metres == nil
    let revision = SetRevised(
      set: before.id, reps: reps ?? (replacesReps && before.reps != 0 ? 0 : nil),
      weight: weight?.load(of: before.exercise, typed: typed, unit), kind: kind, rpe: rpe,
      note: given(note), cleared: allCleared(before), seconds: seconds, metres: metres, rir: rir,
      superset: superset, isPerSide: isPerSide)
    var after = before
    after.revise(revision)
    guard after != before else { return [] }
    try requireWork(
      reps: after.reps, load: after.weight?.value, seconds: after.seconds, metres: after.metres,
      kind: after.kind)
    return [revision.body]
  }

  /// A Boolean value indicating whether a time or a distance is given.
  private var isTimed: Bool { seconds != nil || metres != nil }

  /// Returns the properties to remove from the set, each once.
  private func allCleared(_ before: History.LoggedSet) -> [SetDetail] {
    var all = [cleared].compactMap(\.self)
    if isBodyAlone, before.weight != nil { all.append(.weight) }
    if note != nil, given(note) == nil, before.note != nil { all.append(.note) }
    // Both are the same effort, so the new one of them replaces the old one of the other.
    if rpe == nil, !isSameEffort(rpe: before.rpe, rir: rir) { all.append(.rpe) }
    if rir == nil, !isSameEffort(rpe: rpe, rir: before.rir) { all.append(.rir) }
    // Repetitions replace both a time and a distance.
    if reps != nil, !isTimed, before.reps == 0 {
      if before.seconds != nil { all.append(.seconds) }
      if before.metres != nil { all.append(.metres) }
    }
    return SetDetail.allCases.filter(all.contains)
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    guard case .sessions(.setRevised(let revision)) = facts.first,
      let before = state.first.value.set(revision.set)
    else { return [] }
    var after = before
    after.revise(revision)
    return [.changed(before, now: after)]
  }
}

/// A request to mark a set as done or as not done.
public struct CompleteSet: Decision {
  public var set: Reference
  public var isDone: Bool

  public init(set: Reference, isDone: Bool = true) { (self.set, self.isDone) = (set, isDone) }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let before = try state.value.set(set)
    guard before.completed != isDone else { return [] }
    return [SetRevised(set: before.id, completed: isDone).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    guard case .sessions(.setRevised(let revision)) = facts.first,
      let before = state.value.set(revision.set)
    else { return [] }
    var after = before
    after.revise(revision)
    return [.changed(before, now: after)]
  }
}

/// A request to move a set to another position in its session.
public struct MoveSet: Decision {
  public var set: Reference
  /// The new position, from 1.
  public var position: Int

  public init(set: Reference, position: Int) { (self.set, self.position) = (set, position) }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let moved = try state.value.set(set)
    let sets = state.value.sessions.first { $0.sets.contains { $0.seq == moved.seq } }?.sets ?? []
    guard (1...max(1, sets.count)).contains(position) else {
      throw Refusal(
        .outOfRange, "the position must be 1…\(sets.count), got \(position)",
        help: "\(.show(.session)) shows them")
    }
    if sets[position - 1].seq == moved.seq { return [] }
    return [SetMoved(set: moved.id, position: position).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    guard case .sessions(.setMoved(let move)) = facts.first, let set = state.value.set(move.set)
    else { return [] }
    return [.changed(set, now: set)]
  }
}

/// A request to remove a set.
public struct RemoveSet: Decision {
  public var set: Reference
  /// A Boolean value indicating whether to remove the latest set even directly after another removal.
  public var isConfirmed: Bool

  public init(set: Reference, isConfirmed: Bool = false) {
    (self.set, self.isConfirmed) = (set, isConfirmed)
  }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let before = try state.value.set(set)
    // A repeated command would remove a set by mistake.
    if set == .latest, state.endsWithRemoval, !isConfirmed {
      throw Refusal(
        .notConfirmed, "you just removed a set; the last one is now \(before.summary)",
        help: "\(.removeLastSet) removes it too",
        question: "you just removed a set; remove \(before.summary) too?")
    }
    return [SetRemoved(set: before.id).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    guard case .sessions(.setRemoved(let removal)) = facts.first,
      let before = state.value.set(removal.set)
    else { return [] }
    return [.changed(before, now: nil)]
  }
}
