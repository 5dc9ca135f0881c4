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
    "program start", "start 5/3/1, or a linear or double progression",
    """
    replog program start squat=140kg bench-press=100kg deadlift=180kg press=60kg
    replog program start
    replog program start --scheme linear squat=3x5x100kg bench-press=3x5x80kg+2.5
    replog program start --scheme double curl=3x8-12x15kg+1
    """,
    (
      lifts: [ProgramLiftArgument]?.none, scheme: ProgramScheme?.none, step: EnteredWeight?.none,
      deload: StartProgram.Deload(), isTrainingMax: false, replaces: false, isNew: false
    )
  ) {
    try $1.several(
      &$0.lifts, "LIFT",
      "an exercise with its maximum or a set, such as squat=140kg or squat=5x120kg; 'squat' alone uses the maximum in "
        + "the profile; a progression needs sets, such as squat=3x5x100kg "
        + "(default: the main lifts with a maximum in the profile)"
    )
    try $1.option(&$0.scheme, "--scheme", "the progression scheme (default: 531)")
    try $1.option(&$0.step, "--step", stepHelp)
    try $1.option(
      &$0.deload.failures, "--failures",
      "the number of failed sessions in a row before a progression reduces the weight (default: 3)"
    )
    try $1.option(
      &$0.deload.percent, "--deload",
      "the percentage by which the weight drops after failed sessions (default: 10)")
    try $1.flag(&$0.isTrainingMax, "--training-max", "treat the weights as training maxes")
    try $1.flag(&$0.replaces, "--replace", "replace the current program")
    try $1.new(&$0.isNew, "exercises")
  } perform: { request, _, shell in
    let scheme = request.scheme ?? .fiveThreeOne
    let lifts = request.lifts ?? []
    guard scheme == .fiveThreeOne || !lifts.isEmpty else {
      throw UsageError.missing("LIFT", of: "program start")
    }
    if scheme == .fiveThreeOne, let lift = lifts.first(where: { $0.isRange }) {
      throw UsageError(
        message: "LIFT must be \(ProgramLiftArgument.expected), got '\(lift.text)'",
        help: "a range of repetitions needs '--scheme double'")
    }
    try shell.perform(
      StartProgram(
        lifts.map(\.lift), step: request.step, isTrainingMax: request.isTrainingMax,
        replaces: request.replaces, isNew: request.isNew, scheme: scheme, deload: request.deload))
  }
  .with(\.isAboutNamedLog, false)
  .with(\.validate) {
    let scheme = $0.scheme ?? .fiveThreeOne
    let other =
      scheme == .fiveThreeOne
      ? $0.deload.failures != nil ? "--failures" : $0.deload.percent != nil ? "--deload" : nil
      : $0.isTrainingMax ? "--training-max" : nil
    guard let other else { return }
    throw UsageError(
      code: .conflictingOptions,
      message: "'\(other)' cannot be used with '--scheme \(scheme.rawValue)'",
      help: "see 'replog help program start'")
  }
  .with(
    \.remark,
    """
    5/3/1: the training max is 90% of the weight. After each cycle, it increases by 2.5 kg or 5 lb, or by twice \
    that for squats, deadlifts and other lower-body lifts. 'squat=140kg+2.5' sets a different increase.

    Linear progression: after each session in which every set reached the planned repetitions, the weight increases \
    by the same amount as in 5/3/1. After 3 failed sessions in a row, the weight drops by 10%. Double progression: the \
    repetitions rise from the bottom of the range to the top, then the weight increases by 2.5 kg or 5 lb. All logged \
    sets are included; lighter sets are treated as warm-ups.
    """)
  Request(
    "program complete",
    "record sets of the program; the last set of a 5/3/1 cycle ends the cycle",
    """
    replog program complete squat 8
    replog program complete squat 3x5
    replog program complete squat 5 5 4
    """,
    (exercise: "", sets: [ProgramSets](), week: Int?.none, weight: EnteredWeight?.none)
  ) {
    try $1.positional(&$0.exercise, "EXERCISE", "an exercise of the program")
    try $1.several(
      &$0.sets, "REPSxWEIGHT",
      "the repetitions of each set, 0 for a failed attempt, or the sets as 'replog program' shows them: 5, 3x5, "
        + "3x5x110kg")
    try $1.option(
      &$0.week, "--week",
      "the week of 5/3/1 (default: the first unfinished week of the exercise)")
    try $1.option(&$0.weight, "--weight", "the weight (default: the planned weight)")
  } perform: { request, _, shell in
    let sets = request.sets.map(\.entry)
    if let set = sets.first(where: { $0.weight != nil }), request.weight != nil {
      throw UsageError.excluding("\(set)", "--weight", of: "program complete")
    }
    let weighted = sets.map { set in
      var set = set
      set.weight = set.weight ?? request.weight
      return set
    }
    try shell.perform(CompleteProgramSet(exercise: request.exercise, weighted, week: request.week))
  }
  .with(\.isAboutNamedLog, false)
  Request(
    "program next", "end the 5/3/1 cycle without its deload; the training maxes increase",
    "replog program next --skip", EndCycle()
  ) {
    try $1.flag(
      &$0.skips, "--skip", "end the cycle even if weeks 1 to 3 are unfinished")
  }
  .with(
    \.remark,
    """
    The command takes no exercise: all exercises of the program begin the next cycle together. Weeks 1 to 3 must be \
    complete, or skipped with '--skip'; the deload in week 4 may be left out. 'replog program complete' ends the cycle \
    automatically when the last set of week 4 is done.
    """)
  Request(
    "program adjust",
    "change the training max or the working weight of an exercise, for example after a stall",
    "replog program adjust squat --back",
    (
      exercise: "", weight: NewWeight?.none, goesBack: false, max: EnteredLoad?.none,
      estimates: false
    )
  ) {
    try $1.positional(&$0.exercise, "EXERCISE", "an exercise of the program")
    try $1.positional(&$0.weight, "WEIGHT", "the new training max or working weight")
    try $1.flag(
      &$0.goesBack, "--back", "lower the training max by three increments, or deload a progression")
    try $1.option(
      &$0.max, "--max",
      "the one-repetition maximum, or a set to estimate it from; the training max is 90% of the maximum"
    )
    try $1.flag(
      &$0.estimates, "--estimate",
      "use 90% of the maximum estimated from the last set of the exercise's latest week (deloads excluded)"
    )
  } perform: { request, _, shell in
    let changes: [AdjustTrainingMax.Change?] = [
      request.weight.map { .to($0.weight) }, request.goesBack ? .back : nil,
      request.max.map { .max($0.maximum) }, request.estimates ? .estimate : nil,
    ]
    let given = changes.compactMap(\.self)
    guard let change = given.first, given.count == 1 else {
      throw UsageError(
        message: "exactly one of WEIGHT, '--back', '--max' and '--estimate' must be given, got "
          + (given.isEmpty ? "none" : "\(given.count)"),
        help: "see 'replog help program adjust'")
    }
    if request.weight == nil { shell.showsUnit = true }
    try shell.perform(AdjustTrainingMax(exercise: request.exercise, change))
  }
  .with(\.isAboutNamedLog, false)
  Request("program end", "end the program", "replog program end", EndProgram())
}

/// A weight in place of another one; `+5kg`, which may mean a change, is not valid.
private struct NewWeight: ArgumentValue {
  let weight: EnteredWeight

  static var placeholder: String { EnteredWeight.placeholder }
  static var expected: String { "a new weight such as 100kg" }

  init?(argument text: String) {
    guard !text.hasPrefix("+"), let weight = EnteredWeight(argument: text) else { return nil }
    self.weight = weight
  }

  static func nearest(to text: String) -> String? {
    text.hasPrefix("+") ? nil : EnteredWeight.nearest(to: text)
  }
  var isWithoutUnit: Bool { weight.isWithoutUnit }
}

/// An exercise with its maximum or its sets in the form of an entry: `squat=140kg+2.5`, `squat=3x5x100kg`.
struct ProgramLiftArgument: ArgumentValue {
  let text: String
  let lift: StartProgram.Lift
  let note: String?

  static var placeholder: String { "LIFT" }
  static var expected: String { "an exercise, alone or with its maximum, such as squat=140kg" }

  /// A Boolean value indicating whether the sets have a range of repetitions, so that they estimate no maximum.
  var isRange: Bool { lift.sets != nil && lift.weight == nil }

  init?(argument text: String) {
    guard Self.nearest(to: text) == nil else { return nil }
    self.text = text
    guard let equals = text.lastIndex(of: "=") else {
      // A number alone is no exercise.
      guard text.contains(where: \.isLetter), EnteredLoad(argument: text) == nil else { return nil }
      (lift, note) = (StartProgram.Lift(exercise: text), nil)
      return
    }
    let parts = text[text.index(after: equals)...]
      .split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let load = EnteredLoad(argument: parts[0])
    let planned = try? EnteredSet(planned: parts[0])
    let sets = planned?.reps == nil || planned?.weight == nil ? nil : planned
    guard let weight = load?.weight ?? sets?.weight else { return nil }
    note = load?.note
    var increment: Double?
    if parts.count == 2 {
      guard let rise = EnteredWeight(argument: parts[1]),
        rise.unit == nil || rise.unit == weight.unit
      else { return nil }
      increment = rise.value
    }
    lift = StartProgram.Lift(
      exercise: String(text[..<equals]), weight: load?.maximum, increment: increment, sets: sets)
  }

  static func nearest(to text: String) -> String? {
    if let scheme = ProgramScheme(rawValue: text.lowercased().filter { $0 != "/" }) {
      return "--scheme \(scheme.rawValue)"
    }
    guard let colon = text.lastIndex(of: ":"), !text.contains("=") else { return nil }
    let written = "\(text[..<colon])=\(text[colon...].dropFirst())"
    return ProgramLiftArgument(argument: written).map { _ in written }
  }
}

extension ProgramScheme: ChoiceArgument {
  static var placeholder: String { "SCHEME" }
}
