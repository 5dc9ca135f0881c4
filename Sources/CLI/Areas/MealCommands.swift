import Events
import Projections

extension CommandGroup {
  static let meals = CommandGroup("meals") {
    viewCommands(in: .meals)
    importCommand
    MealsPromptCommand()
    suggestedCommand(.meals, "meals", "meals")
    GoalCommand()
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
  try $1.option(&$0.day, as: DayArgument.self, "--day", "the day of the menu (default: today)")
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
struct MealsCommand: CommandOfView {
  typealias Shown = MealsView
  let example = "replog meals --goal bulking --markdown"
  private var day: LocalDay?
  var goal: MealGoal?
  var isMarkdown = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(&day, as: DayArgument.self, "--day", "the day of the menu (default: today)")
    try a.option(&goal, "--goal", "the goal (default: the goal that you set, or cutting)")
    try a.flag(&isMarkdown, "--markdown", "print a numbered list in Markdown")
  }

  func run(_ shell: inout Shell) throws {
    let day = try day ?? shell.now().day
    guard isMarkdown else {
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
}

struct MealsPromptCommand: Command {
  let name = "meals prompt"
  let summary = "print a prompt that asks a language model to suggest meals"
  let example = "replog meals prompt | model | replog meals suggested"
  let offer = Offer?.some(.prompts)
  let accepts: GlobalOptions.Accepted = .asOf
  let isAboutNamedLog = false
  private var day: LocalDay?

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(&day, as: DayArgument.self, "--day", "the day of the menu (default: today)")
  }

  func run(_ shell: inout Shell) throws {
    let day = try day ?? shell.now().day
    let (log, user) = try shell.subject()
    let (meals, profile) = try replay(
      log, asOf: shell.options.asOf, ByUser<Meals>(only: user), ByUser<Profile>(only: user))
    try shell.show(prompt: MealPrompt(meals[user], profile[user], on: day).text)
  }
}

struct SessionPromptCommand: Command {
  let name = "session prompt"
  let summary = "print a prompt that asks a language model to suggest a workout"
  let example = "replog session prompt | model | replog session suggested"
  let offer = Offer?.some(.prompts)
  let accepts: GlobalOptions.Accepted = .asOf
  let isAboutNamedLog = false

  func run(_ shell: inout Shell) throws {
    let (log, user) = try shell.subject()
    let (history, bests, program, profile, names) = try replay(
      log, asOf: shell.options.asOf, ByUser<History>(only: user), ByUser<PersonalBests>(only: user),
      ByUser<Program>(only: user), ByUser<Profile>(only: user), ExerciseNames())
    let prompt = SessionPrompt(history[user], bests[user], program[user], profile[user], names)
    try shell.show(prompt: prompt.text)
  }
}

/// `replog goal`: the goal for the choice of meals.
struct GoalCommand: Command {
  let name = "goal"
  let summary = "show your meal goal"
  let example = "replog goal --json"
  let accepts: GlobalOptions.Accepted = .asOf

  func run(_ shell: inout Shell) throws {
    let (log, user) = try shell.subject()
    let meals = try replay(log, asOf: shell.options.asOf, ByUser<Meals>(only: user))
    try shell.show(GoalReport(goal: meals[user].goal))
  }
}

private struct GoalReport: ObjectReport {
  let goal: MealGoal?

  func table(isColored: Bool) -> String {
    (goal?.rawValue ?? "no goal; meals are chosen for cutting") + "\n"
  }

  func writeMembers(_ json: inout JSONWriter) { json.member("goal", goal?.rawValue) }
}

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
