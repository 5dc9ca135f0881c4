import Events
import Projections

struct SetRecordCommand: Command {
  static let name = "set record"
  static let summary = "record sets on their own, with a comment"
  static let example = "replog set record bench-press 3x5x100kg --comment \"felt easy\""
  static let accepts = GlobalOptions.Accepted.dryRun
  var exercise = ""
  var set = EnteredSet(reps: 0)
  var comment: String?
  var isNew = false
  var past: PastArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&exercise, "EXERCISE", "what was done")
    try a.positional(&set, "SETSxREPSxWEIGHT", "as in 3x5x100kg, or 3x12xbw with the body alone")
    try a.option(&comment, "--comment", "what to remember")
    try a.flag(&isNew, "--new", "accept an exercise that the log has never met")
    try a.option(&past, "--at", "when it was done, if not now")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(
      RecordSets(exercise: exercise, set, comment: comment, isNew: isNew),
      past: shell.moment(past), showsUnit: set.weight.isBare)
  }
}
