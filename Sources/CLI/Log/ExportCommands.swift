import Events
import Projections

/// The commands `replog export`: the content of a log in the formats of other programs.
@CommandList var exportCommands: [any Command] {
  export(
    "csv", "export sets for a spreadsheet, one row per set",
    """
    replog export csv -o sets.csv
    replog export csv --all-users -o everybody.csv
    """
  ) { try $1.exportCSV(to: $0) }
  .with(\.accepts, [.asOf, .allUsers, .dryRun, .anybody])
  .with(
    \.remark,
    """
    Text that a spreadsheet would read as a formula is prefixed with an apostrophe. Weights are given as entered and \
    in kilograms; times include their UTC offset.
    """)
  export(
    "measurements", "export body weights and measurements, one per row",
    "replog export measurements -o body.csv"
  ) { try $1.exportMeasurements(to: $0) }
  Request(
    "export strong", "export sets in Strong's format", "replog export strong -o strong.csv",
    (out: FilePath?.none, hasExactTimes: false)
  ) {
    try $1.option(&$0.out, "-o", ExportOutput.help)
    try $1.flag(
      &$0.hasExactTimes, "--exact-times",
      "write milliseconds and a UTC offset, which Strong lacks, for 'replog import'")
  } perform: {
    try $2.exportStrong(to: $0.out, hasExactTimes: $0.hasExactTimes)
  }
  .with(\.accepts, [.asOf, .dryRun, .anybody])
  .with(
    \.remark,
    """
    The format cannot store ids, the plan, the time of a set, or whether the set was done. It also cannot store \
    supersets, loads per side, and sessions that have no sets or are still open. RIR is stored as RPE, which is 10 \
    minus the RIR, if the set has no RPE and the RIR is at most 9. An import leaves out sets of 0 repetitions with a \
    load of 0 and without duration and distance. An exercise keeps its id if the id consists of lower-case letters and \
    digits, joined by single hyphens, and has at most 190 bytes. Times are local times to the second, as Strong writes \
    them.
    """)
  export(
    "cloudevents", "export events as CloudEvents 1.0, one per line",
    """
    replog export cloudevents -o events.ce.jsonl
    replog export cloudevents | replog append --cloudevents --log copy.jsonl
    """
  ) { try $1.exportCloudEvents(to: $0) }
  .with(
    \.remark,
    """
    The command exports all events, or only those of the user given with '--user'. 'append --cloudevents' reads the \
    events and assigns new positions, checksums and batches.
    """)
  export(
    "ics", "export planned days and booked classes for a calendar",
    "replog export ics -o training.ics"
  ) { try $1.exportICS(to: $0) }
  .with(\.remark, "Entries keep their ids, so importing a later file into a calendar updates them.")
  export(
    "markdown", "export sessions as a training diary", "replog export markdown -o diary.md"
  ) { try $1.exportMarkdown(to: $0) }
  export(
    "duckdb", "print SQL that loads the log into tables and views",
    "replog export duckdb | duckdb training.db"
  ) { try $1.exportDuckDB(to: $0) }
  .with(\.accepts, [.dryRun, .anybody])
  .with(
    \.remark,
    """
    DuckDB reads the log itself, from the path that '--log' names. The tables are named after the types of \
    events; the views are 'sets', 'history', 'volume' and 'pbs'.
    """)
}

/// Returns a command that exports the log to a file, or to standard output.
private func export(
  _ format: String, _ summary: String, _ example: String,
  _ export: @escaping @Sendable (_ out: FilePath?, inout Shell) throws -> Void
) -> Request<FilePath?> {
  Request("export \(format)", summary, example, FilePath?.none) {
    try $1.option(&$0, "-o", ExportOutput.help)
  } perform: {
    try export($0, &$2)
  }
  .with(\.accepts, [.asOf, .dryRun, .anybody])
}

extension Shell {
  fileprivate mutating func exportCSV(to out: FilePath?) throws {
    let log = try openLog()
    let isAll = options.allUsers
    let user = isAll ? nil : try viewer(log)
    let (histories, names) = try replay(
      log, asOf: options.asOf, ByUser<History>(only: user, orAll: isAll), ExerciseNames())
    var output = try ExportOutput(out, self)
    try output.write(TrainingTable.header, &self)
    var counts = (sessions: 0, sets: 0)
    for user in isAll ? histories.users : [user] {
      let table = TrainingTable(of: user, names)
      for session in histories[user].sessions.reversed() {
        counts.sessions += 1
        counts.sets += session.sets.count
        try output.write(table.rows(of: session), &self)
      }
    }
    try output.finish([("sessions", counts.sessions), ("sets", counts.sets)], &self)
  }

  fileprivate mutating func exportMeasurements(to out: FilePath?) throws {
    let log = try openLog()
    let user = try viewer(log)
    let (weights, measurements) = try replay(
      log, asOf: options.asOf, ByUser<BodyWeight>(only: user), ByUser<Measurements>(only: user))
    let table = MeasurementTable(of: user, weights[user], measurements[user])
    var output = try ExportOutput(out, self)
    try output.write(table.text, &self)
    try output.finish([("measurements", table.count)], &self)
  }

  fileprivate mutating func exportStrong(to out: FilePath?, hasExactTimes: Bool) throws {
    let log = try openLog()
    let user = try viewer(log)
    let (history, names) = try replay(
      log, asOf: options.asOf, ByUser<History>(only: user), ExerciseNames())
    var output = try ExportOutput(out, self)
    try output.write(StrongTable.header, &self)
    let table = StrongTable(names, hasExactTimes: hasExactTimes)
    var counts = (sessions: 0, sets: 0)
    var lost = StrongTable.losses.map { _ in 0 }
    for session in history[user].sessions.reversed() where !session.sets.isEmpty {
      counts.sessions += 1
      counts.sets += session.sets.count
      for (place, loss) in StrongTable.losses.enumerated() {
        lost[place] += session.sets.count(where: loss.happens)
      }
      try output.write(table.rows(of: session), &self)
    }
    for (count, loss) in zip(lost, StrongTable.losses) where count > 0 {
      let were = count == 1 ? "was" : "were"
      note("the format cannot record that \(counted(count, "sets")) \(were) \(loss.words)")
    }
    try output.finish([("sessions", counts.sessions), ("sets", counts.sets)], &self)
  }

  fileprivate mutating func exportCloudEvents(to out: FilePath?) throws {
    let log = try openLog()
    _ = try findMeantUser(in: log)
    var output = try ExportOutput(out, self)
    var lines = log.lines()
    var count = 0
    while let line = try lines.next() {
      if let user = options.user, line.user != user { continue }
      let event = try lines.wholeEvent()
      if let asOf = options.asOf, !asOf.includes(event) { continue }
      var alone: [UInt8] = []
      try lines.writeAlone(to: &alone)
      let json = try? Bytes.of(alone) { (bytes) throws(LineError) in try JSON(bytes) }
      guard let bytes = json.flatMap(CloudEvent.event(of:)) else { continue }
      try output.write(bytes + [UInt8(ascii: "\n")], &self)
      count += 1
    }
    if count == 0, let user = options.user { try noteUnknown(user, log) }
    try output.finish([("events", count)], &self)
  }

  fileprivate mutating func exportICS(to out: FilePath?) throws {
    let log = try openLog()
    let user = try viewer(log)
    let (training, stamps, own, timetable, changes, workouts, names) = try replay(
      log, asOf: options.asOf, ByUser<WeekTraining>(only: user),
      ByUser<PlanStamps>(only: user), ByUser<OwnClasses>(only: user), Timetable(), ClassStamps(),
      Workouts(), ExerciseNames())
    let calendar = TrainingCalendar(
      of: user,
      TrainingCalendar.Basis(
        of: user, training[user], stamps[user], own[user], timetable, changes, workouts, names))
    var output = try ExportOutput(out, self)
    try output.write(calendar.text, &self)
    try output.finish([("entries", calendar.count)], &self)
  }

  fileprivate mutating func exportMarkdown(to out: FilePath?) throws {
    let log = try openLog()
    let user = try viewer(log)
    let (history, bests, names) = try replay(
      log, asOf: options.asOf, ByUser<History>(only: user),
      ByUser<PersonalBests>(only: user), ExerciseNames())
    var output = try ExportOutput(out, self)
    try output.write(TrainingDiary.title(of: user), &self)
    var diary = TrainingDiary(names, bests[user])
    var counts = (sessions: 0, sets: 0)
    for session in history[user].sessions.reversed() {
      counts.sessions += 1
      counts.sets += session.sets.count
      try output.write(diary.text(of: session), &self)
    }
    try output.finish([("sessions", counts.sessions), ("sets", counts.sets)], &self)
  }

  fileprivate mutating func exportDuckDB(to out: FilePath?) throws {
    let path = try requirePath()
    guard path != "-" else {
      throw UsageError(
        message: "'--log' must name a file, got standard input",
        help: "DuckDB reads the log by its name: write it to a file first")
    }
    var output = try ExportOutput(out, self)
    try output.write(DuckDBScript(log: path).text, &self)
    try output.finish([("tables", EventType.all.count + 1)], &self)
  }
}
