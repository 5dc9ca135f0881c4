import Events

/// Drafts of what an import writes, with ids by which it is found again.
struct ImportDrafts {
  let user: Name
  /// The time of corrections.
  let now: Timestamp
  private(set) var drafts: [Draft] = []
  /// The ids that are in the log or among the drafts.
  private var taken: Set<EventID>

  init(by user: Name, at now: Timestamp, after sessions: ImportedSessions) {
    (self.user, self.now) = (user, now)
    taken = sessions.ids
  }

  /// Returns the first id that is free of those for what is recorded under `original`, and takes it.
  private mutating func take(_ original: EventID) -> EventID {
    var number = 1
    while !taken.insert(original.again(number)).inserted { number += 1 }
    return original.again(number)
  }

  /// Appends a fact of a training day.
  @discardableResult
  mutating func append(
    _ original: EventID, at time: Timestamp, _ fact: SessionEvent
  ) -> EventID {
    let id = take(original)
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
  /// A set, with the id that it has in a first import.
  struct LoggedSet {
    let id: EventID
    let set: SetLogged
  }

  /// The ids of its start and its end in a first import.
  let start: EventID
  var end: EventID
  var facts: SessionFacts
  var sets: [LoggedSet] = []

  /// Returns the sessions of the drafts of an export.
  static func all(in drafts: [Draft]) -> [TrainingSession] {
    var sessions: [TrainingSession] = []
    for draft in drafts {
      guard let id = draft.id, let at = draft.at, case .sessions(let fact) = draft.body else {
        continue
      }
      let last = sessions.indices.last
      switch fact {
      case .sessionStarted(let start):
        let facts = SessionFacts(title: start.title, note: start.note, startedAt: at)
        sessions.append(TrainingSession(start: id, end: id, facts: facts))
      case .setLogged(let set):
        if let last { sessions[last].sets.append(LoggedSet(id: id, set: set)) }
      case .sessionEnded:
        if let last { (sessions[last].end, sessions[last].facts.endedAt) = (id, at) }
      case .setRevised, .setRemoved, .sessionDiscarded, .sessionRevised, .sessionReopened,
        .setMoved,
        .sessionRestored:
        break
      }
    }
    return sessions
  }
}

extension SetLogged {
  /// Returns the same set of another session.
  func moved(to session: Name) -> SetLogged {
    SetLogged(
      session: session, exercise: exercise, reps: reps, weight: weight, kind: kind, rpe: rpe,
      seconds: seconds, metres: metres, completed: completed, note: note)
  }
}
