import Events

/// One user's program, and the sessions from which a progression follows.
public struct ProgramTraining: UserProjection {
  public private(set) var program = Program()
  public private(set) var history = History()

  public init() {}

  /// Creates the state from two states that were folded up to the same event.
  public init(_ program: Program, _ history: History) {
    (self.program, self.history) = (program, history)
  }

  public static var reads: Areas { Program.reads.union(History.reads) }

  public static var _parts: UserParts<Self>? {
    UserParts { (program: Program, history: History) in Self(program, history) }
  }

  public mutating func apply(_ set: TypedEvent<SetLogged>) { history.apply(set) }

  public mutating func apply(_ event: Event) {
    program.apply(event)
    history.apply(event)
  }

  /// The progressions of the exercises of the program, in its order; empty for 5/3/1 and without a program.
  ///
  /// Cost: proportional to the sessions, and to the sets after the start of the program.
  public var progressions: [Progression] { program.followed?.progressions(in: history) ?? [] }
}

extension Program.Followed {
  /// A Boolean value indicating whether the loads follow from the sets done, in a linear or a double progression.
  public var isProgression: Bool { scheme != .fiveThreeOne }

  /// Returns the progressions of the exercises, in the order of the program; empty for 5/3/1.
  ///
  /// A session counts from its end on. Sessions and adjusted weights count in the order of the log, by the last set of
  /// the exercise in the session.
  func progressions(in history: History) -> [Progression] {
    guard isProgression else { return [] }
    let work = work(in: history)
    return bases.map { base in
      var progression = Progression(
        ProgressionRule(base.lift, scheme, step: step), from: base.lift.weight)
      var adjustments = base.adjustments[...]
      for session in work[history.merges[base.exercise]] ?? [] {
        while let first = adjustments.first, first.seq < session.seq {
          progression.adjust(to: first.weight)
          adjustments = adjustments.dropFirst()
        }
        progression.add(session.session, at: session.startedAt, session.sets)
      }
      for rest in adjustments { progression.adjust(to: rest.weight) }
      return progression
    }
  }

  /// Returns the progression of an exercise; nil for 5/3/1.
  func progression(of exercise: Name, in history: History) -> Progression? {
    let progressions = progressions(in: history)
    let place = bases.firstIndex { $0.exercise == exercise }
    return place.flatMap { progressions.isEmpty ? nil : progressions[$0] }
  }

  /// The sets of an exercise in a finished session.
  private struct Work {
    let session: Name
    let startedAt: Timestamp
    var sets: [(reps: Int, weight: Weight?)]
    /// The position of the last of the sets.
    var seq: Int
  }

  /// Returns the normal sets and the sets to failure done since the start of the program, by exercise, in the order of the log.
  private func work(in history: History) -> [Name: [Work]] {
    var work: [Name: [Work]] = [:]
    let listed = Set(bases.map { history.merges[$0.exercise] })
    for session in history.sessions where session.endedAt != nil {
      var own: [Name: Work] = [:]
      for set in session.sets where set.seq > startSeq && set.at >= startedAt {
        guard [.normal, .failure].contains(set.kind), set.completed, listed.contains(set.exercise)
        else { continue }
        var found =
          own[set.exercise]
          ?? Work(session: session.session, startedAt: session.startedAt, sets: [], seq: 0)
        found.sets.append((set.reps, set.weight))
        found.seq = max(found.seq, set.seq)
        own[set.exercise] = found
      }
      for (exercise, sets) in own { work[exercise, default: []].append(sets) }
    }
    return work.mapValues { $0.sorted { $0.seq < $1.seq } }
  }

  /// Returns this program as if it began now, with the working weights that its sessions led to.
  func settled(by history: History) -> Self {
    guard isProgression else { return self }
    var settled = self
    settled.restart(at: progressions(in: history).map(\.weight))
    return settled
  }
}
