struct HelpCommand: Command {
  let name = "help"
  let summary = "show a command's options and an example, or the subcommands of a group"
  let example = """
    replog help plan add
    replog help all
    """
  let remark = """
    'help all' lists all commands, and 'help options' lists the general options. 'help scale' lists the events that \
    each view needs in a partitioned log.
    """
  let isAboutNamedLog = false
  var noun: String?
  var verb: String?

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&noun, "COMMAND", "the command or the command group")
    try a.positional(&verb, "SUBCOMMAND", "the subcommand")
  }

  func run(_ shell: inout Shell) throws {
    guard let noun else { return try shell.print(Replog.commands.everydayPage, terminator: "") }
    if verb == nil, let page = Replog.commands.helpPage(noun) {
      return try shell.print(page, terminator: "")
    }
    if verb == nil, let page = Replog.commands.page(ofNoun: noun) {
      return try shell.print(page, terminator: "")
    }
    let (command, rest) = try Replog.commands.command(for: [noun, verb].compactMap(\.self))
    if let superfluous = rest.first {
      throw UsageError.unknownCommand(noun + " " + superfluous, near: [noun])
    }
    try shell.print(HelpPage(command, Replog.commands).text, terminator: "")
  }
}

struct VersionCommand: Command {
  let name = "version"
  let summary = "show the version of this build"
  let example = "replog version"
  let isAboutNamedLog = false

  func run(_ shell: inout Shell) throws { try shell.print("replog \(Release.version)") }
}
