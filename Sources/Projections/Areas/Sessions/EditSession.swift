import Events

/// A request to change the title, note or times of an open or finished workout.
public struct EditSession: Decision, Equatable {
  public var session: Reference
  /// The new title; nil keeps the old one, and a text without words removes it.
  public var title: String?
  /// The new note; nil keeps the old one, and a text without words removes it.
  public var note: String?
  public var startedAt: Timestamp?
  public var endedAt: Timestamp?

  public init(
    session: Reference, title: String? = nil, note: String? = nil, startedAt: Timestamp? = nil,
    endedAt: Timestamp? = nil
  ) {
    (self.session, self.title, self.note) = (session, title, note)
    (self.startedAt, self.endedAt) = (startedAt, endedAt)
  }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let before = try state.value.session(session)
    if before.endedAt == nil, endedAt != nil {
      throw Refusal(
        .sessionOpen, "the session is open, so it has no end to correct",
        help: "end it with \(.endSession)")
    }
    let (title, note) = (title.map { trimmed($0) }, note.map { trimmed($0) })
    var after = before
    after.revise(
      SessionRevised(
        session: before.session, title: title, note: note, startedAt: startedAt, endedAt: endedAt))
    if let end = after.endedAt, end < after.startedAt {
      let times = minutes(after.startedAt, end)
      throw Refusal(
        .endBeforeStart,
        "a session that begins at \(times.0) cannot end at \(times.1)",
        help: "give a start and an end that fit together")
    }
    try requireTimes(of: before, context)
    try requireDuration(of: after, before, context)
    guard after != before else { return [] }
    // Unchanged values are omitted.
    let revision = SessionRevised(
      session: before.session, title: String?.isVerbatim(after.title, before.title) ? nil : title,
      note: String?.isVerbatim(after.note, before.note) ? nil : note,
      startedAt: after.startedAt == before.startedAt ? nil : startedAt,
      endedAt: after.endedAt == before.endedAt ? nil : endedAt)
    return [revision.body]
  }

  /// Refuses new times in the future, and times that do not fit the sets of the session.
  private func requireTimes(of session: History.Session, _ context: Context) throws(Refusal) {
    for time in [startedAt, endedAt].compactMap(\.self)
    where time.milliseconds > context.now.milliseconds {
      let times = minutes(time, context.now)
      throw Refusal(
        .inFuture, "\(times.0) is in the future",
        help: "it is \(times.1); give a time before that")
    }
    let sets = session.sets.map(\.at)
    if let endedAt, let last = sets.max(), endedAt.milliseconds < last.milliseconds {
      let times = minutes(last, endedAt)
      throw Refusal(
        .endBeforeStart,
        "its last set was logged at \(times.0), so the session cannot have ended at \(times.1)",
        help: "give a time after that")
    }
    // Imported sets have the time of the start, and a set recorded for an earlier time lies before it.
    let later = sets.filter { $0.milliseconds > session.startedAt.milliseconds }
    if let startedAt, let first = later.min(), startedAt.milliseconds > first.milliseconds {
      let times = minutes(first, startedAt)
      throw Refusal(
        .endBeforeStart,
        "a set was logged at \(times.0), so the session cannot have begun at \(times.1)",
        help: "give a time before that")
    }
  }

  /// Refuses new times of a session that would then be longer than before, and than any workout.
  private func requireDuration(
    of session: History.Session, _ before: History.Session, _ context: Context
  ) throws(Refusal) {
    func duration(_ session: History.Session) -> Int64 {
      (session.endedAt ?? context.now).milliseconds - session.startedAt.milliseconds
    }
    let new = duration(session)
    guard new > EndSession.longest, new > duration(before) else { return }
    let times = minutes(session.startedAt, session.endedAt ?? context.now)
    throw Refusal(
      .outOfRange, "a session must last at most two days, got \(times.0) to \(times.1)",
      help: "give a start and an end that fit together")
  }
}

extension History {
  /// Returns the session of a reference, one of the user's own; `last` is the session that began last.
  ///
  /// - Throws: A refusal if the reference matches no session, or more than one.
  public func session(_ reference: Reference) throws(Refusal) -> Session {
    let oldestFirst = sessions.reversed().map(\.session)
    let name = try reference.resolve(
      among: oldestFirst, "session", help: "\(.show(.history)) shows your sessions")
    guard let session = self[name] else {
      throw Refusal(.notFound, "there is no session '\(name)'")
    }
    return session
  }
}
