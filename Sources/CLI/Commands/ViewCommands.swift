import Events
import Projections

extension Shell {
  /// Whose view is shown: `--user`, else the user of the latest sign-in; nil when nobody is signed in.
  fileprivate mutating func viewer(_ log: Log) throws -> Name? {
    if let user = options.user { return user }
    let latest = try replay(log, asOf: options.asOf, LatestSignIn()).user
    if latest == nil { note("nobody is signed in; '--user' names whose view it is") }
    return latest
  }
}

extension Shell {
  /// The units that tables are shown in. JSON needs none, and everybody's cost a tenth of a replay.
  fileprivate func units(of user: Name?, orAll isAll: Bool = false) -> ByUser<WeightUnit> {
    options.json ? ByUser(only: nil) : ByUser(only: user, orAll: isAll)
  }
}

struct UserCommand: Command {
  static let name = "user"
  static let summary = "show who is signed in"
  static let example = "replog user --json"
  static let accepts = GlobalOptions.Accepted.asOf

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let asOf = shell.options.asOf
    let user = try shell.options.user ?? replay(log, asOf: asOf, LatestSignIn()).user
    let identity = try user.map { try replay(log, asOf: asOf, OfUser<Identity>($0)).value }
    try shell.show(SignInReport(signIn: identity?.signIn, account: identity?.account))
  }
}

struct PlanCommand: Command {
  static let name = "plan"
  static let summary = "show the week"
  static let example = "replog plan --as-of 2026-03-02"
  static let accepts = GlobalOptions.Accepted.asOf

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(log)
    let (plan, numbers, units) = try replay(
      log, asOf: shell.options.asOf, ByUser<WeeklyPlan>(only: user), ExerciseNumbers(),
      shell.units(of: user))
    try shell.show(
      PlanReport(user: user, plan: plan[user], numbers: numbers, unit: units[user].unit))
  }
}

struct FeedCommand: Command {
  static let name = "feed"
  static let summary = "show shared plans, newest first, without their authors"
  static let example = "replog feed --json"
  static let accepts = GlobalOptions.Accepted.asOf

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let (feed, numbers) = try replay(
      try shell.openLog(), asOf: shell.options.asOf, Feed(), ExerciseNumbers())
    try shell.show(FeedReport(feed: feed, numbers: numbers))
  }
}

struct HistoryCommand: Command {
  static let name = "history"
  static let summary = "show sessions, newest first"
  static let example = "replog history --from 2026-03-01 --to 2026-03-31"
  static let accepts: GlobalOptions.Accepted = [.asOf, .allUsers]
  var from: LocalDay?
  var to: LocalDay?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&from, "--from", "the first local day")
    try a.option(&to, "--to", "the last local day")
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let everybody = shell.options.allUsers
    let user = everybody ? nil : try shell.viewer(log)
    let (histories, units) = try replay(
      log, asOf: shell.options.asOf, ByUser<History>(only: user, orAll: everybody),
      shell.units(of: user, orAll: everybody))
    let shown = (everybody ? histories.users : [user]).map { user in
      (user: user, sessions: histories[user].sessions.filter(isMeant), unit: units[user].unit)
    }
    try shell.show(HistoryReport(histories: shown, showsUsers: everybody))
  }

  /// Whether a session began on a day that was asked for; both ends are included.
  private func isMeant(_ session: History.Session) -> Bool {
    let day = session.startedAt.day
    return from.map { $0 <= day } ?? true && to.map { day <= $0 } ?? true
  }
}

struct PersonalBestsCommand: Command {
  static let name = "pbs"
  static let summary = "show the best set of each exercise"
  static let example = "replog pbs --all-users --json"
  static let accepts: GlobalOptions.Accepted = [.asOf, .allUsers]

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let everybody = shell.options.allUsers
    let user = everybody ? nil : try shell.viewer(log)
    let (bests, numbers, units) = try replay(
      log, asOf: shell.options.asOf, ByUser<PersonalBests>(only: user, orAll: everybody),
      ExerciseNumbers(), shell.units(of: user, orAll: everybody))
    let shown = (everybody ? bests.users : [user]).map { user in
      (user: user, bests: bests[user].bests, unit: units[user].unit)
    }
    try shell.show(PersonalBestsReport(bests: shown, numbers: numbers, showsUsers: everybody))
  }
}

struct IDsCommand: Command {
  static let name = "ids"
  static let summary = "show the stable number of each exercise"
  static let example = "replog ids --json"
  static let accepts: GlobalOptions.Accepted = .asOf

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let numbers = try replay(try shell.openLog(), asOf: shell.options.asOf, ExerciseNumbers())
    try shell.show(ExerciseNumbersReport(numbers: numbers))
  }
}
