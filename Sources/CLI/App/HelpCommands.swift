let helpCommand = Request(
  "help", "show a command's options and an example, or the subcommands of a group",
  """
  replog help plan add
  replog help all
  """, (noun: String?.none, verb: String?.none)
) {
  try $1.positional(&$0.noun, "COMMAND", "the command or the command group")
  try $1.positional(&$0.verb, "SUBCOMMAND", "the subcommand")
} perform: { words, _, shell in
  let table = Replog.commands
  guard let noun = words.noun else { return try shell.print(table.everydayPage, terminator: "") }
  if words.verb == nil, let page = table.helpPage(noun) ?? table.page(ofNoun: noun) {
    return try shell.print(page, terminator: "")
  }
  let (command, rest) = try table.command(for: [noun, words.verb].compactMap(\.self))
  if let superfluous = rest.first {
    throw UsageError.unknownCommand(noun + " " + superfluous, near: [noun])
  }
  try shell.print(HelpPage(command, table).text, terminator: "")
}
.with(\.accepts, [])
.with(\.isAboutNamedLog, false)
.with(
  \.remark,
  """
  'help all' lists all commands, and 'help options' lists the general options. 'help scale' lists the events that \
  each view needs in a partitioned log.
  """)

let versionCommand = Request(
  "version", "show the version of this build", "replog version", (),
  perform: { _, _, shell in
    try shell.show("replog \(Release.version)\n") { $0.member("version", Release.version) }
  }
)
.with(\.accepts, [])
.with(\.isAboutNamedLog, false)
