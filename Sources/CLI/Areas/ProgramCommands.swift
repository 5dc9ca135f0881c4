import Events
import Projections

extension CommandGroup {
  static let program = CommandGroup("program") {
    viewCommands(in: .program)
    programCommands
    strengthCommands
  }
}

@CommandList private var programCommands: [any Command] {
  Request(
    "program start", "start Wendler's 5/3/1",
    """
    replog program start squat=140kg bench-press=100kg deadlift=180kg press=60kg
    replog program start squat bench-press deadlift
    """,
    (
      lifts: [ProgramLiftArgument](), step: EnteredWeight?.none, isTrainingMax: false,
      replaces: false, isNew: false
    )
  ) {
    try $1.several(
      &$0.lifts, "LIFT",
      "an exercise with its maximum, a set, or that of the profile: squat=140kg, squat=5x120kg, squat"
    )
    try $1.option(&$0.step, "--step", stepHelp)
    try $1.flag(&$0.isTrainingMax, "--training-max", "take the weights as training maxes")
    try $1.flag(&$0.replaces, "--replace", "replace the current program")
    try $1.new(&$0.isNew, "exercises")
  } perform: {
    try $2.perform(
      StartProgram(
        $0.lifts.map(\.lift), step: $0.step, isTrainingMax: $0.isTrainingMax,
        replaces: $0.replaces, isNew: $0.isNew))
  }
  .with(\.isAboutNamedLog, false)
  .with(
    \.remark,
    """
    The training max is 90 % of the weight. It rises after each cycle by 2.5 kg or 5 lb, and by twice \
    that for squats, deadlifts and other lifts of the lower body; 'squat=140kg+2.5' sets its own increase.
    """)
  Request(
    "program complete", "record the last set of a week; the last one of a cycle ends the cycle",
    "replog program complete squat 8",
    (exercise: "", set: EnteredSet(reps: 0), week: Int?.none, weight: EnteredWeight?.none)
  ) {
    try $1.positional(&$0.exercise, "EXERCISE", "an exercise of the program")
    try $1.positional(
      &$0.set, "REPSxWEIGHT",
      "the repetitions done, 0 for a failed attempt, or the set, as in 8x120kg")
    try $1.option(
      &$0.week, "--week", "the week (default: the first in which the exercise is not done)")
    try $1.option(&$0.weight, "--weight", "the weight (default: the planned one)")
  } perform: {
    guard let reps = $0.set.reps, $0.set.count == 1, !$0.set.isBodyAlone else {
      throw UsageError(
        message: "expected one set of repetitions, found '\($0.set)'", help: "as in 8 or 8x120kg")
    }
    guard $0.set.weight == nil || $0.weight == nil else {
      throw UsageError.excluding("8x120kg", "'--weight'", of: "program complete")
    }
    try $2.perform(
      CompleteProgramSet(
        exercise: $0.exercise, reps: reps, week: $0.week, weight: $0.set.weight ?? $0.weight))
  }
  .with(\.isAboutNamedLog, false)
  Request(
    "program next", "end the cycle without its deload; the training maxes rise",
    "replog program next", EndCycle()
  ) {
    try $1.flag(&$0.skips, "--skip", "skip weeks that are not done")
  }
  Request(
    "program adjust", "change the training max of an exercise, as after a stall",
    "replog program adjust squat --back",
    (
      exercise: "", weight: EnteredWeight?.none, goesBack: false, max: EnteredLoad?.none,
      estimates: false
    )
  ) {
    try $1.positional(&$0.exercise, "EXERCISE", "an exercise of the program")
    try $1.positional(&$0.weight, "WEIGHT", "the new training max")
    try $1.flag(&$0.goesBack, "--back", "lower the training max by three increments")
    try $1.option(
      &$0.max, "--max",
      "the one-repetition maximum, or a set that estimates it; 90 % of it is the training max")
    try $1.flag(
      &$0.estimates, "--estimate",
      "take 90 % of the maximum estimated from the most recent last set")
  } perform: { request, _, shell in
    let changes: [AdjustTrainingMax.Change?] = [
      request.weight.map { .to($0) }, request.goesBack ? .back : nil,
      request.max.map { .max($0.maximum) }, request.estimates ? .estimate : nil,
    ]
    let given = changes.compactMap(\.self)
    guard let change = given.first, given.count == 1 else {
      throw UsageError(
        message: "expected one of WEIGHT, '--back', '--max' and '--estimate', found "
          + (given.isEmpty ? "none" : "\(given.count)"),
        help: "see 'replog help program adjust'")
    }
    if request.weight == nil { shell.showsUnit = true }
    try shell.perform(AdjustTrainingMax(exercise: request.exercise, change))
  }
  .with(\.isAboutNamedLog, false)
  Request("program end", "end the program", "replog program end", EndProgram())
}

/// An exercise and its maximum in the form of an entry: `squat=140kg`, `squat=140kg+2.5`.
struct ProgramLiftArgument: ArgumentValue {
  let lift: StartProgram.Lift
  let note: String?

  static var placeholder: String { "LIFT" }
  static var expected: String { "an exercise, or with its maximum as in squat=140kg" }

  init?(argument text: String) {
    guard let equals = text.lastIndex(of: "=") else {
      // A number alone is no exercise.
      guard text.contains(where: \.isLetter), EnteredLoad(argument: text) == nil else { return nil }
      (lift, note) = (StartProgram.Lift(exercise: text), nil)
      return
    }
    let parts = text[text.index(after: equals)...]
      .split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let load = parts.first.flatMap({ EnteredLoad(argument: $0) }) else { return nil }
    let weight = load.maximum
    note = load.note
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
