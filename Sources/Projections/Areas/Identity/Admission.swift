import Events

/// A request of a user who is not signed in yet, such as to sign in.
public protocol Admission: Sendable {
  /// Returns the user and the resulting facts; the facts are empty if nothing changes.
  ///
  /// The function is pure.
  ///
  /// - Throws: The reason for the refusal.
  func decide(_ accounts: Accounts, at now: Timestamp) throws(Refusal) -> AdmissionResult
}

/// The user that an admission found or named, and the resulting facts.
public struct AdmissionResult: Equatable, Sendable {
  public let user: Name
  /// The resulting facts; empty if nothing changes.
  public let facts: [Event.Body]
  /// The sign-in session that the user gets instead of a new one; nil if there is none.
  public private(set) var existing: Accounts.SignIn?
}

extension Admission {
  /// Returns the result of the request, given the current log.
  ///
  /// A new user gets no name that facts of the log already have, since those facts would become theirs. If the host
  /// asked for the name, it gets the name. Otherwise a refusal gives the name, so that the host can choose.
  public func admit(_ log: Log, at now: Timestamp) throws -> AdmissionResult {
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
  /// Returns the users with the names most similar to a name without events; nil if the name has events.
  ///
  /// Cost: one look-up for a known user, otherwise one pass that decodes nothing.
  package func users(near user: Name) throws(LogError) -> [String]? {
    guard try !hasFacts(of: user) else { return nil }
    return nearest(to: user.text, among: try factsByUser().keys.map(\.text).sorted())
  }

  /// Returns the user with this email address, or with this name in another case.
  ///
  /// The result is nil if a user has exactly this name, or if several match.
  ///
  /// Cost: one look-up for a known user, otherwise a replay of the accounts and a pass that decodes nothing.
  package func user(meantBy text: Name) throws(LogError) -> Name? {
    guard try !hasFacts(of: text) else { return nil }
    if let user = try replay(self, Accounts()).user(email: text) { return user }
    let wanted = text.text.lowercased()
    let same = try factsByUser().keys.filter { $0.text.lowercased() == wanted }
    return same.count == 1 ? same.first : nil
  }

  /// Returns the users of all events, sorted.
  ///
  /// Cost: one pass that decodes nothing.
  package func users() throws(LogError) -> [Name] { try factsByUser().keys.sorted() }

  /// Returns whether the log has events by `user`.
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

extension AdmissionResult {
  /// Returns the drafts to append.
  ///
  /// - Throws: A refusal of values out of range.
  public func drafts(at now: Timestamp) throws(Refusal) -> [Draft] {
    var drafts: [Draft] = []
    for fact in facts { drafts.append(try Draft(at: now, user: user, fact).withinLimits()) }
    return drafts
  }
}
