import Events

/// One user's best set of each exercise: the largest reps × weight, and of equal sets the first.
///
/// Source: FitTrack's MetricsCalculator, which counts every set of every session. A set without added weight, or with
/// assistance, scores 0. Of such sets, the one with less assistance is better, then the one with more repetitions, more
/// seconds, more metres.
///
/// The bests are exact at every moment, even if a set is revised or removed late. A log with unchecked ids may have two
/// sets with one id: a revision then changes the later one, and a removal removes both.
///
/// Memory: one set for each exercise, the sets of the current session, and all facts so far. A fact takes 104 bytes,
/// about two fifths of its line. The first correction of an earlier session creates an index of the same size; users
/// normally correct mistakes while the session is open. A replay of all users keeps no facts, so its memory depends on
/// the users and exercises and not on the log. For a user who corrected an earlier session it folds the log a second
/// time.
public struct PersonalBests: UserProjection {
  /// The best set of an exercise.
  public struct Best: Equatable, Sendable {
    public internal(set) var exercise: Name
    public internal(set) var weight: Weight?
    public internal(set) var reps: Int
    /// The duration in seconds; 0 if it was not recorded.
    public internal(set) var seconds: Double
    /// The distance; 0 if it was not recorded.
    public internal(set) var metres: Double
    /// The time at which the set was logged.
    public let at: Timestamp
    public let session: Name
    /// The position of the event that logged the set.
    public let seq: Int
    let id: EventID

    /// The reps × weight in kilograms; 0 without added weight, and for assistance.
    public var score: Double { weight.score(reps) }
  }

  /// The available data about the sets of earlier sessions, in addition to their bests.
  private enum Past: Sendable {
    /// The facts are kept; earlier facts, if there were any, can be folded again.
    case kept(earlier: (@Sendable () -> PersonalBests?)?)
    /// All sets are indexed; the index replaces the bests, the current sets and the facts.
    case indexed(IndexedSets)
    /// The facts were discarded.
    case letGo
    /// The facts were discarded, and an event was folded in that needs them.
    case missed
  }

  /// The bests of the earlier sessions.
  private var settled: [Name: Best] = [:]
  /// The sets of the current session: a few, and a correction is nearly always of the last.
  ///
  /// A dictionary instead of this list took an eighth more instructions for a whole replay.
  private var current: [Best] = []
  /// The current session, stored here for speed.
  ///
  /// Reading it from the last set of each of some hundred users would wait for memory.
  private var session: Name?
  private var facts = SetFacts()
  private var past = Past.kept(earlier: nil)
  /// The exercises for which others count; all other properties have the names of the events.
  private(set) var merges = ExerciseMerges()

  /// The maximum numbers of current sets and of bests for a linear search.
  ///
  /// They are larger than the sets of a session, and than the exercises of a lifter. Beyond them all sets are indexed.
  private static let (mostCurrent, mostSettled) = (64, 256)

  public init() {}
  public static var reads: Areas { [.sessions, .exercises] }
  public static var _kept: CheckpointCodec<Self>? { CheckpointCodec("PersonalBests") }

  /// The bests by exercise.
  public var bests: [Best] {
    guard !merges.isEmpty else { return loggedBests.sorted(byName: \.exercise) }
    var bests: [Name: Best] = [:]
    for set in loggedBests { PersonalBests.enter(named(set), into: &bests) }
    return bests.values.sorted(byName: \.exercise)
  }

  /// The best set of each exercise as events name it, in no order.
  private var loggedBests: [Best] {
    if case .indexed(let sets) = past { return sets.bests }
    var bests = settled
    Steps.add(current.count)
    for set in current { PersonalBests.enter(set, into: &bests) }
    return Array(bests.values)
  }

  /// Returns a set with the exercise for which it counts.
  private func named(_ set: Best) -> Best {
    var set = set
    set.exercise = merges[set.exercise]
    return set
  }

  /// The best set of an exercise; nil if it has no sets.
  public subscript(exercise: Name) -> Best? {
    guard !merges.isEmpty else { return loggedBest(of: exercise) }
    guard merges[exercise] == exercise else { return nil }
    var bests: [Name: Best] = [:]
    for part in [exercise] + merges.parts(of: exercise) {
      if let set = loggedBest(of: part) { PersonalBests.enter(named(set), into: &bests) }
    }
    return bests[exercise]
  }

  private func loggedBest(of exercise: Name) -> Best? {
    if case .indexed(let sets) = past { return sets[exercise] }
    var bests: [Name: Best] = [:]
    bests[exercise] = settled[exercise]
    Steps.add(current.count)
    for set in current where set.exercise == exercise { PersonalBests.enter(set, into: &bests) }
    return bests[exercise]
  }

  public static func == (one: PersonalBests, other: PersonalBests) -> Bool {
    one.bests == other.bests
  }

  public mutating func apply(_ event: Event) {
    guard case .sessions(let fact) = event.body else { return merges.apply(event) }
    switch fact {
    case .setLogged(let set):
      apply(
        .logged(
          Best(TypedEvent(seq: event.seq, id: event.id, at: event.at, user: event.user, set))))
    case .setRevised(let revision):
      apply(.revised(revision.set, SetChange(revision)))
    case .setRemoved(let removal): apply(.removed(removal.set))
    case .setRestored(let restoring): apply(.setRestored(restoring.set))
    case .sessionDiscarded(let discarding): apply(.discarded(discarding.session))
    case .sessionRestored(let restoring): apply(.restored(restoring.session))
    case .sessionStarted(let start): if let session = start.session { apply(.begun(session)) }
    case .sessionRevised, .sessionEnded, .sessionReopened, .setMoved: break
    }
  }

  @inline(__always)
  public mutating func apply(_ set: TypedEvent<SetLogged>) {
    let best = Best(set)
    // This comes first, since a replay of all users does nothing else.
    if case .letGo = past { return keep(best) }
    apply(.logged(best))
  }

  @inline(__always)
  private mutating func apply(_ fact: SetFact) {
    switch past {
    case .letGo: if !changesRecent(fact) { past = .missed }
    case .kept:
      facts.append(fact)
      if !changesRecent(fact) { index() }
    case .indexed(var sets):
      // Replacing the enum's value releases the sets, so that they change in place.
      past = .missed
      sets.apply(fact)
      past = .indexed(sets)
    case .missed: break
    }
  }
}

// MARK: - The sets of the current session

extension PersonalBests {
  /// Applies a fact to the current sets; returns false if it may change other sets.
  @inline(__always)
  private mutating func changesRecent(_ fact: SetFact) -> Bool {
    switch fact {
    case .logged(let set):
      keep(set)
      return true
    case .revised(let id, let change):
      // After the correction of a long session, each look at a best would take a walk over its sets.
      guard current.count <= PersonalBests.mostCurrent,
        let place = current.lastIndex(where: { $0.id == id })
      else { return false }
      current[place].revise(change)
      return true
    case .removed(let id):
      guard current.count <= PersonalBests.mostCurrent, isNoBest({ $0.id == id }) else {
        return false
      }
      current.drop { $0.id == id }
      return true
    case .discarded(let name):
      guard isNoBest({ $0.session == name }) else { return false }
      if session == name { current.removeAll() }
      return true
    case .restored, .setRestored: return false
    case .begun: return true
    }
  }

  /// Adds a set to the current session, or begins another session with it.
  @inline(__always)
  private mutating func keep(_ set: Best) {
    if session != set.session {
      settle()
      session = set.session
    }
    current.append(set)
  }

  /// Adds the bests of the current session to those of the earlier sessions.
  ///
  /// Sets of an exercise are usually consecutive, so only the best of each run is entered.
  private mutating func settle() {
    var next = 0
    while next < current.count {
      var best = next
      var other = next + 1
      while other < current.count, current[other].exercise == current[next].exercise {
        if current[other].isBetter(than: current[best]) { best = other }
        other += 1
      }
      PersonalBests.enter(current[best], into: &settled)
      next = other
    }
    current.removeAll(keepingCapacity: true)
  }

  /// Enters a set if it is better than the best, or equal and earlier.
  ///
  /// The result does not depend on the order of the sets.
  static func enter(_ set: Best, into bests: inout [Name: Best]) {
    if let best = bests[set.exercise], !set.isBetter(than: best) { return }
    bests[set.exercise] = set
  }

  /// Returns the better one of the best set of an exercise and a set that was logged after it.
  func best(_ best: Best, afterLogging set: TypedEvent<SetLogged>) -> Best {
    let set = named(Best(set))
    return set.isBetter(than: best) ? set : best
  }

  /// Returns whether no best of the earlier sessions satisfies a condition.
  ///
  /// The removal of any other set changes nothing.
  private func isNoBest(_ isMeant: (Best) -> Bool) -> Bool {
    settled.count <= PersonalBests.mostSettled && !settled.values.contains(where: isMeant)
  }
}

// MARK: - The sets of all sessions

extension PersonalBests {
  private mutating func index() {
    let sets = allSets
    (settled, current, session, facts) = ([:], [], nil, SetFacts())
    past = .indexed(sets)
  }

  private var allSets: IndexedSets {
    switch past {
    case .indexed(let sets): return sets
    case .kept(let earlier):
      var sets = earlier?()?.allSets ?? IndexedSets()
      facts.forEach { sets.apply($0) }
      return sets
    case .letGo, .missed: return IndexedSets()
    }
  }

  public static var _forgetful: PersonalBests? {
    var bests = PersonalBests()
    bests.past = .letGo
    return bests
  }

  public var _missesFacts: Bool {
    if case .missed = past { true } else { false }
  }

  public mutating func _remember(_ again: @escaping @Sendable () -> PersonalBests?) {
    if case .letGo = past { past = .kept(earlier: again) }
  }
}

extension PersonalBests: Payload {
  @usableFromInline package static var version: Int { 5 }

  /// Lists the state in the form of a replay of all users: the facts stay in the log.
  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    // The state is computed from all lines of its user when it is needed.
    if let old, old._missesFacts { throw LineError(0, "the state must contain all of its facts") }
    let parted = old?.parted
    let settled = try f.list("settled", parted?.settled.values.sorted { $0.exercise < $1.exercise })
    current = try f.list("current", parted?.current)
    merges = ExerciseMerges(try f.dictionary("merges", old?.merges.targets))
    for best in settled { self.settled[best.exercise] = best }
    session = current.last?.session
    past = .letGo
  }

  private var parted: (settled: [Name: Best], current: [Best]) {
    guard case .indexed(let sets) = past else { return (settled, current) }
    let (earlier, current) = sets.parted
    var settled: [Name: Best] = [:]
    for set in earlier { PersonalBests.enter(set, into: &settled) }
    return (settled, current)
  }
}

extension PersonalBests.Best: NestedPayload {
  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f("exercise", old?.exercise)
    weight = try f.weight(old?.weight)
    reps = try f("reps", old?.reps)
    seconds = try f.withDefault(0, "seconds", old?.seconds)
    metres = try f.withDefault(0, "metres", old?.metres)
    at = try f("at", old?.at)
    session = try f("session", old?.session)
    seq = try f("seq", old?.seq)
    id = try f("id", old?.id)
  }
}

extension History {
  /// The best set of each exercise, ordered by exercise, as in `PersonalBests`.
  ///
  /// Cost: proportional to all sets.
  public var bests: [PersonalBests.Best] {
    var bests: [Name: PersonalBests.Best] = [:]
    for session in sessions {
      for set in session.sets {
        let best = PersonalBests.Best(
          exercise: set.exercise, weight: set.weight, reps: set.reps, seconds: set.seconds ?? 0,
          metres: set.metres ?? 0, at: set.at, session: session.session, seq: set.seq, id: set.id)
        PersonalBests.enter(best, into: &bests)
      }
    }
    return bests.values.sorted(byName: \.exercise)
  }
}

extension PersonalBests.Best {
  @inline(__always)
  fileprivate init(_ set: TypedEvent<SetLogged>) {
    self.init(
      exercise: set.payload.exercise, weight: set.payload.weight, reps: set.payload.reps,
      seconds: set.payload.seconds ?? 0, metres: set.payload.metres ?? 0, at: set.at,
      session: set.payload.session, seq: set.seq, id: set.id)
  }

  var rank: SetRank { SetRank(reps: reps, weight: weight, seconds: seconds, metres: metres) }

  /// Returns whether the set is better than another set of its exercise, or equal and earlier.
  @inline(__always)
  func isBetter(than other: Self) -> Bool {
    let (mine, its) = (score, other.score)
    if mine != its { return mine > its }
    // Nearly every set has a weight, so the product alone decides.
    if mine == 0, rank != other.rank { return rank > other.rank }
    return seq < other.seq
  }

  mutating func revise(_ change: SetChange) {
    reps = change.reps ?? reps
    weight = change.weight ?? weight
    seconds = change.seconds ?? seconds
    metres = change.metres ?? metres
  }
}
