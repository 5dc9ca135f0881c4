import Events

/// One user's best set of each exercise: the largest reps × weight, the first to reach it keeping a
/// tie.
///
/// Source: FitTrack's MetricsCalculator, which counts every set of every session. A set without
/// weight scores 0.
///
/// Memory: one set an exercise, and the sets of the current session. Once another session begins,
/// the sets of the one before are let go, because mistakes are set right while a session is open.
/// Where one is set right later, the projection is no longer exact and says so (`restarted`): the
/// replay starts over with one that lets go of nothing.
public struct PersonalBests: UserProjection {
  /// The best set of an exercise.
  public struct Best: Equatable, Sendable {
    public let exercise: Name
    public internal(set) var weight: Weight?
    public internal(set) var reps: Int
    /// When the set was logged.
    public let at: Timestamp
    public let session: Name
    /// Position of the event that logged the set.
    public let seq: Int
    let id: EventID

    /// reps × weight in kilograms; 0 without weight.
    public var score: Double { Double(reps) * (weight?.kilograms ?? 0) }
  }

  private var settled: [Name: Best] = [:]
  /// The sets of the current session: a few, and the one that is set right is nearly always the last.
  /// A dictionary in place of this list took an eighth more instructions for a whole replay.
  private var current: [Best] = []
  /// All sets, once the projection has started over; nil before.
  private var all: [EventID: Best]?
  private var isExact = true

  public init() {}
  public static var reads: Areas { .sessions }
  public static var kept: Kept<Self>? { Kept("PersonalBests") }

  /// The bests by exercise.
  ///
  /// - Precondition: `restarted` is nil, as it is behind a `replay`. Whoever folds on by hand asks.
  public var bests: [Best] {
    precondition(isExact, "a set was taken back that this projection had let go; replay the log")
    var bests = settled
    for set in current { PersonalBests.enter(set, into: &bests) }
    for set in (all ?? [:]).values { PersonalBests.enter(set, into: &bests) }
    return bests.values.sorted { $0.exercise < $1.exercise }
  }

  public var restarted: PersonalBests? {
    guard !isExact else { return nil }
    var fresh = PersonalBests()
    fresh.all = [:]
    return fresh
  }

  public mutating func apply(_ event: Event) {
    guard case .sessions(let fact) = event.body else { return }
    switch fact {
    case .setLogged(let set):
      keep(
        Best(
          exercise: set.exercise, weight: set.weight, reps: set.reps, at: event.at,
          session: set.session, seq: event.seq, id: event.id))
    case .setRevised(let revision): revise(revision)
    case .setRemoved(let removal):
      all?[removal.set] = nil
      current.removeAll { $0.id == removal.set }
      takeBack { $0.id == removal.set }
    case .sessionDiscarded(let discarding):
      all = all?.filter { $0.value.session != discarding.session }
      current.removeAll { $0.session == discarding.session }
      takeBack { $0.session == discarding.session }
    case .sessionStarted, .sessionEnded: break
    }
  }

  /// Takes up a set. The first of another session lets go of the sets of the one before, unless all
  /// are kept.
  private mutating func keep(_ set: Best) {
    guard all == nil else {
      all?[set.id] = set
      return
    }
    if let last = current.last, last.session != set.session {
      for set in current { PersonalBests.enter(set, into: &settled) }
      current.removeAll(keepingCapacity: true)
    }
    current.append(set)
  }

  private mutating func revise(_ revision: SetRevised) {
    if let place = current.lastIndex(where: { $0.id == revision.set }) {
      current[place].revise(revision)
    } else if all == nil {
      isExact = false
    } else {
      all?[revision.set]?.revise(revision)
    }
  }

  /// A set that was let go and does not count matters only if it was a best.
  private mutating func takeBack(_ isMeant: (Best) -> Bool) {
    if settled.values.contains(where: isMeant) { isExact = false }
  }

  /// Takes up a set that is better than the best, or as good and earlier: whatever the order in which
  /// sets come, the outcome is the same.
  private static func enter(_ set: Best, into bests: inout [Name: Best]) {
    if let best = bests[set.exercise],
      (best.score, -best.seq) >= (set.score, -set.seq)
    {
      return
    }
    bests[set.exercise] = set
  }
}

extension PersonalBests: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    let settled = try f.list(
      "settled", old?.settled.values.sorted { $0.exercise < $1.exercise })
    current = try f.list("current", old?.current)
    let all = try f.optional("all", old?.all?.values.sorted { $0.seq < $1.seq })
    isExact = try f.usually(true, "isExact", old?.isExact)
    for best in settled { self.settled[best.exercise] = best }
    self.all = all.map { sets in
      Dictionary(sets.map { ($0.id, $0) }, uniquingKeysWith: { _, later in later })
    }
  }
}

extension PersonalBests.Best: NestedPayload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    exercise = try f("exercise", old?.exercise)
    weight = try f.weight(old?.weight)
    reps = try f("reps", old?.reps)
    at = try f("at", old?.at)
    session = try f("session", old?.session)
    seq = try f("seq", old?.seq)
    id = try f("id", old?.id)
  }
}

extension PersonalBests.Best {
  fileprivate mutating func revise(_ revision: SetRevised) {
    reps = revision.reps ?? reps
    weight = revision.weight ?? weight
  }
}
