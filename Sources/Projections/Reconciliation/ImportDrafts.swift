import Events

/// Drafts of what an import writes, with ids by which it is found again.
struct ImportDrafts {
  let user: Name
  /// The time of corrections.
  let now: Timestamp
  private(set) var drafts: [Draft] = []
  private let sessions: ImportedSessions
  /// A Boolean value indicating whether an id may be free no more when it is asked for.
  private let looksForFree: Bool
  /// The ids among the drafts; none in a first import whose ids differ, as nearly all do.
  private var taken: Set<EventID> = []

  /// Creates a writer that has no drafts yet.
  ///
  /// - Parameter sharesIDs: A Boolean value indicating whether some facts of the export have one id.
  init(
    by user: Name, at now: Timestamp, after sessions: ImportedSessions, sharesIDs: Bool = false
  ) {
    (self.user, self.now, self.sessions) = (user, now, sessions)
    looksForFree = sharesIDs || !sessions.isEmpty
  }

  /// Returns the first id that is free of those for what is recorded under `original`, and takes it.
  private mutating func replacement(for original: EventID) -> EventID {
    guard looksForFree else { return original }
    var (number, id) = (1, original)
    while sessions.contains(id) || !taken.insert(id).inserted {
      number += 1
      id = original.again(number)
    }
    return id
  }

  /// Makes room for so many drafts: an array that grows copies all that it has, each time.
  mutating func reserve(_ count: Int) { drafts.reserveCapacity(count) }

  /// Takes out the first of the drafts.
  mutating func takeFirst(_ count: Int) -> [Draft] {
    // The rest is copied: that of a session, and not all of a batch.
    let rest = Array(drafts.dropFirst(count))
    drafts.removeLast(rest.count)
    defer { drafts = rest }
    return drafts
  }

  /// Appends a fact of a training day.
  @discardableResult
  mutating func append(
    _ original: EventID, at time: Timestamp, _ fact: SessionEvent
  ) -> EventID {
    let id = replacement(for: original)
    drafts.append(Draft(id: id, at: time, user: user, .sessions(fact)))
    return id
  }

  /// Appends a correction, of now, of the session or set called `target`.
  mutating func correct(_ target: Name, _ fact: SessionEvent) {
    let original = EventID(derivedFrom: [
      "training correction", user.text, target.text, String(now.milliseconds),
    ])
    append(original, at: now, fact)
  }

  /// Appends a whole session.
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

  /// Appends a set of a session.
  mutating func append(_ set: TrainingSession.LoggedSet, to session: Name, at time: Timestamp) {
    append(set.id, at: time, .setLogged(set.set.moved(to: session)))
  }

  /// Gives the last of the drafts an id.
  mutating func mark(_ id: EventID) {
    guard let last = drafts.indices.last else { return }
    drafts[last].id = id
  }
}

/// A session as an export has it.
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

  /// Creates the session that a file has.
  init(_ session: ImportedSession) {
    let facts = SessionFacts(
      title: session.title, note: session.note, startedAt: session.startedAt,
      endedAt: session.endedAt)
    self.init(start: session.start, end: session.end, facts: facts, sets: session.sets)
  }
}

/// The sessions that a log is to have, each made when its turn comes.
struct WantedSessions: Sendable {
  let count: Int
  /// Returns the session at a place, without its sets.
  let facts: @Sendable (Int) -> TrainingSession
  /// Returns the session at a place.
  let session: @Sendable (Int) -> TrainingSession

  /// Creates the sessions of an export.
  init(_ training: ImportedTraining) {
    count = training.sessions
    facts = { TrainingSession(training.facts(at: $0)) }
    session = { TrainingSession(training.session(at: $0)) }
  }

  init(_ sessions: [TrainingSession]) {
    count = sessions.count
    facts = { sessions[$0] }
    session = { sessions[$0] }
  }
}

extension SetLogged {
  /// Returns the same set of another session.
  func moved(to session: Name) -> SetLogged {
    guard session != self.session else { return self }
    return SetLogged(
      session: session, exercise: exercise, reps: reps, weight: weight, kind: kind, rpe: rpe,
      seconds: seconds, metres: metres, completed: completed, note: note)
  }
}
