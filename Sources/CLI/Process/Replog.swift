import Events
import Projections

/// The command: the table of all commands, and the way from a command line to one of them.
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
  ]

  /// The version of this build.
  ///
  /// From 1.0.0 on, its first number changes when the JSON does.
  static let version = "0.1.0"

  /// The day of that version, for the page of the manual.
  static let date = "2026-11-23"

  static let all: [any Command.Type] = groups.flatMap(\.commands)

  /// The commands that programs call and no page lists.
  private static let hidden: [any Command.Type] = [CompleteCommand.self]

  /// Returns the command that a line beginning with `words` would run; nil when there is none.
  static func command(beginning words: Substring) -> (any Command.Type)? {
    let names = words.split(separator: " ", maxSplits: 2).prefix(2)
    let two = names.joined(separator: " ")
    return all.first { $0.name == two } ?? all.first { $0.name == names.first ?? "" }
  }

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
      guard let diagnostic = Diagnostic(error, log: shell.options.log?.text) else { return .done }
      shell.complain(diagnostic.text)
      return diagnostic.status
    }
  }

  private static func start(_ words: [String], _ shell: inout Shell) throws {
    if ["--help", "-h"].contains(words.first) { return try HelpCommand().run(&shell) }
    if words.first == "--version" { return try VersionCommand().run(&shell) }
    if words.isEmpty || shell.printsToTerminal && commandPlaces(words).isEmpty {
      return try run(TodayCommand.self, words, &shell)
    }
    if let page = helpOfNoun(words) { return try shell.print(page, terminator: "") }
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
  /// A log on standard input is read once, by the command, which then locates its own.
  private static func locate<C: Command>(_ command: inout C, _ shell: Shell) throws {
    var references = EventReferences {
      try shell.requirePath() == "-" ? nil : try shell.openLogQuietly()
    }
    try command.arguments(&references)
    if let failure = references.failure { throw failure }
  }

  /// Returns the command that `words` begin with, and the words that are left.
  ///
  /// Options may come before it.
  static func find(_ words: [String]) throws(UsageError) -> (any Command.Type, [String]) {
    let places = commandPlaces(words)
    // The word after an unknown option may be its value, and a secret.
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
    let verbs = verbs(of: noun).map { $0.name }
    if let command = (all + hidden).first(where: { $0.name == noun }) {
      let next = places.count > 1 ? words[places[1]] : nil
      if next.map({ command.takes($0) || takes($0, command, notOneOf: verbs) }) ?? true {
        return (command, words.indices.filter { $0 != first }.map { words[$0] })
      }
    }
    if !verbs.isEmpty, places.count == 1 { throw .missingVerb(of: noun, verbs) }
    let typed = places.prefix(verbs.isEmpty ? 1 : 2).map { words[$0] }.joined(separator: " ")
    let names = verbs.isEmpty ? all.map { $0.name } : verbs
    let near = synonyms[typed] ?? nearest(to: typed, among: names)
    throw near.isEmpty && !verbs.isEmpty
      ? .unknownVerb(typed, of: noun, verbs) : .unknownCommand(typed, near: near)
  }

  /// Returns whether a word after a noun is an argument of its command, and none of its verbs misspelled.
  ///
  /// A verb is of letters alone.
  private static func takes(
    _ word: String, _ command: any Command.Type, notOneOf verbs: [String]
  ) -> Bool {
    if verbs.isEmpty { return true }
    let seconds = verbs.map { String($0.drop { $0 != " " }.dropFirst()) }
    return Declarations.of(command).all.contains { $0.kind == .positional }
      && (!word.allSatisfy(\.isLetter) || nearest(to: word, among: seconds).isEmpty)
  }

  /// Commands by the words that other programs have for them.
  private static let synonyms = [
    "whoami": ["user"], "who": ["user"], "login": ["sign-in"], "signin": ["sign-in"],
    "logout": ["sign-out"], "signout": ["sign-out"], "register": ["sign-up"], "signup": ["sign-up"],
    "redo": ["revert"], "delete": ["undo", "set remove"], "rm": ["undo", "set remove"],
  ]

  /// Returns the places of the words that are neither options nor values of the options all commands share.
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
    system.exitOnBusError(saying: diagnostic.text, status: diagnostic.status.rawValue)
  }
}
