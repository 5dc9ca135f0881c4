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
  private var kept: [EventID: Best] = [:]
  private var session: Name?
  private var keepsAll = false
  private var isExact = true

  public init() {}
  public static var reads: Areas { .sessions }

  /// The bests by exercise.
  ///
  /// - Precondition: `restarted` is nil, as it is behind a `replay`. Whoever folds on by hand asks.
  public var bests: [Best] {
    precondition(isExact, "a set was taken back that this projection had let go; replay the log")
    var bests = settled
    for set in kept.values { PersonalBests.enter(set, into: &bests) }
    return bests.values.sorted { $0.exercise < $1.exercise }
  }

  public var restarted: PersonalBests? {
    guard !isExact else { return nil }
    var fresh = PersonalBests()
    fresh.keepsAll = true
    return fresh
  }

  public mutating func apply(_ event: Event) {
    guard case .sessions(let fact) = event.body else { return }
    switch fact {
    case .setLogged(let set):
      if session != set.session { settle(before: set.session) }
      kept[event.id] = Best(
        exercise: set.exercise, weight: set.weight, reps: set.reps, at: event.at,
        session: set.session, seq: event.seq, id: event.id)
    case .setRevised(let revision):
      guard var set = kept[revision.set] else {
        isExact = isExact && keepsAll
        return
      }
      set.reps = revision.reps ?? set.reps
      set.weight = revision.weight ?? set.weight
      kept[revision.set] = set
    case .setRemoved(let removal):
      guard kept.removeValue(forKey: removal.set) == nil else { return }
      takeBack { $0.id == removal.set }
    case .sessionDiscarded(let discarding):
      for (id, set) in kept where set.session == discarding.session { kept[id] = nil }
      takeBack { $0.session == discarding.session }
    case .sessionStarted, .sessionEnded: break
    }
  }

  /// Lets go of the sets of the session before, unless all are kept.
  private mutating func settle(before next: Name) {
    session = next
    guard !keepsAll else { return }
    for set in kept.values { PersonalBests.enter(set, into: &settled) }
    kept.removeAll(keepingCapacity: true)
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
