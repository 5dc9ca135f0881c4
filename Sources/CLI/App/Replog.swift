import Events
import Projections

/// The command: the table of all commands, and the run of one of them.
enum Replog {
  /// All commands, in the order of the overview: the one table.
  static let commands = CommandTable(
    [
      CommandGroup(
        "identity",
        [
          SignUpCommand.self,
          VerifyEmailCommand.self,
          SignInCommand.self,
          RenewCommand.self,
          SignOutCommand.self,
          ResetPasswordCommand.self,
          LinkCommand.self,
          UnlinkCommand.self,
          RouteCommand.self,
          AuthorizeCommand.self,
        ] + viewCommands(in: .identity) + [OutboxSentCommand.self]),
      CommandGroup(
        "profile",
        viewCommands(in: .profile) + [
          ProfileSetCommand.self,
          ProfileSettingCommand.self,
          ProfileWeightCommand.self,
          BodyweightAddCommand.self,
          BodyweightRemoveCommand.self,
        ]),
      CommandGroup(
        "exercises",
        [
          ExercisesImportCommand.self,
          ExercisesShowCommand.self,
          ExercisesAddCommand.self,
          ExercisesAliasCommand.self,
          ExercisesUnaliasCommand.self,
        ] + viewCommands(in: .exercises)),
      CommandGroup(
        "plan",
        [
          PlanCommand.self,
          PlanHistoryCommand.self,
          PlanTypeCommand.self,
          PlanAddCommand.self,
          PlanEditCommand.self,
          PlanCopyCommand.self,
          PlanRemoveCommand.self,
          PlanMoveCommand.self,
          PlanClearCommand.self,
          PlanLogCommand.self,
          PlanShareCommand.self,
          PlanSaveCommand.self,
          PlanWeekCommand.self,
          PlanAssignCommand.self,
          PlanUnassignCommand.self,
          PlanDoneCommand.self,
        ]),
      CommandGroup(
        "workouts",
        [
          WorkoutsCreateCommand.self,
          WorkoutsEditCommand.self,
          WorkoutsAddCommand.self,
          WorkoutsRemoveCommand.self,
          WorkoutsDeleteCommand.self,
          WorkoutsSaveCommand.self,
          WorkoutsUnsaveCommand.self,
          TemplatesAddCommand.self,
          TemplatesDeleteCommand.self,
          SessionStartCommand.self,
          SessionEndCommand.self,
          SessionDiscardCommand.self,
          SessionEditCommand.self,
          SessionPromptCommand.self,
          SessionSuggestedCommand.self,
          SetLogCommand.self,
          SetReviseCommand.self,
          SetRemoveCommand.self,
          SetRecordCommand.self,
          SetCompleteCommand.self,
          SetMoveCommand.self,
        ] + viewCommands(in: .workouts, .sessions) + [ReportCommand.self]),
      CommandGroup(
        "program",
        viewCommands(in: .program) + [
          ProgramStartCommand.self,
          ProgramCompleteCommand.self,
          ProgramNextCommand.self,
          ProgramAdjustCommand.self,
          ProgramEndCommand.self,
          OneRepMaxCommand.self,
          PointsCommand.self,
          WarmUpCommand.self,
          PlatesCommand.self,
          FiveThreeOneCommand.self,
        ]),
      CommandGroup(
        "feed",
        viewCommands(in: .feed) + [
          PostLikeCommand.self,
          PostUnlikeCommand.self,
          PostEditCommand.self,
          PostDeleteCommand.self,
        ]),
      CommandGroup(
        "classes",
        viewCommands(in: .classes) + [
          ClassesAddCommand.self,
          ClassesMoveCommand.self,
          ClassesCancelCommand.self,
          ClassesReinstateCommand.self,
          BookingsAddCommand.self,
          BookingsCancelCommand.self,
          BookingsAttendCommand.self,
          BookingsMissCommand.self,
          BookingsClearCommand.self,
        ]),
      CommandGroup(
        "videos",
        viewCommands(in: .videos) + [
          VideosAddCommand.self,
          VideosFavouriteCommand.self,
          VideosUnfavouriteCommand.self,
          VideosRemoveCommand.self,
        ]),
      CommandGroup(
        "push-ups",
        [
          PushUpsLogCommand.self,
          PushUpsRemoveCommand.self,
          PushUpsCountCommand.self,
        ] + viewCommands(in: .pushUps) + [QuoteCommand.self]),
      CommandGroup(
        "meals",
        viewCommands(in: .meals) + [
          MealsImportCommand.self,
          MealsPromptCommand.self,
          MealsSuggestedCommand.self,
          GoalCommand.self,
          GoalSetCommand.self,
        ]),
      CommandGroup(
        "the log",
        [
          LogCommand.self,
          AppendCommand.self,
          UndoCommand.self,
          RevertCommand.self,
          VerifyCommand.self,
          SealCommand.self,
          RepairCommand.self,
          CheckpointCommand.self,
          ImportCommand.self,
          ImportStrongCommand.self,
          ImportHevyCommand.self,
          ExportCSVCommand.self,
          ExportStrongCommand.self,
          ExportCloudEventsCommand.self,
          ExportICSCommand.self,
          ExportMarkdownCommand.self,
          ExportDuckDBCommand.self,
          SchemaCommand.self,
          SampleCommand.self,
        ]),
      CommandGroup(
        "debugging",
        [
          ReplayCommand.self,
          ExplainCommand.self,
          DiffCommand.self,
          BlameCommand.self,
          BisectCommand.self,
          MinimizeCommand.self,
          GoldenRunCommand.self,
          GoldenUpdateCommand.self,
          ScrubCommand.self,
          ForgetCommand.self,
        ]),
      CommandGroup(
        "getting started",
        [
          DemoCommand.self,
          HelpCommand.self,
          ManCommand.self,
          CompletionsCommand.self,
          VersionCommand.self,
        ]),
    ])

  /// Runs the command line of the process and returns the status it ends with.
  static func run(_ shell: inout Shell) -> ExitStatus {
    run(&shell) { shell throws in try start(shell.system.arguments(), &shell) }
  }

  /// Runs one command line and returns the status the process ends with.
  static func run(_ words: [String], _ shell: inout Shell) -> ExitStatus {
    run(&shell) { shell throws in try start(words, &shell) }
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
      // What was printed before belongs before the error, if it is still read.
      try? shell.flush()
      guard let diagnostic = Diagnostic(error, log: shell.options.log?.text, commands) else {
        return .done
      }
      shell.complain(diagnostic.printed(asJSON: shell.options.json))
      return diagnostic.status
    }
  }

  private static func start(_ words: [String], _ shell: inout Shell) throws {
    // An invalid command line is told as it asks for, too.
    shell.options.json = words.prefix { $0 != "--" }.contains("--json")
    if ["--help", "-h"].contains(words.first) { return try HelpCommand().run(&shell) }
    if words.first == "--version" { return try VersionCommand().run(&shell) }
    if words.starts(with: ["complete", "--"]) {
      return try CommandLineCompletion(Array(words.dropFirst(2)), commands).print(on: &shell)
    }
    if words.isEmpty || shell.printsToTerminal && commands.places(in: words).isEmpty {
      return try run(TodayCommand.self, words, &shell)
    }
    if let page = commands.helpOfNoun(words) { return try shell.print(page, terminator: "") }
    let (command, rest) = try commands.command(for: words)
    let options = rest.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") {
      return try shell.print(HelpPage(command, commands).text, terminator: "")
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
    try instance.check(shell.options)
    try shell.resolveTimes()
    shell.begin(command.name)
    shell.expectMissingPages()
    try locate(&instance, shell)
    try shell.leaveOut()
    if shell.options.follow {
      try shell.follow { [instance] shell in try instance.run(&shell) }
    } else {
      try instance.run(&shell)
    }
    try shell.refreshCheckpoint()
  }

  /// Gives the references of a command the names of what stands at their positions in the log.
  ///
  /// A log on standard input or in a pipe is read once, by the command, which then locates its own.
  private static func locate<C: Command>(_ command: inout C, _ shell: Shell) throws {
    var references = EventReferences {
      try shell.isReadableAgain() ? try shell.openLogQuietly() : nil
    }
    try command.arguments(&references)
    if let failure = references.failure { throw failure }
  }
}

extension Shell {
  /// Prepares the error of a log that can be opened and not be read.
  fileprivate func expectMissingPages() {
    guard case .streams = output, let path = logPath else { return }
    // What is piped has no pages; a file may be standard input all the same.
    let name = path == "-" ? "standard input" : path
    let error = LogError(
      .system, name, "cannot read all of the log: its disk fails, or somebody cut it meanwhile",
      help: "run it again; if it says the same, copy what can be read and check the disk")
    guard let diagnostic = Diagnostic(error) else { return }
    system.exitOnBusError(
      saying: diagnostic.printed(asJSON: options.json), status: diagnostic.status.rawValue)
  }
}
