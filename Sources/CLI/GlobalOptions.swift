import Events
import Projections

/// The options that belong to no single command.
struct GlobalOptions {
  var log: String?
  var user: Name?
  var json = false
  var now: Timestamp?
  var seed: UInt64?
  var asOf: AsOf?
  var allUsers = false
  var dryRun = false
  var noColor = false
  var quiet = false
}

extension GlobalOptions {
  /// The kinds of commands that have an option.
  struct Accepted: OptionSet {
    let rawValue: Int
    /// Whose it is.
    static let user = Accepted(rawValue: 1)
    /// How much of the log is taken in.
    static let asOf = Accepted(rawValue: 2)
    /// Everybody's at once.
    static let allUsers = Accepted(rawValue: 4)
    /// Everything but the writing.
    static let dryRun = Accepted(rawValue: 8)
    /// A log to begin with, the time, and the seed.
    static let log: Accepted = [Accepted(rawValue: 16), .seed]
    /// What decides whatever would be chance.
    static let seed = Accepted(rawValue: 32)

    /// A view of one user.
    static let view: Accepted = [.log, .user, .asOf]
    /// A decision of one user.
    static let decision: Accepted = [.log, .user, .dryRun]
  }

  /// Lists the options that a command has beside its own.
  mutating func arguments(_ a: inout some Arguments, _ accepted: Accepted) throws(UsageError) {
    if accepted.contains(.user) { try a.option(&user, "--user", "whose it is") }
    if accepted.contains(.allUsers) {
      try a.flag(&allUsers, "--all-users", "everybody's, ordered by user")
    }
    if accepted.contains(.asOf) {
      try a.option(&asOf, "--as-of", "the log up to a seq, a time or a whole day")
    }
    if accepted.contains(.dryRun) {
      try a.flag(&dryRun, "--dry-run", "do everything but the writing")
    }
    if accepted.contains(.log) {
      try a.option(&log, "--log", "the log; '-' reads standard input")
      try a.option(&now, "--now", "the time, instead of the clock's")
    }
    if accepted.contains(.seed) {
      try a.option(&seed, "--seed", "decides what would be chance, such as new ids")
    }
    try a.flag(&json, "--json", "print JSON")
    try a.flag(&noColor, "--no-color", "print plain tables, as NO_COLOR does")
    try a.flag(&quiet, "--quiet", "print no notes")
  }
}
