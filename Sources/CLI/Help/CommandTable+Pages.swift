/// The help of a noun: its verbs, one per line.
extension CommandTable {
  /// Returns the page of a noun that is not a command; nil for any other word.
  func page(ofNoun noun: String) -> String? {
    let verbs = verbs(of: noun)
    guard !verbs.isEmpty, !all.contains(where: { $0.name == noun }) else { return nil }
    return "replog \(noun): commands\n\n" + lines(of: verbs)
      + "\n'replog help COMMAND' shows its options and an example.\n"
  }

  /// Returns the page for a line with a noun, no verb and `--help`; nil for other lines.
  func helpOfNoun(_ words: [String]) -> String? {
    let options = words.prefix { $0 != "--" }
    guard let noun = words.first, options.contains("--help") || options.contains("-h"),
      words.dropFirst().allSatisfy(Parser.isOption)
    else { return nil }
    return page(ofNoun: noun)
  }

  /// Returns the page of `help` that belongs to no command; nil for any other word.
  func helpPage(_ word: String) -> String? {
    switch word {
    case "all": overview
    case "options": optionsPage
    case "scale": scalePage
    default: nil
    }
  }

  /// Returns a line for each command, with aligned summaries.
  func lines(of commands: [any Command], width: Int = 0) -> String {
    let width = max(width, commands.map { $0.name.count }.max() ?? 0) + 2
    return commands.map { command in
      let space = String(repeating: " ", count: width - command.name.count)
      return wrapped("  \(command.name)\(space)\(command.summary)", indent: width + 2) + "\n"
    }.joined()
  }

  var overview: String {
    page(groups.map { ($0.title, $0.commands) })
      + """

      'replog help COMMAND' shows its options and an example.
      'replog help options' lists the general options.

      """
  }

  var everydayPage: String {
    page(Self.everyday.map { ($0.title, $0.names.compactMap(command(named:))) })
      + """

      'replog help all' lists all commands.
      'replog help options' lists the general options.
      'replog help COMMAND' shows the options of a command and an example.

      """
  }

  private func page(_ groups: [(title: String, commands: [any Command])]) -> String {
    var text = """
      replog: an event-sourced training log

      Every action is one line of an append-only log. Every view is computed by
      replaying the log.

      usage: replog COMMAND [options]

      """
    let width = groups.flatMap(\.commands).map { $0.name.count }.max() ?? 0
    for group in groups { text += "\n\(group.title)\n" + lines(of: group.commands, width: width) }
    return text
  }

  var optionsPage: String {
    """
    replog: general options

    These options may precede the command. 'replog help COMMAND' shows the options
    of a command.
    \(HelpPage.section("options", Declarations.general))
    The log is the first of these that is set: --log PATH, $REPLOG_LOG,
    $XDG_DATA_HOME/replog/events.jsonl, ~/.local/share/replog/events.jsonl.
    $REPLOG_NOW and $REPLOG_SEED apply if --now or --seed is missing.

    """
  }

  /// The twelve lines that `replog` prints while there is no log.
  var firstSteps: String {
    let width = (Self.steps.map { $0.line.count }.max() ?? 0) + 2
    return "replog keeps your training in a log that you own. Begin with one of these:\n\n"
      + Self.steps.map { step in
        "  \(step.line)\(String(repeating: " ", count: width - step.line.count))\(step.purpose)\n"
      }.joined()
  }

  /// The command lines of a first day, each with its purpose.
  static let steps: [(line: String, purpose: String)] = [
    ("replog sign-in you@example.com", "sign in"),
    ("replog import strong.csv", "import your history"),
    ("replog plan add monday squat 3x8x60kg", "plan an exercise"),
    ("replog session start", "start a workout"),
    ("replog set log squat 8x60kg", "log a set"),
    ("replog session end", "end the workout"),
    ("replog report", "write a page about your training"),
    ("replog demo", "run through a first week"),
    ("replog help", "list the everyday commands"),
    ("replog help all", "list all commands"),
  ]

  /// The names of the everyday commands, in groups.
  static let everyday: [(title: String, names: [String])] = [
    ("first steps", ["sign-in", "import", "report", "demo"]),
    (
      "training",
      [
        "session start", "set log", "set revise", "set remove", "session end", "session", "undo",
        "bodyweight add",
      ]
    ),
    (
      "plan", ["plan", "plan type", "plan add", "plan edit", "plan remove", "templates", "program"]
    ),
    ("progress", ["history", "pbs", "records", "volume", "metrics", "bodyweight"]),
    ("calculators", ["one-rm", "warmup", "plates", "points"]),
    ("the log", ["user", "log", "verify", "export csv"]),
  ]

  /// The pages of `help` that belong to no command, each with its summary.
  static let helpPages: [(name: String, summary: String)] = [
    ("all", "list all commands"), ("options", "list the general options"),
    ("scale", "list the events that each view needs in a partitioned log"),
  ]
}
