import Events
import Projections

/// `replog report`: a page about a user's training, for a browser and for printing.
let reportCommand = Request(
  "report", "write a page about your training: plan, sessions, records, charts",
  """
  replog report
  replog report --user ann -o ann.html
  """, FilePath?.none
) {
  try $1.option(
    &$0, "-o",
    "the output file; an existing page is overwritten; '-' prints it (default: report.html)")
} perform: { given, _, shell in
  let out = given ?? FilePath("report.html")
  try shell.requireNoLog(out, option: "-o")
  if given == nil { try shell.requireOwnPage(out) }
  let report = try shell.trainingReport()
  let page = TrainingPage(report)
  if try shell.writePage(Array(page.html.utf8), to: out) { return }
  try shell.show(page, in: out.text)
}
.with(\.accepts, [.asOf, .dryRun, .anybody])
.with(
  \.remark,
  """
  The page is a single file without scripts or external resources. The date on the page is that of \
  '--now' or, without it, that of '--as-of'. The same log and options give the same bytes.
  """)

extension Shell {
  /// Shows the file of a page, and its content.
  fileprivate mutating func show(_ page: TrainingPage, in file: String) throws {
    let isDryRun = options.dryRun
    func text() -> String {
      func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
      let wrote = "\(isDryRun ? "would write" : "wrote") \(outputName(file))"
      guard !page.titles.isEmpty else {
        return "\(wrote), with the first steps, because there is nothing to show yet\n"
      }
      let titles = page.titles.map { $0.prefix(1).lowercased() + $0.dropFirst() }
      let leftOut = list(page.leftOut.map(\.name))
      return "\(wrote): \(list(titles))\n"
        + (leftOut.isEmpty ? "" : "left out, because they have no data yet: \(leftOut)\n")
    }
    try show(text()) { json in
      json.member("file", file)
      json.member("bytes", page.html.utf8.count)
      json.member("sections", page.titles)
      json.member("leftOut", page.leftOut.map(\.name))
      if isDryRun { json.member("dryRun", true) }
    }
  }

  /// Refuses to replace a file that no option names and that is not a page of replog.
  fileprivate func requireOwnPage(_ file: FilePath) throws {
    guard try system.exists(file.text) else { return }
    let start = try? system.text(at: file.text).beginning()
    guard start.map({ String(decoding: $0, as: UTF8.self) }).map(TrainingPage.isPage) != true else {
      return
    }
    var error = LogError(
      .refused, file.text, "the file is not a page written by 'replog report'")
    error.help = "move it away, or replace it with '-o \(file.text)'"
    throw error
  }

  /// Replays the log into the content of a page about one user.
  fileprivate mutating func trainingReport() throws -> TrainingReport {
    let log = try openLog()
    let user = try viewer(of: HistoryView.self, log)
    let now = try pageTime()
    // The page contains nothing later than its own time.
    let asOf = options.asOf?.orUp(to: now) ?? .time(now)
    let (training, workouts, numbers, names, units, profiles) = try replay(
      log, asOf: asOf, ByUser<WeekTraining>(only: user), Workouts(), ExerciseNumbers(),
      ExerciseNames(), ByUser<WeightUnit>(only: user), ByUser<Profile>(only: user))
    let (pushUps, medals, classes, timetable, muscles, programs, measurements) = try replay(
      log, asOf: asOf, ByUser<PushUps>(only: user), ByUser<Medals>(only: user),
      ByUser<OwnClasses>(only: user), Timetable(), ExerciseMuscles(),
      ByUser<Program>(only: user), ByUser<Measurements>(only: user))
    if let named = options.user, !training.users.contains(named) { try noteUnknown(named, log) }
    let week = now.day.monday
    let shared = Pair(workouts, numbers)
    func attendance(_ days: Int) -> AttendanceView {
      let first = week.number - days + 7
      let shown = (first...max(first, now.day.number)).map { LocalDay(number: $0) }
      return AttendanceView(of: user, classes[user], timetable, shown, at: now)
    }
    return TrainingReport(
      user: user, name: profiles[user].name, day: now.day, unit: units[user].unit, names: names,
      muscles: muscles,
      planned: WeekPlanView(training[user], shared, week: week),
      done: WeekDoneView(training[user], shared, week: week),
      program: ProgramView(
        of: user, ProgramTraining(programs[user], training[user].history), numbers),
      history: HistoryView(of: user, training[user].history, EmptyProjection()),
      records: RecordsView(
        of: user, MeasuredTraining(training[user].history, profiles[user].bodyWeight), numbers),
      body: BodyWeightView(of: user, profiles[user].bodyWeight, EmptyProjection()),
      measurements: MeasurementsView(of: user, measurements[user], EmptyProjection()),
      attendance: attendance(12 * 7), yearOfClasses: attendance(53 * 7),
      pushUps: PushUpsView(pushUps[user], on: now.day),
      trend: PushUpTrendView(of: user, pushUps[user], EmptyProjection()),
      medals: MedalsView(of: user, medals[user], EmptyProjection()))
  }

  /// Returns the time of the page: that of the command, unless the part of the log has one.
  private func pageTime() throws -> Timestamp {
    if options.now != nil || system.environment("REPLOG_NOW") != nil { return try now() }
    var part = try options.enteredAsKnown?.time.asOf(on: userClock()) ?? options.asOf
    while case .without(_, let rest) = part { part = rest }
    switch part {
    case .time(let time): return time
    // The whole day has passed.
    case .day(let day): return try Timestamp("\(day)T23:59:59Z") ?? now()
    case .seq, .without, nil: return try now()
    }
  }
}

extension AsOf {
  /// Returns the part of a log up to a time, unless this part has its own end.
  fileprivate func orUp(to time: Timestamp) -> AsOf {
    if case .without(let seqs, nil) = self { .without(seqs, of: .time(time)) } else { self }
  }
}
