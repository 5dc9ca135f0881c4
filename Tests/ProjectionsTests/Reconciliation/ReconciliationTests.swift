import Events
import Projections
import TestSupport
import Testing

/// Random histories that change between one export and the next.
@Suite struct ReconciliationTests {
  /// A workout as an app has it.
  struct Workout {
    var day: Int
    var title: String
    var note: String
    var minutes: Int
    var sets: [LiftedSet]
  }

  struct LiftedSet {
    var exercise: String
    var weight: String
    var reps: Int
    var rpe: String
    var note: String
  }

  /// A lifter who trains, and who edits what the app has.
  struct Lifter {
    var generator: SeededGenerator
    var workouts: [Workout] = []

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      for day in 1...6 { train(on: 4 * day) }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
    mutating func one<T>(_ choices: [T]) -> T { choices[number(0...choices.count - 1)] }

    mutating func set() -> LiftedSet {
      LiftedSet(
        exercise: one(["Squat", "Bench", "Row"]),
        weight: one(["", "0", "60", "60", "62.5", "100"]),
        reps: one([5, 5, 8]), rpe: one(["", "", "8"]), note: one(["", "", "good"]))
    }

    mutating func train(on day: Int) {
      let sets = (0..<number(1...7)).map { _ in set() }
      workouts.append(
        Workout(
          day: day, title: one(["Push", "Pull", ""]), note: one(["", "cold"]),
          minutes: one([30, 45]), sets: sets))
    }

    /// Edits something somewhere.
    mutating func edit() {
      guard !workouts.isEmpty else { return train(on: 2) }
      let place = number(0...workouts.count - 1)
      let last = workouts[place].sets.count - 1
      switch number(0...9) {
      case 0: workouts[place].title = one(["Push", "Pull", "", "Legs"])
      case 1: workouts[place].note = one(["", "cold", "warm"])
      case 2: workouts[place].minutes += 15
      case 3: if workouts.count > 1 { workouts.remove(at: place) }
      case 4: train(on: one(Array(1...27).filter { day in !workouts.contains { $0.day == day } }))
      case 5: if last > 0 { workouts[place].sets.remove(at: number(0...last)) }
      case 6: workouts[place].sets.insert(set(), at: number(0...last + 1))
      default: workouts[place].sets[number(0...last)] = set()
      }
    }

    /// The file that the app would export.
    var file: String {
      var text = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,RPE,Notes,"
      text += "Workout Notes\n"
      for workout in workouts {
        for (order, set) in workout.sets.enumerated() {
          let day = workout.day < 10 ? "0\(workout.day)" : "\(workout.day)"
          text += "2024-03-\(day) 18:00:00,\(workout.title),\(workout.minutes)m,\(set.exercise),"
          text += "\(order + 1),\(set.weight),\(set.reps),\(set.rpe),\(set.note),\(workout.note)\n"
        }
      }
      return text
    }
  }

  /// A log of one user, and imports into it.
  struct Importer {
    let folder = TemporaryFolder(inMemory: true)
    let appender: Appender
    let defaults = DraftDefaults(now: moment("2026-03-02T12:00:00Z"), seed: 1)

    init() throws {
      appender = try Appender(path: folder.file("events.jsonl"))
    }

    var log: Log { get throws { try Log(path: appender.path) } }

    private func sessions() throws -> ImportedSessions {
      try replay(log, OfUser<ImportedSessions>("ann")).value
    }

    @discardableResult
    func take(
      _ file: String, prunes: Bool = true, overwrites: Bool = false
    ) throws -> Reconciliation {
      let training = try Bytes.of(Array(file.utf8)) { (bytes) throws(ImportError) in
        try ImportedTraining(bytes, from: .strong, by: "ann")
      }
      #expect(training.problems.isEmpty)
      let found = Reconciliation(
        training, from: .strong, by: "ann", with: try sessions(), at: defaults.now, prunes: prunes,
        overwrites: overwrites)
      try append(found.drafts)
      return found
    }

    func undo(overwrites: Bool = false) throws -> ImportUndo? {
      let undo = try ImportUndo(log, by: "ann", at: defaults.now, overwrites: overwrites)
      try append(undo?.drafts ?? [])
      return undo
    }

    /// Undoes the latest action, or redoes the latest undo.
    func perform(_ revert: Revert) throws {
      try appender.perform(revert, by: "ann", defaults: defaults)
    }

    func append(_ drafts: [Draft]) throws {
      _ = try appender.locked { log in try log.append(drafts, defaults: defaults) }
    }

    /// All that an export could tell of the history, in an order of its own.
    func contents() throws -> [String] {
      try replay(log, OfUser<History>("ann")).sessions.map { session in
        let sets = session.sets.map { set in
          "\(set.exercise) \(set.reps) \(set.weight?.value ?? -1) \(set.rpe ?? 0) \(set.note ?? "")"
        }
        let times = "\(session.startedAt) \(session.endedAt?.description ?? "-")"
        return "\(times) \(session.title ?? "-") \(session.note ?? "-") \(sets.sorted())"
      }.sorted()
    }
  }

  @Test(arguments: 0..<24)
  func `after an import the log has the content of the file, however it was edited`(seed: Int)
    throws
  {
    var lifter = Lifter(seed: UInt64(seed))
    let log = try Importer()
    try log.take(lifter.file)
    for edits in [1, 2, 3, 5, 8] {
      for _ in 0..<edits { lifter.edit() }
      try log.take(lifter.file)
      let fresh = try Importer()
      try fresh.take(lifter.file)
      #expect(try log.contents() == fresh.contents())
      // Again it is nothing new.
      let again = try log.take(lifter.file)
      #expect(again.drafts.isEmpty)
      #expect(again.known == lifter.workouts.reduce(0) { $0 + 2 + $1.sets.count })
    }
  }

  @Test(arguments: 0..<24)
  func `imports can be undone one by one, down to the empty log`(seed: Int) throws {
    var lifter = Lifter(seed: UInt64(1_000 + seed))
    let log = try Importer()
    var contents: [[String]] = [try log.contents()]
    for edits in [1, 2, 4, 8] {
      guard try !log.take(lifter.file).drafts.isEmpty else { continue }
      contents.append(try log.contents())
      for _ in 0..<edits { lifter.edit() }
    }
    while contents.count > 1 {
      let undo = try #require(try log.undo())
      #expect(undo.kept.isEmpty)
      contents.removeLast()
      #expect(try log.contents() == contents.last)
    }
    #expect(try log.undo() == nil)
    // What was taken back can be imported again.
    try log.take(lifter.file)
    let fresh = try Importer()
    try fresh.take(lifter.file)
    #expect(try log.contents() == fresh.contents())
  }

  @Test(arguments: 0..<12)
  func `without pruning, nothing is removed`(seed: Int) throws {
    var lifter = Lifter(seed: UInt64(2_000 + seed))
    let log = try Importer()
    try log.take(lifter.file)
    let sessions = try log.contents().count
    for _ in 0..<12 { lifter.edit() }
    let found = try log.take(lifter.file, prunes: false)
    #expect(found.removed.isEmpty)
    #expect(try log.contents().count == sessions + found.added.sessions)
    #expect(try log.take(lifter.file, prunes: false).drafts.isEmpty)
  }

  @Test(arguments: 0..<12)
  func `removed sets stay removed, however the app corrects them and the others`(seed: Int) throws {
    var lifter = Lifter(seed: UInt64(3_000 + seed))
    let log = try Importer()
    var sets = try log.take(lifter.file).drafts.filter {
      if case .sessions(.setLogged) = $0.body { true } else { false }
    }.compactMap(\.id)[...]
    var removed: [(workout: Int, set: Int)] = []
    for (place, workout) in lifter.workouts.enumerated() {
      let ids = Array(sets.prefix(workout.sets.count))
      sets = sets.dropFirst(ids.count)
      guard ids.count > 1 else { continue }
      removed.append((place, lifter.number(0...ids.count - 1)))
      try log.append([Draft(user: "ann", .removed(ids[removed[removed.count - 1].set]))])
    }
    func expectContents(without removed: [(workout: Int, set: Int)]) throws {
      var left = lifter
      for (workout, set) in removed { left.workouts[workout].sets.remove(at: set) }
      let fresh = try Importer()
      try fresh.take(left.file)
      #expect(try log.contents() == fresh.contents())
    }
    for edit in 1...20 {
      let workout = lifter.number(0...lifter.workouts.count - 1)
      let set = lifter.number(0...lifter.workouts[workout].sets.count - 1)
      lifter.workouts[workout].sets[set].note = "edit \(edit)"
      lifter.workouts[workout].sets[set].reps = 10 + edit
      guard edit.isMultiple(of: 4) else { continue }
      for _ in 0..<2 { #expect(try log.take(lifter.file).kept.sets == removed.count) }
      try expectContents(without: removed)
    }
    try log.take(lifter.file, overwrites: true)
    try expectContents(without: [])
  }

  // MARK: - What the user changed

  private static let file = """
    Date,Workout Name,Exercise Name,Set Order,Weight,Reps,RPE
    2024-03-01 18:00:00,Push,Bench,1,80,5,
    2024-03-01 18:00:00,Push,Bench,2,85,5,8

    """

  private func edited(_ pairs: (String, String)...) -> String {
    pairs.reduce(Self.file) { $0.replacing($1.0, with: $1.1) }
  }

  /// A log with the file, in which the user corrected the first set.
  private func corrected() throws -> (Importer, set: EventID) {
    let log = try Importer()
    let first = try log.take(Self.file).drafts[1].id
    let set = try #require(first)
    try log.append([Draft(user: "ann", .revised(set, reps: 6))])
    return (log, set)
  }

  @Test func `a user's correction stays while the file is unchanged`() throws {
    let (log, _) = try corrected()
    let again = try log.take(edited((",85,", ",90,")))
    #expect(again.revised.sets == 1 && again.kept.isEmpty)
    #expect(try log.contents()[0].contains("bench 6 80.0"))
    #expect(try log.contents()[0].contains("bench 5 90.0"))
  }

  @Test
  func `if both changed a value, the user's is kept and counted, unless the file takes precedence`()
    throws
  {
    let (log, set) = try corrected()
    let file = edited((",80,5", ",82.5,7"))
    for _ in 0..<2 {
      let found = try log.take(file)
      #expect(found.kept.sets == 1)
      // The weight was changed in the file alone.
      #expect(try log.contents()[0].contains("bench 6 82.5"))
    }
    let found = try log.take(file, overwrites: true)
    #expect(found.drafts.map(\.body) == [.revised(set, reps: 7)])
    #expect(found.kept.isEmpty)
  }

  @Test func `a set that the file has as the user corrected it is recognised in another place`()
    throws
  {
    let (log, _) = try corrected()
    let found = try log.take(edited((",1,80,5,", ",1,87.5,5,8"), (",2,85,5,8", ",2,80,6,")))
    #expect(found.revised.sets == 1 && found.kept.isEmpty && found.gone.isEmpty)
    #expect(try log.contents()[0].contains("bench 6 80.0"))
    #expect(try log.contents()[0].contains("bench 5 87.5 8.0"))
  }

  @Test func `a set that the user changed keeps its exercise, unless the file takes precedence`()
    throws
  {
    let (log, _) = try corrected()
    let file = edited(("Bench", "Bench Press"))
    for revised in [1, 0] {
      let found = try log.take(file)
      #expect(found.kept.sets == 1 && found.revised.sets == revised)
      #expect(found.drafts.isEmpty == (revised == 0))
      #expect(try log.contents()[0].contains("bench 6 80.0"))
    }
    #expect(try log.take(file, overwrites: true).revised.sets == 1)
    #expect(try log.contents()[0].contains("bench-press 5 80.0"))
  }

  @Test func `removed sets and sessions stay removed, unless the file takes precedence`() throws {
    let (log, set) = try corrected()
    try log.append([Draft(user: "ann", .removed(set))])
    let found = try log.take(Self.file)
    #expect(found.drafts.isEmpty)
    #expect(found.kept.sets == 1 && found.known == 3)
    let before = try log.contents()
    let taken = try log.take(Self.file, overwrites: true)
    #expect(taken.added.sets == 1 && taken.revised.isEmpty)
    // It has its place again, not the last one.
    #expect(taken.drafts.first?.body == .restored(set, at: 1))
    let session = try #require(try replay(log.log, OfUser<History>("ann")).sessions.first)
    #expect(session.sets.first?.id == set)
    #expect(try log.contents()[0].contains("bench 5 80.0"))
    #expect(try log.undo()?.removed.sets == 1)
    #expect(try log.contents() == before)
  }

  @Test(arguments: [
    (",80,5", ",82.5,7"), (",80,5", ",80,6"), ("Bench", "Bench Press"), ("18:00:00", "17:15:00"),
  ])
  func `a removed set stays removed if the file has another value for it`(old: String, new: String)
    throws
  {
    let (log, set) = try corrected()
    try log.append([Draft(user: "ann", .removed(set))])
    for _ in 0..<2 {
      let found = try log.take(edited((old, new)))
      #expect(found.kept.sets == 1 && found.added.isEmpty && found.gone.isEmpty)
    }
    let sessions = try replay(log.log, OfUser<History>("ann")).sessions
    #expect(sessions.map(\.sets.count) == [1])
    #expect(try log.take(edited((old, new)), overwrites: true).added.sets == 1)
  }

  @Test func `a removed set that an earlier release logged again is the one in the file`() throws {
    let log = try Importer()
    let first = try log.take(Self.file).drafts[1]
    let set = try #require(first.id)
    try log.append([
      Draft(user: "ann", .removed(set)),
      Draft(id: set.again(2), at: first.at, user: "ann", first.body),
    ])
    let before = try log.contents()
    let again = try log.take(Self.file)
    #expect(again.drafts.isEmpty && again.gone.isEmpty && again.kept.isEmpty)
    #expect(try log.contents() == before)
    #expect(try log.take(edited((",80,5", ",80,9"))).revised.sets == 1)
    #expect(try log.contents()[0].contains("bench 9 80.0"))
  }

  @Test func `a session with another start is recognised without a set that the user removed`()
    throws
  {
    let (log, set) = try corrected()
    try log.append([Draft(user: "ann", .removed(set))])
    let first = "2024-03-01 18:00:00,Push,Bench,1,80,5,\n"
    let found = try log.take(edited((first, ""), ("18:00:00", "17:15:00")))
    #expect(found.revised.sessions == 1 && found.added.isEmpty && found.gone.isEmpty)
  }

  @Test func `a removed session with another start stays removed`() throws {
    let log = try Importer()
    try log.take(Self.file)
    let session = try #require(try replay(log.log, OfUser<History>("ann")).sessions.first)
    try log.append([Draft(user: "ann", .discarded(session.session))])
    let found = try log.take(edited(("18:00:00", "17:15:00")))
    #expect(found.drafts.isEmpty && found.kept.sessions == 1)
  }

  @Test func `a removed set or session that a file restored stays in the next import`()
    throws
  {
    let (log, set) = try corrected()
    try log.append([Draft(user: "ann", .removed(set))])
    try log.take(Self.file, overwrites: true)
    let contents = try log.contents()
    for overwrites in [false, true] {
      let again = try log.take(Self.file, overwrites: overwrites)
      #expect(again.drafts.isEmpty && again.gone.isEmpty && again.kept.isEmpty)
      #expect(again.known == 4)
    }
    // An edit in the app reaches the set that the file brought back.
    #expect(try log.take(edited((",80,5", ",80,9"))).revised.sets == 1)
    let session = try #require(try replay(log.log, OfUser<History>("ann")).sessions.first)
    try log.append([Draft(user: "ann", .discarded(session.session))])
    #expect(try log.take(Self.file).kept.sessions == 1)
    try log.take(Self.file, overwrites: true)
    #expect(try log.take(Self.file).drafts.isEmpty)
    #expect(try log.contents() == contents)
  }

  @Test func `a session with a set that the user logged is not pruned`() throws {
    let log = try Importer()
    try log.take(Self.file)
    let session = try #require(try replay(log.log, OfUser<History>("ann")).sessions.first)
    try log.append([Draft(user: "ann", .logged(session.session, "dip", 10))])
    let other = Self.file.replacing("2024-03-01", with: "2024-05-01")
    let found = try log.take(other)
    #expect((found.gone.sessions, found.kept.sessions, found.removed.sessions) == (1, 1, 0))
    #expect(try log.take(other, overwrites: true).removed.sessions == 1)
  }

  @Test func `a set that the user corrected is not pruned`() throws {
    let (log, _) = try corrected()
    let other = edited(("2024-03-01 18:00:00,Push,Bench,1,80,5,\n", ""))
    let found = try log.take(other)
    #expect((found.gone.sets, found.kept.sets, found.removed.sets) == (1, 1, 0))
    #expect(try log.take(other, overwrites: true).removed.sets == 1)
  }

  @Test func `a session that the user reopened is not pruned`() throws {
    let log = try Importer()
    try log.take(Self.file)
    let session = try #require(try replay(log.log, OfUser<History>("ann")).sessions.first)
    try log.append([Draft(user: "ann", .reopened(session.session))])
    let found = try log.take(Self.file.replacing("2024-03-01", with: "2024-05-01"))
    #expect((found.gone.sessions, found.kept.sessions, found.removed.sessions) == (1, 1, 0))
  }

  @Test func `a later start of a session is recognised if up to three sets before it are missing`()
    throws
  {
    let first = try #require(try Importer().take(Self.file).drafts.first)
    let start = try #require(first.id)
    for (number, count) in [(1, 1), (2, 1), (5, 1), (6, 0)] {
      let log = try Importer()
      try log.append([Draft(id: start.again(number), at: first.at, user: "ann", first.body)])
      let sessions = try replay(log.log, OfUser<ImportedSessions>("ann")).value.sessions
      #expect(sessions.count == count, "\(number)")
    }
  }

  @Test func `an import that a crash interrupted between two batches is completed`() throws {
    let log = try Importer()
    let whole = try Importer()
    let drafts = try whole.take(Self.file).drafts
    try log.append(Array(drafts.prefix(2)))
    let found = try log.take(Self.file)
    #expect(found.drafts.count == drafts.count - 2)
    #expect(try log.contents() == whole.contents())
    #expect(try log.take(Self.file).drafts.isEmpty)
  }

  @Test func `a session whose start moved within its day is recognised by its sets`() throws {
    let log = try Importer()
    try log.take(Self.file)
    let found = try log.take(edited(("18:00:00", "17:15:00")), prunes: false)
    #expect(found.revised.sessions == 1 && found.gone.isEmpty && found.added.isEmpty)
    #expect(try log.contents()[0].hasPrefix("2024-03-01T17:15:00.000Z"))
  }

  @Test func `a set with another exercise name is recognised by its content`() throws {
    let log = try Importer()
    try log.take(Self.file)
    let found = try log.take(edited(("Bench", "Bench Press")), prunes: false)
    #expect(found.revised.sets == 2 && found.gone.isEmpty && found.added.isEmpty)
  }

  @Test func `if some sets move, each is recognised, and a changed one is corrected`()
    throws
  {
    func file(_ sets: String...) -> String {
      "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,RPE\n"
        + sets.map { "2024-03-01 18:00:00,Push,\($0),\n" }.joined()
    }
    let log = try Importer()
    try log.take(file("Squat,1,100,5", "Bench,2,80,5", "Row,3,60,8", "Dip,4,0,12"))
    // The first is where it was, two have changed places, the last has another number.
    let moved = try log.take(
      file("Squat,1,100,5", "Row,2,60,8", "Bench,3,80,5", "Dip,4,0,13"), prunes: false)
    #expect(moved.drafts.count == 1 && moved.revised.sets == 1)
    #expect(moved.added.isEmpty && moved.gone.isEmpty)
    // All that the log has are where they were, and one is new.
    let more = try log.take(
      file("Squat,1,100,5", "Bench,2,80,5", "Row,3,60,8", "Dip,4,0,13", "Dip,5,0,10"))
    #expect(more.drafts.count == 1 && more.added.sets == 1 && more.removed.isEmpty)
    #expect(more.revised.isEmpty)
  }

  @Test func `two workouts with the same start are distinguished by their titles`() throws {
    let log = try Importer()
    let both = Self.file + "2024-03-01 18:00:00,Abs,Crunch,1,0,20,\n"
    try log.take(both)
    #expect(try log.take(both.replacing("Abs", with: "Core")).revised.sessions == 1)
    #expect(try log.contents().count == 2)
    #expect(try log.take(Self.file).removed.sessions == 1)
  }

  @Test func `identical sets in a session are only counted`() throws {
    let row = "2024-03-01 18:00:00,Push,Bench,1,80,5,\n"
    let log = try Importer()
    try log.take("Date,Workout Name,Exercise Name,Set Order,Weight,Reps,RPE\n" + row)
    let many = String(repeating: row, count: 3_000) + row.replacing(",80,", with: ",81,")
    let found = try log.take("Date,Workout Name,Exercise Name,Set Order,Weight,Reps,RPE\n" + many)
    #expect(found.added.sets == 3_000)
  }

  @Test func `a time at which one session ended and another began has the offset of the later one`()
    throws
  {
    let log = try Importer()
    let header = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps\n"
    try log.take(
      header + "2024-06-01T10:00:00+01:00,At home,1h,Run,1,0,1\n"
        + "2024-06-01T11:00:00Z,Abroad,1h,Run,1,0,1\n")
    let sessions = try replay(log.log, OfUser<ImportedSessions>("ann")).value
    let walls = ["10", "11", "12"].map { moment("2024-06-01T\($0):00:00Z").milliseconds }
    #expect(
      sessions.clock(of: .strong)
        == .known([walls[0]: 60, walls[1]: 0, walls[2]: 0], else: 0))
  }

  @Test func `the default unit does not come from an import that was undone`() throws {
    let log = try Importer()
    try log.take(Self.file)
    func unit() throws -> Weight.Unit? {
      try replay(log.log, OfUser<ImportedSessions>("ann")).value.unit(of: .strong)
    }
    #expect(try unit() == .kg)
    let pounds = Self.file.replacing("Weight", with: "Weight (lbs)")
      .replacing("2024-03-01", with: "2024-03-08")
    try log.take(pounds, prunes: false)
    #expect(try unit() == .lb)
    _ = try log.undo()
    #expect(try unit() == .kg)
    _ = try log.undo()
    #expect(try unit() == nil)
  }

  // MARK: - Taking back

  @Test func `the user's later changes are kept when an import is undone`() throws {
    let (log, _) = try corrected()
    let undo = try #require(try log.undo())
    #expect(undo.kept.sessions == 1 && undo.drafts.isEmpty)
    #expect(undo.positions == 1...4)
  }

  @Test func `the rest of a partly undone import can be undone later`() throws {
    let (log, set) = try corrected()
    let other = Self.file.replacing("2024-03-01", with: "2024-05-01")
    try log.take(Self.file + other.split(separator: "\n").dropFirst().joined(separator: "\n"))
    let later = try #require(try replay(log.log, OfUser<History>("ann")).sessions.first)
    try log.append([Draft(user: "ann", .revised(later.sets[0].id, reps: 9))])
    for _ in 0..<3 { #expect(try log.undo()?.positions == 6...9) }
    #expect(try log.contents().count == 2)
    try log.append([Draft(user: "ann", .revised(later.sets[0].id, reps: 5))])
    #expect(try log.undo()?.positions == 6...9)
    #expect(try log.contents().count == 1)
    #expect(try log.undo()?.positions == 1...4)
    #expect(try log.undo(overwrites: true)?.positions == 1...4)
    #expect(try log.contents().isEmpty && log.undo() == nil)
    #expect(try replay(log.log, OfUser<History>("ann")).value.set(set) == nil)
  }

  @Test func `a pruned set returns, although the user removed another set of its exercise`()
    throws
  {
    let (log, set) = try corrected()
    try log.take(edited(("2024-03-01 18:00:00,Push,Bench,2,85,5,8\n", "")))
    try log.append([Draft(user: "ann", .removed(set))])
    let undo = try #require(try log.undo())
    #expect(undo.restored.sets == 1 && undo.kept.isEmpty)
    #expect(try log.contents()[0].contains("bench 5 85.0"))
  }

  @Test func `what the redo of an import removes is not removed by the user`() throws {
    let log = try Importer()
    try log.take(Self.file)
    try log.take(edited(("Bench,2,", "Row,2,")))
    for _ in 0..<2 {
      try log.perform(Revert([.latest]))
      try log.perform(.redo)
    }
    let found = try log.take(Self.file)
    #expect(found.revised.sets == 1 && found.kept.isEmpty && found.removed.isEmpty)
    #expect(try log.contents()[0].contains("bench 5 85.0"))
  }

  @Test func `an import that was undone and redone is the first to be undone`() throws {
    let log = try Importer()
    let other = Self.file.replacing("2024-03-01", with: "2024-05-01")
    try log.take(Self.file + other.split(separator: "\n").dropFirst().joined(separator: "\n"))
    let before = try log.contents()
    try log.take(edited(("2024-03-01 18:00:00,Push,Bench,2,85,5,8\n", "")))
    try log.perform(Revert([.latest]))
    try log.perform(.redo)
    let undo = try #require(try log.undo())
    #expect(undo.restored.sessions == 1 && undo.restored.sets == 3 && undo.kept.isEmpty)
    #expect(try log.contents() == before)
  }

  @Test
  func `a set that the user removed is theirs again if the import that restored it is undone`()
    throws
  {
    let (log, set) = try corrected()
    try log.append([Draft(user: "ann", .removed(set))])
    try log.take(Self.file, overwrites: true)
    for request in [Revert([.latest]), .redo, Revert([.latest])] { try log.perform(request) }
    let found = try log.take(Self.file)
    #expect(found.kept.sets == 1 && found.drafts.isEmpty)
  }

  @Test func `a session that the user discarded does not return`() throws {
    let log = try Importer()
    try log.take(Self.file)
    try log.take(edited((",85,", ",90,")))
    let session = try #require(try replay(log.log, OfUser<History>("ann")).sessions.first)
    try log.append([Draft(user: "ann", .discarded(session.session))])
    #expect(try log.undo(overwrites: true) == nil)
    #expect(try log.contents().isEmpty)
  }

  @Test func `another user's import is not undone`() throws {
    let log = try Importer()
    try log.take(Self.file)
    #expect(try ImportUndo(log.log, by: "bob", at: log.defaults.now) == nil)
  }

  @Test func `the user's own events are not an import`() throws {
    let log = try Importer()
    try log.append([
      Draft(user: "ann", .started("s")), Draft(user: "ann", .logged("s", "a", 1)),
      Draft(user: "ann", .ended("s")),
    ])
    #expect(try ImportUndo(log.log, by: "ann", at: log.defaults.now) == nil)
  }
}
