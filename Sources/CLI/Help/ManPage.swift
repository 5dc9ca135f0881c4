/// The manual page `replog(1)`, generated from the table of commands in the macros of man(7).
struct ManPage {
  private let table: CommandTable
  private var text = ""

  static func text(of table: CommandTable) -> String {
    var page = ManPage(table: table)
    page.opening()
    page.commands()
    page.otherWords()
    page.sharedOptions()
    page.surroundings()
    page.examples()
    return page.text
  }

  private mutating func opening() {
    text += (".TH REPLOG 1 \(Release.date) \"replog \(Release.version)\" \"User Commands\"\n")
    macro("SH", "NAME")
    line("replog \\- an event\\-sourced training log")
    macro("SH", "SYNOPSIS")
    line("\\fBreplog\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]")
    macro("SH", "DESCRIPTION")
    plain(
      "Every action is one line of an append-only log. Every view is computed by replaying the log."
    )
    plain(
      "Commands such as 'replog plan' show data; subcommands such as 'replog plan add' change it.")
    plain(
      "'replog demo' runs through a first week of training; 'replog help COMMAND' describes a command."
    )
    plain(
      "Without a command, replog shows today's plan and training if it runs on a terminal and a log exists. "
        + "If there is no log, it shows the first steps.")
  }

  private mutating func commands() {
    macro("SH", "COMMANDS")
    for group in table.groups {
      macro("SS", group.title)
      for command in group.commands { describe(command) }
    }
  }

  private mutating func describe(_ command: any Command) {
    let page = HelpPage(command, table)
    macro("TP")
    line("\\fB" + escaped(page.usage) + "\\fR")
    plain(sentence(command.summary))
    if !command.remark.isEmpty { plain(command.remark) }
    let declared = Declarations.of(command).all
    let own = declared.filter { !isShared($0) }
    if !own.isEmpty { macro("RS") }
    for argument in own { describe(argument) }
    if !own.isEmpty { macro("RE") }
    let shared = declared.filter(isShared).map(\.name)
    if !shared.isEmpty {
      macro("IP")
      plain("Shared options: " + shared.joined(separator: ", ") + ".")
    }
    macro("IP")
    plain("Example:")
    code(command.example)
  }

  private mutating func describe(_ argument: Declarations.Argument) {
    macro("TP")
    let name = escaped(argument.name)
    line(
      argument.isByPlace
        ? "\\fI\(name)\\fR"
        : "\\fB\(name)\\fR"
          + (argument.placeholder.isEmpty ? "" : " \\fI\(escaped(argument.placeholder))\\fR"))
    let choices =
      argument.choices.isEmpty
      ? "" : " (" + argument.choices.joined(separator: ", ") + ")"
    plain(sentence(argument.help + choices))
  }

  /// Returns whether all commands share an argument with the same meaning.
  private func isShared(_ argument: Declarations.Argument) -> Bool {
    Declarations.allShared.contains { $0.name == argument.name && $0.help == argument.help }
  }

  /// Adds the words for commands in other programs.
  private mutating func otherWords() {
    macro("SH", "OTHER WORDS")
    plain("For terms used by other programs, replog suggests these commands:")
    items(CommandTable.otherWords.map { ($0.word, $0.commands.joined(separator: ", ") + ".") })
  }

  private mutating func sharedOptions() {
    macro("SH", "OPTIONS")
    plain("The section of each command lists the shared options that the command accepts.")
    for argument in Declarations.allShared { describe(argument) }
    macro("TP")
    line("\\fB\\-\\-help\\fR")
    plain(
      "Show the options of a command and an example; for a command group, show its subcommands.")
    macro("TP")
    line("\\fB\\-\\-version\\fR")
    plain("Show the version.")
  }

  private mutating func surroundings() {
    macro("SH", "EXIT STATUS")
    items([
      ("0", "Success. A closed pipe is not an error."),
      ("1", "A rule refused the command, or a difference was found."),
      ("2", "The command line is invalid."),
      ("3", "The log is damaged."),
      ("4", "A conflict: an id is reused with different content, or an expectation fails."),
      ("5", "The system failed: a full disk, a missing permission, a device error."),
    ])
    macro("SH", "ENVIRONMENT")
    items([
      ("REPLOG_LOG", "The log, unless '--log' names one."),
      ("REPLOG_NOW", "The current time, unless '--now' gives one."),
      ("REPLOG_SEED", "The seed for generated ids, unless '--seed' gives one."),
      ("XDG_DATA_HOME", "The folder of the user's data, which contains the default log."),
      ("NO_COLOR", "If it is set and not empty, tables are plain."),
      ("TMPDIR", "The folder of temporary files (default: /tmp)."),
    ])
    macro("SH", "FILES")
    items([
      ("~/.local/share/replog/events.jsonl", "The default log."),
      (
        "LOG.checkpoint",
        "A folder with a cache of replayed states. It can be deleted at any time."
      ),
      (
        "LOG.torn-OFFSET",
        "The bytes of an append that a crash cut short, set aside by the next append. They were never acknowledged."
      ),
    ])
  }

  private mutating func examples() {
    macro("SH", "EXAMPLES")
    for (what, example) in [
      (
        "Plan an exercise, log a set, and show the best sets:",
        "replog plan add monday bench-press --weight 60kg"
      ),
      ("", "replog session start"),
      ("", "replog set log bench-press 8x60kg"),
      ("", "replog pbs"),
      ("Show the plan after three events:", "replog plan --as-of 3"),
      (
        "Show the best sets among those logged in pounds:",
        "replog log --json --type SetLogged | grep '\"unit\":\"lb\"' | replog pbs --log -"
      ),
      ("Check the log for damage:", "replog verify"),
    ] {
      if !what.isEmpty { plain(what) }
      code(example)
    }
  }

  // MARK: - Macros

  private mutating func items(_ items: [(String, String)]) {
    for (name, help) in items {
      macro("TP")
      line("\\fB\(escaped(name))\\fR")
      plain(help)
    }
  }

  /// Adds lines that are printed verbatim.
  private mutating func code(_ lines: String) {
    macro("nf")
    for part in lines.split(separator: "\n") { line("\\&  " + escaped(String(part))) }
    macro("fi")
  }

  private mutating func macro(_ name: String, _ arguments: String...) {
    text += "." + name
    for argument in arguments { text += " \"" + escaped(argument) + "\"" }
    text += "\n"
  }

  private mutating func plain(_ words: String) {
    for part in wrapped(escaped(words), width: 79).split(separator: "\n") { line(String(part)) }
  }

  private mutating func line(_ line: String) {
    // A line that begins with one of these characters would be a macro.
    text += (line.first == "." || line.first == "'" ? "\\&" : "") + line + "\n"
  }

  /// Returns `text` in ASCII, with special characters of roff escaped.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "\"": escaped += "\\(dq"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "`": escaped += "\\(ga"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return escaped
  }
}
