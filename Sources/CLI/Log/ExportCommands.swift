import Events
import Projections

// `replog export`: the content of a log in the formats of other programs.

struct ExportCSVCommand: Command {
  static let name = "export csv"
  static let summary = "write sets for a spreadsheet, a row each"
  static let example = """
    replog export csv -o sets.csv
    replog export csv --all-users -o everybody.csv
    """
  static let remark = """
    A text that a spreadsheet would take for a formula has an apostrophe before it. \
    Weights are as entered, and in kilograms; times have their UTC offset.
    """
  static let accepts: GlobalOptions.Accepted = [.asOf, .allUsers, .dryRun, .anybody]
  private var out: FilePath?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&out, "-o", ExportOutput.help)
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let isAll = shell.options.allUsers
    let user = isAll ? nil : try shell.viewer(log)
    let (histories, names) = try replay(
      log, asOf: shell.options.asOf, ByUser<History>(only: user, orAll: isAll), ExerciseNames())
    var output = try ExportOutput(out, shell)
    try output.write(TrainingTable.header, &shell)
    var counts = (sessions: 0, sets: 0)
    for user in isAll ? histories.users : [user] {
      let table = TrainingTable(of: user, names)
      for session in histories[user].sessions.reversed() {
        counts.sessions += 1
        counts.sets += session.sets.count
        try output.write(table.rows(of: session), &shell)
      }
    }
    try output.finish([("sessions", counts.sessions), ("sets", counts.sets)], &shell)
  }
}

struct ExportStrongCommand: Command {
  static let name = "export strong"
  static let summary = "write sets in the format of Strong"
  static let example = "replog export strong -o strong.csv"
  static let remark = """
    The format has no place for: the time of a set, whether it was done, sessions without sets or still \
    open, the plan, ids. An exercise whose id is no plain slug gets another. Times have milliseconds and a \
    UTC offset, which Strong has not: '--plain-times' leaves them out for other apps.
    """
  static let accepts: GlobalOptions.Accepted = [.asOf, .dryRun, .anybody]
  private var out: FilePath?
  private var hasPlainTimes = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&out, "-o", ExportOutput.help)
    try a.flag(&hasPlainTimes, "--plain-times", "local times to the second, as Strong writes them")
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(log)
    let (history, names) = try replay(
      log, asOf: shell.options.asOf, ByUser<History>(only: user), ExerciseNames())
    var output = try ExportOutput(out, shell)
    try output.write(StrongTable.header, &shell)
    let table = StrongTable(names, hasPlainTimes: hasPlainTimes)
    var counts = (sessions: 0, sets: 0, unfinished: 0)
    for session in history[user].sessions.reversed() where !session.sets.isEmpty {
      counts.sessions += 1
      counts.sets += session.sets.count
      counts.unfinished += session.sets.count { !$0.completed }
      try output.write(table.rows(of: session), &shell)
    }
    if counts.unfinished > 0 {
      let were = counts.unfinished == 1 ? "was" : "were"
      shell.note(
        "the format cannot say that \(counted(counts.unfinished, "sets")) \(were) not done")
    }
    try output.finish([("sessions", counts.sessions), ("sets", counts.sets)], &shell)
  }
}

struct ExportMarkdownCommand: Command {
  static let name = "export markdown"
  static let summary = "write sessions as a training diary"
  static let example = "replog export markdown -o diary.md"
  static let accepts: GlobalOptions.Accepted = [.asOf, .dryRun, .anybody]
  private var out: FilePath?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&out, "-o", ExportOutput.help)
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(log)
    let (history, bests, names) = try replay(
      log, asOf: shell.options.asOf, ByUser<History>(only: user),
      ByUser<PersonalBests>(only: user), ExerciseNames())
    var output = try ExportOutput(out, shell)
    try output.write(TrainingDiary.title(of: user), &shell)
    var diary = TrainingDiary(names, bests[user])
    var counts = (sessions: 0, sets: 0)
    for session in history[user].sessions.reversed() {
      counts.sessions += 1
      counts.sets += session.sets.count
      try output.write(diary.text(of: session), &shell)
    }
    try output.finish([("sessions", counts.sessions), ("sets", counts.sets)], &shell)
  }
}

struct ExportICSCommand: Command {
  static let name = "export ics"
  static let summary = "write planned days and booked classes for a calendar"
  static let example = "replog export ics -o training.ics"
  static let remark = """
    Entries keep their ids, so that a calendar that reads a later file changes them in their places.
    """
  static let accepts: GlobalOptions.Accepted = [.asOf, .dryRun, .anybody]
  private var out: FilePath?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&out, "-o", ExportOutput.help)
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(log)
    let (training, stamps, own, timetable, changes, workouts, names) = try replay(
      log, asOf: shell.options.asOf, ByUser<WeekTraining>(only: user),
      ByUser<PlanStamps>(only: user), ByUser<OwnClasses>(only: user), Timetable(), ClassStamps(),
      Workouts(), ExerciseNames())
    let calendar = TrainingCalendar(
      of: user,
      TrainingCalendar.Basis(
        of: user, training[user], stamps[user], own[user], timetable, changes, workouts, names))
    var output = try ExportOutput(out, shell)
    try output.write(calendar.text, &shell)
    try output.finish([("entries", calendar.count)], &shell)
  }
}

struct ExportCloudEventsCommand: Command {
  static let name = "export cloudevents"
  static let summary = "write events as CloudEvents 1.0, one a line"
  static let example = """
    replog export cloudevents -o events.ce.jsonl
    replog export cloudevents | replog append --cloudevents --log copy.jsonl
    """
  static let remark = """
    All events, or those of '--user'. 'append --cloudevents' reads them again; position, sum and \
    batch are made anew there.
    """
  static let accepts: GlobalOptions.Accepted = [.asOf, .dryRun, .anybody]
  private var out: FilePath?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&out, "-o", ExportOutput.help)
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    var output = try ExportOutput(out, shell)
    var lines = log.lines()
    var count = 0
    while let line = try lines.next() {
      if let user = shell.options.user, line.user != user { continue }
      let event = try lines.wholeEvent()
      if let asOf = shell.options.asOf, !asOf.includes(event) { continue }
      var alone: [UInt8] = []
      try lines.writeAlone(to: &alone)
      let json = try? Bytes.of(alone) { (bytes) throws(LineError) in try JSON(bytes) }
      guard let bytes = json.flatMap(CloudEvent.event(of:)) else { continue }
      try output.write(bytes + [UInt8(ascii: "\n")], &shell)
      count += 1
    }
    if count == 0, let user = shell.options.user { try shell.noteUnknown(user, log) }
    try output.finish([("events", count)], &shell)
  }
}

struct ExportDuckDBCommand: Command {
  static let name = "export duckdb"
  static let summary = "print SQL that makes tables and views of the log"
  static let example = "replog export duckdb | duckdb training.db"
  static let remark = """
    DuckDB reads the log itself, from the path that '--log' names. The tables are called as the types of \
    events are, the views 'sets', 'history', 'volume' and 'pbs'.
    """
  static let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var out: FilePath?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&out, "-o", ExportOutput.help)
  }

  func run(_ shell: inout Shell) throws {
    let path = try shell.requirePath()
    guard path != "-" else {
      throw UsageError(
        message: "expected a file for '--log', found standard input",
        help: "DuckDB reads the log by its name: write it to a file first")
    }
    var output = try ExportOutput(out, shell)
    try output.write(DuckDBScript(log: path).text, &shell)
    try output.finish([("tables", EventType.all.count + 1)], &shell)
  }
}
