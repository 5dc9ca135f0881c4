/// `replog` without a command: the first steps without a log, the user's day on a terminal, otherwise the help.
let todayCommand = Request(
  "replog", "show today: the user, the plan, the logged sets, the next step", "replog", (),
  perform: { _, _, shell in
    if shell.options.json {
      throw UsageError(
        message: "expected a command, found '--json'", help: "'replog help all' lists all commands")
    }
    if try shell.showToday() { return }
    let table = Replog.commands
    let hasLog = try shell.logPath.map { try $0 != "-" && shell.system.hasLog($0) } ?? false
    try shell.print(hasLog ? table.everydayPage : table.firstSteps, terminator: "")
  }
)
.with(\.accepts, [])
