import Events

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
      throw Refusal(.notSignedIn, "nobody is signed in", help: Identity.signInHelp)
    }
    if let past, past > now {
      throw Refusal(
        .inFuture, "\(past) has not been yet", help: "it is \(now); give a time before that")
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

extension Identity {
  static let signInHelp: Remedy = "sign in first: \(.signIn)"

  /// Returns the sign-in session of `user`, whose identity this is.
  ///
  /// - Throws: a refusal where there is none, which names the users of the log that are meant maybe.
  func active(_ user: Name, in log: Log) throws -> Accounts.SignIn {
    if let signIn { return signIn }
    let near = try log.users(near: user) ?? []
    throw Refusal(
      .notSignedIn, "'\(user)' is not signed in",
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
