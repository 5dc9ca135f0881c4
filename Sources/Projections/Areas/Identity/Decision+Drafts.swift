import Events

extension Decision {
  /// Returns the drafts to append if `user` makes this request, given the current log.
  ///
  /// It reads only the part of the log that the decision needs. An expired sign-in session is renewed in the same
  /// batch; an ended session is not.
  ///
  /// - Parameters:
  ///   - user: The user who asks; nil for the default user of the log.
  ///   - past: The time of the facts, if they are entered later than they happened.
  /// - Throws: `Refusal`, or `LogError` if the log is damaged.
  public func drafts(
    _ log: Log, by user: Name?, at now: Timestamp, past: Timestamp? = nil
  ) throws -> [Draft] {
    var remarks: [Remark] = []
    return try drafts(log, by: user, at: now, past: past, remarks: &remarks)
  }

  /// Returns the drafts to append, and adds remarks for the user to `remarks`.
  func drafts(
    _ log: Log, by user: Name?, at now: Timestamp, past: Timestamp?, remarks: inout [Remark]
  ) throws -> [Draft] {
    let isDefault = user == nil
    guard let user = try user ?? log.defaultUser() else {
      throw Refusal(.notSignedIn, "nobody is signed in", help: Identity.signInHelp)
    }
    if let past, past > now {
      let times = minutes(past, now)
      throw Refusal(
        .inFuture, "\(times.0) is in the future",
        help: "it is \(times.1); give an earlier time")
    }
    let (identity, state) = try replay(log, OfUser<Identity>(user), State.scoped(to: user))
    let signIn = try identity.value.active(user, in: log, isDefault: isDefault)
    let facts = try decide(state, Context(now: now, user: user, past: past))
    guard !facts.isEmpty else { return [] }
    remarks += self.remarks(on: facts, state)
    // A session that ends is not renewed first, and a session is not renewed twice.
    let settlesIt = facts.contains {
      switch $0 {
      case .identity(.userSignedOut), .identity(.sessionRenewed): true
      default: false
      }
    }
    let renewal = settlesIt ? nil : signIn?.renewal(at: now)
    let first = renewal.map { Draft(at: now, user: user, $0) }
    let drafts = facts.map { Draft(id: id(of: $0, among: facts), at: past ?? now, user: user, $0) }
    return try ([first].compactMap(\.self) + drafts).map { try $0.withinLimits() }
  }
}

extension Identity {
  static let signInHelp: Remedy = "sign in first: \(.signIn)"

  /// Returns the sign-in session of `user`, the user of this identity.
  ///
  /// It is nil for the only user of a log without accounts, who acts without a sign-in.
  ///
  /// - Parameter isDefault: Whether the user is known to be the default user of the log.
  /// - Throws: A refusal if another user has none. It names users of the log that may be meant.
  func active(_ user: Name, in log: Log, isDefault: Bool = false) throws -> Accounts.SignIn? {
    if let signIn { return signIn }
    if account == nil, try isDefault || log.onlyUser() == user { return nil }
    let near = try log.users(near: user) ?? []
    throw Refusal(
      .notSignedIn, "'\(user)' is not signed in",
      help: near.isEmpty
        ? Identity.signInHelp
        : "the log has no user '\(user)'; did you mean \(alternatives(near))?")
  }
}

extension Accounts.SignIn {
  /// Returns whether the session is over at `now`, unless it is renewed.
  ///
  /// It is valid up to and including its last millisecond. Source: RedGym, with its check `expiration < now`.
  public func isExpired(at now: Timestamp) -> Bool { expiresAt.milliseconds < now.milliseconds }

  /// Returns the renewal that is due at `now`; nil if the session is still valid.
  func renewal(at now: Timestamp) -> Event.Body? {
    guard isExpired(at: now) else { return nil }
    return SessionRenewed(session: session, expiresAt: now.adding(seconds: Accounts.signInSeconds))
      .body
  }
}
