import Events

/// A request to start a workout, or to record a past workout with its end.
///
/// A past workout begins and ends in the same batch, so another one may be open meanwhile. Its sets follow with their
/// own times.
public struct StartSession: Decision {
  public var title: String?
  public var note: String?
  /// The end of a past workout; nil for a workout that is open from now on.
  public var endedAt: Timestamp?

  public init(title: String? = nil, note: String? = nil, endedAt: Timestamp? = nil) {
    (self.title, self.note, self.endedAt) = (title, note, endedAt)
  }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    guard let endedAt else {
      try state.value.requireNoneOpen(at: context.past)
      return [SessionStarted(title: given(title), note: given(note)).body]
    }
    guard let past = context.past else {
      throw Refusal(
        .timeRequired, "a workout with an end must have a start in the past",
        help: "give its start with \(.give(.time))")
    }
    guard past < endedAt, endedAt <= context.now else {
      let times = minutes(past, endedAt)
      throw Refusal(
        .endBeforeStart,
        "a workout that began at \(times.0) cannot have ended at \(times.1)",
        help: "give an end after its start, and before now")
    }
    let session = state.value.newSession(context, of: "session start")
    return [
      SessionStarted(session: session, title: given(title), note: given(note)).body,
      SessionEnded(session: session).body, SessionRevised(session: session, endedAt: endedAt).body,
    ]
  }
}

/// A request to end the open workout.
public struct EndSession: Decision {
  /// The maximum duration of a session that ends without a given time, or is edited, in milliseconds: two days.
  static let longest: Int64 = 2 * 86_400_000

  public init() {}

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let open = try state.value.requireOpen()
    let end = context.past ?? context.now
    guard end.milliseconds >= open.startedAt.milliseconds else {
      let times = minutes(open.startedAt, end)
      throw Refusal(
        .endBeforeStart,
        "the session began at \(times.0), so it cannot have ended at \(times.1)",
        help: "give the time with \(.give(.time)), or correct its start with \(.editSession)")
    }
    if let last = open.sets.map(\.at).max(), end.milliseconds < last.milliseconds {
      let times = minutes(last, end)
      throw Refusal(
        .endBeforeStart,
        "its last set was logged at \(times.0), so the session cannot have ended at \(times.1)",
        help: "give a later time with \(.give(.time))")
    }
    guard context.past != nil || end.milliseconds - open.startedAt.milliseconds <= Self.longest
    else {
      throw Refusal(
        .timeRequired, "the session began at \(minute(open.startedAt)), more than two days ago",
        help: "give its end: \(.endSessionAtTime), or discard it with \(.discardSession)")
    }
    return [SessionEnded(session: open.session).body]
  }
}

/// A request to discard the open workout, with its sets.
public struct DiscardSession: Decision {
  public init() {}

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let open = try state.value.requireOpen()
    return [SessionDiscarded(session: open.session).body]
  }
}

/// A request to delete a finished workout, with its sets; `last` means the finished workout that began latest.
///
/// Source: Pump Path, whose users delete stored workouts.
public struct DeleteSession: Decision {
  public var session: Reference

  public init(session: Reference) { self.session = session }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let session = try state.value.finished(session)
    return [SessionDiscarded(session: session.session).body]
  }

  public func remarks(on facts: [Event.Body], _ state: State) -> [Remark] {
    (try? state.value.finished(session)).map { [.deleted($0)] } ?? []
  }
}

extension History {
  /// Returns the session of a reference.
  ///
  /// - Throws: A refusal if the session is open.
  fileprivate func finished(_ reference: Reference) throws(Refusal) -> Session {
    if reference == .latest, let latest = sessions.first(where: { $0.endedAt != nil }) {
      return latest
    }
    let session = try session(reference)
    guard session.endedAt != nil else {
      throw Refusal(
        .sessionOpen, "the session has been open since \(minute(session.startedAt))",
        help: "discard it with \(.discardSession)")
    }
    return session
  }

  /// Returns the open session.
  ///
  /// - Throws: A refusal if no session is open.
  func requireOpen() throws(Refusal) -> Session {
    guard let open else {
      throw Refusal(.noSession, "no session is open", help: "start one with \(.startSession)")
    }
    return open
  }

  /// Refuses if a session is open: a user has at most one open session.
  ///
  /// - Parameter past: The time at which another session begins; nil for now.
  func requireNoneOpen(at past: Timestamp? = nil) throws(Refusal) {
    guard let open else { return }
    guard let past else {
      throw Refusal(
        .sessionOpen, "a session has been open since \(minute(open.startedAt))",
        help: "end it with \(.endSession) or discard it with \(.discardSession)")
    }
    throw Refusal(
      .sessionOpen,
      "a session has been open since \(minute(open.startedAt)), so a past session needs an end",
      help: "give its end: \(.recordSession(at: past, withEnd: true))")
  }

  /// Returns the set of a reference to one of the user's own sets.
  ///
  /// The reference may also be the number of a set in the open session, or in the latest one.
  func set(_ reference: Reference) throws(Refusal) -> LoggedSet {
    if case .prefix(let text) = reference, let set = try numbered(text) { return set }
    let name = try reference.resolve(
      among: setIDs.map { Name($0) }, "set", help: "\(.show(.session)) numbers the sets")
    guard let id = EventID(name.text), let set = set(id) else {
      throw Refusal(.notFound, "there is no set '\(name)'")
    }
    return set
  }

  /// Returns the set with a number; nil if the text is not a number.
  private func numbered(_ text: String) throws(Refusal) -> LoggedSet? {
    // A prefix of an id is longer, or begins with 0, as current ids do.
    guard text.utf8.count <= 3, text.first != "0" || text == "0", let number = Int(text),
      number >= 0, let sets = (open ?? sessions.first)?.sets
    else { return nil }
    if number > 0, number <= sets.count { return sets[number - 1] }
    if number > 0, setIDs.contains(where: { $0.description.hasPrefix(text) }) { return nil }
    throw Refusal(
      .notFound, "the session has \(counted(sets.count, "sets")), not \(number)",
      help: "'last' means the latest one; \(.show(.session)) numbers the sets")
  }
}

extension SessionEvent {
  /// Training is valid whenever it is recorded; a change of a removed set or session has no effect.
  var judgement: Judgement {
    switch self {
    case .sessionStarted, .setLogged: .always
    case .setRestored(let restoring):
      .unless(Unchanged(OfUser<History>.self) { $0.value.set(restoring.set) })
    case .sessionRestored(let restoring):
      .unless(Unchanged(OfUser<History>.self) { $0.value[restoring.session]?.seq })
    case .sessionReopened(let reopening):
      .unless(Unchanged(OfUser<History>.self) { $0.value[reopening.session]?.endedAt })
    case .setRevised(let revision): .unless(set: revision.set)
    case .setRemoved(let removal): .unless(set: removal.set)
    case .setMoved(let move): .unless(set: move.set)
    case .sessionEnded(let end): .unless(session: end.session)
    case .sessionDiscarded(let discarded): .unless(session: discarded.session)
    case .sessionRevised(let revision): .unless(session: revision.session)
    }
  }
}

extension Judgement {
  /// Returns the judgement of an event about a session of its user.
  fileprivate static func unless(session: Name) -> Judgement {
    .unless(Missing(from: OfUser<History>.self) { $0.value.stands(session) })
  }

  /// Returns the judgement of an event about a set of its user.
  fileprivate static func unless(set: EventID) -> Judgement {
    .unless(Missing(from: OfUser<History>.self) { $0.value.set(set) != nil })
  }
}
