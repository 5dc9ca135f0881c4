import Events

/// A request to undo events of the user's own, by events that take back what they made.
///
/// The past stays as it is: a set that was logged is removed, a session that ended is reopened, a post that was
/// shared is deleted. The area of an event says what undoes it, or why nothing can. What a later event
/// changed is not undone, unless that is forced.
///
/// The events that undo others are written together, and `EventsReverted` after them names the ones that
/// they undo. By that
///
/// - `Reference.latest` means the latest action that is not undone: all that one command wrote, the sign-in
///   session that it renewed left out. Undoing it again and again walks back, action by action.
/// - Undoing events that undo others is redoing. What was redone is an action again, the latest one, and so
///   the first to be undone next.
/// - An event that is undone is not undone twice: what can be undone is what undid it.
///
/// A set that was removed is logged anew, under another id and at the time of the undoing. Undoing an earlier
/// event of the set finds it there.
public struct Revert: Sendable {
  /// The events; `@45` is the one at position 45.
  public var events: [Reference]
  /// A Boolean value indicating whether all events that were written together with each are undone.
  public var isBatch: Bool
  /// A Boolean value indicating whether values that later events gave are taken back, too.
  public var isForced: Bool

  public init(_ events: [Reference], isBatch: Bool = false, isForced: Bool = false) {
    (self.events, self.isBatch, self.isForced) = (events, isBatch, isForced)
  }

  /// Returns what to append if `user` asks for this, given the log up to now.
  ///
  /// A sign-in session that ran out is renewed in the same batch.
  ///
  /// Cost: one pass over the log.
  ///
  /// - Parameters:
  ///   - user: who asks; nil for the user of the latest sign-in.
  ///   - defaults: the time, on the clock of the user, and what decides new ids.
  /// - Throws: `Refusal`, or `LogError` when the log is damaged.
  public func drafts(_ log: Log, by user: Name?, defaults: DraftDefaults) throws -> [Draft] {
    guard let user = try user ?? replay(log, LatestSignIn()).user else {
      throw Refusal(.notSignedIn, "nobody is signed in", help: Identity.signInHelp)
    }
    let pass = try RevertPass(of: log, by: user, try wanted(log, user), isBatch: isBatch)
    return try drafts(pass, log, defaults: defaults)
  }

  /// Returns what to append after a pass over the log that looked for the events.
  func drafts(_ pass: RevertPass, _ log: Log, defaults: DraftDefaults) throws -> [Draft] {
    let user = pass.user
    let signIn = try pass.identity.active(user, in: log)
    let renewal = signIn.renewal(at: defaults.now)
    var undoing = RevertedFacts(
      pass, at: defaults.now, isForced: isForced, isAction: isBatch || events.contains(.latest)
    ) { defaults.id(seq: pass.lastSeq + $0 + (renewal == nil ? 1 : 2)) }
    let facts = try undoing.make(pass.targets())
    let bare = try [renewal].compactMap(\.self).map { try draft(nil, $0, user, defaults.now) }
    return try bare + facts.map { try draft($0.id, $0.body, user, defaults.now) }
  }

  private func draft(
    _ id: EventID?, _ body: Event.Body, _ user: Name, _ now: Timestamp
  ) throws(Refusal) -> Draft {
    try Draft(id: id, at: now, user: user, body).withinLimits()
  }

  /// Returns the references as what a pass over the log looks for.
  private func wanted(_ log: Log, _ user: Name) throws -> [RevertPass.Wanted] {
    try events.map { reference in
      switch reference {
      case .latest:
        guard let seqs = try log.latestAction(of: user) else {
          _ = try replay(log, OfUser<Identity>(user)).value.active(user, in: log)
          throw Refusal(
            .nothingToUndo, "there is nothing to undo", help: "\(.show(.log)) shows what happened")
        }
        return .action(seqs)
      case .event(let seq, _): return .seq(seq)
      case .prefix(let text):
        guard text.hasPrefix("@") else { return .prefix(text) }
        guard let seq = Int(text.dropFirst()), seq > 0 else {
          throw Refusal(.notFound, "'\(text)' is no position", help: "write it as in @45")
        }
        return .seq(seq)
      }
    }
  }
}

extension Appender {
  /// Appends the events that undo others.
  ///
  /// - Parameters:
  ///   - user: who asks; nil for the user of the latest sign-in.
  ///   - defaults: the time, on the clock of the user, and what decides new ids.
  /// - Throws: `Refusal` when a rule is against it, `LogError` when the log cannot be read or written.
  @discardableResult
  public func perform(
    _ revert: Revert, by user: Name?, defaults: DraftDefaults
  ) throws -> Appended {
    try locked { log in
      try log.append(
        try revert.drafts(log.log, by: user, defaults: defaults), defaults: defaults)
    }
  }
}

extension Log {
  /// Returns the events that would be appended to undo others, without appending them.
  ///
  /// - Throws: as `Appender.perform` would before it writes.
  public func dryRun(
    _ revert: Revert, by user: Name?, defaults: DraftDefaults
  ) throws -> Appended {
    try dryRun(try revert.drafts(self, by: user, defaults: defaults), defaults: defaults)
  }
}
