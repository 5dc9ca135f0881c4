import Events
import Projections

/// `replog meals`: the dishes that suit the goal best, without a language model.
struct MealsCommand: Command {
  static let name = MealsView.name
  static let summary = "show \(MealsView.summary)"
  static let example = "replog meals --goal bulking --markdown"
  static let accepts = GlobalOptions.Accepted.view(MealsView.self)
  static let remark = columnsLeftOut(of: MealsView.self)
  var day: DayArgument?
  var goal: MealGoal?
  var isMarkdown = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&day, "--day", "the day of the menu; else today")
    try a.option(&goal, "--goal", "the goal; else the one that was set, else cutting")
    try a.flag(&isMarkdown, "--markdown", "print a numbered list in Markdown")
  }

  func run(_ shell: inout Shell) throws {
    let now = try shell.now()
    let day = day?.time.days(from: now).lowerBound ?? now.day
    guard isMarkdown else {
      return try shell.show(personal: MealsView.self, ViewFilter()) { _, meals, _ in
        MealsView(meals, on: day, for: goal)
      }
    }
    guard !shell.options.json, !shell.options.allUsers else {
      throw UsageError(
        message: "expected '--markdown' without '--json' and '--all-users', found them together",
        help: "choose one form")
    }
    let (log, user) = try shell.subject()
    let meals = try replay(log, asOf: shell.options.asOf, ByUser<Meals>(only: user))[user]
    try shell.print(MealsView(meals, on: day, for: goal).markdown, terminator: "")
  }
}

struct MealsImportCommand: Command {
  static let name = "meals import"
  static let summary = "take in the menu of a day, JSON or CSV"
  static let example = "replog meals import menu.csv --day 2026-03-02 --source Campus"
  static let accepts = GlobalOptions.Accepted.dryRun
  var file = ""
  var day: DayArgument?
  var source: String?
  /// The maximum size of a file; an event could not contain a larger menu.
  private static let largestFile = 4 << 20

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(
      &file, "FILE", "dishes with name, calories, protein, carbohydrates, fat, place; '-' is stdin")
    try a.option(&day, "--day", "the day that it is for; else today")
    try a.option(&source, "--source", "where it comes from")
  }

  func run(_ shell: inout Shell) throws {
    let (bytes, encoding) = try shell.system.text(at: file, limit: Self.largestFile)
    shell.reportEncoding(encoding, of: file)
    let menu = try Bytes.of(bytes) { (bytes) throws(LogError) in
      do throws(ImportError) { return try ImportedMenu(bytes) } catch {
        throw LogError(error, file)
      }
    }
    let now = try shell.now()
    try shell.perform(
      ImportMenu(menu.items, day: day?.time.days(from: now).lowerBound, source: source))
  }
}

struct MealsPromptCommand: Command {
  static let name = "meals prompt"
  static let summary = "print the text that a language model would be given for meals"
  static let example = "replog meals prompt | model | replog meals suggested"
  static let accepts: GlobalOptions.Accepted = .asOf
  static let isAboutNamedLog = false
  var day: DayArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&day, "--day", "the day of the menu; else today")
  }

  func run(_ shell: inout Shell) throws {
    let now = try shell.now()
    let (log, user) = try shell.subject()
    let (meals, profile) = try replay(
      log, asOf: shell.options.asOf, ByUser<Meals>(only: user), ByUser<Profile>(only: user))
    let day = day?.time.days(from: now).lowerBound ?? now.day
    try shell.show(prompt: MealPrompt(meals[user], profile[user], on: day).text)
  }
}

struct MealsSuggestedCommand: Command {
  static let name = "meals suggested"
  static let summary = "keep the meals that a model suggested, from standard input"
  static let example = "replog meals prompt | model | replog meals suggested --source model"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let isAboutNamedLog = false
  var source: Name?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&source, "--source", "the name of the model or the person")
  }

  func run(_ shell: inout Shell) throws { try shell.keep(.meals, from: source) }
}

struct SessionPromptCommand: Command {
  static let name = "session prompt"
  static let summary = "print the text that a language model would be given for a workout"
  static let example = "replog session prompt | model | replog session suggested"
  static let accepts: GlobalOptions.Accepted = .asOf
  static let isAboutNamedLog = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let (log, user) = try shell.subject()
    let (history, bests, program, profile, names) = try replay(
      log, asOf: shell.options.asOf, ByUser<History>(only: user), ByUser<PersonalBests>(only: user),
      ByUser<Program>(only: user), ByUser<Profile>(only: user), ExerciseNames())
    let prompt = SessionPrompt(history[user], bests[user], program[user], profile[user], names)
    try shell.show(prompt: prompt.text)
  }
}

struct SessionSuggestedCommand: Command {
  static let name = "session suggested"
  static let summary = "keep the workout that a model suggested, from standard input"
  static let example = "replog session prompt | model | replog session suggested --source model"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let isAboutNamedLog = false
  var source: Name?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&source, "--source", "the name of the model or the person")
  }

  func run(_ shell: inout Shell) throws { try shell.keep(.workout, from: source) }
}

/// `replog goal`: the goal for the choice of meals.
struct GoalCommand: Command {
  static let name = "goal"
  static let summary = "show the goal that meals are chosen for"
  static let example = "replog goal --json"
  static let accepts: GlobalOptions.Accepted = .asOf

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let (log, user) = try shell.subject()
    let meals = try replay(log, asOf: shell.options.asOf, ByUser<Meals>(only: user))
    try shell.show(GoalReport(goal: meals[user].goal))
  }
}

struct GoalSetCommand: Command {
  static let name = "goal set"
  static let summary = "choose the goal that meals are chosen for"
  static let example = "replog goal set cutting"
  static let accepts = GlobalOptions.Accepted.dryRun
  var choice = ChooseMealGoal(.cutting)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&choice.goal, "GOAL", "less body fat, or more muscle")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(choice) }
}

private struct GoalReport: Report {
  let goal: MealGoal?

  func table(isColored: Bool) -> String {
    (goal?.rawValue ?? "no goal; meals are chosen for cutting") + "\n"
  }

  func write(_ json: inout JSONWriter) {
    json.object { json in json.member("goal", goal?.rawValue) }
  }
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

  /// Appends the suggestion from standard input.
  fileprivate mutating func keep(_ kind: Suggestions.Kind, from source: Name?) throws {
    let bytes = try system.contents("-", limit: 1 << 20)
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      throw LogError(.refused, "standard input", "expected a text in UTF-8, found other bytes")
    }
    try perform(KeepSuggestion(kind, text, source: source))
  }
}

extension MealGoal: ArgumentValue {
  static var placeholder: String { "GOAL" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text.lowercased()) }
}
