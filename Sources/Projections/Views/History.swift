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

  /// In the order they began; nil for one that was discarded.
  private var begun: [Session?] = []
  /// Where each session stands in `begun`.
  private var places: [Name: Int] = [:]
  /// The session that was logged into last, unless it was discarded.
  private var current: (session: Name, place: Int)?
  private var index: SetIndex?

  public init() {}
  public static var reads: Areas { .sessions }
  public static var kept: Kept<Self>? { Kept("History") }

  /// The sessions, newest first by their start; of two that started together the later in the log.
  public var sessions: [Session] { newestFirst(standing, by: \.startedAt) }

  /// The session that was started last and is still open; nil when none is.
  public var open: Session? { standing.last { $0.endedAt == nil } }

  /// A session by its name; nil when it never was or was discarded.
  public subscript(session: Name) -> Session? { places[session].flatMap { begun[$0] } }

  /// The ids of all sets, in the order they were logged.
  public var setIDs: [EventID] {
    standing.flatMap(\.sets).sorted { $0.seq < $1.seq }.map(\.id)
  }

  /// A set by its id; nil when it never was or was removed.
  ///
  /// - Complexity: in proportion to all sets.
  public func set(_ id: EventID) -> LoggedSet? {
    if let place = current?.place, let offset = offset(of: id, at: place) {
      return begun[place]?.sets[offset]
    }
    return standing.lazy.flatMap(\.sets).filter { $0.id == id }.max { $0.seq < $1.seq }
  }

  private var standing: [Session] { begun.compactMap { $0 } }

  public static func == (one: History, other: History) -> Bool { one.standing == other.standing }

  public mutating func apply(_ event: Event) {
    guard case .sessions(let fact) = event.body else { return }
    switch fact {
    case .sessionStarted(let start):
      let name = start.session ?? Name(event.id)
      begin(name, at: event.at, title: start.title, note: start.note)
    case .setLogged(let set): log(set, event)
    case .setRevised(let revision):
      guard let (place, offset) = find(revision.set) else { return }
      begun[place]?.sets[offset].revise(revision)
    case .setRemoved(let removal):
      guard let (place, _) = find(removal.set) else { return }
      begun[place]?.sets.removeAll { $0.id == removal.set }
    case .sessionEnded(let end):
      if let place = places[end.session] { begun[place]?.endedAt = event.at }
    case .sessionDiscarded(let discarding): discard(discarding.session)
    }
  }

  private mutating func begin(
    _ name: Name, at time: Timestamp, title: String? = nil, note: String? = nil
  ) {
    guard places[name] == nil else { return }
    places[name] = begun.count
    begun.append(Session(session: name, title: title, note: note, startedAt: time))
  }

  /// Where a session stands that is logged into. It begins if it has not: a log that was cut may have
  /// lost its start.
  private mutating func place(of session: Name, at time: Timestamp) -> Int {
    if let current, current.session == session { return current.place }
    let place = places[session] ?? begun.count
    begin(session, at: time)
    current = (session, place)
    return place
  }

  private mutating func discard(_ name: Name) {
    guard let place = places.removeValue(forKey: name) else { return }
    begun[place] = nil
    if current?.place == place { current = nil }
  }

  private mutating func log(_ set: SetLogged, _ event: Event) {
    let place = place(of: set.session, at: event.at)
    begun[place]?.sets.append(
      LoggedSet(
        id: event.id, seq: event.seq, exercise: set.exercise, reps: set.reps, weight: set.weight,
        kind: set.kind, rpe: set.rpe, completed: set.completed, note: set.note))
    index?.add(event.id, at: place)
  }

  /// Where a set stands that is to be set right: the place of its session, and its own in there.
  ///
  /// Nearly always it is one of the session that was logged into last. The first that is not has all of
  /// the user's sets indexed: an index from the start took a seventh of a replay of all views.
  private mutating func find(_ id: EventID) -> (place: Int, offset: Int)? {
    if let place = current?.place, let offset = offset(of: id, at: place) {
      return (place, offset)
    }
    if index == nil { index = SetIndex(begun) }
    while let place = index?.place(of: id) {
      if let offset = offset(of: id, at: place) { return (place, offset) }
      index?.forgetLatest(id)
    }
    return nil
  }

  private func offset(of id: EventID, at place: Int) -> Int? {
    begun[place]?.sets.lastIndex { $0.id == id }
  }
}

/// In which session each set of a history was logged. It may say so of sets that are gone.
private struct SetIndex: Sendable {
  private var latest: [EventID: Int] = [:]
  /// Where sets were logged whose id another one bears that was logged later. A log whose ids were never
  /// checked may hold such.
  private var earlier: [EventID: [Int]] = [:]

  init(_ sessions: [History.Session?]) {
    var sets: [(seq: Int, id: EventID, place: Int)] = []
    for (place, session) in sessions.enumerated() {
      for set in session?.sets ?? [] { sets.append((set.seq, set.id, place)) }
    }
    sets.sort { $0.seq < $1.seq }
    for set in sets { add(set.id, at: set.place) }
  }

  /// Where the set `id` was logged last that is not forgotten.
  func place(of id: EventID) -> Int? { latest[id] }

  mutating func add(_ id: EventID, at place: Int) {
    if let before = latest.updateValue(place, forKey: id) {
      earlier[id, default: []].append(before)
    }
  }

  mutating func forgetLatest(_ id: EventID) { latest[id] = earlier[id]?.popLast() }
}

extension History: Payload {
  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    if let old { try old.requireDistinctSets() }
    let sessions = try f.list("sessions", old?.standing)
    for session in sessions {
      places[session.session] = begun.count
      begun.append(session)
    }
    current = sessions.last.map { ($0.session, begun.count - 1) }
  }

  /// Two sets of one id are told apart by what was logged since, which is not kept.
  private func requireDistinctSets() throws(LineError) {
    var ids: Set<EventID> = []
    for session in standing {
      for set in session.sets where !ids.insert(set.id).inserted {
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
