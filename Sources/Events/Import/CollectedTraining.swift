/// The rows of an export, collected into sessions.
///
/// Memory: about 20 bytes for a row plus its notes, and about 200 for a session.
struct CollectedTraining: Sendable {
  /// The set of one row.
  struct Row {
    /// The set; its session is the name of its exercise until the session is known.
    let set: SetLogged
    /// The note of the exercise, which every row of the exercise repeats.
    let exerciseNote: String?
  }

  /// The rows with the same start and title.
  struct Session {
    let key: Key
    let start: Timestamp
    let title: String?
    var end: Timestamp
    var note: String?
    /// The number of rows read, including invalid ones, so that a corrected row does not move the others.
    var rows: Int32 = 0
    /// The indexes of the first and the last run of the session's sets; -1 for none.
    fileprivate var runs: (first: Int32, last: Int32) = (-1, -1)
  }

  /// The start and title, which identify a session in every export of the same history.
  struct Key: Hashable {
    let start: WallTime
    /// A hash of the title's bytes; the titles themselves would take more memory than the sessions.
    let title: EventID
  }

  /// A run of consecutive sets of one session, packed side by side.
  private struct Run {
    let place: PackedSets.Place
    /// The number of the run's first row in its session, from 1.
    let ordinal: Int32
    var count: Int32
    /// The index of the next run of the session; -1 for none.
    var next: Int32 = -1
  }

  /// The numbers of sets whose weight, or distance, got the default unit.
  private(set) var unitless = (weights: 0, distances: 0)
  /// The number of sets whose superset has no letter.
  private(set) var supersetsLeftOut = 0
  /// The repetitions times the load of all sets, in kilograms; assistance adds nothing.
  private(set) var volumeKg = 0.0
  /// The unit of the last weight; nil before the first one.
  private(set) var unit: Weight.Unit?
  private(set) var sessions: [Session] = []
  private(set) var sets = 0
  /// The largest number of rows in one session.
  private(set) var mostRows = 0
  private var places: [Key: Int32] = [:]
  private var packed = PackedSets()
  private var runs: [Run] = []
  /// The implausible values and unclear times of imported rows; at most the first 1,000.
  private(set) var implausible: [ImportProblem] = []
  /// The session of the last row.
  private var latest: (start: WallTime, title: String, place: Int)?
  /// The last local time, and how a clock change made it unclear; nil if it is clear.
  private var clockChange: (wall: WallTime, message: String?)?
  /// The index of the session whose set was packed last.
  private var last: Int32 = -1

  /// Adds the row of `cells` to its session.
  mutating func add(_ cells: inout TrainingCells) throws(ImportProblem) {
    try cells.checkWidth()
    let wall = try cells.start()
    let start = cells.defaults.timestamp(of: wall)
    try cells.check(start)
    let title = try cells.title()
    let known = sessions.count
    let place = place(of: wall, title, start)
    if place == known, let doubt = cells.implausible(start) { keep(doubt) }
    sessions[place].rows += 1
    mostRows = max(mostRows, Int(sessions[place].rows))
    let end = try cells.end(after: start)
    let note = try cells.sessionNote()
    let row = try cells.set()
    if let doubt = cells.implausible(row.set) { keep(doubt) }
    if clockChange?.wall != wall { clockChange = (wall, cells.defaults.clock.change(at: wall)) }
    if let message = clockChange?.message, let doubt = cells.doubtOfStart(message) { keep(doubt) }
    if let weight = row.set.weight, weight.value != 0 {
      if cells.hasUnitlessWeight { unitless.weights += 1 }
      volumeKg += Double(row.set.reps) * max(weight.kilograms, 0)
      unit = weight.unit
    }
    if row.set.metres != nil, cells.hasUnitlessDistance { unitless.distances += 1 }
    if row.set.superset == nil, cells.hasSuperset { supersetsLeftOut += 1 }
    // The first row with the end or the note of its session counts, because Strong leaves the others blank.
    if sessions[place].end == start { sessions[place].end = end }
    if sessions[place].note == nil { sessions[place].note = note }
    add(row, to: place)
  }

  private mutating func keep(_ doubt: ImportProblem) {
    if implausible.count < 1_000 { implausible.append(doubt) }
  }

  /// Returns the index of the session with this start and title, and creates the session if necessary.
  private mutating func place(of wall: WallTime, _ title: String?, _ start: Timestamp) -> Int {
    let text = title ?? ""
    // The bytes are compared, because strings with different bytes can be equal.
    if let latest, latest.start == wall,
      Bytes.of(text, { $0.equals(latest.title, in: 0..<$0.count) })
    {
      return latest.place
    }
    let place = placeByKey(of: wall, title, start)
    latest = (wall, text, place)
    return place
  }

  private mutating func placeByKey(of wall: WallTime, _ title: String?, _ start: Timestamp) -> Int {
    let key = Key(start: wall, title: EventID(derivedFrom: [title ?? ""]))
    if let place = places[key] { return Int(place) }
    places[key] = Int32(sessions.count)
    sessions.append(Session(key: key, start: start, title: title, end: start))
    return sessions.count - 1
  }

  /// A Boolean value indicating whether two sessions have the same local start and title.
  ///
  /// Such sessions get the same id. They occur in an hour that clocks show twice, or on two sides of a border.
  var hasTwins: Bool {
    var seen: Set<Key> = []
    return sessions.contains { session in
      let wall = WallTime(milliseconds: session.key.start.milliseconds, offsetMinutes: nil)
      return !seen.insert(Key(start: wall, title: session.key.title)).inserted
    }
  }

  /// Packs the set of the last row of a session.
  private mutating func add(_ row: Row, to place: Int) {
    let packed = self.packed.append(row.set, exerciseNote: row.exerciseNote)
    sets += 1
    let (ordinal, end) = (sessions[place].rows, Int(sessions[place].runs.last))
    if last == place, runs[end].ordinal + runs[end].count == ordinal {
      runs[end].count += 1
      return
    }
    last = Int32(place)
    runs.append(Run(place: packed, ordinal: ordinal, count: 1))
    let run = Int32(runs.count - 1)
    if end < 0 { sessions[place].runs.first = run } else { runs[end].next = run }
    sessions[place].runs.last = run
  }

  /// The exercises of the sets, by number.
  var exercises: [Name] { packed.exercises }
  /// The numbers of sets of the exercises, by their number.
  var counts: [Int] { packed.counts }

  /// The numbers of the sessions that have sets, sorted by start.
  ///
  /// Sessions with the same start keep the order of the file; a file that lists the newest session first is reversed.
  var chronological: [Int32] {
    let filled = sessions.indices.filter { sessions[$0].runs.first >= 0 }.map { Int32($0) }
    guard let first = filled.first, let last = filled.last else { return [] }
    func start(_ number: Int32) -> Int64 { sessions[Int(number)].start.milliseconds }
    let step: Int32 = start(last) < start(first) ? -1 : 1
    return filled.sorted { (start($0), step * $0) < (start($1), step * $1) }
  }

  /// Calls `body` with the sets of a session, in order, and with their numbers in the session.
  func forEachSet(
    of session: Session, named name: Name, _ body: (Int, PackedSets.Unpacked) -> Void
  ) {
    var number = session.runs.first
    while number >= 0 {
      let run = runs[Int(number)]
      var place = run.place
      for ordinal in run.ordinal..<run.ordinal + run.count {
        let set = packed.set(at: place, of: name)
        body(Int(ordinal), set)
        place = set.next
      }
      number = run.next
    }
  }
}
