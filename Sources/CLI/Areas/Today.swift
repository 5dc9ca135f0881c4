import Events
import Projections

extension Shell {
  /// Prints the day of the user if the output is a terminal and there is a log; returns whether it did.
  ///
  /// While nobody ever signed in, it is the day of the only user, as after an import.
  mutating func showToday() throws -> Bool {
    guard printsToTerminal, let path = logPath else { return false }
    if path == "-" {
      throw UsageError(
        message: "'--log' must name a file, got '-'",
        help: "name a view, for example 'replog history'")
    }
    guard try options.log != nil || system.hasLog(path) else { return false }
    let log = try openLog()
    let now = try self.now()
    let latest = try replay(log, LatestSignIn()).user
    let user = try namedOrDefaultUser(of: log)
    if let named = options.user { try noteUnknown(named, log) }
    let (training, identity, units, workouts, numbers, names, program) = try replay(
      log, OfUser<WeekTraining>(user), OfUser<Identity>(user), OfUser<WeightUnit>(user), Workouts(),
      ExerciseNumbers(), ExerciseNames(), OfUser<Program>(user))
    let shared = Pair(workouts, numbers)
    func today<Day>(_ days: [Day]?) -> Day? { days?[now.day.weekday.index] }
    let report = TodayReport(
      now: now, user: user, latest: latest,
      logOption: options.log.map { " --log \(quotedForShell($0.text))" } ?? "",
      identity: identity.value,
      planned: today(WeekPlanView(training.value, shared, week: now.day).rows.first?.days),
      done: today(WeekDoneView(training.value, shared, week: now.day).rows.first?.days),
      program: ProgramView(
        of: user, ProgramTraining(program.value, training.value.history), numbers),
      sessions: training.value.history.sessions.reversed()
        .filter { $0.startedAt.day == now.day || $0.endedAt == nil },
      waiting: try log.accepted.map { try log.tail().seq - $0 } ?? 0)
    endProgress()
    let form = TableForm(
      unit: units.value.unit, names: names, width: tableWidth, isColored: isColored)
    try print(report.text(form), terminator: "")
    return true
  }
}
