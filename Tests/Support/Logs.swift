import Events

/// A fact without a place in a log.
public struct Fact: Sendable {
  /// The user; nil for a fact of no user.
  public var user: Name?
  /// The time; nil for a default: the first fact is at noon of a Monday, and each next fact a minute later.
  public var at: Timestamp?
  /// The content of the event.
  public var body: Event.Body

  public init(user: Name?, at: Timestamp?, body: Event.Body) {
    (self.user, self.at, self.body) = (user, at, body)
  }

  /// Returns a fact of `user`.
  public static func by(_ user: Name?, at: String? = nil, _ body: Event.Body) -> Fact {
    Fact(user: user, at: at.map(moment), body: body)
  }

  /// Returns the sign-in of `user` with their address at example.com, at Google under their name.
  public static func signedIn(_ user: Name, at: String? = nil) -> Fact {
    .by(
      user, at: at,
      UserSignedIn(provider: "google", subject: user, email: Name("\(user)@example.com")).body)
  }
}

/// Returns the moment in `text`, which must be valid.
public func moment(_ text: String) -> Timestamp {
  guard let moment = Timestamp(text) else { preconditionFailure("'\(text)' is not a moment") }
  return moment
}

/// Returns the day in `text`, which must be valid.
public func day(_ text: String) -> LocalDay {
  guard let day = LocalDay(text) else { preconditionFailure("'\(text)' is not a day") }
  return day
}

/// Returns the id that `log(_:)` gives to the event at `seq`.
public func id(_ seq: Int) -> EventID {
  EventID(high: 0x0199_f3a2_7c10_7000, low: 0x8000_0000_0000_0000 | UInt64(seq))
}

/// Returns the name of the entity that the event at `seq` created.
public func name(_ seq: Int) -> Name { Name(id(seq)) }

/// Returns the facts as events of a log, from position 1.
public func events(_ facts: [Fact]) -> [Event] {
  zip(1..., facts).map { seq, fact in
    let minute = moment("2026-03-02T12:00:00Z").adding(seconds: Int64(seq - 1) * 60)
    return Event(id: id(seq), at: fact.at ?? minute, user: fact.user, fact.body, seq: seq)
  }
}

/// Returns the log of these events, as canonical lines with checksums.
public func log(_ events: [Event]) -> Log {
  var bytes: [UInt8] = []
  var sum: UInt64 = 0
  do {
    for event in events { sum = try event.write(to: &bytes, previousSum: sum) }
  } catch {
    preconditionFailure("an event of a test cannot be written: \(error.message)")
  }
  return Log(bytes, name: "test.jsonl")
}

/// Returns the bytes of the log of these events.
public func lines(_ events: [Event]) -> [UInt8] {
  let log = log(events)
  return withExtendedLifetime(log) { log.bytes.array }
}

/// Returns the log of these facts.
public func log(_ facts: Fact...) -> Log { log(events(facts)) }

/// Returns a log of these lines unchanged, without checking limits, ids or checksums.
public func log(lines: [String]) -> Log {
  Log(Array(lines.map { $0 + "\n" }.joined().utf8), name: "test.jsonl")
}

// MARK: - Short facts

extension Event.Body {
  public static func catalogued(_ exercise: Name, named name: String? = nil) -> Event.Body {
    ExerciseCatalogued(exercise: exercise, name: name ?? exercise.text).body
  }

  public static func chose(_ day: Weekday, _ type: String) -> Event.Body {
    WorkoutTypeChosen(day: day, type: type).body
  }

  public static func added(
    _ day: Weekday, _ exercise: Name, sets: Int? = nil, reps: Int? = nil, _ weight: Weight? = nil
  ) -> Event.Body {
    ExerciseAdded(
      day: day, PlannedExercise(exercise: exercise, sets: sets, reps: reps, weight: weight)
    ).body
  }

  public static func removed(_ day: Weekday, _ exercise: Name, at position: Int? = nil)
    -> Event.Body
  {
    ExerciseRemoved(day: day, exercise: exercise, position: position).body
  }

  public static func moved(
    _ day: Weekday, _ exercise: Name, at position: Int? = nil, to toDay: Weekday,
    place toPosition: Int? = nil
  ) -> Event.Body {
    ExerciseMoved(
      day: day, exercise: exercise, position: position, toDay: toDay, toPosition: toPosition
    ).body
  }

  public static func clearedType(_ day: Weekday) -> Event.Body {
    WorkoutTypeCleared(day: day).body
  }

  public static func cleared(_ day: Weekday) -> Event.Body {
    DayCleared(day: day).body
  }

  public static func shared(
    _ day: Weekday, title: String = "Push day", description: String? = nil, type: String? = nil,
    as post: Name? = nil, _ exercises: Name...
  ) -> Event.Body {
    PlanShared(
      post: post, day: day, title: title, description: description, type: type,
      exercises: exercises.map { PlannedExercise(exercise: $0) }
    ).body
  }

  public static func saved(
    _ post: Name, _ day: Weekday, type: String? = nil, _ exercises: Name...
  ) -> Event.Body {
    PlanSaved(
      post: post, day: day, type: type, exercises: exercises.map { PlannedExercise(exercise: $0) }
    ).body
  }

  public static func liked(_ post: Name) -> Event.Body { PostLiked(post: post).body }
  public static func unliked(_ post: Name) -> Event.Body {
    PostUnliked(post: post).body
  }
  public static func edited(
    _ post: Name, title: String? = nil, description: String? = nil,
    without cleared: [PostDetail] = []
  ) -> Event.Body {
    PostEdited(post: post, title: title, description: description, cleared: cleared).body
  }
  public static func deleted(_ post: Name) -> Event.Body {
    PostDeleted(post: post).body
  }

  public static func started(
    _ session: Name? = nil, title: String? = nil, note: String? = nil
  ) -> Event.Body {
    SessionStarted(session: session, title: title, note: note).body
  }

  public static func logged(
    _ session: Name, _ exercise: Name, _ reps: Int, _ weight: Weight? = nil,
    kind: SetKind = .normal, seconds: Double? = nil, metres: Double? = nil,
    completed: Bool = true, note: String? = nil
  ) -> Event.Body {
    SetLogged(
      session: session, exercise: exercise, reps: reps, weight: weight, kind: kind,
      seconds: seconds, metres: metres, completed: completed, note: note
    ).body
  }

  public static func revised(
    _ set: EventID, reps: Int? = nil, _ weight: Weight? = nil, kind: SetKind? = nil,
    rpe: Double? = nil, note: String? = nil, without cleared: [SetDetail] = [],
    seconds: Double? = nil, metres: Double? = nil, completed: Bool? = nil
  ) -> Event.Body {
    SetRevised(
      set: set, reps: reps, weight: weight, kind: kind, rpe: rpe, note: note, cleared: cleared,
      seconds: seconds, metres: metres, completed: completed
    ).body
  }

  public static func moved(_ set: EventID, to position: Int) -> Event.Body {
    SetMoved(set: set, position: position).body
  }

  public static func removed(_ set: EventID) -> Event.Body {
    SetRemoved(set: set).body
  }
  public static func restored(_ set: EventID, at position: Int) -> Event.Body {
    SetRestored(set: set, position: position).body
  }
  public static func ended(_ session: Name) -> Event.Body {
    SessionEnded(session: session).body
  }
  public static func discarded(_ session: Name) -> Event.Body {
    SessionDiscarded(session: session).body
  }
  public static func revised(
    session: Name, title: String? = nil, note: String? = nil, from startedAt: String? = nil,
    to endedAt: String? = nil
  ) -> Event.Body {
    SessionRevised(
      session: session, title: title, note: note, startedAt: startedAt.map(moment),
      endedAt: endedAt.map(moment)
    ).body
  }
  public static func reopened(_ session: Name) -> Event.Body {
    SessionReopened(session: session).body
  }
  public static func restored(_ session: Name) -> Event.Body {
    SessionRestored(session: session).body
  }

  public static func registered(_ email: Name) -> Event.Body {
    AccountRegistered(email: email).body
  }
  public static func verified(_ email: Name) -> Event.Body {
    EmailVerified(email: email).body
  }
  public static func signedIn(
    _ email: Name, by provider: Name = "google", as subject: Name? = nil, session: Name? = nil,
    until expiresAt: String? = nil
  ) -> Event.Body {
    UserSignedIn(
      provider: provider, subject: subject, email: email, session: session,
      expiresAt: expiresAt.map(moment)
    ).body
  }
  public static func renewed(_ session: Name, until expiresAt: String) -> Event.Body {
    SessionRenewed(session: session, expiresAt: moment(expiresAt)).body
  }
  public static func signedOut(_ session: Name? = nil) -> Event.Body {
    UserSignedOut(session: session).body
  }
}
