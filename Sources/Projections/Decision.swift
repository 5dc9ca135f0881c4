import Events

/// Something a signed-in user asks for: with its state, a decider.
///
/// All rules are here and none in a fold. `decide` may refuse; once it has answered with facts, they
/// happened.
public protocol Decision: Sendable {
  /// What it looks at.
  associatedtype State: Projection

  /// The facts that follow, or why not. Pure. No facts means that it is so already.
  func decide(_ state: State, _ context: Context) throws(Refusal) -> [Event.Body]
}

/// Something asked for by somebody who is not signed in yet, such as to sign in.
public protocol Admission: Sendable {
  /// The facts that follow, or why not. Pure.
  func decide(_ accounts: Accounts, at now: Timestamp) throws(Refusal) -> Admitted
}

/// Facts about a user that an admission found or made up a name for.
public struct Admitted: Equatable, Sendable {
  public let user: Name
  /// What follows; nothing when it is so already.
  public let facts: [Event.Body]
  /// The sign-in session the user is given instead of a new one; nil when there is none.
  public let existing: Accounts.SignIn?

  init(user: Name, facts: [Event.Body], existing: Accounts.SignIn? = nil) {
    (self.user, self.facts, self.existing) = (user, facts, existing)
  }
}

/// All that a decision knows beside its state: the only door for time and person.
public struct Context: Equatable, Sendable {
  /// The time, on the clock of the user.
  public let now: Timestamp
  /// Who asks; signed in.
  public let user: Name

  public init(now: Timestamp, user: Name) {
    self.now = now
    self.user = user
  }
}

/// Why something is not done.
public struct Refusal: Error, Equatable, Sendable {
  /// What was asked and why not: lower case, no full stop.
  public let message: String
  /// What to do instead; nil when the message says it.
  public let help: String?

  public init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

extension Decision {
  /// What appends if `user` asks for this, given the log up to now. Reads only what the decision
  /// looks at.
  ///
  /// A sign-in session that ran out is renewed in the same batch; one that was ended is not.
  ///
  /// - Parameter user: who asks; nil for the user of the latest sign-in.
  /// - Throws: `Refusal`, or `LogError` when the log is damaged.
  public func drafts(_ log: Log, by user: Name?, at now: Timestamp) throws -> [Draft] {
    guard let user = try user ?? replay(log, LatestSignIn()).user else {
      throw Refusal("nobody is signed in", help: Identity.signInHelp)
    }
    let (identity, state) = try replay(log, OfUser<Identity>(user), State.scoped(to: user))
    let signIn = try identity.value.active(user)
    let facts = try decide(state, Context(now: now, user: signIn.user))
    guard !facts.isEmpty else { return [] }
    // A session that ends is not renewed first, and one that is being renewed not twice.
    let settlesIt = facts.contains {
      switch $0 {
      case .identity(.userSignedOut), .identity(.sessionRenewed): true
      default: false
      }
    }
    let renewal = settlesIt ? nil : signIn.renewal(at: now)
    return try ([renewal].compactMap(\.self) + facts).map { fact in
      try Draft(at: now, user: signIn.user, fact).withinLimits()
    }
  }
}

extension Admission {
  /// What follows if this is asked for, given the log up to now.
  ///
  /// A new user gets no name under which the log has facts already, unless it was asked for by name:
  /// those facts would become theirs.
  public func admit(_ log: Log, at now: Timestamp) throws -> Admitted {
    var accounts = try replay(log, Accounts())
    var admitted = try decide(accounts, at: now)
    var tried: Name?
    while accounts.account(of: admitted.user) == nil, admitted.user != tried,
      try log.hasFacts(of: admitted.user)
    {
      tried = admitted.user
      accounts.reserve(admitted.user)
      admitted = try decide(accounts, at: now)
    }
    return admitted
  }
}

extension Log {
  /// Whether any event is by `user`. Cost: one pass that decodes nothing, over what no checkpoint
  /// knows.
  fileprivate func hasFacts(of user: Name) throws(LogError) -> Bool {
    var lines = lines()
    if let checkpoint = usableCheckpoint, let isKnown = try? checkpoint.knows(user) {
      if isKnown { return true }
      lines = self.lines(behind: checkpoint.position)
    }
    while let line = try lines.next() { if line.user == user { return true } }
    return false
  }
}

extension Admitted {
  /// What appends.
  ///
  /// - Throws: a refusal of what is out of range.
  public func drafts(at now: Timestamp) throws(Refusal) -> [Draft] {
    var drafts: [Draft] = []
    for fact in facts { drafts.append(try Draft(at: now, user: user, fact).withinLimits()) }
    return drafts
  }
}

extension Draft {
  /// This draft, unless something in it is out of range.
  fileprivate func withinLimits() throws(Refusal) -> Draft {
    if let breach {
      throw Refusal(breach, help: "nothing was recorded; give a value within the range")
    }
    return self
  }
}

extension Identity {
  fileprivate static let signInHelp =
    "sign in first: replog sign-in --provider google --subject ID --email ADDRESS"

  /// The sign-in session that `user`, whose identity this is, acts under.
  fileprivate func active(_ user: Name) throws(Refusal) -> Accounts.SignIn {
    guard let signIn else {
      throw Refusal("'\(user)' is not signed in", help: Identity.signInHelp)
    }
    return signIn
  }
}

extension Accounts.SignIn {
  /// The renewal that is due at `now`; nil while the session still runs. It runs up to and including
  /// its last millisecond. Source: RedGym, whose check is `expiration < now`.
  func renewal(at now: Timestamp) -> Event.Body? {
    guard expiresAt.milliseconds < now.milliseconds else { return nil }
    return .identity(
      .sessionRenewed(
        SessionRenewed(
          session: session, expiresAt: now.adding(seconds: Accounts.signInSeconds))))
  }
}
