/// `replog` without a command: the day of the user where a terminal shows it, else all commands.
struct TodayCommand: Command {
  let name = "replog"
  let summary = "show today: who, what is planned, what was logged, the next step"
  let example = "replog"

  func run(_ shell: inout Shell) throws {
    if shell.options.json {
      throw UsageError(
        message: "expected a command, found '--json'", help: "'replog help' lists them all")
    }
    if try !shell.showToday() { try shell.print(Replog.commands.overview, terminator: "") }
  }
}
