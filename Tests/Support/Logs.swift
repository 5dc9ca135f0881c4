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
      .identity(
        .userSignedIn(
          UserSignedIn(
            provider: "google", subject: user, email: Name("\(user)@example.com")))))
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
    .exercises(
      .exerciseCatalogued(ExerciseCatalogued(exercise: exercise, name: name ?? exercise.text)))
  }

  public static func chose(_ day: Weekday, _ type: String) -> Event.Body {
    .plan(.workoutTypeChosen(WorkoutTypeChosen(day: day, type: type)))
  }

  public static func added(
    _ day: Weekday, _ exercise: Name, sets: Int? = nil, reps: Int? = nil, _ weight: Weight? = nil
  ) -> Event.Body {
    .plan(
      .exerciseAdded(
        ExerciseAdded(
          day: day, PlannedExercise(exercise: exercise, sets: sets, reps: reps, weight: weight))))
  }

  public static func removed(_ day: Weekday, _ exercise: Name, at position: Int? = nil)
    -> Event.Body
  {
    .plan(.exerciseRemoved(ExerciseRemoved(day: day, exercise: exercise, position: position)))
  }

  public static func moved(
    _ day: Weekday, _ exercise: Name, at position: Int? = nil, to toDay: Weekday,
    place toPosition: Int? = nil
  ) -> Event.Body {
    .plan(
      .exerciseMoved(
        ExerciseMoved(
          day: day, exercise: exercise, position: position, toDay: toDay, toPosition: toPosition)))
  }

  public static func clearedType(_ day: Weekday) -> Event.Body {
    .plan(.workoutTypeCleared(WorkoutTypeCleared(day: day)))
  }

  public static func cleared(_ day: Weekday) -> Event.Body {
    .plan(.dayCleared(DayCleared(day: day)))
  }

  public static func shared(
    _ day: Weekday, title: String = "Push day", description: String? = nil, type: String? = nil,
    as post: Name? = nil, _ exercises: Name...
  ) -> Event.Body {
    .plan(
      .planShared(
        PlanShared(
          post: post, day: day, title: title, description: description, type: type,
          exercises: exercises.map { PlannedExercise(exercise: $0) })))
  }

  public static func saved(
    _ post: Name, _ day: Weekday, type: String? = nil, _ exercises: Name...
  ) -> Event.Body {
    .plan(
      .planSaved(
        PlanSaved(
          post: post, day: day, type: type,
          exercises: exercises.map { PlannedExercise(exercise: $0) })))
  }

  public static func liked(_ post: Name) -> Event.Body { .feed(.postLiked(PostLiked(post: post))) }
  public static func unliked(_ post: Name) -> Event.Body {
    .feed(.postUnliked(PostUnliked(post: post)))
  }
  public static func edited(
    _ post: Name, title: String? = nil, description: String? = nil,
    without cleared: [PostDetail] = []
  ) -> Event.Body {
    .feed(
      .postEdited(
        PostEdited(post: post, title: title, description: description, cleared: cleared)))
  }
  public static func deleted(_ post: Name) -> Event.Body {
    .feed(.postDeleted(PostDeleted(post: post)))
  }

  public static func started(
    _ session: Name? = nil, title: String? = nil, note: String? = nil
  ) -> Event.Body {
    .sessions(.sessionStarted(SessionStarted(session: session, title: title, note: note)))
  }

  public static func logged(
    _ session: Name, _ exercise: Name, _ reps: Int, _ weight: Weight? = nil,
    kind: SetKind = .normal, seconds: Double? = nil, metres: Double? = nil,
    completed: Bool = true, note: String? = nil
  ) -> Event.Body {
    .sessions(
      .setLogged(
        SetLogged(
          session: session, exercise: exercise, reps: reps, weight: weight, kind: kind,
          seconds: seconds, metres: metres, completed: completed, note: note)))
  }

  public static func revised(
    _ set: EventID, reps: Int? = nil, _ weight: Weight? = nil, kind: SetKind? = nil,
    rpe: Double? = nil, note: String? = nil, without cleared: [SetDetail] = [],
    seconds: Double? = nil, metres: Double? = nil, completed: Bool? = nil
  ) -> Event.Body {
    .sessions(
      .setRevised(
        SetRevised(
          set: set, reps: reps, weight: weight, kind: kind, rpe: rpe, note: note,
          cleared: cleared, seconds: seconds, metres: metres, completed: completed)))
  }

  public static func moved(_ set: EventID, to position: Int) -> Event.Body {
    .sessions(.setMoved(SetMoved(set: set, position: position)))
  }

  public static func removed(_ set: EventID) -> Event.Body {
    .sessions(.setRemoved(SetRemoved(set: set)))
  }
  public static func restored(_ set: EventID, at position: Int) -> Event.Body {
    .sessions(.setRestored(SetRestored(set: set, position: position)))
  }
  public static func ended(_ session: Name) -> Event.Body {
    .sessions(.sessionEnded(SessionEnded(session: session)))
  }
  public static func discarded(_ session: Name) -> Event.Body {
    .sessions(.sessionDiscarded(SessionDiscarded(session: session)))
  }
  public static func revised(
    session: Name, title: String? = nil, note: String? = nil, from startedAt: String? = nil,
    to endedAt: String? = nil
  ) -> Event.Body {
    .sessions(
      .sessionRevised(
        SessionRevised(
          session: session, title: title, note: note, startedAt: startedAt.map(moment),
          endedAt: endedAt.map(moment))))
  }
  public static func reopened(_ session: Name) -> Event.Body {
    .sessions(.sessionReopened(SessionReopened(session: session)))
  }
  public static func restored(_ session: Name) -> Event.Body {
    .sessions(.sessionRestored(SessionRestored(session: session)))
  }

  public static func registered(_ email: Name) -> Event.Body {
    .identity(.accountRegistered(AccountRegistered(email: email)))
  }
  public static func verified(_ email: Name) -> Event.Body {
    .identity(.emailVerified(EmailVerified(email: email)))
  }
  public static func signedIn(
    _ email: Name, by provider: Name = "google", as subject: Name? = nil, session: Name? = nil,
    until expiresAt: String? = nil
  ) -> Event.Body {
    .identity(
      .userSignedIn(
        UserSignedIn(
          provider: provider, subject: subject, email: email, session: session,
          expiresAt: expiresAt.map(moment))))
  }
  public static func renewed(_ session: Name, until expiresAt: String) -> Event.Body {
    .identity(.sessionRenewed(SessionRenewed(session: session, expiresAt: moment(expiresAt))))
  }
  public static func signedOut(_ session: Name? = nil) -> Event.Body {
    .identity(.userSignedOut(UserSignedOut(session: session)))
  }
}
