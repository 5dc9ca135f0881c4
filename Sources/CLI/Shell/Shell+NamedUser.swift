import Events
import Projections

// The user of '--user', who may be named in other words than the log's.
extension Shell {
  /// Replaces an unknown user of `--user` with the only plausible user.
  ///
  /// - Returns: The user who is meant; nil if the log has the named user, or no user is plausible.
  mutating func findMeantUser(in log: Log) throws -> Name? {
    guard let named = options.user, let meant = try log.user(meantBy: named) else { return nil }
    note("'\(named)' means the user '\(meant)'")
    options.user = meant
    return meant
  }

  /// Returns the user of `--user`, by their name in the log, otherwise the default user of the log; nil if there is neither.
  mutating func namedOrDefaultUser(of log: Log) throws -> Name? {
    guard options.user != nil else { return try log.defaultUser() }
    _ = try findMeantUser(in: log)
    return options.user
  }

  /// Calls `body`, and a second time with the user who is meant if the log does not have the user of `--user`.
  ///
  /// Only after a refusal is the log searched for the user, since the search may read all of it.
  mutating func asMeant<Result>(_ body: (inout Shell) throws -> Result) throws -> Result {
    do { return try body(&self) } catch let refusal as Refusal {
      guard refusal.code == .notSignedIn, try findMeantUser(in: openLogQuietly()) != nil else {
        throw refusal
      }
      return try body(&self)
    }
  }

  /// Refuses a user of `--user` whom the log does not have, with similar users.
  ///
  /// A debugging tool would otherwise answer a question about nobody. Its exit status 1 is an answer too.
  mutating func requireUser(in log: Log) throws {
    guard try findMeantUser(in: log) == nil, let named = options.user, log.bytes.count > 0,
      let near = try log.users(near: named)
    else { return }
    let path = options.log.map { $0.text == "-" ? "" : " --log \(quotedForShell($0.text))" } ?? ""
    throw UsageError(
      code: .notFound, message: "the log has no user '\(named)'",
      help: near.isEmpty
        ? "'replog log\(path)' shows the users of its events"
        : "did you mean \(alternatives(near))?")
  }

  /// Makes `decision` and appends the resulting facts; with `--dry-run` only checks it.
  ///
  /// - Parameter past: The time of the facts; nil for now.
  /// - Returns: The appended events.
  @discardableResult
  mutating func perform(_ decision: any Decision, past: Timestamp? = nil) throws -> Appended {
    try asMeant { try $0.performAsNamed(decision, past: past) }
  }
}
