import Events

/// One user's sessions, finished and open, with their sets.
public struct History: UserProjection {
  /// A workout in progress or done.
  public struct Session: Equatable, Sendable {
    public let session: Name
    public internal(set) var title: String?
    public internal(set) var note: String?
    public internal(set) var startedAt: Timestamp
    /// nil while it is open.
    public internal(set) var endedAt: Timestamp?
    /// In the order they were logged.
    public internal(set) var sets: [LoggedSet] = []

    /// Sum of reps × weight over all sets, in kilograms; a set without weight adds nothing.
    /// Source: FitTrack's MetricsCalculator, which counts every set, completed or not.
    public var volumeKg: Double { sets.reduce(0) { $0 + $1.score } }
  }

  /// A set as it stands after all revisions.
  public struct LoggedSet: Equatable, Sendable {
    /// The event that logged it.
    public let id: EventID
    /// Position of that event.
    public let seq: Int
    public let exercise: Name
    public internal(set) var reps: Int
    public internal(set) var weight: Weight?
    public internal(set) var kind: SetKind
    public internal(set) var rpe: Double?
    public let completed: Bool
    public internal(set) var note: String?

    /// reps × weight in kilograms; 0 without weight.
    public var score: Double { Double(reps) * (weight?.kilograms ?? 0) }
  }

  private var bySession: [Name: Session] = [:]
  private var order: [Name] = []
  private var sessionOfSet: [EventID: Name] = [:]

  public init() {}
  public static var reads: Areas { .sessions }
  public static var kept: Kept<Self>? { Kept("History") }

  /// The sessions, newest first by their start; of two that started together the later in the log.
  public var sessions: [Session] {
    newestFirst(order.compactMap { bySession[$0] }, by: \.startedAt)
  }

  /// The session that was started last and is still open; nil when none is.
  public var open: Session? {
    order.last { bySession[$0]?.endedAt == nil && bySession[$0] != nil }
      .flatMap { bySession[$0] }
  }

  /// A session by its name; nil when it never was or was discarded.
  public subscript(session: Name) -> Session? { bySession[session] }

  /// The ids of all sets, in the order they were logged.
  public var setIDs: [EventID] {
    order.flatMap { bySession[$0]?.sets ?? [] }.sorted { $0.seq < $1.seq }.map(\.id)
  }

  /// A set by its id; nil when it never was or was removed.
  public func set(_ id: EventID) -> LoggedSet? {
    sessionOfSet[id].flatMap { bySession[$0]?.sets.first { $0.id == id } }
  }

  public mutating func apply(_ event: Event) {
    guard case .sessions(let fact) = event.body else { return }
    switch fact {
    case .sessionStarted(let start):
      let name = start.session ?? Name(event.id)
      begin(name, at: event.at, title: start.title, note: start.note)
    case .setLogged(let set): log(set, event)
    case .setRevised(let revision): revise(revision)
    case .setRemoved(let removal):
      guard let name = sessionOfSet.removeValue(forKey: removal.set) else { return }
      bySession[name]?.sets.removeAll { $0.id == removal.set }
    case .sessionEnded(let end): bySession[end.session]?.endedAt = event.at
    case .sessionDiscarded(let discarding):
      bySession[discarding.session] = nil
      order.removeAll { $0 == discarding.session }
    }
  }

  private mutating func begin(
    _ name: Name, at time: Timestamp, title: String? = nil, note: String? = nil
  ) {
    guard bySession[name] == nil else { return }
    bySession[name] = Session(session: name, title: title, note: note, startedAt: time)
    order.append(name)
  }

  private mutating func log(_ set: SetLogged, _ event: Event) {
    // A log that was cut may have lost the start of a session.
    begin(set.session, at: event.at)
    bySession[set.session]?.sets.append(
      LoggedSet(
        id: event.id, seq: event.seq, exercise: set.exercise, reps: set.reps, weight: set.weight,
        kind: set.kind, rpe: set.rpe, completed: set.completed, note: set.note))
    sessionOfSet[event.id] = set.session
  }

  private mutating func revise(_ revision: SetRevised) {
    guard let name = sessionOfSet[revision.set],
      let place = bySession[name]?.sets.lastIndex(where: { $0.id == revision.set })
    else { return }
    bySession[name]?.sets[place].revise(revision)
  }
}

extension History: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    if let old { try old.requireDistinctSets() }
    let sessions = try f.list(
      "sessions", old.map { old in old.order.compactMap { old.bySession[$0] } })
    order = sessions.map(\.session)
    for session in sessions {
      bySession[session.session] = session
      for set in session.sets { sessionOfSet[set.id] = session.session }
    }
  }

  /// Where each set is follows from the sessions, unless two sets have one id: then it depends on
  /// what was done to them, which is not kept.
  private func requireDistinctSets() throws(LineError) {
    for session in bySession.values {
      for set in session.sets where sessionOfSet[set.id] != session.session {
        throw LineError(0, "expected every set to have an id of its own, found one twice")
      }
      guard Set(session.sets.map(\.id)).count == session.sets.count else {
        throw LineError(0, "expected every set to have an id of its own, found one twice")
      }
    }
  }
}

extension History.Session: NestedPayload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session)
    title = try f.optional("title", old?.title)
    note = try f.optional("note", old?.note)
    startedAt = try f("startedAt", old?.startedAt)
    endedAt = try f.optional("endedAt", old?.endedAt)
    sets = try f.list("sets", old?.sets)
  }
}

extension History.LoggedSet: NestedPayload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    id = try f("id", old?.id)
    seq = try f("seq", old?.seq)
    exercise = try f("exercise", old?.exercise)
    reps = try f("reps", old?.reps)
    weight = try f.weight(old?.weight)
    kind = try f.usually(.normal, "kind", old?.kind)
    rpe = try f.optional("rpe", old?.rpe)
    completed = try f.usually(true, "completed", old?.completed)
    note = try f.optional("note", old?.note)
  }
}

extension History.LoggedSet {
  mutating func revise(_ revision: SetRevised) {
    reps = revision.reps ?? reps
    weight = revision.weight ?? weight
    kind = revision.kind ?? kind
    rpe = revision.rpe ?? rpe
    note = revision.note ?? note
  }
}
