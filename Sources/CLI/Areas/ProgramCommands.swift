import Events
import Projections

/// `replog program start`: a new program with its first maxima.
struct ProgramStartCommand: Command {
  static let name = "program start"
  static let summary = "follow Wendler's 5/3/1 from now on"
  static let example =
    "replog program start squat=140kg bench-press=100kg deadlift=180kg press=60kg"
  static let remark = """
    The training max is 90 % of the weight. It rises after each cycle by 2.5 kg or 5 lb, and by twice
    that for squats, deadlifts and other lifts of the lower body; 'squat=140kg+2.5' has its own rise.
    """
  static let accepts = GlobalOptions.Accepted.dryRun
  static let isAboutNamedLog = false
  var lifts: [ProgramLiftArgument] = []
  var step: EnteredWeight?
  var isTrainingMax = false
  var replaces = false
  var isNew = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.several(&lifts, "LIFT", "an exercise and what you can lift once, as in squat=140kg")
    try a.option(&step, "--step", "what loads are rounded to; 2.5 kg or 5 lb unless given")
    try a.flag(&isTrainingMax, "--training-max", "the weights are training maxes already")
    try a.flag(&replaces, "--replace", "take the place of the program that is followed")
    try a.flag(&isNew, "--new", "accept exercises that the log has never met")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(
      StartProgram(
        lifts.map(\.lift), step: step, isTrainingMax: isTrainingMax, replaces: replaces,
        isNew: isNew))
  }
}

/// `replog program complete`: the last set of a week.
struct ProgramCompleteCommand: Command {
  static let name = "program complete"
  static let summary = "record the last set of a week; the last one of a cycle ends it"
  static let example = "replog program complete squat 8"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let isAboutNamedLog = false
  var set = CompleteProgramSet(exercise: "", reps: 0)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&set.exercise, "EXERCISE", "an exercise of the program")
    try a.positional(&set.reps, "REPS", "the repetitions done, 0 for a failed attempt")
    try a.option(&set.week, "--week", "its week; else the first in which the exercise is not done")
    try a.option(&set.weight, "--weight", "the load, if it is not the planned one")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(set, showsUnit: set.weight.isBare)
  }
}

/// `replog program next`: the end of a cycle without its deload.
struct ProgramNextCommand: Command {
  static let name = "program next"
  static let summary = "end the cycle, as before a deload; the training maxes rise"
  static let example = "replog program next"
  static let accepts = GlobalOptions.Accepted.dryRun
  var end = EndCycle()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.flag(&end.skips, "--skip", "pass over weeks that are not done")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(end) }
}

/// `replog program adjust`: another training max.
struct ProgramAdjustCommand: Command {
  static let name = "program adjust"
  static let summary = "give an exercise another training max, as after a stall"
  static let example = "replog program adjust squat --back"
  static let accepts = GlobalOptions.Accepted.dryRun
  static let isAboutNamedLog = false
  var exercise = ""
  var weight: EnteredWeight?
  var goesBack = false
  var max: EnteredWeight?
  var estimates = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&exercise, "EXERCISE", "an exercise of the program")
    try a.positional(&weight, "WEIGHT", "the new training max")
    try a.flag(&goesBack, "--back", "take three increments off")
    try a.option(&max, "--max", "what you can lift once; 90 % of it is the training max")
    try a.flag(&estimates, "--estimate", "take 90 % of the estimate after the latest last set")
  }

  func run(_ shell: inout Shell) throws {
    let changes: [AdjustTrainingMax.Change?] = [
      weight.map { .to($0) }, goesBack ? .back : nil, max.map { .max($0) },
      estimates ? .estimate : nil,
    ]
    let given = changes.compactMap(\.self)
    guard let change = given.first, given.count == 1 else {
      throw UsageError(
        message: "expected one of WEIGHT, '--back', '--max' and '--estimate', found "
          + (given.isEmpty ? "none" : "\(given.count)"),
        help: "see 'replog help \(Self.name)'")
    }
    try shell.perform(
      AdjustTrainingMax(exercise: exercise, change),
      showsUnit: weight.map { $0.unit == nil } ?? true)
  }
}

/// `replog program end`: the end of the program.
struct ProgramEndCommand: Command {
  static let name = "program end"
  static let summary = "follow no program any more"
  static let example = "replog program end"
  static let accepts = GlobalOptions.Accepted.dryRun

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws { try shell.perform(EndProgram()) }
}

/// An exercise and its maximum in the form of an entry: `squat=140kg`, `squat=140kg+2.5`.
struct ProgramLiftArgument: ArgumentValue {
  let lift: StartProgram.Lift

  static var placeholder: String { "LIFT" }
  static var expected: String { "an exercise and a weight as in squat=140kg" }

  init?(argument text: String) {
    guard let equals = text.lastIndex(of: "=") else { return nil }
    let parts = text[text.index(after: equals)...]
      .split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let weight = parts.first.flatMap({ EnteredWeight(argument: $0) }) else { return nil }
    var increment: Double?
    if parts.count == 2 {
      guard let rise = EnteredWeight(argument: parts[1]),
        rise.unit == nil || rise.unit == weight.unit
      else { return nil }
      increment = rise.value
    }
    lift = StartProgram.Lift(
      exercise: String(text[..<equals]), weight: weight, increment: increment)
  }
}
