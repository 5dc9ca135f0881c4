/// The rows of an export, gathered into sessions.
struct CollectedTraining {
  /// The set of one row.
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
    /// The number of rows seen, invalid ones included, so that correcting one moves no other.
    var rows = 0
    var sets: [(ordinal: Int, row: Row)] = []
  }

  /// The start and title, which tell a session from all others in every export of the same history.
  struct Key: Hashable {
    let start: WallTime
    let title: Name
  }

  /// The number of sets whose weight got the default unit, and that of distances.
  private(set) var unitless = (weights: 0, distances: 0)
  private var sessions: [Session] = []
  private var places: [Key: Int] = [:]

  /// Adds the row of `cells` to its session.
  mutating func take(_ cells: inout TrainingCells) throws(ImportProblem) {
    try cells.checkWidth()
    let wall = try cells.start()
    let start = cells.defaults.timestamp(of: wall)
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
    if set.weight.map({ $0.value != 0 }) ?? false, cells.hasUnitlessWeight {
      unitless.weights += 1
    }
    if set.metres != nil, cells.hasUnitlessDistance { unitless.distances += 1 }
    // The first row with facts about its session counts; Strong blanks the others.
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

/// A writer of sessions as drafts of events.
struct TrainingWriter {
  private let source: TrainingSource
  private let user: Name
  private(set) var drafts: [Draft] = []
  private(set) var sessions = 0
  private(set) var sets = 0
  /// The number of different exercises of the sets.
  var exercises: Int { seen.count }
  private var slugs = ExerciseSlugs()
  private var seen: Set<Name> = []
  /// Returns the exercise that a name is another name of; nil where it is none.
  private let exercise: (String) -> Name?
  /// The exercises by the names of the file.
  private var found: [Name: Name] = [:]
  /// The names that differ from the ids made of them, in the order in which they are met.
  private(set) var names: [ExerciseAliased] = []

  init(source: TrainingSource, user: Name, exercise: @escaping (String) -> Name?) {
    (self.source, self.user, self.exercise) = (source, user, exercise)
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
    let exercise = id(of: row.exercise)
    seen.insert(exercise)
    return SetLogged(
      session: session, exercise: exercise, reps: row.reps, weight: row.weight, kind: row.kind,
      rpe: row.rpe, seconds: row.seconds, metres: row.metres, note: note)
  }

  /// Returns the exercise of a name of the file.
  private mutating func id(of name: Name) -> Name {
    if let exercise = found[name] { return exercise }
    // The slug is taken all the same, so that no other name gets another one for it.
    let slug = slugs.id(of: name)
    let exercise = exercise(name.text) ?? slug
    found[name] = exercise
    if exercise == slug, name != slug, ExerciseSlugs.slug(of: name.text) == slug.text {
      names.append(ExerciseAliased(alias: name.text, exercise: slug))
    }
    return exercise
  }

  private mutating func append(_ id: EventID, _ at: Timestamp, _ event: SessionEvent) {
    drafts.append(Draft(id: id, at: at, user: user, .sessions(event)))
  }

  /// Returns the id of a part of a session.
  ///
  /// It follows from the time on the wall, and not from the instant: see `ImportedTraining`.
  private func id(_ session: CollectedTraining.Session, _ part: String) -> EventID {
    source.id(
      of: part, inSessionAt: session.key.start.milliseconds, called: session.key.title, by: user)
  }
}
