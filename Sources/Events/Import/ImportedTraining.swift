/// The training history in an export, as drafts of events.
///
///     2026-03-02 18:04:00,Push,1h,Squat,1,100,5     SessionStarted at 18:04, title "Push"
///     2026-03-02 18:04:00,Push,1h,Squat,2,100,4  →  SetLogged, SetLogged at 18:04
///                                                   SessionEnded at 19:04
///
/// Sessions are in the order of their starts, and the sets of a session are in the order of the file. Sessions with the
/// same start are in the order of the file, or in reverse if the file lists the newest session first. Each id depends
/// only on the user, the app, the session's start and title in the file, and the set's position among the session's
/// rows. The same file therefore gives the same drafts again, and an append recognises them. A later file with more
/// sessions gives the same drafts for the earlier ones. The history may have changed in the app, or be read with
/// another unit or offset. A reconciliation then compares the drafts with the log, and keeps the new and corrected
/// facts.
///
/// Memory: about 20 bytes for a row plus its notes, and about 200 for a session. The events of a session are created
/// when they are needed.
public struct ImportedTraining: Sendable {
  /// The body weight measurements in the rows; nil for an app or a file without them.
  public private(set) var bodyWeights: ImportedBodyWeights?
  public var sessions: Int { order.count }
  public var sets: Int { collected.sets }
  /// The number of different exercises.
  public private(set) var exercises = 0
  /// The names of exercises in the file, if they differ from the exercise ids made from them.
  public private(set) var names: [ExerciseAliased] = []
  /// The exercises, each with its first name in the file and its number of sets, in descending order of sets.
  package var mostTrained: [(exercise: Name, name: String, sets: Int)] {
    var found: [Name: (exercise: Name, name: String, sets: Int)] = [:]
    for (place, exercise) in exerciseIDs.enumerated() {
      found[exercise, default: (exercise, collected.exercises[place].text, 0)].sets +=
        collected.counts[place]
    }
    return found.values.sorted { ($1.sets, $0.name) < ($0.sets, $1.name) }
  }
  /// The number of rows after the header, without blank lines.
  public private(set) var rows = 0
  /// The number of rows that are not training: rest timers, meets of other lifters, exercises without sets.
  public private(set) var passedOver = 0
  /// The rows that were skipped because of a problem, in the order of the file.
  public private(set) var problems: [ImportProblem] = []
  /// The implausible values and unclear times of imported rows; at most the first 1,000.
  public var implausible: [ImportProblem] { collected.implausible }
  /// The columns unknown to this build, with the names in the header; their content was not imported.
  public private(set) var ignoredColumns: [String] = []

  /// The repetitions times the load of all sets, in kilograms; assistance adds nothing.
  public var volumeKg: Double { collected.volumeKg }
  /// The unit of the last weight in the file; nil if it has none.
  public var unit: Weight.Unit? { collected.unit }
  /// The days of the first and the last session; nil if there is none.
  public var days: ClosedRange<LocalDay>? {
    guard sessions > 0 else { return nil }
    // The sessions are in the order of their instants, and days are local.
    let (first, last) = (facts(at: 0).startedAt.day, facts(at: sessions - 1).startedAt.day)
    return min(first, last)...max(first, last)
  }

  /// The number of sets with a weight other than 0 and without a unit.
  public var unitlessWeights: Int { collected.unitless.weights }
  /// The number of sets with a distance and without a unit.
  public var unitlessDistances: Int { collected.unitless.distances }
  /// The number of sets that were imported without their superset, because it has no letter from A to Z.
  public var supersetsLeftOut: Int { collected.supersetsLeftOut }

  /// The largest number of rows, without blank lines: 400 sets on each day of 20 years.
  public static let mostRows = 3_000_000
  /// The largest number of sessions: 20 on each day of 20 years.
  public static let mostSessions = 150_000
  /// The largest number of rows with problems.
  static let mostProblems = 100_000
  /// The largest number of rows in one session.
  public static let mostRowsOfSession = 50_000

  private let source: TrainingSource
  private let user: Name
  private var collected = CollectedTraining()
  /// The numbers of the sessions that have sets, sorted by start.
  private var order: [Int32] = []
  /// A Boolean value indicating whether some facts share an id, so that later ones get other ids.
  package private(set) var sharesIDs = false
  /// The ids of the exercises, by number.
  private var exerciseIDs: [Name] = []

  /// Creates the drafts of the export in `bytes`, written by `source`.
  ///
  /// - Parameters:
  ///   - user: The user who did the training.
  ///   - exercise: A closure that returns the exercise with a name in the file as its alias; nil if there is none.
  /// - Throws: `ImportError` if the file has another format, or if more than half of its rows are invalid. An invalid
  ///   row is a problem, and the other rows are imported.
  public init(
    _ bytes: Bytes, from source: TrainingSource, by user: Name,
    defaults: TrainingDefaults = TrainingDefaults(),
    exercise: (String) -> Name? = { _ in nil }
  ) throws(ImportError) {
    _ = try CSVReader(bytes)
    try self.init(TextFile(bytes), from: source, by: user, defaults: defaults, exercise: exercise)
  }

  /// Creates the drafts of a file that is read in parts.
  ///
  /// - Parameters:
  ///   - latest: The latest start of a session; nil for any.
  ///   - onProgress: A closure called from time to time with the number of bytes read.
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

  /// Reads a row and all rows that follow it.
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
          problems.count <= Self.mostProblems, Self.mostProblems, "rows that cannot be read",
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

  /// Adds the sets of a row, and returns the first problem of the row.
  private mutating func read(
    _ row: CSVRow, as shape: inout (any RowShape)?, by cells: inout TrainingCells
  ) -> ImportProblem? {
    guard shape != nil else { return read(plain: row, by: &cells) }
    var problem: ImportProblem?
    do throws(ImportProblem) {
      let plain = try shape?.rows(of: row) ?? []
      if plain.isEmpty { passedOver += 1 }
      // An invalid set does not affect the other sets of its row.
      for row in plain {
        let next = read(plain: row, by: &cells)
        problem = problem ?? next
      }
    } catch { problem = error }
    return problem
  }

  /// Adds the set of a row in the plain layout, and returns the problem of the row.
  private mutating func read(plain row: CSVRow, by cells: inout TrainingCells) -> ImportProblem? {
    cells.row = row
    if cells.isRest {
      passedOver += 1
      return nil
    }
    do throws(ImportProblem) { try collected.add(&cells) } catch { return error }
    return nil
  }

  /// Throws an error for a file with too many of something.
  private func check(
    _ isWithin: Bool, _ most: Int, _ things: String, _ line: Int
  ) throws(ImportError) {
    guard !isWithin else { return }
    throw ImportError(
      kind: .malformed, line: line,
      message: "expected at most \(grouped("\(most)")) \(things), found more",
      help: "split the file between two sessions, and import the parts")
  }

  /// Assigns ids to the exercises of the file, in the order of their use in the sessions.
  ///
  /// - Parameter exercise: A closure that returns the exercise with a name in the file as its alias; nil if there is
  ///   none.
  package mutating func nameExercises(_ exercise: (String) -> Name?) {
    var ids: [Name?] = Array(repeating: nil, count: collected.exercises.count)
    var slugs = ExerciseSlugs()
    var named: Set<Name> = []
    names = []
    var unnamed = ids.count
    // Most exercises appear in the first few sessions.
    for number in order where unnamed > 0 {
      collected.forEachSet(of: collected.sessions[Int(number)], named: user) { _, unpacked in
        guard ids[unpacked.exercise] == nil else { return }
        unnamed -= 1
        let name = unpacked.set.exercise
        // The slug is reserved in any case, so that the slugs of other names do not change.
        let slug = slugs.id(of: name)
        let id = exercise(name.text) ?? slug
        ids[unpacked.exercise] = id
        if id == slug, name != slug, ExerciseSlugs.slug(of: name.text) == slug.text,
          named.insert(slug).inserted
        {
          names.append(ExerciseAliased(alias: name.text, exercise: slug))
        }
      }
    }
    exerciseIDs = zip(ids, collected.exercises).map { $0 ?? $1 }
    exercises = Set(exerciseIDs).count
  }
}

// MARK: - Sessions

/// A session of an export, with the ids of its facts in a first import.
package struct ImportedSession: Sendable {
  package struct LoggedSet: Sendable {
    package let id: EventID
    package fileprivate(set) var set: SetLogged

    package init(id: EventID, set: SetLogged) { (self.id, self.set) = (id, set) }
  }

  package let start: EventID
  package let end: EventID
  package let title: String?
  package let note: String?
  package let startedAt: Timestamp
  package let endedAt: Timestamp
  package fileprivate(set) var sets: [LoggedSet] = []

  /// Returns the events in the order of a first import.
  func drafts(by user: Name) -> [Draft] {
    let started = SessionStarted(title: title, note: note)
    return [Draft(id: start, at: startedAt, user: user, started.body)]
      + sets.map { Draft(id: $0.id, at: startedAt, user: user, .sessions(.setLogged($0.set))) }
      + [Draft(id: end, at: endedAt, user: user, SessionEnded(session: Name(start)).body)]
  }
}

extension ImportedTraining {
  /// Returns a session without its sets.
  ///
  /// - Parameter place: The index among the sessions, sorted by start.
  package func facts(at place: Int) -> ImportedSession { session(at: place) { _, _ in } }

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
        let set = unpacked.set.with(
          session: unpacked.set.session, exercise: exerciseIDs[unpacked.exercise], note: note,
          superset: unpacked.set.superset)
        session.sets.append(.init(id: ids.id("set \(ordinal)"), set: set))
      }
      session.removeSingleSupersets()
    }
  }

  private func session(
    at place: Int, _ fill: (inout ImportedSession, inout DerivedIDs) -> Void
  ) -> ImportedSession {
    let session = collected.sessions[Int(order[place])]
    // The ids depend on the local time, not on the instant.
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
  /// Memory: about 300 bytes for each event; a reconciliation creates one session at a time.
  public var drafts: [Draft] { (0..<sessions).flatMap { session(at: $0).drafts(by: user) } }
}

extension ImportedSession {
  /// Removes the supersets of only one exercise.
  fileprivate mutating func removeSingleSupersets() {
    var members: [SupersetGroup: Set<Name>] = [:]
    for logged in sets {
      if let group = logged.set.superset { members[group, default: []].insert(logged.set.exercise) }
    }
    for place in sets.indices {
      guard let group = sets[place].set.superset, members[group]?.count == 1 else { continue }
      let set = sets[place].set
      sets[place].set = set.with(
        session: set.session, exercise: set.exercise, note: set.note, superset: nil)
    }
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
