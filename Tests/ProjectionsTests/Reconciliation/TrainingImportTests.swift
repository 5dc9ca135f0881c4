import Events
import Projections
import TestSupport
import Testing

@Suite struct TrainingImportTests {
  private let folder = TemporaryFolder(inMemory: true)
  private let appender: Appender
  private let defaults = DraftDefaults(now: moment("2026-03-02T12:00:00+01:00"), seed: 1)

  init() throws {
    appender = try Appender(path: folder.file("events.jsonl"))
  }

  private static let header =
    "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE"

  private func file(_ rows: [String]) -> [UInt8] {
    Array(([Self.header] + rows).joined(separator: "\n").utf8)
  }

  private func row(_ day: Int, _ exercise: String, _ weight: String, reps: String = "5") -> String {
    "2026-02-\(day + 10) 18:00:00,Push,1h,\(exercise),1,\(weight),\(reps),0,0,,,"
  }

  private var log: Log { get throws { try Log(path: appender.path) } }

  @Test func `an import appends sessions, sets and names, and a second import nothing`() throws {
    let bytes = file([row(0, "Squat (Barbell)", "100"), row(1, "Squat (Barbell)", "102.5")])
    let expected = try log.dryRun(importing: bytes, by: "ann", defaults: defaults)
    let first = try appender.importTraining(bytes, by: "ann", defaults: defaults)
    #expect(first.source == .strong && first.training.sessions == 2)
    #expect(first.changes.added.sessions == 2 && first.changes.added.sets == 2)
    #expect(first.names.map(\.alias) == ["Squat (Barbell)"])
    // Two sessions with a start, a set and an end each, and the name.
    #expect(first.appended == 7 && expected.appended == 7)
    #expect(first.unitOrigin == .usual && first.clockOrigin == .usual)
    let second = try appender.importTraining(bytes, by: nil, defaults: defaults)
    #expect(second.user == "ann" && second.appended == 0 && second.known == 6)
    #expect(second.unitOrigin == .lastImport && second.clockOrigin == .lastImport)
    #expect(try log.tail().seq == 7)
  }

  @Test func `the unit and the offset of the last import stay, unless others are given`() throws {
    let request = TrainingImport(unit: .lb, clock: .offset(-300))
    let first = try appender.importTraining(
      file([row(0, "Squat", "225")]), request, by: "ann", defaults: defaults)
    #expect(first.unitOrigin == .choice && first.clockOrigin == .choice)
    try appender.importTraining(
      file([row(0, "Squat", "225"), row(1, "Squat", "230")]),
      TrainingImport(usualClock: .offset(540)), by: "ann", defaults: defaults)
    let sessions = try replay(log, OfUser<History>("ann")).value.sessions
    #expect(sessions.map(\.startedAt.offsetMinutes) == [-300, -300])
    #expect(sessions.flatMap(\.sets).map(\.weight) == [Weight(230, .lb), Weight(225, .lb)])
  }

  @Test func `an alias leads to its exercise`() throws {
    let alias = ExerciseAliased(alias: "Kniebeuge", exercise: "squat")
    _ = try appender.locked { log in
      try log.append([Draft(user: "ann", .exercises(.exerciseAliased(alias)))], defaults: defaults)
    }
    try appender.importTraining(file([row(0, "Kniebeuge", "100")]), by: "ann", defaults: defaults)
    let sets = try replay(log, OfUser<History>("ann")).value.sessions.flatMap(\.sets)
    #expect(sets.map(\.exercise) == ["squat"])
  }

  @Test func `unreadable rows are returned as values, and prevent pruning`() throws {
    let bytes = file([
      row(0, "Squat", "100"), row(1, "Squat", "100"), row(2, "Squat", "100", reps: "many"),
    ])
    let outcome = try appender.importTraining(bytes, by: "ann", defaults: defaults)
    #expect(outcome.training.problems.map(\.line) == [4])
    let refusal = #expect(throws: Refusal.self) {
      try appender.importTraining(
        bytes, TrainingImport(prunes: true), by: "ann", defaults: defaults)
    }
    #expect(refusal?.code == .rowsLeftOut)
  }

  @Test func `a session more than a day ahead of the clock is left out unless requested`() throws {
    // The clock shows 11:00 on March 2, 2026, in UTC.
    let bytes = file(
      ["02 12:00:00", "03 11:00:00", "03 11:00:01"].map {
        "2026-03-\($0),Push,1h,Squat,1,100,5,0,0,,,"
      })
    var defaults = defaults
    let read = try log.dryRun(importing: bytes, by: "ann", defaults: defaults).training
    #expect(read.sessions == 2 && read.problems.map(\.line) == [4])
    #expect(read.problems.first?.help == "to import later dates too, add \(.give(.isFuture))")
    defaults.latest = moment("2026-03-03T11:00:01Z")
    #expect(try log.dryRun(importing: bytes, by: "ann", defaults: defaults).training.sessions == 3)
    defaults.latest = moment("2026-03-02T11:00:00Z")
    let future = try appender.importTraining(
      bytes, TrainingImport(takesFuture: true), by: "ann", defaults: defaults)
    #expect(future.training.sessions == 3 && future.training.problems.isEmpty)
  }

  @Test func `nothing is appended without a user, or from another kind of file`() throws {
    let refusal = #expect(throws: Refusal.self) {
      try appender.importTraining(file([row(0, "Squat", "100")]), defaults: defaults)
    }
    #expect(refusal?.code == .notSignedIn)
    let error = #expect(throws: ImportError.self) {
      try appender.importTraining(Array("a,b\n1,2\n".utf8), by: "ann", defaults: defaults)
    }
    #expect(error?.kind == .unrecognised && error?.line == 1)
    #expect(try log.tail().seq == 0)
  }
}
