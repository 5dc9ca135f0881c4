import Events
import Projections

/// `replog plan week`: a dated week.
struct PlanWeekCommand: Command {
  static let name = WeekPlanView.name
  static let summary = "show \(WeekPlanView.summary)"
  static let example = "replog plan week 2026-03-02"
  static let accepts = GlobalOptions.Accepted.view(WeekPlanView.self)
  var day: DayArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&day, "DATE", "a day of the week; today unless given")
  }

  func run(_ shell: inout Shell) throws {
    let week = try shell.week(day)
    try shell.show(personal: WeekPlanView.self, ViewFilter()) { _, training, shared in
      WeekPlanView(training, shared, week: week)
    }
  }
}

/// `replog plan done`: the completed part of the plan of a dated week.
struct PlanDoneCommand: Command {
  static let name = WeekDoneView.name
  static let summary = "show \(WeekDoneView.summary)"
  static let example = "replog plan done --week 2026-03-02"
  static let accepts = GlobalOptions.Accepted.view(WeekDoneView.self)
  var day: DayArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&day, "--week", "a day of the week; today unless given")
  }

  func run(_ shell: inout Shell) throws {
    let week = try shell.week(day)
    try shell.show(personal: WeekDoneView.self, ViewFilter()) { _, training, shared in
      WeekDoneView(training, shared, week: week)
    }
  }
}

struct PlanAssignCommand: Command {
  static let name = "plan assign"
  static let summary = "give a day of a dated week a workout"
  static let example = "replog plan assign monday Push --week 2026-03-02"
  static let accepts = GlobalOptions.Accepted.dryRun
  var assignment = AssignWorkout(day: .monday, workout: .latest)
  var day: DayArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&assignment.day, "DAY", "the weekday")
    try a.positional(
      &assignment.workout, "WORKOUT",
      "its id, the beginning of it, the name of one of yours, or 'last'")
    try a.option(&day, "--week", "a day of the week; today unless given")
  }

  func run(_ shell: inout Shell) throws {
    var assignment = assignment
    if day != nil { assignment.week = try shell.week(day) }
    try shell.perform(assignment)
  }
}

struct PlanUnassignCommand: Command {
  static let name = "plan unassign"
  static let summary = "take the workout off a day of a dated week"
  static let example = "replog plan unassign monday --week 2026-03-02"
  static let accepts = GlobalOptions.Accepted.dryRun
  var unassignment = UnassignWorkout(day: .monday)
  var day: DayArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&unassignment.day, "DAY", "the weekday")
    try a.option(&day, "--week", "a day of the week; today unless given")
  }

  func run(_ shell: inout Shell) throws {
    var unassignment = unassignment
    if day != nil { unassignment.week = try shell.week(day) }
    try shell.perform(unassignment)
  }
}

extension Shell {
  /// Returns the day that names a week, relative to the time of the command; nil means today.
  fileprivate func week(_ argument: DayArgument?) throws -> LocalDay {
    let now = try self.now()
    guard let argument else { return now.day }
    guard !argument.time.isMonth else {
      throw UsageError(
        message: "expected a day of a week, found a month", help: "name its Monday")
    }
    return argument.time.days(from: now).lowerBound
  }
}
