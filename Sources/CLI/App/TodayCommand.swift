/// `replog` without a command: the user's day if there is a terminal and a log, otherwise all commands.
struct TodayCommand: Command {
  let name = "replog"
  let summary = "show today: the user, the plan, the logged sets, the next step"
  let example = "replog"
  let accepts: GlobalOptions.Accepted = []

  func run(_ shell: inout Shell) throws {
    if shell.options.json {
      throw UsageError(
        message: "expected a command, found '--json'", help: "'replog help' lists them all")
    }
    if try !shell.showToday() { try shell.print(Replog.commands.overview, terminator: "") }
  }
}
