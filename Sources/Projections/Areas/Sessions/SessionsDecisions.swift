import Events

/// A request to start a workout, or to record one of the past whose end is known.
///
/// One of the past begins and ends in the same batch, so that another may be open meanwhile; its sets follow
/// with their times.
public struct StartSession: Decision {
  public var title: String?
  public var note: String?
  /// The end of a workout of the past; nil for one that is open from now on.
  public var endedAt: Timestamp?

  public init(title: String? = nil, note: String? = nil, endedAt: Timestamp? = nil) {
    (self.title, self.note, self.endedAt) = (title, note, endedAt)
  }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    guard let endedAt else {
      try state.value.requireNoneOpen(at: context.past)
      let started = SessionStarted(title: given(title), note: given(note))
      return [.sessions(.sessionStarted(started))]
    }
    guard let past = context.past else {
      throw Refusal(
        .timeRequired, "a workout that has ended began at a time of the past",
        help: "give that with \(.give(.time))")
    }
    guard past < endedAt, endedAt <= context.now else {
      throw Refusal(
        .endBeforeStart, "a workout that began at \(past) cannot have ended at \(endedAt)",
        help: "give an end after its start, and before now")
    }
    let session = state.value.newSession(context, of: "session start")
    let revision = SessionRevised(session: session, endedAt: endedAt)
    let facts: [SessionEvent] = [
      .sessionStarted(SessionStarted(session: session, title: given(title), note: given(note))),
      .sessionEnded(SessionEnded(session: session)), .sessionRevised(revision),
    ]
    return facts.map { .sessions($0) }
  }
}

/// A request to end the open workout.
public struct EndSession: Decision {
  /// The longest session that ends now without a word about the time, in milliseconds: two days.
  private static let longest: Int64 = 2 * 86_400_000

  public init() {}

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let open = try state.value.requireOpen()
    let end = context.past ?? context.now
    guard end.milliseconds >= open.startedAt.milliseconds else {
      throw Refusal(
        .endBeforeStart,
        "the session began at \(open.startedAt), and cannot have ended before that, at \(end)",
        help: "give the time with \(.give(.time)), or set its start right with \(.editSession)")
    }
    if let last = open.sets.map(\.at).max(), end.milliseconds < last.milliseconds {
      throw Refusal(
        .endBeforeStart,
        "its last set was logged at \(last), so the session cannot have ended at \(end)",
        help: "give a time after that with \(.give(.time))")
    }
    guard context.past != nil || end.milliseconds - open.startedAt.milliseconds <= Self.longest
    else {
      throw Refusal(
        .timeRequired, "the session began at \(open.startedAt), more than two days ago",
        help: "say when it ended: \(.endSessionAtTime), or give it up with \(.discardSession)")
    }
    return [.sessions(.sessionEnded(SessionEnded(session: open.session)))]
  }
}

/// A request to discard the open workout, with its sets.
public struct DiscardSession: Decision {
  public init() {}

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let open = try state.value.requireOpen()
    return [.sessions(.sessionDiscarded(SessionDiscarded(session: open.session)))]
  }
}

extension History {
  /// Returns the open session.
  ///
  /// - Throws: a refusal where there is none.
  func requireOpen() throws(Refusal) -> Session {
    guard let open else {
      throw Refusal(.noSession, "no session is open", help: "start one with \(.startSession)")
    }
    return open
  }

  /// Throws a refusal where a session is open: a user has one at most.
  ///
  /// - Parameter past: The time at which another one is to begin; nil for now.
  func requireNoneOpen(at past: Timestamp? = nil) throws(Refusal) {
    guard let open else { return }
    guard let past else {
      throw Refusal(
        .sessionOpen, "a session is open since \(open.startedAt)",
        help: "end it with \(.endSession) or give it up with \(.discardSession)")
    }
    throw Refusal(
      .sessionOpen, "a session is open since \(open.startedAt), so one of the past needs its end",
      help: "give it: \(.recordSession(at: past, withEnd: true))")
  }

  /// Returns the set of a reference, one of the user's own: there are no others here.
  ///
  /// It may also be the number of the set in the open session, or in the latest one.
  func set(_ reference: Reference) throws(Refusal) -> LoggedSet {
    if case .prefix(let text) = reference, let set = try numbered(text) { return set }
    let name = try reference.resolve(
      among: setIDs.map { Name($0) }, "set", help: "\(.show(.session)) numbers them")
    guard let id = EventID(name.text), let set = set(id) else {
      throw Refusal(.notFound, "there is no set '\(name)'")
    }
    return set
  }

  /// Returns the set with a number; nil for a text that is none.
  private func numbered(_ text: String) throws(Refusal) -> LoggedSet? {
    // The beginning of an id is longer, or begins with a nought as the ids of this century do.
    guard text.utf8.count <= 3, text.first != "0" || text == "0", let number = Int(text),
      number >= 0, let sets = (open ?? sessions.first)?.sets
    else { return nil }
    if number > 0, number <= sets.count { return sets[number - 1] }
    if number > 0, setIDs.contains(where: { $0.description.hasPrefix(text) }) { return nil }
    throw Refusal(
      .notFound, "the session has \(sets.count) set\(sets.count == 1 ? "" : "s"), not \(number)",
      help: "'last' means the latest one; \(.show(.session)) numbers them")
  }
}
