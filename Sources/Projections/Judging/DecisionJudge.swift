import Events

/// The judge of events that devices offer: each event must be one that its decision would let the user record.
///
/// The decision is made at the time of the event, on the log with the earlier events of the same unit. The event is
/// taken unchanged, even if the decision would now lead to other facts.
package struct DecisionJudge: UnitJudge {
  /// The users that the device may write as; nil for all.
  private let users: Set<Name>?
  /// A closure that words a remedy for a user.
  private let words: @Sendable (Remedy) -> String
  /// A closure that words a remark for a user; nil for one without news.
  private let remark: @Sendable (Remark) -> String?
  private(set) var states = JudgedStates(Log([], name: ""))
  private var last = 0

  package init(
    users: Set<Name>?, words: @escaping @Sendable (Remedy) -> String,
    remark: @escaping @Sendable (Remark) -> String?
  ) { (self.users, self.words, self.remark) = (users, words, remark) }

  package mutating func begin(_ log: Log) throws {
    states = JudgedStates(log)
    last = try log.tail().seq
  }

  package mutating func verdict(on unit: [Draft]) throws -> UnitVerdict {
    // The events of a refused unit leave no trace.
    defer { states.endTrial() }
    var notes: [String] = []
    for (number, draft) in unit.enumerated() {
      guard let id = draft.id, let at = draft.at else { continue }
      let event = Event(id: id, at: at, user: draft.user, draft.body, seq: last + number + 1)
      do {
        try requirePermission(event)
        try requireOwnership(event)
        notes += try judge(event)
      } catch let error as Refusal {
        return .refused(UnitFate.Reason(error.code, error.message, help: error.help.map(words)))
      }
      if number < unit.count - 1 { states.tryOut(event) }
    }
    return .taken(notes: notes)
  }

  package mutating func note(taken events: [Event]) {
    for event in events { states.apply(event) }
    last = events.last?.seq ?? last
  }

  /// Refuses an event of a user that the device may not write as.
  private func requirePermission(_ event: Event) throws {
    guard let user = event.user else {
      throw Refusal(
        .notAuthorized, "an event without a user can be recorded only on the remote",
        help: "record it there")
    }
    guard users?.contains(user) ?? true else {
      throw Refusal(
        .notAuthorized, "this device may not write as '\(user)'",
        help: "ask the operator of the remote")
    }
  }

  /// Refuses an event that changes an entity of another user.
  private mutating func requireOwnership(_ event: Event) throws {
    guard event.links.changesShared else { return }
    var creators = try states.state(Creators.self, of: nil)
    guard let kind = creators.record(event.links, event.id, by: event.user) else { return }
    throw Refusal(
      .notOwner, "only its author can change the \(kind.rawValue)",
      help: "ask its author, or record an event of your own")
  }

  /// Judges an event by its area's rules, and returns remarks for the user.
  private mutating func judge(_ event: Event) throws -> [String] {
    switch event.body.judgement {
    case .always: return []
    case .unless(let inert): return try isInert(event, inert) ? [noEffect(event, nil)] : []
    case .decision(let decision):
      do { return try decide(decision, event) } catch let error as Refusal {
        guard error.code == .notFound, try hasEnded(event) else { throw error }
        return [noEffect(event, error.message)]
      }
    case .onlyAtRemote:
      throw Refusal(
        .notAuthorized, "accounts, links and names can be changed only on the remote",
        help: "do it there, then sync")
    }
  }

  private mutating func isInert<I: InertEvent>(
    _ event: Event, _ inert: I
  ) throws -> Bool { try inert.isInert(event, states.state(I.State.self, of: event.user)) }

  private mutating func decide<D: Decision>(_ decision: D, _ event: Event) throws -> [String] {
    guard let user = event.user else { return [] }
    let identity = try states.state(OfUser<Identity>.self, of: user).value
    guard identity.account == nil || identity.signIn != nil else {
      throw Refusal(.notSignedIn, "'\(user)' is not signed in on the remote", help: "sign in there")
    }
    let state = try states.state(D.State.self, of: user)
    let facts = try decision.decide(state, Context(now: event.at, user: user))
    return decision.remarks(on: facts, state).compactMap(remark)
  }

  /// Returns whether the event refers to an entity that has ended.
  private mutating func hasEnded(_ event: Event) throws -> Bool {
    let creators = try states.state(Creators.self, of: nil)
    return event.referencedEntities.contains { creators.hasCreation(of: $0) }
  }

  private func noEffect(_ event: Event, _ why: String?) -> String {
    "\(event.type) of \(minute(event.at)) has no effect"
      + (why.map { ": \($0)" } ?? ": a change on the remote came first")
  }
}
