import Events
import Projections

extension CommandGroup {
  static let exercises = CommandGroup("exercises") {
    exercisesImportCommand
    showCommand
    descriptionCommand
    Request(
      "exercises alias", "add another name for an exercise, such as its name in an export",
      """
      replog exercises alias "Bench Press (Barbell)" bench-press-barbell
      """, AliasExercise(alias: "", exercise: "")
    ) {
      try $1.positional(&$0.alias, "NAME", "the other name, exactly as it is written in the export")
      try $1.positional(&$0.exercise, "EXERCISE", "the exercise")
      try $1.new(&$0.isNew)
    }
    Request(
      "exercises unalias", "remove another name for an exercise",
      """
      replog exercises unalias "Bench Press (Barbell)"
      """, UnaliasExercise(alias: "")
    ) { try $1.positional(&$0.alias, "NAME", "the other name") }
    Request(
      "exercises merge", "merge two ids of the same exercise, such as squat and squat-barbell",
      "replog exercises merge squat squat-barbell", MergeExercises(exercise: "", into: "")
    ) {
      try $1.positional(&$0.exercise, "EXERCISE", "the exercise to merge into the other one")
      try $1.positional(&$0.into, "INTO", "the exercise to keep")
    }
    .with(
      \.remark,
      "Your history, records, plan, templates, workouts and program then treat both ids as one exercise."
    )
    viewCommands(in: .exercises, own: [exercisesCommand])
  }
}

private let descriptionCommand = Request(
  "exercises add", "add or change an exercise in the catalogue",
  """
  replog exercises add "Zercher Squat" --equipment barbell --target quadriceps
  replog exercises add zercher-squat --instructions "Lift the bar.; Squat."
  """, DescribeExercise(exercise: "")
) {
  try $1.positional(
    &$0.exercise, "EXERCISE", "the exercise: its id or name; a new exercise gets an id")
  try $1.option(&$0.name, "--name", "the display name")
  try $1.option(&$0.bodyPart, "--body-part", bodyPartHelp)
  try $1.option(&$0.equipment, "--equipment", equipmentHelp)
  try $1.parts(&$0.primaryMuscles, "--target", "the primary muscles, separated by commas", ",")
  try $1.parts(
    &$0.secondaryMuscles, "--secondary", "the secondary muscles, separated by commas", ",")
  try $1.parts(&$0.instructions, "--instructions", "the steps, separated by semicolons", ";")
  try $1.option(&$0.force, "--force", "the force: push, pull or static")
  try $1.option(&$0.level, "--level", "the level: beginner, intermediate or expert")
  try $1.option(&$0.mechanic, "--mechanic", "the type of movement: compound or isolation")
  try $1.option(&$0.category, "--category", "the category: strength, stretching, cardio, …")
  try $1.option(&$0.gifUrl, "--gif", "the address of an animation")
}
.with(\.remark, "Omitted options leave their values unchanged; '' removes a value.")

private let bodyPartHelp = "the part of the body: chest, back, …"
private let equipmentHelp = "the equipment: barbell, dumbbell, …"

extension Arguments {
  /// Walks an optional named argument whose value has several parts.
  fileprivate func parts(
    _ parts: inout [String]?, _ name: String, _ help: String, _ separator: Character
  ) throws {
    var text: String?
    try option(&text, name, help)
    if let text { parts = text.split(separator: separator).map(String.init) }
  }
}

/// `replog exercises`: the exercises of the log, or those that a search finds.
private let exercisesCommand = Request(
  ExercisesView.self,
  "replog exercises --search press --body-part chest --equipment barbell",
  (
    text: String?.none, bodyPart: String?.none, equipment: String?.none, target: String?.none,
    filter: ViewFilter()
  )
) {
  try $1.option(&$0.text, "--search", "text to find in the id, the name or an alias")
  try $1.option(&$0.bodyPart, "--body-part", bodyPartHelp)
  try $1.option(&$0.equipment, "--equipment", equipmentHelp)
  try $1.option(&$0.target, "--target", "a primary muscle: pectorals, quadriceps, …")
  try $0.filter.arguments($1, of: ExercisesView.self)
} perform: { options, _, shell in
  let (text, bodyPart, equipment, target, filter) = options
  let search = ExerciseSearch(
    text: text, bodyPart: bodyPart, equipment: equipment, target: target)
  let (named, asOf) = (shell.options.user, shell.options.asOf)
  try shell.show(ExercisesView.self, filter) { view, log in
    if let user = try named ?? log.defaultUser() {
      view.join(try replay(log, asOf: asOf, OfUser<ExerciseMerges>(user)).value)
    }
    view.keep(search)
  }
}

private let showCommand = Request(
  "exercises show", "show everything about an exercise", "replog exercises show bench-press", ""
) {
  try $1.positional(&$0, "EXERCISE", "the exercise: its id or one of its names")
} perform: { text, _, shell in
  let asOf = shell.options.asOf
  let log = try shell.openLog()
  let user = try shell.namedOrDefaultUser(of: log)
  func report(of log: Log) throws -> ExerciseReport {
    let (catalogue, history) = try replay(
      log, asOf: asOf, ExerciseCatalogue(), ByUser<History>(only: user))
    let exercise = try catalogue.exercise(text, in: history[user])
    let parts = history[user].mergedExercises(in: exercise.entry.exercise)
    return ExerciseReport(
      exercise: exercise,
      aliases: catalogue.aliases(of: exercise.entry.exercise)
        + parts.flatMap { [$0.text] + catalogue.aliases(of: $0) })
  }
  var shown = try report(of: log)
  if shell.options.json, let log = log.withoutPending {
    let before = try? report(of: log)
    shown.isPending = before?.json != shown.json
  }
  try shell.show(shown, wraps: true)
}
.with(\.accepts, .asOf)
