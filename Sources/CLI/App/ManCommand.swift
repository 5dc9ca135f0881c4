/// `replog man`: the manual page.
struct ManCommand: Command {
  let name = "man"
  let summary = "print the manual page, with every command and option"
  let example = "replog man | man -l -"
  let accepts = GlobalOptions.Accepted.noLog
  let isAboutNamedLog = false

  func run(_ shell: inout Shell) throws {
    try shell.print(ManPage.text(of: Replog.commands), terminator: "")
  }
}
