import Events
import Projections

struct SessionStartCommand: Command {
  static let name = "session start"
  static let summary = "begin a workout"
  static let example = "replog session start --title Evening"
  static let accepts = GlobalOptions.Accepted.dryRun
  var start = StartSession()
  var template: String?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&template, "--template", "the template to begin from")
    try a.option(&start.title, "--title", "what to call it")
    try a.option(&start.note, "--note", "what to remember")
  }

  func run(_ shell: inout Shell) throws {
    if let template {
      throw Refusal(
        "there is no template '\(template)'", help: "start without one and log what you do")
    }
    try shell.perform(start)
  }
}

struct SessionEndCommand: Command {
  static let name = "session end"
  static let summary = "end the open workout"
  static let example = "replog session end"
  static let accepts = GlobalOptions.Accepted.dryRun

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}
  func run(_ shell: inout Shell) throws { try shell.perform(EndSession()) }
}

struct SessionDiscardCommand: Command {
  static let name = "session discard"
  static let summary = "give up the open workout; its sets do not count"
  static let example = "replog session discard"
  static let accepts = GlobalOptions.Accepted.dryRun

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}
  func run(_ shell: inout Shell) throws { try shell.perform(DiscardSession()) }
}

struct SetLogCommand: Command {
  static let name = "set log"
  static let summary = "log a set of the open workout"
  static let example = "replog set log bench-press 5x100kg --rpe 8"
  static let accepts = GlobalOptions.Accepted.dryRun
  var exercise = ""
  var lifted = Lifted(reps: 0)
  var kind: SetKind?
  var rpe: Double?
  var note: String?
  var isNew = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&exercise, "EXERCISE", "what was done")
    try a.positional(&lifted, "REPSxWEIGHT", "as in 5x100kg; 12 with the body alone")
    try a.option(&kind, "--kind", "what the set was for")
    try a.option(&rpe, "--rpe", "rating of perceived exertion, 1…10")
    try a.option(&note, "--note", "what to remember")
    try a.flag(&isNew, "--new", "accept an exercise that the log has never met")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(
      LogSet(
        exercise: exercise, reps: lifted.reps, weight: lifted.weight, kind: kind ?? .normal,
        rpe: rpe, note: note, isNew: isNew))
  }
}

struct SetReviseCommand: Command {
  static let name = "set revise"
  static let summary = "set a set right that was entered wrongly"
  static let example = "replog set revise last 6x100kg"
  static let accepts = GlobalOptions.Accepted.dryRun
  var set = Reference.latest
  var lifted: Lifted?
  var kind: SetKind?
  var rpe: Double?
  var note: String?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&set, "SET", "the set: its id, the beginning of it, or 'last'")
    try a.positional(
      &lifted, "REPSxWEIGHT", "as in 6x100kg; 12 leaves the weight as it is; both if left out")
    try a.option(&kind, "--kind", "what the set was for")
    try a.option(&rpe, "--rpe", "rating of perceived exertion, 1…10")
    try a.option(&note, "--note", "what to remember")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(
      ReviseSet(
        set: set, reps: lifted?.reps, weight: lifted?.weight, kind: kind, rpe: rpe, note: note))
  }
}

struct SetRemoveCommand: Command {
  static let name = "set remove"
  static let summary = "take back a set that was entered by mistake"
  static let example = "replog set remove last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var set = Reference.latest

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&set, "SET", "the set: its id, the beginning of it, or 'last'")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(RemoveSet(set: set)) }
}
