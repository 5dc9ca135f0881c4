import Events
import Projections

/// The options that belong to no single command.
struct GlobalOptions {
  var log: FilePath?
  var user: Name?
  var json = false
  var now: Timestamp?
  var seed: UInt64?
  var asOf: AsOf?
  var allUsers = false
  var dryRun = false
  var noColor = false
  var quiet = false
  var noCheckpoint = false
}

extension GlobalOptions {
  /// The options that not every command has.
  struct Accepted: OptionSet {
    let rawValue: Int
    /// How much of the log is taken in.
    static let asOf = Accepted(rawValue: 1)
    /// Everybody's at once.
    static let allUsers = Accepted(rawValue: 2)
    /// Everything but the writing.
    static let dryRun = Accepted(rawValue: 4)
    /// Only a file, all of it and as it is: nobody's, of no time, without chance.
    static let fileAlone = Accepted(rawValue: 8)
  }

  /// Lists the options that a command has beside its own.
  mutating func arguments(_ a: inout some Arguments, _ accepted: Accepted) throws(UsageError) {
    if accepted.contains(.allUsers) {
      try a.flag(&allUsers, "--all-users", "everybody's, ordered by user")
    }
    if accepted.contains(.asOf) {
      try a.option(&asOf, "--as-of", "the log up to a seq, a time or a whole day")
    }
    if accepted.contains(.dryRun) {
      try a.flag(&dryRun, "--dry-run", "do everything but the writing")
    }
    if accepted.contains(.fileAlone) {
      try a.option(&log, "--log", "the log, a file")
    } else {
      try a.option(&user, "--user", "whose it is; else the latest who signed in")
      try a.option(&log, "--log", "the log; '-' reads standard input")
      try a.option(&now, "--now", "the time, instead of the clock's")
      try a.option(&seed, "--seed", "decides what would be chance, such as new ids")
    }
    try a.flag(&json, "--json", "print JSON")
    try a.flag(&noColor, "--no-color", "print plain tables, as NO_COLOR does")
    if !accepted.contains(.fileAlone) {
      try a.flag(&noCheckpoint, "--no-checkpoint", "replay the log from its first event")
    }
    try a.flag(&quiet, "--quiet", "print no notes")
  }
}
