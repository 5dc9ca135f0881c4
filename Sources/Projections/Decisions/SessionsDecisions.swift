import Events

/// A workout is to begin.
public struct StartSession: Decision {
  public var title: String?
  public var note: String?

  public init(title: String? = nil, note: String? = nil) { (self.title, self.note) = (title, note) }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    if let open = state.open {
      throw Refusal(
        "a session is open since \(open.startedAt)",
        help: "end it with 'replog session end' or give it up with 'replog session discard'")
    }
    let started = SessionStarted(title: given(title), note: given(note))
    return [.sessions(.sessionStarted(started))]
  }
}

/// The open workout is to end.
public struct EndSession: Decision {
  public init() {}

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    [.sessions(.sessionEnded(SessionEnded(session: try state.value.requireOpen().session)))]
  }
}

/// The open workout is to be given up, with its sets.
public struct DiscardSession: Decision {
  public init() {}

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    let open = try state.value.requireOpen()
    return [.sessions(.sessionDiscarded(SessionDiscarded(session: open.session)))]
  }
}

/// A set of the open workout is to be logged.
public struct LogSet: Decision {
  public var exercise: String
  public var reps: Int
  /// nil for the body alone.
  public var weight: EnteredWeight?
  public var kind: SetKind
  public var rpe: Double?
  public var note: String?
  /// Whether an exercise is accepted that the log has never met.
  public var isNew: Bool

  public init(
    exercise: String, reps: Int, weight: EnteredWeight? = nil, kind: SetKind = .normal,
    rpe: Double? = nil, note: String? = nil, isNew: Bool = false
  ) {
    (self.exercise, self.reps, self.weight, self.kind) = (exercise, reps, weight, kind)
    (self.rpe, self.note, self.isNew) = (rpe, note, isNew)
  }

  public func decide(
    _ state: Both<OfUser<History>, Both<OfUser<WeightUnit>, KnownExercises>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let session = try state.first.value.requireOpen().session
    let exercise = try state.second.second.resolve(exercise, isNew: isNew)
    let logged = SetLogged(
      session: session, exercise: exercise, reps: reps,
      weight: weight?.weight(state.second.first.unit), kind: kind, rpe: rpe, note: given(note))
    return [.sessions(.setLogged(logged))]
  }
}

/// A set is to be set right, in an open session or a finished one.
public struct ReviseSet: Decision {
  public var set: Reference
  public var reps: Int?
  public var weight: EnteredWeight?
  public var kind: SetKind?
  public var rpe: Double?
  public var note: String?

  public init(
    set: Reference, reps: Int? = nil, weight: EnteredWeight? = nil, kind: SetKind? = nil,
    rpe: Double? = nil, note: String? = nil
  ) {
    (self.set, self.reps, self.weight, self.kind) = (set, reps, weight, kind)
    (self.rpe, self.note) = (rpe, note)
  }

  public func decide(
    _ state: Both<OfUser<History>, OfUser<WeightUnit>>, _ context: Context
  ) throws(Refusal) -> [Event.Body] {
    let before = try state.first.value.find(set)
    let revision = SetRevised(
      set: before.id, reps: reps, weight: weight?.weight(state.second.unit), kind: kind, rpe: rpe,
      note: given(note))
    var after = before
    after.revise(revision)
    guard after != before else { return [] }
    return [.sessions(.setRevised(revision))]
  }
}

/// A set is to count no more.
public struct RemoveSet: Decision {
  public var set: Reference

  public init(set: Reference) { self.set = set }

  public func decide(_ state: OfUser<History>, _ context: Context) throws(Refusal) -> [Event.Body] {
    [.sessions(.setRemoved(SetRemoved(set: try state.value.find(set).id)))]
  }
}

extension History {
  /// The session that is open.
  fileprivate func requireOpen() throws(Refusal) -> Session {
    guard let open else {
      throw Refusal("no session is open", help: "start one with 'replog session start'")
    }
    return open
  }

  /// The set that is meant: one of the user's own, there are no others here.
  fileprivate func find(_ reference: Reference) throws(Refusal) -> LoggedSet {
    let name = try reference.resolve(
      among: setIDs.map { Name($0) }, "set", help: "'replog history --json' shows your sets")
    guard let id = EventID(name.text), let set = set(id) else {
      throw Refusal("there is no set '\(name)'")
    }
    return set
  }
}
