import Events
import Projections

/// `replog plan`: the week, or one day of it.
struct PlanCommand: Command {
  static let name = "plan"
  static let summary = ViewCommand<PlanView>.summary
  static let example = "replog plan monday"
  static let accepts = ViewCommand<PlanView>.accepts
  var day: PlanDay?

  /// Returns whether `word` is a day; no verb is a day.
  static func takes(_ word: String) -> Bool { PlanDay(argument: word) != nil }

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "one day; else the week")
  }

  func run(_ shell: inout Shell) throws {
    guard let day else { return try ViewCommand<PlanView>().run(&shell) }
    let weekday = try shell.weekday(day)
    try shell.show(personal: PlanView.self, ViewFilter()) { subject, plan, numbers in
      PlanView(of: subject.user, plan, numbers).only(weekday)
    }
  }
}

struct PlanTypeCommand: Command {
  static let name = "plan type"
  static let summary = "choose the kind of workout of a weekday"
  static let example = "replog plan type monday Chest"
  static let accepts = GlobalOptions.Accepted.dryRun
  var choice = ChooseWorkoutType(day: .monday, type: "")
  private var day = PlanDay()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday")
    try a.positional(&choice.type, "TYPE", "its kind, in your words: Chest, Legs, Rest")
  }

  func run(_ shell: inout Shell) throws {
    var choice = choice
    choice.day = try shell.weekday(day)
    try shell.perform(choice)
  }
}

struct PlanAddCommand: Command {
  static let name = "plan add"
  static let summary = "append an exercise to a weekday"
  static let example = "replog plan add monday bench-press --sets 3 --reps 8 --weight 60kg"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let isAboutNamedLog = false
  var addition = AddExercise(day: .monday, exercise: "")
  private var day = PlanDay()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday")
    try a.positional(&addition.exercise, "EXERCISE", "what to do")
    try a.planned(&addition.sets, &addition.reps, &addition.weight)
    try a.flag(&addition.isNew, "--new", "accept an exercise that the log has never met")
  }

  func run(_ shell: inout Shell) throws {
    var addition = addition
    addition.day = try shell.weekday(day)
    try shell.perform(addition, showsUnit: addition.weight.isBare)
  }
}

struct PlanRemoveCommand: Command {
  static let name = "plan remove"
  static let summary = "take an exercise off a weekday"
  static let example = "replog plan remove monday bench-press"
  static let accepts = GlobalOptions.Accepted.dryRun
  var removal = RemoveExercise(day: .monday, exercise: "")
  private var day = PlanDay()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday")
    try a.positional(&removal.exercise, "EXERCISE", "what to take off")
    try a.option(&removal.position, "--position", "its place, from 1; else the first of its name")
  }

  func run(_ shell: inout Shell) throws {
    var removal = removal
    removal.day = try shell.weekday(day)
    try shell.perform(removal)
  }
}

struct PlanMoveCommand: Command {
  static let name = "plan move"
  static let summary = "move an exercise to another place of the plan"
  static let example = "replog plan move monday bench-press --to friday"
  static let accepts = GlobalOptions.Accepted.dryRun
  var move = MoveExercise(day: .monday, exercise: "", toDay: .monday)
  private var day = PlanDay()
  private var toDay: PlanDay?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday")
    try a.positional(&move.exercise, "EXERCISE", "what to move")
    try a.option(&move.position, "--position", "its place, from 1; else the first of its name")
    try a.option(&toDay, "--to", "the weekday it goes to; else it stays on its own")
    try a.option(&move.toPosition, "--to-position", "its new place, from 1; else the end")
  }

  func run(_ shell: inout Shell) throws {
    var move = move
    move.day = try shell.weekday(day)
    move.toDay = try shell.weekday(toDay ?? day)
    try shell.perform(move)
  }
}

struct PlanClearCommand: Command {
  static let name = "plan clear"
  static let summary = "take all exercises off a weekday"
  static let example = "replog plan clear monday"
  static let accepts = GlobalOptions.Accepted.dryRun
  var clearing = ClearDay(day: .monday)
  private var day = PlanDay()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday")
  }

  func run(_ shell: inout Shell) throws {
    var clearing = clearing
    clearing.day = try shell.weekday(day)
    try shell.perform(clearing)
  }
}

struct PlanShareCommand: Command {
  static let name = "plan share"
  static let summary = "share a weekday as it is now, without your name"
  static let example = """
    replog plan share monday --title "Push day" --description "Short and heavy"
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  var share = SharePlan(day: .monday, title: "")
  private var day = PlanDay()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday")
    try a.required(&share.title, "--title", "what others see first")
    try a.option(&share.description, "--description", "what it is about")
  }

  func run(_ shell: inout Shell) throws {
    var share = share
    share.day = try shell.weekday(day)
    try shell.perform(share)
  }
}

struct PlanSaveCommand: Command {
  static let name = "plan save"
  static let summary = "copy a post into a weekday of your plan"
  static let example = "replog plan save last --to friday"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let isAboutNamedLog = false
  var save = SavePost(post: .latest, day: .monday)
  private var day = PlanDay()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&save.post, "POST", "the post: its id, the beginning of it, or 'last'")
    try a.required(&day, "--to", "the weekday it is appended to")
  }

  func run(_ shell: inout Shell) throws {
    var save = save
    save.day = try shell.weekday(day)
    try shell.perform(save)
  }
}
