import Events

/// The drafts that an import writes, with ids by which a later import finds them.
struct ImportDrafts {
  let user: Name
  /// The time of corrections.
  let now: Timestamp
  private(set) var drafts: [Draft] = []
  private let sessions: ImportedSessions
  /// A Boolean value indicating whether an id must be checked for an earlier use.
  private let looksForFree: Bool
  /// The ids among the drafts; empty in a first import with unique ids, as in nearly all.
  private var taken: Set<EventID> = []

  /// Creates a writer without drafts.
  ///
  /// - Parameter sharesIDs: A Boolean value indicating whether some facts of the export have the same id.
  init(
    by user: Name, at now: Timestamp, after sessions: ImportedSessions, sharesIDs: Bool = false
  ) {
    (self.user, self.now, self.sessions) = (user, now, sessions)
    looksForFree = sharesIDs || !sessions.isEmpty
  }

  /// Returns the first free id for facts recorded under `original`, and reserves it.
  private mutating func replacement(for original: EventID) -> EventID {
    guard looksForFree else { return original }
    var (number, id) = (1, original)
    while sessions.contains(id) || !taken.insert(id).inserted {
      number += 1
      id = original.again(number)
    }
    return id
  }

  /// Reserves capacity for a number of drafts: a growing array copies all its elements each time.
  mutating func reserve(_ count: Int) { drafts.reserveCapacity(count) }

  /// Removes and returns the first drafts.
  mutating func takeFirst(_ count: Int) -> [Draft] {
    // This copies the rest, which is that of a session, instead of a whole batch.
    let rest = Array(drafts.dropFirst(count))
    drafts.removeLast(rest.count)
    defer { drafts = rest }
    return drafts
  }

  /// Appends a fact of a training day.
  @discardableResult
  mutating func append(_ original: EventID, at time: Timestamp, _ fact: SessionEvent) -> EventID {
    let id = replacement(for: original)
    drafts.append(Draft(id: id, at: time, user: user, .sessions(fact)))
    return id
  }

  /// Appends a correction, at the current time, of the session or set called `target`.
  mutating func correct(_ target: Name, _ fact: SessionEvent) {
    let original = EventID(derivedFrom: [
      "training correction", user.text, target.text, String(now.milliseconds),
    ])
    append(original, at: now, fact)
  }

  mutating func append(_ session: TrainingSession) {
    let name = Name(
      append(
        session.start, at: session.facts.startedAt,
        .sessionStarted(SessionStarted(title: session.facts.title, note: session.facts.note))))
    for set in session.sets { append(set, to: name, at: session.facts.startedAt) }
    if let endedAt = session.facts.endedAt {
      append(session.end, at: endedAt, .sessionEnded(SessionEnded(session: name)))
    }
  }

  mutating func append(_ set: TrainingSession.LoggedSet, to session: Name, at time: Timestamp) {
    append(set.id, at: time, .setLogged(set.set.moved(to: session)))
  }

  /// Sets the id of the last draft.
  mutating func mark(_ id: EventID) {
    guard let last = drafts.indices.last else { return }
    drafts[last].id = id
  }
}

/// A session in an export.
struct TrainingSession {
  typealias LoggedSet = ImportedSession.LoggedSet

  /// The ids of its start and its end in a first import.
  let start: EventID
  var end: EventID
  var facts: SessionFacts
  var sets: [LoggedSet] = []

  init(start: EventID, end: EventID, facts: SessionFacts, sets: [LoggedSet] = []) {
    (self.start, self.end, self.facts, self.sets) = (start, end, facts, sets)
  }

  init(_ session: ImportedSession) {
    let facts = SessionFacts(
      title: session.title, note: session.note, startedAt: session.startedAt,
      endedAt: session.endedAt)
    self.init(start: session.start, end: session.end, facts: facts, sets: session.sets)
  }
}

/// The sessions that a log should have, each created on demand.
struct WantedSessions: Sendable {
  let count: Int
  /// Returns the session at an index, without its sets.
  let facts: @Sendable (Int) -> TrainingSession
  let session: @Sendable (Int) -> TrainingSession

  init(_ training: ImportedTraining) {
    count = training.sessions
    facts = { TrainingSession(training.facts(at: $0)) }
    session = { TrainingSession(training.session(at: $0)) }
  }
}

extension SetLogged {
  /// Returns the same set of another session.
  func moved(to session: Name) -> SetLogged {
    with(session: session, exercise: exercise, note: note, superset: superset)
  }
}
