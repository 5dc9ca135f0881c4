/// The rows of an export, gathered into sessions.
struct CollectedTraining {
  /// What one row says about one set.
  struct Row {
    let exercise: Name
    let reps: Int
    let weight: Weight?
    let kind: SetKind
    let rpe: Double?
    let seconds: Double?
    let metres: Double?
    let note: String?
    /// The note of the exercise, which every row of it repeats.
    let exerciseNote: String?
  }

  /// The rows with one start and one title.
  struct Session {
    let key: Key
    let start: Timestamp
    let title: String?
    var end: Timestamp
    var note: String?
    /// Rows seen, those that made no sense included, so that mending one moves no other.
    var rows = 0
    var sets: [(ordinal: Int, row: Row)] = []
  }

  /// What tells one session from another in every export of the same history.
  struct Key: Hashable {
    let start: WallTime
    let title: Name
  }

  private var sessions: [Session] = []
  private var places: [Key: Int] = [:]

  /// Takes up the row that `cells` are of.
  mutating func take(_ cells: inout TrainingCells) throws(ImportProblem) {
    try cells.checkWidth()
    let wall = try cells.start()
    let start = wall.timestamp(offset: cells.defaults.offsetMinutes)
    let title = try cells.title()
    let key = Key(start: wall, title: Name(title ?? ""))
    let place = places[key] ?? sessions.count
    if place == sessions.count {
      places[key] = place
      sessions.append(Session(key: key, start: start, title: title, end: start))
    }
    sessions[place].rows += 1
    let end = try cells.end(after: start)
    let note = try cells.sessionNote()
    let set = try cells.set()
    // The first row that says something about its session counts; Strong blanks the others.
    if sessions[place].end == start { sessions[place].end = end }
    if sessions[place].note == nil { sessions[place].note = note }
    sessions[place].sets.append((sessions[place].rows, set))
  }

  /// The sessions that have sets, by start; those with the same start by title.
  var chronological: [Session] {
    sessions.filter { !$0.sets.isEmpty }.sorted { one, other in
      (one.start, one.key.title) < (other.start, other.key.title)
    }
  }
}

/// Writes sessions as drafts of events.
struct TrainingWriter {
  private let source: TrainingSource
  private let user: Name
  private(set) var drafts: [Draft] = []
  private(set) var sessions = 0
  private(set) var sets = 0
  /// How many different exercises the sets were of.
  var exercises: Int { seen.count }
  private var slugs = ExerciseSlugs()
  private var seen: Set<Name> = []

  init(source: TrainingSource, user: Name) {
    self.source = source
    self.user = user
  }

  /// Writes one session: its start, its sets, its end.
  mutating func write(_ session: CollectedTraining.Session) {
    let id = id(session, "start")
    let name = Name(id)
    append(
      id, session.start,
      .sessionStarted(SessionStarted(title: session.title, note: session.note)))
    var noted: Set<[Name]> = []
    for (ordinal, row) in session.sets {
      var note = row.note
      if let exerciseNote = row.exerciseNote,
        noted.insert([row.exercise, Name(exerciseNote)]).inserted
      {
        note = note ?? exerciseNote
      }
      append(
        self.id(session, "set \(ordinal)"), session.start,
        .setLogged(set(row, in: name, note: note)))
    }
    append(self.id(session, "end"), session.end, .sessionEnded(SessionEnded(session: name)))
    sessions += 1
    sets += session.sets.count
  }

  private mutating func set(
    _ row: CollectedTraining.Row, in session: Name, note: String?
  ) -> SetLogged {
    let exercise = slugs.id(of: row.exercise)
    seen.insert(exercise)
    return SetLogged(
      session: session, exercise: exercise, reps: row.reps, weight: row.weight, kind: row.kind,
      rpe: row.rpe, seconds: row.seconds, metres: row.metres, note: note)
  }

  private mutating func append(_ id: EventID, _ at: Timestamp, _ event: SessionEvent) {
    drafts.append(Draft(id: id, at: at, user: user, .sessions(event)))
  }

  /// The time on the wall, and not the instant, is in it: see `ImportedTraining`.
  private func id(_ session: CollectedTraining.Session, _ part: String) -> EventID {
    EventID(derivedFrom: [
      "training", source.rawValue, user.text, String(session.key.start.milliseconds),
      session.key.title.text, part,
    ])
  }
}
