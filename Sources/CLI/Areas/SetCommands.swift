import Events
import Projections

struct SetLogCommand: Command {
  static let name = "set log"
  static let summary = "log a set of the open workout"
  static let example = "replog set log bench-press 5x100kg --rpe 8"
  static let accepts = GlobalOptions.Accepted.dryRun
  var exercise = ""
  var set = EnteredSet(reps: 0)
  var kind: SetKind?
  var rpe: Double?
  var note: String?
  var isNew = false
  var past: PastArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&exercise, "EXERCISE", "what was done")
    try a.positional(
      &set, "REPSxWEIGHT", "as in 5x100kg, 3x5x100kg, 12 with the body alone, 1:30, 5km/27:30")
    try a.option(&kind, "--kind", "what the set was for")
    try a.option(&rpe, "--rpe", "rating of perceived exertion, 1…10")
    try a.option(&note, "--note", "what to remember")
    try a.flag(&isNew, "--new", "accept an exercise that the log has never met")
    try a.option(&past, "--at", "when it was done, if not now")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(
      LogSet(
        exercise: exercise, set, kind: kind ?? .normal, rpe: rpe, note: note, isNew: isNew),
      past: shell.moment(past), showsUnit: set.weight.isBare)
  }
}

struct SetReviseCommand: Command {
  static let name = "set revise"
  static let summary = "set a set right that was entered wrongly"
  static let example = "replog set revise last 6x100kg"
  static let accepts = GlobalOptions.Accepted.dryRun
  var set = Reference.latest
  var entry: EnteredSet?
  var kind: SetKind?
  var rpe: Double?
  var note: String?
  var cleared: SetDetail?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&set, "SET", "the set: its number in the session, '@45', its id, or 'last'")
    try a.positional(
      &entry, "REPSxWEIGHT",
      "as in 6x100kg, 1:30, 5km/27:30; 12 leaves the weight as it is, 12xbw takes it away; all if left out"
    )
    try a.option(&kind, "--kind", "what the set was for")
    try a.option(&rpe, "--rpe", "rating of perceived exertion, 1…10")
    try a.option(&note, "--note", "what to remember; '' takes the note away")
    try a.option(&cleared, "--clear", "what the set is to have none of")
  }

  func run(_ shell: inout Shell) throws {
    if let entry, entry.count > 1 {
      throw UsageError(
        message: "expected one set, found '\(entry)'", help: "revise the sets one by one")
    }
    try shell.perform(
      ReviseSet(set: set, entry, kind: kind, rpe: rpe, note: note, cleared: cleared),
      showsUnit: entry?.weight.isBare ?? false)
  }
}

struct SetCompleteCommand: Command {
  static let name = "set complete"
  static let summary = "mark a set as done"
  static let example = "replog set complete last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var set = Reference.latest
  var isNotDone = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&set, "SET", "the set: its number in the session, '@45', its id, or 'last'")
    try a.flag(&isNotDone, "--not", "mark it as one that is still to be done")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(CompleteSet(set: set, isDone: !isNotDone))
  }
}

struct SetMoveCommand: Command {
  static let name = "set move"
  static let summary = "move a set to another place of its session"
  static let example = "replog set move last --to 1"
  static let accepts = GlobalOptions.Accepted.dryRun
  var move = MoveSet(set: .latest, position: 1)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(
      &move.set, "SET", "the set: its number in the session, '@45', its id, or 'last'")
    try a.required(&move.position, "--to", "its new place, from 1")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(move) }
}

struct SetRemoveCommand: Command {
  static let name = "set remove"
  static let summary = "take back a set that was entered by mistake"
  static let example = "replog set remove last"
  static let accepts = GlobalOptions.Accepted.dryRun
  var removal = RemoveSet(set: .latest)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(
      &removal.set, "SET", "the set: its number in the session, '@45', its id, or 'last'")
    try a.flag(&removal.isConfirmed, "--yes", "remove the last set just after another one")
  }

  func run(_ shell: inout Shell) throws {
    do { try shell.perform(removal) } catch let refusal as Refusal {
      guard let question = refusal.question, shell.canAsk, !shell.options.json,
        try shell.isAnsweredYes("\(inert(question)) [y/N] ")
      else { throw refusal }
      try shell.perform(RemoveSet(set: removal.set, isConfirmed: true))
    }
  }
}

extension SetDetail: ArgumentValue {
  static var placeholder: String { "PROPERTY" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text.lowercased()) }
}
