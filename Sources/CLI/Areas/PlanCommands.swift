import Events
import Projections

extension CommandGroup {
  static let plan = CommandGroup("plan") {
    planCommand
    planHistoryCommand
    exerciseCommands
    dayCommands
    weekPlanCommand
    weekCommands
    weekDoneCommand
    viewCommand(PlannedWeeksView.self)
  }
}

@CommandList private var exerciseCommands: [any Command] {
  Request(
    "plan type", "choose the type of workout for a weekday", "replog plan type monday Chest",
    ChooseWorkoutType(day: .monday, type: "")
  ) {
    try $1.day(&$0.day)
    try $1.positional(&$0.type, "TYPE", "the type, in your own words: Chest, Legs, Rest")
  }
  Request(
    "plan add", "add an exercise to a weekday",
    "replog plan add monday bench-press 3x8x60kg",
    AddExercise(day: .monday, exercise: "")
  ) {
    try $1.exercise(&$0.exercise, on: &$0.day, "the exercise")
    try $1.planned(&$0.sets, &$0.reps, &$0.weight, &$0.targets)
    try $1.new(&$0.isNew)
  }
  .with(\.isAboutNamedLog, false)
  .with(\.offer, .adds)
  Request(
    "plan edit", "change the sets, reps, weight or rest of an exercise",
    """
    replog plan edit monday bench-press 3x6x65kg
    replog plan edit monday bench-press --weight 65kg
    """,
    EditExercise(day: .monday, exercise: "")
  ) {
    try $1.exercise(&$0.exercise, on: &$0.day)
    try $1.option(&$0.position, "--position", positionHelp)
    let entry = try $1.planned(&$0.sets, &$0.reps, &$0.weight, &$0.targets)
    $0.isBodyAlone = entry?.isBodyAlone ?? false
    try $1.option(&$0.cleared, "--clear", "the target to remove")
    // An entry without a number of sets keeps theirs.
    if let entry, entry.writtenCount == nil { $0.sets = nil }
  }
  .with(\.validate) { edit in
    if let cleared = edit.cleared, edit.targets.has(cleared) {
      throw UsageError.clearing(cleared.rawValue, of: "plan edit")
    }
    guard edit.sets == nil, edit.reps == nil, edit.weight == nil, edit.cleared == nil,
      edit.targets == PlannedTargets()
    else { return }
    throw UsageError.missing(
      "SETSxREPSxWEIGHT, '--sets', '--reps', '--weight', '--superset', '--rest' or '--clear'",
      of: "plan edit")
  }
  .with(\.offer, .changes)
  Request(
    "plan copy", "copy the exercises of one weekday to another",
    "replog plan copy monday thursday", CopyDay(day: .monday, toDay: .monday)
  ) {
    try $1.day(&$0.day, "the weekday to copy")
    try $1.positional(&$0.toDay, as: PlanDay.self, "TO", "the weekday to copy to")
  }
  Request(
    "plan remove", "remove an exercise from a weekday", "replog plan remove monday bench-press",
    RemoveExercise(day: .monday, exercise: "")
  ) {
    try $1.exercise(&$0.exercise, on: &$0.day)
    try $1.option(&$0.position, "--position", positionHelp)
  }
  .with(\.offer, .changes)
  Request(
    "plan swap", "replace an exercise with another, in the same position",
    """
    replog plan swap monday squat front-squat
    replog plan swap monday squat front-squat --weight 80kg
    """, SwapExercise(day: .monday, "", by: "")
  ) {
    try $1.exercise(&$0.replaced, on: &$0.day)
    try $1.positional(&$0.exercise, "WITH", "the replacement exercise")
    try $1.option(&$0.position, "--position", positionHelp)
    try $1.option(&$0.weight, "--weight", "the planned weight (default: none)")
    try $1.new(&$0.isNew)
  }
  .with(\.completions, ["WITH": .live(.exercises)])
  .with(\.offer, .changes)
  Request(
    "plan move", "move an exercise within the plan",
    "replog plan move monday bench-press --to friday",
    MoveExercise(day: .monday, exercise: "", toDay: .monday)
  ) {
    try $1.exercise(&$0.exercise, on: &$0.day)
    try $1.option(&$0.position, "--position", positionHelp)
    var toDay: Weekday? = $0.day
    try $1.option(
      &toDay, as: PlanDay.self, "--to",
      "the weekday to move the exercise to (default: the same weekday)")
    $0.toDay = toDay ?? $0.day
    try $1.option(&$0.toPosition, "--to-position", "the new position, from 1 (default: the end)")
  }
}

private let positionHelp = "the position, from 1 (default: the first occurrence of the exercise)"

@CommandList private var dayCommands: [any Command] {
  Request(
    "plan clear", "remove all exercises from a weekday", "replog plan clear monday",
    ClearDay(day: .monday)
  ) { try $1.day(&$0.day) }
  Request(
    "plan log", "log a weekday as planned, in one step",
    """
    replog plan log monday --at "yesterday 18:30"
    """, LogDay(day: .monday)
  ) { try $1.day(&$0.day, "the weekday of the plan") }
  .with(\.at, "the time (default: now)")
  Request(
    "plan share", "share the current plan of a weekday, without your name",
    """
    replog plan share monday --title "Push day" --description "Short and heavy"
    """, SharePlan(day: .monday, title: "")
  ) {
    try $1.day(&$0.day)
    try $1.required(&$0.title, "--title", "the title of the post")
    try $1.option(&$0.description, "--description", "the description")
  }
  .with(\.offer, .adds)
  Request(
    "plan save", "copy a post to a weekday of your plan", "replog plan save last --to friday",
    SavePost(post: .latest, day: .monday)
  ) {
    try $1.positional(&$0.post, "POST", postHelp)
    try $1.required(&$0.day, as: PlanDay.self, "--to", "the weekday to copy the post to")
  }
  .with(\.isAboutNamedLog, false)
}

@CommandList private var weekCommands: [any Command] {
  Request(
    "plan assign", "assign a workout to a day of a week",
    "replog plan assign monday Push --week 2026-03-02",
    AssignWorkout(day: .monday, workout: .latest)
  ) {
    try $1.positional(&$0.day, "DAY", "the weekday")
    try $1.positional(&$0.workout, "WORKOUT", workoutHelp)
    try $1.option(&$0.week, as: WeekArgument.self, "--week", weekHelp)
  }
  Request(
    "plan unassign", "remove the workout from a day of a week",
    "replog plan unassign monday --week 2026-03-02", UnassignWorkout(day: .monday)
  ) {
    try $1.positional(&$0.day, "DAY", "the weekday")
    try $1.option(&$0.week, as: WeekArgument.self, "--week", weekHelp)
  }
  Request(
    "plan set-week", "set the workouts of a week; days that you leave out get no workout",
    "replog plan set-week monday=Push thursday=Legs --week 2026-03-02",
    (week: LocalDay?.none, days: [DayWorkoutArgument]())
  ) {
    try $1.several(&$0.days, "DAY=WORKOUT", "the days, each with its workout")
    try $1.option(&$0.week, as: WeekArgument.self, "--week", weekHelp)
  } perform: {
    try $2.perform(SetWeek(week: $0.week, days: $0.days.map(\.day)))
  }
  Request(
    "plan delete-week", "remove the workouts of a week",
    "replog plan delete-week --week 2026-03-02", SetWeek()
  ) { try $1.option(&$0.week, as: WeekArgument.self, "--week", weekHelp) }
}

/// A day of a week and its workout: `monday=Push`.
struct DayWorkoutArgument: ArgumentValue {
  let day: SetWeek.Day

  static var placeholder: String { "DAY=WORKOUT" }
  static var expected: String { "a day and its workout, such as monday=Push" }

  init?(argument text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let day = Weekday(argument: String(parts[0])),
      let workout = Reference(argument: String(parts[1]))
    else { return nil }
    self.day = SetWeek.Day(day, workout)
  }
}

private let weekHelp = "any day in the week (default: today)"

extension Arguments {
  /// Walks a weekday of the plan.
  fileprivate func day(_ day: inout Weekday, _ help: String = "the weekday") throws {
    try positional(&day, as: PlanDay.self, "DAY", help)
  }

  /// Walks a weekday of the plan and an exercise, which is on it unless the help says otherwise.
  fileprivate func exercise(
    _ exercise: inout String, on day: inout Weekday,
    _ help: String = "the exercise, or its position on the weekday"
  ) throws {
    try self.day(&day)
    try positional(&exercise, "EXERCISE", help)
  }
}

/// `replog plan`: the week, or one day of it.
private let planCommand = Request(PlanView.self, "replog plan monday", Weekday?.none) {
  try $1.positional(&$0, as: PlanDay.self, "DAY", "the weekday (default: the whole week)")
} perform: { day, _, shell in
  func made(_ subject: ViewSubject, _ plan: WeeklyPlan, _ numbers: ExerciseNumbers) -> PlanView {
    let view = PlanView(of: subject.user, plan, numbers)
    return day.map { view.only($0) } ?? view
  }
  if shell.options.json { return try shell.show(personal: PlanView.self, ViewFilter(), made) }
  let shown = try shell.views(personal: PlanView.self, ViewFilter(), withPrograms: true, made)
  for (user, view) in shown.all.views {
    let upcoming = try shell.upcomingWork(of: user, shown.programs[user], in: shown.log)
    try shell.print(view.week(shown.form.with(shown.units[user].unit), upcoming), terminator: "")
  }
}
.with(\.offer, .reads)
// No verb is a day.
.with(\.takes) { @Sendable in PlanDay(argument: $0) != nil }

extension Shell {
  /// Returns the work of a user's program to do next, by exercise; empty without a program.
  ///
  /// Only a progression needs the sessions of the user.
  fileprivate func upcomingWork(
    of user: Name?, _ program: Program, in log: Log
  ) throws -> [Name: String] {
    guard let followed = program.followed else { return [:] }
    let history =
      followed.isProgression
      ? try replay(log, asOf: options.asOf, ByUser<History>(only: user))[user] : History()
    let view = ProgramView(of: user, ProgramTraining(program, history), ExerciseNumbers())
    return Dictionary(view.upcoming) { first, _ in first }
  }
}

/// `replog plan week`: a calendar week.
private let weekPlanCommand = Request(
  WeekPlanView.self, "replog plan week 2026-03-02", LocalDay?.none
) {
  try $1.positional(&$0, as: WeekArgument.self, "DATE", weekHelp)
} perform: { week, _, shell in
  let week = try week ?? shell.now().day
  try shell.show(personal: WeekPlanView.self, ViewFilter()) { _, training, shared in
    WeekPlanView(training, shared, week: week)
  }
}

/// `replog plan done`: the completed part of the plan of a calendar week.
private let weekDoneCommand = Request(
  WeekDoneView.self, "replog plan done --week 2026-03-02", LocalDay?.none
) {
  try $1.option(&$0, as: WeekArgument.self, "--week", weekHelp)
} perform: { week, _, shell in
  let week = try week ?? shell.now().day
  try shell.show(personal: WeekDoneView.self, ViewFilter()) { _, training, shared in
    WeekDoneView(training, shared, week: week)
  }
}
