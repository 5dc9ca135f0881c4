import Events

/// A request to undo the user's own events, by appending events that reverse them.
///
/// The past stays unchanged: a logged set is removed, an ended session is reopened, a shared post is deleted. The area
/// of an event defines its reversal, or the reason why there is none. An event is not undone if a later event changed
/// the same values, unless the request is forced.
///
/// The reversing events form one batch. `EventsReverted` at its end names the events that they undo. Therefore:
///
/// - `Reference.latest` means the latest action that is not undone: all events of one command, except the renewal of a
///   sign-in session. Repeated undoing walks back action by action. An action that changed nothing is skipped. If no
///   event can undo the action, as for the deletion of a post, the request is refused. The remedy then names the
///   request that undoes the action before it.
/// - Undoing events that undo others is redoing. A redone action is again the latest one, and the first to be undone
///   next. `Revert.redo` redoes the latest undo, unless the user has since made another change.
/// - An event is not undone twice. Only the events that undid it can be undone.
///
/// A removed set is restored, with its id, its time and its place.
public struct Revert: Sendable {
  /// The events; `@45` is the event at position 45.
  public var events: [Reference]
  /// A Boolean value indicating whether the whole batch of each event is undone.
  public var isBatch: Bool
  /// A Boolean value indicating whether later changes to the same values are undone, too.
  public var isForced: Bool
  /// A Boolean value indicating whether the latest undo is redone; there are no references then.
  private var isRedo = false

  /// A request to redo the user's latest undo; it is refused if the user has since made another change.
  public static var redo: Revert {
    var redo = Revert([])
    redo.isRedo = true
    return redo
  }

  public init(_ events: [Reference], isBatch: Bool = false, isForced: Bool = false) {
    (self.events, self.isBatch, self.isForced) = (events, isBatch, isForced)
  }

  /// An event that undoing or redoing the latest action leaves as it is.
  public struct PassedOver: Sendable {
    public let seq: Int
    public let type: String
    /// The reason why no event can undo it.
    public let reason: String
    /// The other way to reverse it, if there is one.
    var help: Remedy? = nil
  }

  /// Returns the drafts to append for a request by `user`, given the current log.
  ///
  /// An expired sign-in session is renewed in the same batch.
  ///
  /// Cost: one pass over the log.
  ///
  /// - Parameters:
  ///   - user: The user who asks; nil for the default user of the log.
  ///   - defaults: The time, on the clock of the user, and the seed of new ids.
  ///   - passOver: A closure called with later events that cannot be undone, if the latest action is undone.
  /// - Throws: `Refusal`, or `LogError` if the log is damaged.
  public func drafts(
    _ log: Log, by user: Name?, defaults: DraftDefaults, passOver: (PassedOver) -> Void = { _ in }
  ) throws -> [Draft] {
    guard let user = try user ?? log.defaultUser() else {
      throw Refusal(.notSignedIn, "nobody is signed in", help: Identity.signInHelp)
    }
    if isRedo { return try redone(log, user, defaults, passOver) }
    if events == [.latest] { return try latest(log, user, defaults, passOver) }
    let pass = try RevertPass(of: log, by: user, try wanted(log, user), isBatch: isBatch)
    return try drafts(pass, log, defaults: defaults)
  }

  /// Returns the drafts that undo the latest action that changed something.
  private func latest(
    _ log: Log, _ user: Name, _ defaults: DraftDefaults, _ passOver: (PassedOver) -> Void
  ) throws -> [Draft] {
    var (tried, count, passed) = (0, 1, [PassedOver]())
    var blocking: PassedOver?
    while true {
      let actions = try log.latestActions(of: user, count)
      let all = actions.reduce(into: Set<Int>()) { $0.formUnion($1) }
      let pass = try RevertPass(of: log, by: user, [.action(all)], isBatch: isBatch)
      let signIn = try pass.identity.active(user, in: log)
      for action in actions.dropFirst(tried) {
        do {
          let undoing = try drafts(
            pass, log, signIn, undoing: pass.targets(of: action), defaults: defaults
          ) { passed.append($0) }
          if let blocking { throw Self.cannot(undo: blocking, before: action) }
          passed += try log.passOver(
            of: user, after: action.max() ?? 0, besides: Set(passed.map(\.seq)))
          passed.sorted { $0.seq < $1.seq }.forEach(passOver)
          return undoing
        } catch let refusal as Refusal where refusal.code == .nothingToUndo {
          blocking = blocking ?? passed.first { action.contains($0.seq) }
        }
      }
      guard actions.count == count else {
        throw blocking.map { Self.cannot(undo: $0, before: nil) }
          ?? Self.nothing("there is nothing to undo")
      }
      // Doubled, so that a long run of such actions takes few passes.
      (tried, count) = (count, count * 2)
    }
  }

  /// Returns the drafts that redo the latest undo that can be redone.
  private func redone(
    _ log: Log, _ user: Name, _ defaults: DraftDefaults, _ passOver: (PassedOver) -> Void
  ) throws -> [Draft] {
    var skipped: Set<Int> = []
    var passed: [PassedOver] = []
    var first: Refusal?
    while case .undo(let action) = try log.latestUndo(of: user, besides: skipped) {
      let pass = try RevertPass(of: log, by: user, [.action(action)], isBatch: false)
      let targets = pass.targets(of: action)
      do {
        let signIn = try pass.identity.active(user, in: log)
        let redoing = try drafts(
          pass, log, signIn, undoing: targets, defaults: defaults
        ) { passed.append($0) }
        passed.forEach(passOver)
        return redoing
      } catch let refusal as Refusal
        where refusal.code == .notUndoable || refusal.code == .nothingToUndo
      {
        first = first ?? refusal
        passed += targets.compactMap(\.passedOver)
        skipped.formUnion(action)
      }
    }
    if let first { throw first }
    let pass = try RevertPass(of: log, by: user, [.action([])], isBatch: false)
    _ = try pass.identity.active(user, in: log)
    guard case .later(let seq, let type) = try log.latestUndo(of: user) else {
      throw Self.nothing("there is nothing to redo")
    }
    throw Refusal(
      .nothingToUndo,
      "there is nothing to redo: your last action, event \(seq) (\(type)), was not an undo",
      help: "only an undo can be redone; \(.show(.log)) shows the events")
  }

  /// Returns the refusal to undo the latest action, with the request that undoes an action before it, if there is one.
  private static func cannot(undo latest: PassedOver, before action: Set<Int>?) -> Refusal {
    let last = action?.max()
    let older = last.map { seq -> Remedy in
      "to undo the action before it: \(.revert(seq, isBatch: (action?.count ?? 1) > 1))"
    }
    let help: Remedy? =
      if let older, let other = latest.help { "\(other); \(older)" } else { older ?? latest.help }
    return Refusal(
      .notUndoable, "cannot undo event \(latest.seq) (\(latest.type)): \(latest.reason)", help: help
    )
  }

  private static func nothing(_ message: String) -> Refusal {
    Refusal(.nothingToUndo, message, help: "\(.show(.log)) shows the events")
  }

  /// Returns the drafts to append after a pass over the log that searched for the events.
  func drafts(_ pass: RevertPass, _ log: Log, defaults: DraftDefaults) throws -> [Draft] {
    let signIn = try pass.identity.active(pass.user, in: log)
    return try drafts(pass, log, signIn, undoing: pass.targets(), defaults: defaults)
  }

  private func drafts(
    _ pass: RevertPass, _ log: Log, _ signIn: Accounts.SignIn?, undoing targets: [RevertPass.Found],
    defaults: DraftDefaults, passOver: (PassedOver) -> Void = { _ in }
  ) throws -> [Draft] {
    let user = pass.user
    let renewal = signIn?.renewal(at: defaults.now)
    var undoing = RevertedFacts(
      pass, log, at: defaults.now,
      .init(
        isForced: isForced, isAction: isBatch || isRedo || events.contains(.latest),
        isLatest: isRedo || events == [.latest], stepsPast: events == [.latest] && !isBatch,
        isRedo: isRedo)
    ) { place in
      Self.remedy(place, log, by: user, defaults)
    } id: {
      defaults.id(seq: pass.lastSeq + $0 + (renewal == nil ? 1 : 2))
    }
    defer { undoing.passedOver.forEach(passOver) }
    let facts = try [renewal].compactMap(\.self) + undoing.make(targets)
    return try facts.map { try Draft(at: defaults.now, user: user, $0).withinLimits() }
  }

  /// Returns the next step for an event that is already undone: redoing it, or the advice if nothing can.
  private static func remedy(
    _ place: UndoneEvents.Place, _ log: Log, by user: Name, _ defaults: DraftDefaults
  ) -> Remedy? {
    do {
      let redo = Revert([.prefix("@\(place.seq)")], isBatch: !place.isAlone)
      _ = try redo.drafts(log, by: user, defaults: defaults)
      return "redo it: \(.revert(place.seq, isBatch: !place.isAlone))"
    } catch {
      return (error as? Refusal)?.help
    }
  }

  /// Returns the references in the form that a pass over the log searches for.
  private func wanted(_ log: Log, _ user: Name) throws -> [RevertPass.Wanted] {
    try events.map { reference in
      switch reference {
      case .latest:
        guard let seqs = try log.latestActions(of: user, 1).first else {
          _ = try replay(log, OfUser<Identity>(user)).value.active(user, in: log)
          throw Self.nothing("there is nothing to undo")
        }
        return .action(seqs)
      case .event(let seq, _): return .seq(seq)
      case .prefix(let text):
        guard text.hasPrefix("@") else { return .prefix(text) }
        guard let seq = Int(text.dropFirst()), seq > 0 else {
          throw Refusal(.notFound, "'\(text)' is not a position", help: "write a position as @45")
        }
        return .seq(seq)
      }
    }
  }
}

extension RevertPass.Found {
  /// The event, if no event can undo it.
  fileprivate var passedOver: Revert.PassedOver? {
    event.obstacle(hasEffect: !changes.isEmpty).map {
      Revert.PassedOver(seq: event.seq, type: event.type, reason: $0.reason)
    }
  }
}

extension Appender {
  /// Appends the events that undo others.
  ///
  /// - Parameters:
  ///   - user: The user who asks; nil for the default user of the log.
  ///   - defaults: The time, on the clock of the user, and the seed of new ids.
  ///   - passOver: A closure called with later events that cannot be undone, if the latest action is undone.
  /// - Throws: `Refusal` if a rule forbids it, `LogError` if the log cannot be read or written.
  @discardableResult
  public func perform(
    _ revert: Revert, by user: Name?, defaults: DraftDefaults,
    passOver: (Revert.PassedOver) -> Void = { _ in }
  ) throws -> Appended {
    try locked { log in
      let drafts = try revert.drafts(log.log, by: user, defaults: defaults, passOver: passOver)
      return try log.append(drafts, defaults: defaults)
    }
  }
}

extension Log {
  /// Returns the events that would be appended to undo others, without appending them.
  ///
  /// - Throws: The errors that `Appender.perform` would throw before it writes.
  public func dryRun(
    _ revert: Revert, by user: Name?, defaults: DraftDefaults,
    passOver: (Revert.PassedOver) -> Void = { _ in }
  ) throws -> Appended {
    let drafts = try revert.drafts(self, by: user, defaults: defaults, passOver: passOver)
    return try dryRun(drafts, defaults: defaults)
  }

  /// Returns the events of a user that no event can undo, but renewals: those right after an action, and those
  /// after the last undo.
  ///
  /// Events without a user count, too, if they change what all users see: the user may have caused them, such as the
  /// import of a catalogue.
  ///
  /// - Parameter known: The positions of other events that are skipped.
  fileprivate func passOver(
    of user: Name, after action: Int, besides known: Set<Int>
  ) throws -> [Revert.PassedOver] {
    var passed: [Revert.PassedOver] = []
    var recent: [Revert.PassedOver]?
    try forEachLineBackwards { line, lines in
      guard line.seq > action else { return false }
      if line.user == nil, ReversalState.shared.contains(line.area) {
        passed.append(.init(seq: line.seq, type: lines.type, reason: Self.ownerless))
      }
      guard line.user == user, lines.type != EventType(of: SessionRenewed.self).name,
        !known.contains(line.seq)
      else { return true }
      if line.area == .corrections {
        recent = recent ?? passed
        passed = []
      } else if let obstacle = try lines.event().obstacle(hasEffect: false) {
        passed.append(.init(seq: line.seq, type: lines.type, reason: obstacle.reason))
      } else if recent != nil {
        passed = []
      }
      return true
    }
    return (passed + (recent ?? [])).sorted { $0.seq < $1.seq }
  }

  private static let ownerless =
    "an event without a user, as in the import of a catalogue, cannot be undone"
}
