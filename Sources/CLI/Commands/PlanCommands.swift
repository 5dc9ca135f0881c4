import Events
import Projections

struct PlanTypeCommand: Command {
  static let name = "plan type"
  static let summary = "choose the kind of workout of a weekday"
  static let example = "replog plan type monday Chest"
  static let accepts = GlobalOptions.Accepted.dryRun
  var choice = ChooseWorkoutType(day: .monday, type: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&choice.day, "DAY", "the weekday")
    try a.positional(&choice.type, "TYPE", "its kind, in your words: Chest, Legs, Rest")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(choice) }
}

struct PlanAddCommand: Command {
  static let name = "plan add"
  static let summary = "append an exercise to a weekday"
  static let example = "replog plan add monday bench-press --sets 3 --reps 8 --weight 60kg"
  static let accepts = GlobalOptions.Accepted.dryRun
  var addition = AddExercise(day: .monday, exercise: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&addition.day, "DAY", "the weekday")
    try a.positional(&addition.exercise, "EXERCISE", "what to do")
    try a.option(&addition.sets, "--sets", "planned sets, 1…100")
    try a.option(&addition.reps, "--reps", "planned repetitions of each, 0…1,000")
    try a.option(&addition.weight, "--weight", "planned load, as in 60kg or 135lb")
    try a.flag(&addition.isNew, "--new", "accept an exercise that the log has never met")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(addition) }
}

struct PlanRemoveCommand: Command {
  static let name = "plan remove"
  static let summary = "take an exercise off a weekday"
  static let example = "replog plan remove monday bench-press"
  static let accepts = GlobalOptions.Accepted.dryRun
  var removal = RemoveExercise(day: .monday, exercise: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&removal.day, "DAY", "the weekday")
    try a.positional(&removal.exercise, "EXERCISE", "what to take off")
    try a.option(&removal.position, "--position", "its place, from 1; else the first of its name")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(removal) }
}

struct PlanMoveCommand: Command {
  static let name = "plan move"
  static let summary = "move an exercise to another place of the plan"
  static let example = "replog plan move monday bench-press --to friday"
  static let accepts = GlobalOptions.Accepted.dryRun
  var move = MoveExercise(day: .monday, exercise: "", toDay: .monday)
  var toDay: Weekday?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&move.day, "DAY", "the weekday")
    try a.positional(&move.exercise, "EXERCISE", "what to move")
    try a.option(&move.position, "--position", "its place, from 1; else the first of its name")
    try a.option(&toDay, "--to", "the weekday it goes to; else it stays on its own")
    try a.option(&move.toPosition, "--to-position", "its new place, from 1; else the end")
  }

  func run(_ shell: inout Shell) throws {
    var move = move
    move.toDay = toDay ?? move.day
    try shell.perform(move)
  }
}

struct PlanClearCommand: Command {
  static let name = "plan clear"
  static let summary = "take all exercises off a weekday"
  static let example = "replog plan clear monday"
  static let accepts = GlobalOptions.Accepted.dryRun
  var clearing = ClearDay(day: .monday)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&clearing.day, "DAY", "the weekday")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(clearing) }
}

struct PlanShareCommand: Command {
  static let name = "plan share"
  static let summary = "share a weekday as it is now, without your name"
  static let example = """
    replog plan share monday --title "Push day" --description "Short and heavy"
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  var share = SharePlan(day: .monday, title: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&share.day, "DAY", "the weekday")
    try a.required(&share.title, "--title", "what others see first")
    try a.option(&share.description, "--description", "what it is about")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(share) }
}

struct PlanSaveCommand: Command {
  static let name = "plan save"
  static let summary = "copy a post into a weekday of your plan"
  static let example = "replog plan save last --to friday"
  static let accepts = GlobalOptions.Accepted.dryRun
  var save = SavePost(post: .latest, day: .monday)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&save.post, "POST", "the post: its id, the beginning of it, or 'last'")
    try a.required(&save.day, "--to", "the weekday it is appended to")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(save) }
}
