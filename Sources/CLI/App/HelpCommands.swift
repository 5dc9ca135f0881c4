struct HelpCommand: Command {
  let name = "help"
  let summary = "show a command's options and an example, or the verbs of a noun"
  let example = """
    replog help plan add
    replog help all
    """
  let remark = """
    'help all' lists all commands, 'help options' the general options. 'help scale' lists the \
    events of a divided log that each view needs.
    """
  let isAboutNamedLog = false
  var noun: String?
  var verb: String?

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&noun, "COMMAND", "the command, one word or two")
    try a.positional(&verb, "VERB", "its second word")
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
