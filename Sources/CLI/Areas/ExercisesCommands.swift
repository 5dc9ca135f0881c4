import Events
import Projections

/// `replog exercises`: the catalogue, or the results of a search in it.
struct ExercisesCommand: Command {
  static let name = "exercises"
  static let summary = ViewCommand<ExercisesView>.summary
  static let example = "replog exercises --search press --body-part chest --equipment barbell"
  static let accepts = ViewCommand<ExercisesView>.accepts
  static var remark: String { columnsLeftOut(of: ExercisesView.self) }
  private var filter = ViewFilter()
  private var text: String?
  private var bodyPart: String?
  private var equipment: String?
  private var target: String?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&text, "--search", "a text in the name, the id or another name")
    try a.option(&bodyPart, "--body-part", "the part of the body: chest, back, …")
    try a.option(&equipment, "--equipment", "the equipment: barbell, dumbbell, …")
    try a.option(&target, "--target", "a muscle that does the work: pectorals, quadriceps, …")
    try filter.arguments(&a, of: ExercisesView.self)
  }

  func run(_ shell: inout Shell) throws {
    let search = ExerciseSearch(
      text: text, bodyPart: bodyPart, equipment: equipment, target: target)
    try shell.show(ExercisesView.self, filter) { $0.keep(search) }
  }
}

struct ExercisesShowCommand: Command {
  static let name = "exercises show"
  static let summary = "show all about an exercise"
  static let example = "replog exercises show bench-press"
  static let accepts: GlobalOptions.Accepted = .asOf
  private var text = ""

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&text, "EXERCISE", "its id, its name or another name of it")
  }

  func run(_ shell: inout Shell) throws {
    let catalogue = try replay(shell.openLog(), asOf: shell.options.asOf, ExerciseCatalogue())
    let exercise = try catalogue.exercise(text)
    try shell.show(
      ExerciseReport(
        exercise: exercise, aliases: catalogue.aliases(of: exercise.entry.exercise)))
  }
}

struct ExercisesAddCommand: Command {
  static let name = "exercises add"
  static let summary = "describe an exercise, for the first time or anew"
  static let example = """
    replog exercises add "Zercher Squat" --equipment barbell --target quadriceps
    replog exercises add zercher-squat --instructions "Lift the bar.; Squat."
    """
  static let remark = "What is left out stays as it is described; '' takes a text away."
  static let accepts = GlobalOptions.Accepted.dryRun
  private var description = DescribeExercise(exercise: "")
  private var (target, secondary, instructions): (String?, String?, String?)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&description.exercise, "EXERCISE", "its id or name; a new one gets an id")
    try a.option(&description.name, "--name", "the name that people use")
    try a.option(&description.bodyPart, "--body-part", "the part of the body: chest, back, …")
    try a.option(&description.equipment, "--equipment", "the equipment: barbell, dumbbell, …")
    try a.option(&target, "--target", "the muscles that do the work, with commas between")
    try a.option(&secondary, "--secondary", "the muscles that help, with commas between")
    try a.option(&instructions, "--instructions", "the steps, with semicolons between")
    try a.option(&description.force, "--force", "push, pull or static")
    try a.option(&description.level, "--level", "beginner, intermediate or expert")
    try a.option(&description.mechanic, "--mechanic", "compound or isolation")
    try a.option(&description.category, "--category", "strength, stretching, cardio, …")
    try a.option(&description.gifUrl, "--gif", "the address of an animation")
  }

  func run(_ shell: inout Shell) throws {
    var description = description
    description.primaryMuscles = target.map { parts($0, ",") }
    description.secondaryMuscles = secondary.map { parts($0, ",") }
    description.instructions = instructions.map { parts($0, ";") }
    try shell.perform(description)
  }

  private func parts(_ text: String, _ separator: Character) -> [String] {
    text.split(separator: separator).map(String.init)
  }
}

struct ExercisesAliasCommand: Command {
  static let name = "exercises alias"
  static let summary = "give an exercise another name, as an export has it"
  static let example = """
    replog exercises alias "Bench Press (Barbell)" bench-press-barbell
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  private var alias = AliasExercise(alias: "", exercise: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&alias.alias, "NAME", "the other name, as it is written there")
    try a.positional(&alias.exercise, "EXERCISE", "the exercise")
    try a.flag(&alias.isNew, "--new", "accept an exercise that the log has never met")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(alias) }
}

struct ExercisesUnaliasCommand: Command {
  static let name = "exercises unalias"
  static let summary = "take another name of an exercise away"
  static let example = """
    replog exercises unalias "Bench Press (Barbell)"
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  private var unalias = UnaliasExercise(alias: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&unalias.alias, "NAME", "the other name")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(unalias) }
}
