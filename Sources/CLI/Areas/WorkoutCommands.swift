import Events
import Projections

extension CommandGroup {
  static let workouts = CommandGroup("workouts") {
    workoutCommands
    templateCommands
    sessionCommands
    setCommands
    viewCommands(in: .workouts, .sessions, own: [workoutsCommand] + trainingViews)
    reportCommand
  }
}

let workoutHelp = "the workout: its id, a prefix of it, its name if it is yours, or 'last'"

@CommandList private var workoutCommands: [any Command] {
  Request(
    "workouts create", "create a workout without exercises",
    "replog workouts create Push --description \"Short and heavy\" --minutes 45",
    CreateWorkout(name: "")
  ) {
    try $1.positional(&$0.name, "NAME", "the name")
    try $1.option(&$0.description, "--description", "the description")
    try $1.option(&$0.minutes, "--minutes", "the duration in minutes, 0…1,440")
  }
  Request(
    "workouts edit", "change the name, description or duration of your workout",
    "replog workouts edit Push --minutes 50", EditWorkout(workout: .latest)
  ) {
    try $1.positional(&$0.workout, "WORKOUT", workoutHelp)
    try $1.option(&$0.name, "--name", "the name")
    try $1.option(&$0.description, "--description", "the description; '' removes it")
    try $1.option(&$0.minutes, "--minutes", "the duration in minutes, 0…1,440")
    try $1.option(&$0.cleared, "--clear", "the value to remove")
  }
  Request(
    "workouts add", "add an exercise to your workout, or change its sets",
    "replog workouts add Push bench-press 3x8x60kg",
    AddWorkoutExercise(workout: .latest, exercise: "")
  ) {
    try $1.positional(&$0.workout, "WORKOUT", workoutHelp)
    try $1.positional(&$0.exercise, "EXERCISE", "the exercise")
    try $1.planned(&$0.sets, &$0.reps, &$0.weight, &$0.targets)
    try $1.new(&$0.isNew)
  }
  Request(
    "workouts remove", "remove an exercise from your workout",
    "replog workouts remove Push bench-press",
    RemoveWorkoutExercise(workout: .latest, exercise: "")
  ) {
    try $1.positional(&$0.workout, "WORKOUT", workoutHelp)
    try $1.positional(&$0.exercise, "EXERCISE", "the exercise")
  }
  Request(
    "workouts delete", "delete your workout; logged sessions are kept",
    "replog workouts delete Push", DeleteWorkout(workout: .latest),
    about: \.workout, "WORKOUT", workoutHelp)
  Request(
    "workouts save", "save a workout, yours or another user's", "replog workouts save 019caf81",
    SaveWorkout(workout: .latest),
    about: \.workout, "WORKOUT", workoutHelp)
  Request(
    "workouts unsave", "remove a workout from your saved workouts",
    "replog workouts unsave 019caf81",
    SaveWorkout(workout: .latest, isKept: false),
    about: \.workout, "WORKOUT", workoutHelp)
}

@CommandList private var templateCommands: [any Command] {
  Request(
    "templates add", "define a template for sessions",
    "replog templates add \"Leg day\" squat=3x8x60kg leg-press=3x12 calf-raise",
    DefineTemplate(name: "", exercises: [])
  ) {
    try $1.positional(&$0.name, "NAME", "the name")
    try $1.several(
      &$0.exercises, "EXERCISE[=SETSxREPSxWEIGHT]",
      "the exercises, with or without sets, for example curl=3x8-12,superset=A,rest=90s")
    try $1.option(&$0.description, "--description", "the description")
    var rest: RestTime?
    try $1.option(&rest, "--rest", "the rest after each set, for example 90s or 1:30")
    $0.restSeconds = rest?.seconds
    try $1.option(&$0.replaced, "--replace", "the template to redefine")
    try $1.new(&$0.isNew, "exercises")
  }
  templateCommand
  Request(
    "templates swap", "replace an exercise in your template with another",
    "replog templates swap \"Leg day\" squat front-squat",
    SwapTemplateExercise(template: .latest, "", by: "")
  ) {
    try $1.positional(&$0.template, "TEMPLATE", "the template: its id, a prefix of it, or its name")
    try $1.positional(&$0.replaced, "EXERCISE", "the exercise")
    try $1.positional(&$0.exercise, "WITH", "the replacement exercise")
    try $1.option(&$0.weight, "--weight", "the planned weight (default: none)")
    try $1.new(&$0.isNew)
  }
  .with(\.completions, ["WITH": .live(.exercises)])
  Request(
    "templates delete", "delete your template; sessions started from it are kept",
    "replog templates delete \"Leg day\"", DeleteTemplate(template: .latest),
    about: \.template, "TEMPLATE", templateHelp)
}

private let templateHelp = "the template: its id, a prefix of it, or its name"

/// `replog templates show`: one template with its exercises.
private let templateCommand = Request(
  TemplateView.self, "replog templates show \"Leg day\"", Reference.latest
) {
  try $1.positional(&$0, "TEMPLATE", templateHelp)
} perform: { template, _, shell in
  try shell.show(personal: TemplateView.self, ViewFilter()) { _, templates, numbers in
    try TemplateView(template, in: templates, numbers)
  }
}
.with(\.remark, "")

private let workoutsCommand = Request(
  WorkoutsView.self, "replog workouts --everyone", (filter: ViewFilter(), isOfEveryone: false)
) {
  try $0.filter.arguments($1, of: WorkoutsView.self)
  try $1.flag(&$0.isOfEveryone, "--everyone", "include the workouts of all other users")
} perform: { options, _, shell in
  try shell.show(personal: WorkoutsView.self, options.filter) { subject, saved, shared in
    WorkoutsView(of: subject.user, saved, shared, withOthers: options.isOfEveryone)
  }
}

extension WorkoutDetail: ChoiceArgument {
  static var placeholder: String { "PROPERTY" }
}

extension DefineTemplate.Exercise: ArgumentValue {
  static var placeholder: String { "EXERCISE" }
  static var expected: String { "an exercise, alone or with its sets, such as squat=3x8x60kg" }

  init?(argument text: String) {
    var parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var (superset, rest): (SupersetGroup?, RestTime?) = (nil, nil)
    // The rest of a text with a comma may be a number, as in 62,5kg.
    while parts.count > 1, let last = parts.last {
      if last.hasPrefix("superset=") {
        superset = SupersetGroup(argument: String(last.dropFirst(9)))
        if superset == nil { return nil }
      } else if last.hasPrefix("rest=") {
        rest = RestTime(argument: String(last.dropFirst(5)))
        if rest == nil { return nil }
      } else {
        break
      }
      parts.removeLast()
    }
    let entry = parts.joined(separator: ",")
      .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = entry.first, !name.isEmpty else { return nil }
    // Sets after a space would become an exercise of their own.
    guard (try? EnteredSet(planned: String(name))) == nil else { return nil }
    let sets = entry.count == 2 ? try? EnteredSet(planned: String(entry[1])) : nil
    if entry.count == 2, sets == nil { return nil }
    self.init(String(name), sets, superset: superset, restSeconds: rest?.seconds)
  }

  var isWithoutUnit: Bool { planned?.isWithoutUnit ?? false }
  var note: String? { planned?.note }
}
