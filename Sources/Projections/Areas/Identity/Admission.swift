import Events

/// A request of a user who is not signed in yet, such as to sign in.
public protocol Admission: Sendable {
  /// Returns the user and the facts that follow; none when it is so already.
  ///
  /// Pure.
  ///
  /// - Throws: the reason why it is not done.
  func decide(_ accounts: Accounts, at now: Timestamp) throws(Refusal) -> Admitted
}

/// The user that an admission found or named, and the facts that follow.
public struct Admitted: Equatable, Sendable {
  public let user: Name
  /// The facts that follow; none when it is so already.
  public let facts: [Event.Body]
  /// The sign-in session the user is given instead of a new one; nil when there is none.
  public let existing: Accounts.SignIn?

  init(user: Name, facts: [Event.Body], existing: Accounts.SignIn? = nil) {
    (self.user, self.facts, self.existing) = (user, facts, existing)
  }
}

extension Admission {
  /// Returns what follows if this is asked for, given the log up to now.
  ///
  /// A new user gets no name under which the log has facts already, unless it was asked for by name:
  /// those facts would become theirs. Where it was not, this is a choice, and so a refusal that names it.
  public func admit(_ log: Log, at now: Timestamp) throws -> Admitted {
    var accounts = try replay(log, Accounts())
    let admitted = try decide(accounts, at: now)
    let user = admitted.user
    guard accounts.account(of: user) == nil, try log.hasFacts(of: user) else { return admitted }
    let counts = try log.factsByUser()
    for user in counts.keys { accounts.reserve(user) }
    let other = try decide(accounts, at: now).user
    guard other != user else { return admitted }
    let count = grouped("\(counts[user, default: 0])")
    throw Refusal(
      .eventsWithoutAccount,
      "the log has \(count) event\(count == "1" ? "" : "s") of '\(user)', who has no account",
      help:
        "add \(.give(.user, user.text)) if they are yours, or \(.give(.user, other.text)) to begin without them"
    )
  }
}

extension Log {
  /// Returns the users whose names are most like one that no event has; nil where one has it.
  ///
  /// Cost: as little as one look-up for a user there is, one pass that decodes nothing for any other.
  package func users(near user: Name) throws(LogError) -> [String]? {
    guard try !hasFacts(of: user) else { return nil }
    return nearest(to: user.text, among: try factsByUser().keys.map(\.text).sorted())
  }

  /// Returns whether any event is by `user`.
  ///
  /// Cost: one pass that decodes nothing, over the lines after the checkpoint.
  fileprivate func hasFacts(of user: Name) throws(LogError) -> Bool {
    var lines = lines()
    if let reader = CheckpointReader(of: self), let isKnown = try? reader.holdsEvents(of: user) {
      if isKnown { return true }
      lines = self.lines(behind: reader.checkpoint.position)
    }
    while let line = try lines.next() { if line.user == user { return true } }
    return false
  }

  /// Returns the number of events of each user.
  ///
  /// Cost: one pass that decodes nothing.
  fileprivate func factsByUser() throws(LogError) -> [Name: Int] {
    var counts: [Name: Int] = [:]
    var lines = lines()
    while let line = try lines.next() { if let user = line.user { counts[user, default: 0] += 1 } }
    return counts
  }
}

extension Admitted {
  /// Returns the drafts to append.
  ///
  /// - Throws: a refusal of what is out of range.
  public func drafts(at now: Timestamp) throws(Refusal) -> [Draft] {
    var drafts: [Draft] = []
    for fact in facts { drafts.append(try Draft(at: now, user: user, fact).withinLimits()) }
    return drafts
  }
}
