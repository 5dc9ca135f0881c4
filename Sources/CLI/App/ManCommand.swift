/// `replog man`: the manual page.
struct ManCommand: Command {
  static let name = "man"
  static let summary = "print the manual page, with every command and option"
  static let example = "replog man | man -l -"
  static let accepts = GlobalOptions.Accepted.noLog
  static let isAboutNamedLog = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    try shell.print(ManPage.text(of: Replog.commands), terminator: "")
  }
}
