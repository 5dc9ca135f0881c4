import Events
import Projections

extension CommandGroup {
  static let meals = CommandGroup("meals") {
    viewCommands(in: .meals, own: [mealsCommand])
    importCommand
    promptCommand
    suggestedCommand(.meals, "meals", "meals")
    goalCommand
    Request(
      "goal set", "set your meal goal", "replog goal set cutting",
      ChooseMealGoal(.cutting)
    ) { try $1.positional(&$0.goal, "GOAL", "the goal: less body fat, or more muscle") }
  }
}

private let importCommand = Request(
  "meals import", "import the menu for a day from JSON or CSV",
  "replog meals import menu.csv --day 2026-03-02 --source Campus",
  (file: "", day: LocalDay?.none, source: String?.none)
) {
  try $1.positional(
    &$0.file, "FILE",
    "the dishes: name, calories, protein, carbohydrates, fat, place; '-' reads standard input")
  try $1.option(&$0.day, as: DayArgument.self, "--day", dayHelp)
  try $1.option(&$0.source, "--source", "the source of the menu")
} perform: { request, _, shell in
  // An event could not contain a larger menu.
  shell.noteReading("the menu", from: request.file)
  let (bytes, encoding) = try shell.system.text(at: request.file, limit: 4 << 20)
  shell.reportEncoding(encoding, of: request.file)
  let menu = try Bytes.of(bytes) { (bytes) throws(LogError) in
    do throws(ImportError) { return try ImportedMenu(bytes) } catch {
      throw LogError(error, request.file)
    }
  }
  try shell.perform(ImportMenu(menu.items, day: request.day, source: request.source))
}

/// Returns the command that keeps the suggestion of a language model.
func suggestedCommand(
  _ kind: Suggestions.Kind, _ noun: String, _ suggestion: String
) -> any Command {
  Request(
    "\(noun) suggested",
    "save a language model's suggested \(suggestion), read from standard input",
    "replog \(noun) prompt | model | replog \(noun) suggested --source model", Name?.none
  ) {
    try $1.option(&$0, "--source", "the name of the model or person that made the suggestion")
  } perform: { source, _, shell in
    shell.noteReading("the suggestion")
    let bytes = try shell.system.contents("-", limit: 1 << 20)
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      throw LogError(.refused, "standard input", "expected text in UTF-8, found other bytes")
    }
    try shell.perform(KeepSuggestion(kind, text, source: source))
  }
  .with(\.isAboutNamedLog, false)
}

/// `replog meals`: the dishes that suit the goal best, without a language model.
private let mealsCommand = Request(
  MealsView.self, "replog meals --goal bulking --markdown",
  (day: LocalDay?.none, goal: MealGoal?.none, isMarkdown: false)
) {
  try $1.option(&$0.day, as: DayArgument.self, "--day", dayHelp)
  try $1.option(&$0.goal, "--goal", "the goal (default: the goal that you set, or cutting)")
  try $1.flag(&$0.isMarkdown, "--markdown", "print a numbered list in Markdown")
} perform: { options, _, shell in
  let (day, goal) = (try options.day ?? shell.now().day, options.goal)
  guard options.isMarkdown else {
    return try shell.show(personal: MealsView.self, ViewFilter()) { _, meals, _ in
      MealsView(meals, on: day, for: goal)
    }
  }
  guard !shell.options.json, !shell.options.allUsers else {
    throw UsageError(
      code: .conflictingOptions,
      message: "'--markdown' cannot be used with '--json' or '--all-users'",
      help: "choose one output format")
  }
  let (log, user) = try shell.subject()
  let meals = try replay(log, asOf: shell.options.asOf, ByUser<Meals>(only: user))[user]
  try shell.print(MealsView(meals, on: day, for: goal).markdown, terminator: "")
}

private let promptCommand = Request(
  "meals prompt", "print a prompt that asks a language model to suggest meals",
  "replog meals prompt | model | replog meals suggested", LocalDay?.none
) {
  try $1.option(&$0, as: DayArgument.self, "--day", dayHelp)
} perform: { day, _, shell in
  let day = try day ?? shell.now().day
  let (log, user) = try shell.subject()
  let (meals, profile) = try replay(
    log, asOf: shell.options.asOf, ByUser<Meals>(only: user), ByUser<Profile>(only: user))
  try shell.show(prompt: MealPrompt(meals[user], profile[user], on: day).text)
}
.with(\.accepts, .asOf)
.with(\.isAboutNamedLog, false)
.with(\.offer, .prompts)

private let dayHelp = "the day of the menu (default: today)"

/// `replog session prompt`: a prompt for a workout.
let sessionPromptCommand = Request(
  "session prompt", "print a prompt that asks a language model to suggest a workout",
  "replog session prompt | model | replog session suggested", (),
  perform: { _, _, shell in
    let (log, user) = try shell.subject()
    let (history, bests, program, profile, names) = try replay(
      log, asOf: shell.options.asOf, ByUser<History>(only: user), ByUser<PersonalBests>(only: user),
      ByUser<Program>(only: user), ByUser<Profile>(only: user), ExerciseNames())
    let prompt = SessionPrompt(history[user], bests[user], program[user], profile[user], names)
    try shell.show(prompt: prompt.text)
  }
)
.with(\.accepts, .asOf)
.with(\.isAboutNamedLog, false)
.with(\.offer, .prompts)

/// `replog goal`: the goal for the choice of meals.
private let goalCommand = Request(
  "goal", "show your meal goal", "replog goal --json", (),
  perform: { _, _, shell in
    let (log, user) = try shell.subject()
    let meals = try replay(log, asOf: shell.options.asOf, ByUser<Meals>(only: user))
    let goal = meals[user].goal?.rawValue
    try shell.show((goal ?? "no goal; meals are chosen for cutting") + "\n") {
      $0.member("goal", goal)
    }
  }
)
.with(\.accepts, .asOf)

extension Shell {
  /// Returns the log, and the user of the requested view.
  fileprivate mutating func subject() throws -> (Log, Name?) {
    let log = try openLog()
    return (log, try viewer(of: MealsView.self, log))
  }

  /// Prints a prompt, as JSON if requested.
  fileprivate mutating func show(prompt: String) throws {
    guard options.json else { return try print(prompt, terminator: "") }
    var json = JSONWriter()
    json.object { json in json.member("prompt", prompt) }
    try print(json.bytes + [UInt8(ascii: "\n")])
  }
}

extension MealGoal: ChoiceArgument {
  static var placeholder: String { "GOAL" }
}
