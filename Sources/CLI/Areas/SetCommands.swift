import Events
import Projections

private let setHelp = "the set: its number in the session, '@45', its id, or 'last'"
private let kindHelp = "the kind of set"
private let rpeHelp = "the rating of perceived exertion, 1…10"
private let rirHelp = "the repetitions in reserve, 0…10: 10 minus the RPE"
private let supersetHelp = "the letter of the superset"
private let sideHelp = "the weight is per side; the volume counts both sides"
private let pastHelp = "the time (default: now)"

@CommandList var setCommands: [any Command] {
  Request(
    "set log", "log a set in the open workout", "replog set log bench-press 5x100kg --rpe 8",
    (
      exercise: "", set: EnteredSet(reps: 0), kind: SetKind?.none, effort: Effort(),
      note: String?.none, superset: SupersetGroup?.none, isPerSide: false, isNew: false
    )
  ) {
    try $1.positional(&$0.exercise, "EXERCISE", "the exercise")
    try $1.positional(
      &$0.set, "REPSxWEIGHT",
      "the set, for example 5x100kg, 3x5x100kg, 12 for body weight only, 1:30, 5km/27:30")
    try $1.option(&$0.kind, "--kind", kindHelp)
    try $1.effort(&$0.effort)
    try $1.option(&$0.superset, "--superset", supersetHelp)
    try $1.flag(&$0.isPerSide, "--per-side", sideHelp)
    try $1.option(&$0.note, "--note", "a note")
    try $1.new(&$0.isNew)
  } perform: {
    var log = LogSet(
      exercise: $0.exercise, $0.set, kind: $0.kind ?? .normal, rpe: $0.effort.rpe, note: $0.note,
      isNew: $0.isNew)
    (log.rir, log.superset, log.isPerSide) = ($0.effort.rir, $0.superset, $0.isPerSide)
    try $2.perform(log, past: $1)
  }
  .with(\.validate) { try $0.effort.validate() }
  .with(\.at, pastHelp)
  .with(\.offer, .adds)
  Request(
    "set revise", "correct a set that was entered wrongly", "replog set revise last 6x100kg",
    (
      set: Reference.latest, entry: EnteredSet?.none, kind: SetKind?.none, effort: Effort(),
      note: String?.none, superset: SupersetGroup?.none, isPerSide: false,
      cleared: SetDetail?.none
    )
  ) {
    try $1.positional(&$0.set, "SET", setHelp)
    try $1.positional(
      &$0.entry, "REPSxWEIGHT",
      "the set, for example 6x100kg, 1:30, 5km/27:30; 12 keeps the weight, 12xbw removes it"
    )
    try $1.option(&$0.kind, "--kind", kindHelp)
    try $1.effort(&$0.effort)
    try $1.option(&$0.superset, "--superset", supersetHelp)
    try $1.flag(&$0.isPerSide, "--per-side", sideHelp)
    try $1.option(&$0.note, "--note", "a note; '' removes it")
    try $1.option(&$0.cleared, "--clear", "the value to remove")
  } perform: {
    if let entry = $0.entry, entry.count > 1 {
      throw UsageError(
        message: "REPSxWEIGHT must be one set, got '\(entry)'", help: "revise the sets one by one")
    }
    var revise = ReviseSet(
      set: $0.set, $0.entry, kind: $0.kind, rpe: $0.effort.rpe, note: $0.note, cleared: $0.cleared)
    (revise.rir, revise.superset) = ($0.effort.rir, $0.superset)
    revise.isPerSide = $0.isPerSide ? true : nil
    if let cleared = $0.cleared, revise.gives(cleared) {
      throw UsageError.clearing(cleared.choice, of: "set revise")
    }
    try $2.perform(revise)
  }
  .with(\.validate) { try $0.effort.validate() }
  Request(
    "set remove", "remove a set that was entered by mistake", "replog set remove last",
    RemoveSet(set: .latest)
  ) {
    try $1.positional(&$0.set, "SET", setHelp)
    try $1.flag(&$0.isConfirmed, "--yes", "confirm the second removal in a row")
  } perform: { removal, _, shell in
    do { try shell.perform(removal) } catch let refusal as Refusal {
      guard let question = refusal.question, shell.canAsk, !shell.options.json,
        try shell.isAnsweredYes("\(inert(question)) [y/N] ")
      else { throw refusal }
      try shell.perform(RemoveSet(set: removal.set, isConfirmed: true))
    }
  }
  Request(
    "set record", "record sets, optionally with a comment; no open session is needed",
    "replog set record bench-press 3x5x100kg --comment \"felt easy\"",
    (
      exercise: "", set: EnteredSet(reps: 0), effort: Effort(), comment: String?.none,
      superset: SupersetGroup?.none, isPerSide: false, isNew: false
    )
  ) {
    try $1.positional(&$0.exercise, "EXERCISE", "the exercise")
    try $1.positional(
      &$0.set, "SETSxREPSxWEIGHT",
      "the sets, for example 3x5x100kg, or 3x12xbw for body weight only")
    try $1.effort(&$0.effort)
    try $1.option(&$0.superset, "--superset", supersetHelp)
    try $1.flag(&$0.isPerSide, "--per-side", sideHelp)
    try $1.option(&$0.comment, "--comment", "a comment")
    try $1.new(&$0.isNew)
  } perform: {
    var record = RecordSets(exercise: $0.exercise, $0.set, comment: $0.comment, isNew: $0.isNew)
    (record.rpe, record.rir) = ($0.effort.rpe, $0.effort.rir)
    (record.superset, record.isPerSide) = ($0.superset, $0.isPerSide)
    try $2.perform(record, past: $1)
  }
  .with(\.validate) { try $0.effort.validate() }
  .with(\.at, pastHelp)
  Request(
    "set complete", "mark a set as done", "replog set complete last", CompleteSet(set: .latest)
  ) {
    try $1.positional(&$0.set, "SET", setHelp)
    var isNotDone = false
    try $1.flag(&isNotDone, "--not", "mark the set as not done")
    $0.isDone = !isNotDone
  }
  Request(
    "set move", "move a set within its session", "replog set move last --to 1",
    MoveSet(set: .latest, position: 1)
  ) {
    try $1.positional(&$0.set, "SET", setHelp)
    try $1.required(&$0.position, "--to", "the new position, from 1")
  }
}

/// The effort of a set, in one measure or in both.
private struct Effort {
  var rpe: Double?
  var rir: Double?

  func validate() throws {
    guard let rpe, let rir, !isSameEffort(rpe: rpe, rir: rir) else { return }
    throw UsageError(
      code: .conflictingOptions,
      message: "RPE \(decimal(rpe)) corresponds to RIR \(decimal(10 - rpe)), "
        + "got RIR \(decimal(rir))",
      help: "RIR is 10 minus the RPE; give '--rpe' or '--rir', or two values that agree")
  }
}

extension Arguments {
  /// Walks the effort of a set.
  fileprivate func effort(_ effort: inout Effort) throws {
    try option(&effort.rpe, "--rpe", rpeHelp)
    try option(&effort.rir, "--rir", rirHelp)
  }
}

extension ReviseSet {
  /// Returns whether the request has a new value of a property.
  fileprivate func gives(_ detail: SetDetail) -> Bool {
    switch detail {
    case .weight: weight != nil
    case .rpe: rpe != nil
    case .note: note != nil
    case .seconds: seconds != nil
    case .metres: metres != nil
    case .rir: rir != nil
    case .superset: superset != nil
    case .perSide: isPerSide != nil
    }
  }
}

extension SetDetail: ChoiceArgument {
  static var placeholder: String { "PROPERTY" }
  static var choices: [String] { allCases.map(\.choice) }

  fileprivate var choice: String { self == .perSide ? "per-side" : rawValue }
}

extension SupersetGroup: ArgumentValue {
  static var placeholder: String { "LETTER" }
  static var expected: String { "a letter such as A" }
  init?(argument text: String) { self.init(rawValue: text.uppercased()) }
}
