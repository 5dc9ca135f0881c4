import Events
import Projections

/// The command: the table of all commands, and the function that runs one of them.
enum Replog {
  /// All commands, in the order of the overview: the one table.
  ///
  /// Its type is given, because some commands refer to the table.
  static let commands: CommandTable = CommandTable(
    lookingFirstIn: { log },
    { .identity }, { .profile }, { .exercises }, { .plan }, { .workouts }, { .program }, { .feed },
    { .classes }, { .videos }, { .pushUps }, { .meals }, { log }, { debugging }, { gettingStarted })

  private static let log = CommandGroup("the log") {
    LogCommand()
    AppendCommand()
    undoCommands
    verifyCommand
    sealCommand
    repairCommand
    checkpointCommand
    ImportCommand()
    trainingImport(.strong, "strong.csv")
    trainingImport(.hevy, "workout_data.csv")
    exportCommands
    SyncCommand()
    pendingCommands
    MergeCommand()
    SplitCommand()
    schemaCommand
    serveCommand
    SampleCommand()
  }

  private static let debugging = CommandGroup("debugging") {
    ReplayCommand()
    ExplainCommand()
    DiffCommand()
    BlameCommand()
    BisectCommand()
    whyCommand
    whyNotCommand
    MinimizeCommand()
    ReportBugCommand()
    GoldenRunCommand()
    GoldenUpdateCommand()
    scrubCommand
    forgetCommand
  }

  private static let gettingStarted = CommandGroup("getting started") {
    DemoCommand()
    helpCommand
    manCommand
    completionsCommand
    versionCommand
  }

  /// Runs the command line of the process and returns the status it ends with.
  static func run(_ shell: inout Shell) -> ExitStatus {
    run(&shell) { shell throws in try start(shell.system.arguments(), &shell) }
  }

  /// Runs one command line and returns the status the process ends with.
  static func run(_ words: [String], _ shell: inout Shell) -> ExitStatus {
    run(&shell) { shell throws in try start(words, &shell) }
  }

  /// Runs one command line for another program, which words its errors itself.
  static func perform(_ words: [String], _ shell: inout Shell) throws {
    try start(words, &shell)
    try shell.flush()
  }

  private static func run(
    _ shell: inout Shell, _ body: (inout Shell) throws -> Void
  ) -> ExitStatus {
    do {
      try body(&shell)
      shell.endProgress()
      try shell.flush()
      return shell.status
    } catch {
      shell.endProgress()
      // Earlier output comes before the error, if it is still read.
      try? shell.flush()
      let diagnostic = shell.diagnostic(error, commands)
      // The acknowledgement failed after the append.
      if error is SystemError { shell.noteWritten(isClosed: diagnostic == nil) }
      guard let diagnostic else { return .done }
      shell.complain(diagnostic.printed(asJSON: shell.options.json))
      return diagnostic.status
    }
  }

  private static func start(_ words: [String], _ shell: inout Shell) throws {
    // The error of an invalid command line also follows its options.
    shell.options.json = words.prefix { $0 != "--" }.contains("--json")
    if ["--help", "-h"].contains(words.first) { return try helpCommand.run(&shell) }
    if words.first == "--version" { return try versionCommand.run(&shell) }
    if words.starts(with: ["complete", "--"]) {
      return try CommandLineCompletion(Array(words.dropFirst(2)), commands).print(on: &shell)
    }
    if words.isEmpty || shell.printsToTerminal && commands.places(in: words).isEmpty {
      return try run(todayCommand, words, &shell)
    }
    if let page = commands.helpOfNoun(words) { return try shell.print(page, terminator: "") }
    let (command, rest) = try shell.command(for: words, in: commands)
    let options = rest.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") {
      return try shell.print(HelpPage(command, commands).text, terminator: "")
    }
    try run(command, rest, &shell)
  }

  private static func run<C: Command>(
    _ command: C, _ words: [String], _ shell: inout Shell
  ) throws {
    let declarations = Declarations.of(command)
    var checked = command
    let parser = try Parser(words, declarations, command: command.name)
    try checked.arguments(parser)
    try shell.options.arguments(parser, command.accepts)
    try checked.check(shell.options)
    try shell.resolveTimes()
    if command.accepts.contains(.dryRun), shell.call == nil { shell.noteUnknownZone() }
    shell.begin(command.name)
    shell.expectMissingPages()
    shell.showsUnit = parser.leavesUnitOut
    let filled = try located(command, words, declarations, shell)
    try shell.leaveOut()
    if shell.options.follow {
      try shell.follow { shell in try filled.run(&shell) }
    } else {
      try filled.run(&shell)
    }
    for note in parser.notes { shell.note(note) }
    try shell.refreshCheckpoint()
  }

  /// Parses the arguments of a command again, with the time of the command and the log.
  ///
  /// A log on standard input or in a pipe is read once, by the command, which then locates its own references.
  private static func located<C: Command>(
    _ command: C, _ words: [String], _ declarations: Declarations, _ shell: Shell
  ) throws -> C {
    let surroundings = Parser.Surroundings(clock: shell.userClock) {
      try shell.isReadableAgain() ? try shell.openLogQuietly() : nil
    }
    var command = command
    try command.arguments(try Parser(words, declarations, command: command.name, in: surroundings))
    return command
  }
}

extension Shell {
  /// Notes what is in the log if the output cannot take the acknowledgements.
  ///
  /// - Parameter isClosed: Whether a reader has closed the output, as usual after a command without input.
  fileprivate mutating func noteWritten(isClosed: Bool) {
    guard appender?.hasWritten == true else { return }
    if let seq = lastOfInput {
      note("seq \(seq) and the rest of its batch are in the log; further input is not")
    } else if !isClosed {
      note("the events are in the log; do not record them again")
    }
  }

  /// Returns the error for a log that can be opened but not read.
  fileprivate func expectMissingPages() {
    guard case .streams = output, let path = logPath else { return }
    // A pipe has no pages, but standard input may be a file.
    let name = path == "-" ? "standard input" : path
    let error = LogError(
      .system, name,
      "cannot read the whole log: the disk failed, or the file was truncated while it was being read",
      help: "try again; if it fails again, copy the readable part and check the disk")
    guard let diagnostic = Diagnostic(error) else { return }
    system.exitOnBusError(
      saying: diagnostic.printed(asJSON: options.json), status: diagnostic.status.rawValue)
  }
}
