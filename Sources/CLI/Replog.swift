import Events
import Projections

/// The command: the table of all there is, and the way from a command line to one of them.
enum Replog {
  /// All commands, in the order of the overview: the one table.
  static let groups = [
    CommandGroup(
      "identity",
      [
        SignUpCommand.self,
        VerifyEmailCommand.self,
        SignInCommand.self,
        RenewCommand.self,
        SignOutCommand.self,
        UserCommand.self,
      ]),
    CommandGroup(
      "exercises",
      [
        ExercisesImportCommand.self,
        IDsCommand.self,
      ]),
    CommandGroup(
      "plan",
      [
        PlanCommand.self,
        PlanTypeCommand.self,
        PlanAddCommand.self,
        PlanRemoveCommand.self,
        PlanMoveCommand.self,
        PlanClearCommand.self,
        PlanShareCommand.self,
        PlanSaveCommand.self,
      ]),
    CommandGroup(
      "workouts",
      [
        SessionStartCommand.self,
        SessionEndCommand.self,
        SessionDiscardCommand.self,
        SetLogCommand.self,
        SetReviseCommand.self,
        SetRemoveCommand.self,
        HistoryCommand.self,
        PersonalBestsCommand.self,
      ]),
    CommandGroup(
      "feed",
      [
        FeedCommand.self,
        PostLikeCommand.self,
        PostUnlikeCommand.self,
        PostEditCommand.self,
        PostDeleteCommand.self,
      ]),
    CommandGroup(
      "the log",
      [
        LogCommand.self,
        AppendCommand.self,
        VerifyCommand.self,
        RepairCommand.self,
        CheckpointCommand.self,
        ImportStrongCommand.self,
        ImportHevyCommand.self,
        SampleCommand.self,
      ]),
    CommandGroup(
      "getting started",
      [
        DemoCommand.self,
        HelpCommand.self,
        VersionCommand.self,
      ]),
  ]

  /// The version of this build. From 1.0.0 on, its first number changes when the JSON does.
  static let version = "0.1.0"

  private static var all: [any Command.Type] { groups.flatMap(\.commands) }

  /// Runs the command line of the process; answers the status it ends with.
  static func run(_ shell: inout Shell) -> ExitStatus {
    run(&shell) { shell throws in try start(shell.system.arguments(), &shell) }
  }

  /// Runs one command line; answers the status the process ends with.
  static func run(_ words: [String], _ shell: inout Shell) -> ExitStatus {
    run(&shell) { shell throws in try start(words, &shell) }
  }

  private static func run(
    _ shell: inout Shell, _ body: (inout Shell) throws -> Void
  ) -> ExitStatus {
    do {
      try body(&shell)
      try shell.flush()
      return shell.status
    } catch {
      // What was printed before belongs before the error, if anybody still listens.
      try? shell.flush()
      guard let diagnostic = Diagnostic(error, log: shell.options.log?.text) else { return .done }
      shell.complain(diagnostic.text)
      return diagnostic.status
    }
  }

  private static func start(_ words: [String], _ shell: inout Shell) throws {
    guard !words.isEmpty else { return try shell.print(overview, terminator: "") }
    if ["--help", "-h"].contains(words[0]) { return try HelpCommand().run(&shell) }
    if words[0] == "--version" { return try VersionCommand().run(&shell) }
    let (command, rest) = try find(words)
    let options = rest.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") {
      return try shell.print(HelpPage(command: command).text, terminator: "")
    }
    try run(command, rest, &shell)
  }

  private static func run<C: Command>(
    _ command: C.Type, _ words: [String], _ shell: inout Shell
  ) throws {
    var parser = try Parser(words, Declarations.of(command), command: command.name)
    var instance = command.init()
    try instance.arguments(&parser)
    try shell.options.arguments(&parser, command.accepts)
    shell.expectMissingPages()
    try instance.run(&shell)
    try shell.refreshCheckpoint()
  }

  /// The command that `words` begin with, and the words that are left. Options may stand before it.
  static func find(_ words: [String]) throws(UsageError) -> (any Command.Type, [String]) {
    let places = commandPlaces(words)
    // What follows an option that nobody knows may be its value, and a secret.
    let leading = words.prefix(places.first ?? words.count).first {
      Parser.isOption($0) && !Declarations.isShared($0)
    }
    if let leading {
      throw .unknownOption(leading, near: [], of: "replog")
    }
    guard let first = places.first else {
      throw UsageError(
        message: "expected a command, found '\(words.first ?? "")'",
        help: "'replog help' lists them all")
    }
    if places.count > 1 {
      let two = words[first] + " " + words[places[1]]
      if let command = all.first(where: { $0.name == two }) {
        return (command, words.indices.filter { !places.prefix(2).contains($0) }.map { words[$0] })
      }
    }
    let noun = words[first]
    let verbs = all.map { $0.name }.filter { $0.hasPrefix(noun + " ") }
    if let command = all.first(where: { $0.name == noun }), places.count == 1 || verbs.isEmpty {
      return (command, words.indices.filter { $0 != first }.map { words[$0] })
    }
    let typed = places.prefix(verbs.isEmpty ? 1 : 2).map { words[$0] }.joined(separator: " ")
    let names = verbs.isEmpty ? all.map { $0.name } : verbs
    throw .unknownCommand(typed, near: nearest(to: typed, among: names))
  }

  /// Where the words stand that are neither options nor values of the options all commands share.
  private static func commandPlaces(_ words: [String]) -> [Int] {
    var places: [Int] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      if word == "--" { break }
      if Parser.isOption(word) {
        // Before the command, an option that all share may have a value.
        if places.isEmpty, Declarations.shared.contains(word) {
          index += 1
        }
        if !places.isEmpty { break }
      } else {
        places.append(index)
      }
      index += 1
    }
    return places
  }

  /// The page that `replog` alone prints.
  static var overview: String {
    var text = """
      replog: an event-sourced training log

      Every action is one line of a log that only grows; every view is replayed from it.
      Begin with 'replog demo', which plays a first week.

      usage: replog COMMAND [options]

      """
    let width = (all.map { $0.name.count }.max() ?? 0) + 2
    for group in groups {
      text += "\n\(group.title)\n"
      for command in group.commands {
        let space = String(repeating: " ", count: width - command.name.count)
        text += "  \(command.name)\(space)\(command.summary)\n"
      }
    }
    text += """

      'replog help COMMAND' shows its options and an example. The log is --log PATH, else
      $REPLOG_LOG, else $XDG_DATA_HOME/replog/events.jsonl, else ~/.local/share/replog/events.jsonl.

      """
    return text
  }
}

/// Commands that belong together on the overview.
struct CommandGroup: Sendable {
  let title: String
  let commands: [any Command.Type]

  init(_ title: String, _ commands: [any Command.Type]) {
    self.title = title
    self.commands = commands
  }
}
