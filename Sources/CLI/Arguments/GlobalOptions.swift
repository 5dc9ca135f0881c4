import Events
import Projections

/// The options that commands share.
struct GlobalOptions {
  var log: FilePath?
  var user: Name?
  var json = false
  var now: Timestamp?
  var seed: UInt64?
  /// The part of the log to include, as typed.
  var enteredAsOf: AsOfArgument?
  /// The time by which the included events had arrived, as typed.
  var enteredAsKnown: TimeArgument?
  /// The part of the log to include, resolved relative to the time of the command.
  var asOf: AsOf?
  /// The time by which the included events had arrived, until the log is open and says which they are.
  var asKnown: AsOf?
  /// The events to leave out, as typed.
  var without: EventList?
  var allUsers = false
  var dryRun = false
  var noColor = false
  var quiet = false
  var noCheckpoint = false
  var wide = false
  /// A Boolean value indicating whether a user without a profile is refused.
  var requireProfile = false
  /// The arguments that name the remote of a sync, which its next step repeats; nil for none.
  var remote: String?
  /// The file with exercise numbers; nil for those of the log.
  var numbers: FilePath?
  /// A Boolean value indicating whether a view is printed again after each change.
  var follow = false
}

extension GlobalOptions {
  /// The options that only some commands accept.
  struct Accepted: OptionSet {
    let rawValue: Int
    /// The options for the part of the log to include, and for the events to leave out.
    static let asOf = Accepted(rawValue: 1)
    /// The option for all users together.
    static let allUsers = Accepted(rawValue: 2)
    /// The option that does everything except writing.
    static let dryRun = Accepted(rawValue: 4)
    /// No option but the file, for a command that reads the whole file unchanged.
    ///
    /// Such a command has no user, no time and no random numbers.
    static let fileAlone = Accepted(rawValue: 8)
    /// The option for tables that may be too wide for a terminal.
    static let table = Accepted(rawValue: 16)
    /// No option that requires a profile, for a command that needs no signed-in user.
    static let anybody = Accepted(rawValue: 32)
    /// The option for a view that is printed again after changes.
    static let follow = Accepted(rawValue: 64)
    /// The option for the events to leave out, without the option for the part of the log.
    static let without = Accepted(rawValue: 256)
    /// The option for exercise numbers that were made elsewhere.
    static let numbers = Accepted(rawValue: 512)
    /// No option about a log, for a command that reads other input.
    static let noLog = Accepted(rawValue: 128)
  }

  /// Lists the options that a command has in addition to its own.
  mutating func arguments(_ a: some Arguments, _ accepted: Accepted) throws {
    if accepted.contains(.allUsers) {
      try a.flag(&allUsers, "--all-users", "the views of all users, ordered by user")
    }
    if accepted.contains(.asOf) {
      try a.option(
        &enteredAsOf, "--as-of",
        "only events up to this position, or recorded at or before this time")
      try a.option(
        &enteredAsKnown, "--as-known",
        "only events that had arrived by this time, whenever they happened")
    }
    if !accepted.isDisjoint(with: [.asOf, .without]) {
      try a.option(&without, "--without", "leave out these events: @45,@50..@59")
    }
    if accepted.contains(.numbers) {
      try a.option(
        &numbers, "--numbers",
        "a file of exercise numbers, as 'ids --json' prints it (default: the numbers in the log)")
    }
    if accepted.contains(.follow) {
      try a.flag(&follow, "--follow", "print the view again after each change")
    }
    if accepted.contains(.table) {
      try a.flag(&wide, "--wide", "all columns and full text, even on a narrow terminal")
    }
    if accepted.contains(.dryRun) {
      try a.flag(&dryRun, "--dry-run", "show the result without writing anything")
    }
    if accepted.contains(.dryRun), accepted.isDisjoint(with: [.anybody, .fileAlone]) {
      try a.flag(
        &requireProfile, "--require-profile", "refuse a user who has never had a complete profile")
    }
    if !accepted.contains(.noLog) { try logArguments(a, accepted) }
    try a.flag(&json, "--json", "print JSON")
    try a.flag(&noColor, "--no-color", "print plain tables; NO_COLOR has the same effect")
    if accepted.isDisjoint(with: [.fileAlone, .noLog]) {
      try a.flag(&noCheckpoint, "--no-checkpoint", "replay the log from its first event")
    }
    try a.flag(&quiet, "--quiet", "do not print notes")
  }

  /// Lists the options about the log, and for a command that reads more than the file, about the user and the time.
  private mutating func logArguments(_ a: some Arguments, _ accepted: Accepted) throws {
    if accepted.contains(.fileAlone) { return try a.option(&log, "--log", "the log file") }
    try a.option(
      &user, "--user", "the user (default: the user who signed in last, or the only user)")
    try a.option(&log, "--log", "the log; '-' reads standard input")
    try a.option(&now, "--now", "the current time (default: the system clock)")
    try a.option(&seed, "--seed", "the seed for generated ids")
  }
}
