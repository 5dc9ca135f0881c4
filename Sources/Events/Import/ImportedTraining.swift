/// The training history of an export, as events about to be appended.
///
///     2026-03-02 18:04:00,Push,1h,Squat,1,100,5     SessionStarted at 18:04, title "Push"
///     2026-03-02 18:04:00,Push,1h,Squat,2,100,4  →  SetLogged, SetLogged at 18:04
///                                                   SessionEnded at 19:04
///
/// Sessions come in the order of their starts, whatever the order of the file; the sets of one keep
/// their order. Every id follows from the user, the app, the session's start and title as written,
/// and the place of the set among the session's rows. So a file read again gives the same drafts,
/// which an append recognises, and so does a later file that holds more sessions. Where the history has
/// changed meanwhile, in the app or because it is read with another unit or offset, a reconciliation of
/// the drafts with the log makes of them what is new or corrected.
///
/// Memory: some 20 bytes for a row and its notes, some 200 for a session. A session is written as events
/// when its turn comes.
public struct ImportedTraining: Sendable {
  /// The measurements of the body's weight that the rows have besides; nil for an app or a file without.
  public private(set) var bodyWeights: ImportedBodyWeights?
  /// The number of sessions.
  public var sessions: Int { order.count }
  /// The number of sets.
  public var sets: Int { collected.sets }
  /// The number of different exercises.
  public private(set) var exercises = 0
  /// The names of exercises as the file has them, where the ids made of them are spelled otherwise.
  public private(set) var names: [ExerciseAliased] = []
  /// The number of rows after the header, without blank lines.
  public private(set) var rows = 0
  /// The number of rows that are no training: rest timers, meets of others, exercises without sets.
  public private(set) var passedOver = 0
  /// The rows that were left out, in the order of the file.
  public private(set) var problems: [ImportProblem] = []
  /// The implausible values, which were taken, by row; the first 1,000 of them.
  public var implausible: [ImportProblem] { collected.implausible }
  /// The columns unknown to this build, as the header names them; their content was not taken.
  public private(set) var ignoredColumns: [String] = []

  /// The number of sets with a weight other than 0 that names no unit.
  public var unitlessWeights: Int { collected.unitless.weights }
  /// The number of sets with a distance that names no unit.
  public var unitlessDistances: Int { collected.unitless.distances }

  /// The most rows, without blank lines: 400 sets on each day of 20 years.
  public static let mostRows = 3_000_000
  /// The most sessions: 20 on each day of 20 years.
  public static let mostSessions = 150_000
  /// The most rows that are left out.
  static let mostProblems = 100_000
  /// The most rows of one session.
  public static let mostRowsOfSession = 50_000

  private let source: TrainingSource
  private let user: Name
  private var collected = CollectedTraining()
  /// The numbers of the sessions that have sets, by start.
  private var order: [Int32] = []
  /// A Boolean value indicating whether some of its facts have one id, of which later ones then get others.
  package private(set) var sharesIDs = false
  /// The ids of the exercises, by number.
  private var exerciseIDs: [Name] = []

  /// Creates the drafts of the export `bytes` that `source` wrote.
  ///
  /// - Parameters:
  ///   - user: The user whose training it is.
  ///   - exercise: Returns the exercise that a name of the file is another name of; nil where it is none.
  /// - Throws: `ImportError` when the file is no such export, or when more than half of its rows
  ///   are invalid; a single bad row is a problem and the rest is taken.
  public init(
    _ bytes: Bytes, from source: TrainingSource, by user: Name,
    defaults: TrainingDefaults = TrainingDefaults(),
    exercise: (String) -> Name? = { _ in nil }
  ) throws(ImportError) {
    _ = try CSVReader(bytes)
    try self.init(TextFile(bytes), from: source, by: user, defaults: defaults, exercise: exercise)
  }

  /// Creates the drafts of a file, which is read in parts.
  ///
  /// - Parameters:
  ///   - latest: The time after which a session is implausible; nil for none.
  ///   - onProgress: Called with the number of bytes that were read, now and then.
  package init(
    _ bytes: TextFile, from source: TrainingSource, by user: Name,
    defaults: TrainingDefaults = TrainingDefaults(), latest: Timestamp? = nil,
    exercise: (String) -> Name? = { _ in nil }, onProgress: ((Int) -> Void)? = nil
  ) throws(ImportError) {
    (self.source, self.user) = (source, user)
    let dialect = source.dialect
    try source.checkLifter(bytes, defaults.lifter)
    var reader = try CSVReader(bytes)
    let first = try reader.next()
    var shape = source.shape(of: first, defaults)
    let (layout, hasHeader) = try TrainingLayout.reading(bytes, beginning: first, from: source)
    var cells = TrainingCells(
      layout: layout, dialect: dialect, defaults: defaults,
      allowsDecimalComma: reader.separator == UInt8(ascii: ";"))
    cells.latest = latest
    var weights = first.flatMap { first in
      BodyWeightSource(source).flatMap { BodyWeightRows(first, $0, by: user, defaults, latest) }
    }
    try read(
      hasHeader ? try reader.next() : first, and: &reader, as: &shape, by: &cells, &weights,
      onProgress)
    bodyWeights = weights?.finished()
    ignoredColumns = layout.ignored
    order = collected.chronological
    sharesIDs = collected.hasTwins
    nameExercises(exercise)
  }

  /// Takes in a row and those that follow it.
  private mutating func read(
    _ first: CSVRow?, and reader: inout CSVReader, as shape: inout (any RowShape)?,
    by cells: inout TrainingCells, _ weights: inout BodyWeightRows?,
    _ onProgress: ((Int) -> Void)?
  ) throws(ImportError) {
    var next = first
    while let row = next {
      next = try reader.next()
      if rows & 0xFFF == 0 { onProgress?(reader.offset) }
      try check(rows < Self.mostRows, Self.mostRows, "rows", row.line)
      rows += 1
      weights?.add(row)
      if let problem = read(row, as: &shape, by: &cells) {
        problems.append(problem)
        if problems.count == ImportError.manyProblems {
          try ImportError.refuse(problems, of: rows - passedOver, "rows")
        }
        try check(
          problems.count <= Self.mostProblems, Self.mostProblems, "rows that make no sense",
          row.line
        )
      }
      try check(
        collected.sessions.count <= Self.mostSessions, Self.mostSessions, "sessions", row.line)
      try check(
        collected.mostRows <= Self.mostRowsOfSession, Self.mostRowsOfSession,
        "rows in one session", row.line)
    }
    try ImportError.refuse(problems, of: rows - passedOver, "rows")
  }

  /// Takes in the sets of a row, and returns the first problem with it.
  private mutating func read(
    _ row: CSVRow, as shape: inout (any RowShape)?, by cells: inout TrainingCells
  ) -> ImportProblem? {
    guard shape != nil else { return read(plain: row, by: &cells) }
    var problem: ImportProblem?
    do throws(ImportProblem) {
      let plain = try shape?.rows(of: row) ?? []
      if plain.isEmpty { passedOver += 1 }
      // One set of a row that makes no sense leaves the others of it as they are.
      for row in plain {
        let next = read(plain: row, by: &cells)
        problem = problem ?? next
      }
    } catch { problem = error }
    return problem
  }

  /// Takes in the set of a row of the plain layout, and returns the problem with it.
  private mutating func read(plain row: CSVRow, by cells: inout TrainingCells) -> ImportProblem? {
    cells.row = row
    if cells.isRest {
      passedOver += 1
      return nil
    }
    do throws(ImportProblem) { try collected.add(&cells) } catch { return error }
    return nil
  }

  /// Throws for a file that has more than the most of something.
  private func check(
    _ isWithin: Bool, _ most: Int, _ things: String, _ line: Int
  ) throws(ImportError) {
    guard !isWithin else { return }
    throw ImportError(
      kind: .malformed, line: line,
      message: "expected at most \(grouped("\(most)")) \(things), found more",
      help: "import it in parts, cut between two sessions")
  }

  /// Gives the exercises of the file their ids, in the order in which the sessions have them.
  ///
  /// - Parameter exercise: Returns the exercise that a name of the file is another name of; nil where it
  ///   is none.
  package mutating func nameExercises(_ exercise: (String) -> Name?) {
    var ids: [Name?] = Array(repeating: nil, count: collected.exercises.count)
    var slugs = ExerciseSlugs()
    names = []
    var unnamed = ids.count
    // Most have theirs after a few sessions.
    for number in order where unnamed > 0 {
      collected.forEachSet(of: collected.sessions[Int(number)], named: user) { _, unpacked in
        guard ids[unpacked.exercise] == nil else { return }
        unnamed -= 1
        let name = unpacked.set.exercise
        // The slug is taken all the same, so that no other name gets another one for it.
        let slug = slugs.id(of: name)
        let id = exercise(name.text) ?? slug
        ids[unpacked.exercise] = id
        if id == slug, name != slug, ExerciseSlugs.slug(of: name.text) == slug.text {
          names.append(ExerciseAliased(alias: name.text, exercise: slug))
        }
      }
    }
    exerciseIDs = zip(ids, collected.exercises).map { $0 ?? $1 }
    exercises = Set(exerciseIDs).count
  }
}

// MARK: - Sessions

/// A session of an export, with the ids that its facts have in a first import.
package struct ImportedSession: Sendable {
  /// A set of a session.
  package struct LoggedSet: Sendable {
    package let id: EventID
    package let set: SetLogged

    package init(id: EventID, set: SetLogged) { (self.id, self.set) = (id, set) }
  }

  package let start: EventID
  package let end: EventID
  package let title: String?
  package let note: String?
  package let startedAt: Timestamp
  package let endedAt: Timestamp
  package fileprivate(set) var sets: [LoggedSet] = []

  /// Returns the events, in the order of a first import.
  func drafts(by user: Name) -> [Draft] {
    let started = SessionStarted(title: title, note: note)
    return [Draft(id: start, at: startedAt, user: user, .sessions(.sessionStarted(started)))]
      + sets.map { Draft(id: $0.id, at: startedAt, user: user, .sessions(.setLogged($0.set))) }
      + [
        Draft(
          id: end, at: endedAt, user: user,
          .sessions(.sessionEnded(SessionEnded(session: Name(start)))))
      ]
  }
}

extension ImportedTraining {
  /// Returns a session without its sets.
  ///
  /// - Parameter place: The place among the sessions, by start.
  package func facts(at place: Int) -> ImportedSession {
    session(at: place) { _, _ in }
  }

  /// Returns a session with its sets.
  package func session(at place: Int) -> ImportedSession {
    session(at: place) { (session, ids) in
      let name = Name(session.start)
      let source = collected.sessions[Int(order[place])]
      var noted: Set<EventID> = []
      session.sets.reserveCapacity(Int(source.rows))
      collected.forEachSet(of: source, named: name) { ordinal, unpacked in
        var note = unpacked.set.note
        if let exerciseNote = unpacked.exerciseNote {
          let key = EventID(derivedFrom: [String(unpacked.exercise), exerciseNote])
          if noted.insert(key).inserted { note = note ?? exerciseNote }
        }
        session.sets.append(
          ImportedSession.LoggedSet(
            id: ids.id("set \(ordinal)"),
            set: unpacked.set.with(exercise: exerciseIDs[unpacked.exercise], note: note)))
      }
    }
  }

  private func session(
    at place: Int, _ fill: (inout ImportedSession, inout DerivedIDs) -> Void
  ) -> ImportedSession {
    let session = collected.sessions[Int(order[place])]
    // They follow from the time on the wall, and not from the instant.
    var ids = source.ids(
      inSessionAt: session.key.start.milliseconds, called: session.title ?? "", by: user)
    var found = ImportedSession(
      start: ids.id("start"), end: ids.id("end"), title: session.title, note: session.note,
      startedAt: session.start, endedAt: session.end)
    fill(&found, &ids)
    return found
  }

  /// The events, session by session.
  ///
  /// Memory: some 300 bytes for each; a reconciliation makes a session at a time.
  public var drafts: [Draft] {
    (0..<sessions).flatMap { session(at: $0).drafts(by: user) }
  }
}

extension ImportedTraining: Equatable {
  public static func == (one: Self, other: Self) -> Bool {
    one.rows == other.rows && one.passedOver == other.passedOver && one.problems == other.problems
      && one.ignoredColumns == other.ignoredColumns && one.names == other.names
      && one.unitlessWeights == other.unitlessWeights
      && one.unitlessDistances == other.unitlessDistances && one.drafts == other.drafts
  }
}

extension SetLogged {
  /// Returns the set with another exercise and another note.
  fileprivate func with(exercise: Name, note: String?) -> SetLogged {
    SetLogged(
      session: session, exercise: exercise, reps: reps, weight: weight, kind: kind, rpe: rpe,
      seconds: seconds, metres: metres, completed: completed, note: note)
  }
}
