import Events
import Projections

struct PlanEditCommand: Command {
  static let name = "plan edit"
  static let summary = "change the sets, reps or weight of an exercise"
  static let example = "replog plan edit monday bench-press --reps 6 --weight 65kg"
  static let accepts = GlobalOptions.Accepted.dryRun
  var edit = EditExercise(day: .monday, exercise: "")
  private var day = PlanDay()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday")
    try a.positional(&edit.exercise, "EXERCISE", "what to change")
    try a.option(&edit.position, "--position", "its place, from 1; else the first of its name")
    try a.planned(&edit.sets, &edit.reps, &edit.weight)
  }

  func run(_ shell: inout Shell) throws {
    guard edit.sets != nil || edit.reps != nil || edit.weight != nil else {
      throw UsageError.missing("'--sets', '--reps' or '--weight'", of: Self.name)
    }
    var edit = edit
    edit.day = try shell.weekday(day)
    try shell.perform(edit, showsUnit: edit.weight.isBare)
  }
}

struct PlanCopyCommand: Command {
  static let name = "plan copy"
  static let summary = "append the exercises of a weekday to another"
  static let example = "replog plan copy monday thursday"
  static let accepts = GlobalOptions.Accepted.dryRun
  var copy = CopyDay(day: .monday, toDay: .monday)
  private var day = PlanDay()
  private var toDay = PlanDay()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday to copy")
    try a.positional(&toDay, "TO", "the weekday that gets its exercises")
  }

  func run(_ shell: inout Shell) throws {
    var copy = copy
    copy.day = try shell.weekday(day)
    copy.toDay = try shell.weekday(toDay)
    try shell.perform(copy)
  }
}

struct PlanLogCommand: Command {
  static let name = "plan log"
  static let summary = "log a weekday as it is planned, in one step"
  static let example = """
    replog plan log monday --at "yesterday 18:30"
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  private var day = PlanDay()
  var past: PastArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DAY", "the weekday of the plan")
    try a.option(&past, "--at", "when it was done, if not now")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(LogDay(day: try shell.weekday(day)), past: shell.moment(past))
  }
}
