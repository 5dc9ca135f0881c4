/// Workouts in progress or done, and their sets.
public enum SessionEvent: EventArea {
  case sessionStarted(SessionStarted)
  case setLogged(SetLogged)
  case setRevised(SetRevised)
  case setRemoved(SetRemoved)
  case sessionEnded(SessionEnded)
  case sessionDiscarded(SessionDiscarded)

  public enum Kind: String, CaseIterable, Sendable {
    case sessionStarted = "SessionStarted"
    case setLogged = "SetLogged"
    case setRevised = "SetRevised"
    case setRemoved = "SetRemoved"
    case sessionEnded = "SessionEnded"
    case sessionDiscarded = "SessionDiscarded"
  }

  public init(_ kind: Kind, _ reader: inout PayloadReader) throws(LineError) {
    switch kind {
    case .sessionStarted: self = .sessionStarted(try reader.payload())
    case .setLogged: self = .setLogged(try reader.payload())
    case .setRevised: self = .setRevised(try reader.payload())
    case .setRemoved: self = .setRemoved(try reader.payload())
    case .sessionEnded: self = .sessionEnded(try reader.payload())
    case .sessionDiscarded: self = .sessionDiscarded(try reader.payload())
    }
  }

  public var tagged: (kind: Kind, payload: any Payload) {
    switch self {
    case .sessionStarted(let payload): (.sessionStarted, payload)
    case .setLogged(let payload): (.setLogged, payload)
    case .setRevised(let payload): (.setRevised, payload)
    case .setRemoved(let payload): (.setRemoved, payload)
    case .sessionEnded(let payload): (.sessionEnded, payload)
    case .sessionDiscarded(let payload): (.sessionDiscarded, payload)
    }
  }
}

/// What a set was for.
public enum SetKind: String, Vocabulary {
  /// A working set, the kind of a set that names none.
  case normal
  case warmup
  /// A set continued with less weight.
  case drop
  /// A set taken to, or ended by, failure.
  case failure
}

/// A workout began.
public struct SessionStarted: Payload {
  /// The session; nil when it is named by the event itself, as replog writes it.
  public let session: Name?
  public let title: String?
  public let note: String?

  public init(session: Name? = nil, title: String? = nil, note: String? = nil) {
    self.session = session
    self.title = title
    self.note = note
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f.optional("session", old?.session)
    title = try f.optional("title", old?.title, .text)
    note = try f.optional("note", old?.note, .text)
  }
}

/// The lifter did one set. The set is named by this event's id.
public struct SetLogged: Payload {
  /// The session it belongs to.
  public let session: Name
  public let exercise: Name
  /// Repetitions done; 0 for a failed attempt.
  public let reps: Int
  /// The load; negative for assistance, nil for the body alone.
  public let weight: Weight?
  public let kind: SetKind
  /// Rating of perceived exertion, 1...10; nil when not recorded.
  public let rpe: Double?
  /// How long it took; nil when not recorded.
  public let seconds: Double?
  /// How far it went; nil when not recorded.
  public let metres: Double?
  /// Whether it was done as planned; a set entered ahead of time is not, yet.
  public let completed: Bool
  public let note: String?

  public init(
    session: Name, exercise: Name, reps: Int, weight: Weight?, kind: SetKind = .normal,
    rpe: Double? = nil, seconds: Double? = nil, metres: Double? = nil, completed: Bool = true,
    note: String? = nil
  ) {
    self.session = session
    self.exercise = exercise
    self.reps = reps
    self.weight = weight
    self.kind = kind
    self.rpe = rpe
    self.seconds = seconds
    self.metres = metres
    self.completed = completed
    self.note = note
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session)
    exercise = try f("exercise", old?.exercise)
    reps = try f("reps", old?.reps, .reps)
    weight = try f.weight(old?.weight)
    kind = try f.usually(.normal, "kind", old?.kind)
    rpe = try f.optional("rpe", old?.rpe, .rpe)
    seconds = try f.optional("seconds", old?.seconds, .seconds)
    metres = try f.optional("metres", old?.metres, .metres)
    completed = try f.usually(true, "completed", old?.completed)
    note = try f.optional("note", old?.note, .text)
  }
}

/// A set was entered wrongly and is set right. Every field that is nil keeps its value.
public struct SetRevised: Payload {
  /// The event that logged the set.
  public let set: EventID
  public let reps: Int?
  public let weight: Weight?
  public let kind: SetKind?
  public let rpe: Double?
  public let note: String?

  public init(
    set: EventID, reps: Int? = nil, weight: Weight? = nil, kind: SetKind? = nil,
    rpe: Double? = nil, note: String? = nil
  ) {
    self.set = set
    self.reps = reps
    self.weight = weight
    self.kind = kind
    self.rpe = rpe
    self.note = note
  }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    set = try f("set", old?.set)
    reps = try f.optional("reps", old?.reps, .reps)
    weight = try f.weight(old?.weight)
    kind = try f.optional("kind", old?.kind)
    rpe = try f.optional("rpe", old?.rpe, .rpe)
    note = try f.optional("note", old?.note, .text)
  }
}

/// A set was entered by mistake and does not count.
public struct SetRemoved: Payload {
  /// The event that logged the set.
  public let set: EventID

  public init(set: EventID) { self.set = set }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    set = try f("set", old?.set)
  }
}

/// A workout ended.
public struct SessionEnded: Payload {
  public let session: Name

  public init(session: Name) { self.session = session }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session)
  }
}

/// A workout was given up: it and its sets do not count.
public struct SessionDiscarded: Payload {
  public let session: Name

  public init(session: Name) { self.session = session }

  public init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session)
  }
}
