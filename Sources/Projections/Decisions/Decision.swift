import Events

/// A request of a signed-in user: with its state, a decider.
///
/// All rules are here and none in a fold. `decide` may refuse; once it has returned facts, they
/// happened.
public protocol Decision: Sendable {
  /// A Boolean value indicating whether a host that asks for a profile asks before this; true unless declared.
  static var needsProfile: Bool { get }

  /// The state that it looks at.
  associatedtype State: Projection

  /// Returns the facts that follow; none when it is so already.
  ///
  /// Pure.
  ///
  /// - Throws: the reason why it is not done.
  func decide(_ state: State, _ context: Context) throws(Refusal) -> [Event.Body]

  /// Returns what is worth telling the user about the facts, given the state before them; nothing unless
  /// declared.
  ///
  /// Pure, as `decide`.
  func remarks(on facts: [Event.Body], _ state: State) -> [Remark]
}

extension Decision {
  public static var needsProfile: Bool { true }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] { [] }
}

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

/// The input of a decision next to its state: the only door for time and person.
public struct Context: Equatable, Sendable {
  /// The time, on the clock of the user.
  public let now: Timestamp
  /// The user who asks; signed in.
  public let user: Name
  /// The time in the past for which the user enters it; nil for now.
  public let past: Timestamp?

  public init(now: Timestamp, user: Name, past: Timestamp? = nil) {
    self.now = now
    self.user = user
    self.past = past
  }
}

extension Decision {
  /// Returns the drafts to append if `user` asks for this, given the log up to now.
  ///
  /// Reads only the part of the log that the decision looks at.
  ///
  /// A sign-in session that ran out is renewed in the same batch; one that was ended is not.
  ///
  /// - Parameters:
  ///   - user: who asks; nil for the user of the latest sign-in.
  ///   - past: the time of the facts, where they are entered later than they happened.
  /// - Throws: `Refusal`, or `LogError` when the log is damaged.
  public func drafts(
    _ log: Log, by user: Name?, at now: Timestamp, past: Timestamp? = nil
  ) throws -> [Draft] {
    var remarks: [Remark] = []
    return try drafts(log, by: user, at: now, past: past, remarks: &remarks)
  }

  /// Returns the drafts to append, and adds what is worth telling the user about them to `remarks`.
  func drafts(
    _ log: Log, by user: Name?, at now: Timestamp, past: Timestamp?, remarks: inout [Remark]
  ) throws -> [Draft] {
    guard let user = try user ?? replay(log, LatestSignIn()).user else {
      throw Refusal("nobody is signed in", help: Identity.signInHelp)
    }
    if let past, past > now {
      throw Refusal("\(past) has not been yet", help: "it is \(now); give a time before that")
    }
    let (identity, state) = try replay(log, OfUser<Identity>(user), State.scoped(to: user))
    let signIn = try identity.value.active(user, in: log)
    let facts = try decide(state, Context(now: now, user: signIn.user, past: past))
    guard !facts.isEmpty else { return [] }
    remarks += self.remarks(on: facts, state)
    // A session that ends is not renewed first, and one that is being renewed not twice.
    let settlesIt = facts.contains {
      switch $0 {
      case .identity(.userSignedOut), .identity(.sessionRenewed): true
      default: false
      }
    }
    let renewal = settlesIt ? nil : signIn.renewal(at: now)
    let first = renewal.map { Draft(at: now, user: signIn.user, $0) }
    let drafts = facts.map { Draft(at: past ?? now, user: signIn.user, $0) }
    return try ([first].compactMap(\.self) + drafts).map { try $0.withinLimits() }
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
      "the log has \(count) event\(count == "1" ? "" : "s") of '\(user)', who has no account",
      help: "add '--user \(user)' if they are yours, or '--user \(other)' to begin without them")
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

extension Draft {
  /// Returns the draft, whose limits nothing needs to check again.
  ///
  /// - Throws: `Refusal` of a value that is out of range.
  func withinLimits() throws(Refusal) -> Draft {
    if let breach {
      throw Refusal(breach, help: "nothing was recorded; give a value within the range")
    }
    return checked()
  }
}

extension Identity {
  static let signInHelp =
    "sign in first: replog sign-in ADDRESS"

  /// Returns the sign-in session of `user`, whose identity this is.
  ///
  /// - Throws: a refusal where there is none, which names the users of the log that are meant maybe.
  func active(_ user: Name, in log: Log) throws -> Accounts.SignIn {
    if let signIn { return signIn }
    let near = try log.users(near: user) ?? []
    throw Refusal(
      "'\(user)' is not signed in",
      help: near.isEmpty
        ? Identity.signInHelp
        : "the log has no user '\(user)'; did you mean \(alternatives(near))?")
  }
}

extension Accounts.SignIn {
  /// Returns the renewal that is due at `now`; nil while the session still runs.
  ///
  /// It runs up to and including its last millisecond. Source: RedGym, whose check is
  /// `expiration < now`.
  func renewal(at now: Timestamp) -> Event.Body? {
    guard expiresAt.milliseconds < now.milliseconds else { return nil }
    return .identity(
      .sessionRenewed(
        SessionRenewed(
          session: session, expiresAt: now.adding(seconds: Accounts.signInSeconds))))
  }
}
