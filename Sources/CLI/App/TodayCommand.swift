/// `replog` without a command: the user's day if there is a terminal and a log, otherwise all commands.
struct TodayCommand: Command {
  static let name = "replog"
  static let summary = "show today: the user, the plan, the logged sets, the next step"
  static let example = "replog"
  static let accepts: GlobalOptions.Accepted = []

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    if shell.options.json {
      throw UsageError(
        message: "expected a command, found '--json'", help: "'replog help' lists them all")
    }
    if try !shell.showToday() { try shell.print(Replog.commands.overview, terminator: "") }
  }
}
