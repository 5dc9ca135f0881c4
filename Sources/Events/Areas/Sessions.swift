/// The events of current and finished workouts, and of their sets.
public enum SessionEvent: Equatable, Sendable, EventArea {
  // A set is copied most often, so larger facts are stored in a box.
  indirect case sessionStarted(SessionStarted)
  case setLogged(SetLogged)
  indirect case setRevised(SetRevised)
  case setRemoved(SetRemoved)
  case sessionEnded(SessionEnded)
  case sessionDiscarded(SessionDiscarded)
  case sessionRevised(SessionRevised)
  case sessionReopened(SessionReopened)
  case sessionRestored(SessionRestored)
  case setMoved(SetMoved)
  case setRestored(SetRestored)

  package static let types: [(name: String, payload: any EventPayload.Type)] = [
    ("SessionStarted", SessionStarted.self),
    ("SetLogged", SetLogged.self),
    ("SetRevised", SetRevised.self),
    ("SetRemoved", SetRemoved.self),
    ("SessionEnded", SessionEnded.self),
    ("SessionDiscarded", SessionDiscarded.self),
    ("SessionRevised", SessionRevised.self),
    ("SessionReopened", SessionReopened.self),
    ("SessionRestored", SessionRestored.self),
    ("SetMoved", SetMoved.self),
    ("SetRestored", SetRestored.self),
  ]

  package var payload: any EventPayload {
    switch self {
    case .sessionStarted(let payload): payload
    case .setLogged(let payload): payload
    case .setRevised(let payload): payload
    case .setRemoved(let payload): payload
    case .sessionEnded(let payload): payload
    case .sessionDiscarded(let payload): payload
    case .sessionRevised(let payload): payload
    case .sessionReopened(let payload): payload
    case .sessionRestored(let payload): payload
    case .setMoved(let payload): payload
    case .setRestored(let payload): payload
    }
  }
}

/// The start of a workout.
public struct SessionStarted: Equatable, Sendable, EventPayload {
  /// The id of the session; nil for the event's id, as in events written by replog.
  public let session: Name?
  public let title: String?
  public let note: String?
  /// The template of the session, from the log or a predefined one; nil for none.
  public let template: Name?
  /// The planned exercises, copied from the template at the start.
  public let planned: [PlannedExercise]

  public init(
    session: Name? = nil, title: String? = nil, note: String? = nil, template: Name? = nil,
    planned: [PlannedExercise] = []
  ) {
    (self.session, self.title, self.note, self.template) = (session, title, note, template)
    self.planned = planned
  }

  package var body: Event.Body { .sessions(.sessionStarted(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f.optional(
      "session", old?.session, .begins(.session),
      "The session; omitted if it has the id of the event.")
    title = try f.optional("title", old?.title, .text.personal, "The title.")
    note = try f.optional("note", old?.note, .text.personal, "A remark.")
    template = try f.optional(
      "template", old?.template, .mentions(.template),
      "The template of the session; omitted if there is none.")
    planned = try f.list(
      "planned", old?.planned, .any, "The planned exercises, copied from the template.")
  }
}

/// A set performed by the user; its id is the id of the event.
public struct SetLogged: Equatable, Sendable, EventPayload {
  public let session: Name
  public let exercise: Name
  /// The repetitions done; 0 for a failed attempt.
  public let reps: Int
  /// The load; negative for assistance, nil for body weight alone.
  public let weight: Weight?
  public let kind: SetKind
  /// The rating of perceived exertion, 1...10; nil if not recorded.
  public let rpe: Double?
  /// A Boolean value indicating whether the set is done; false for a set entered in advance.
  public let completed: Bool
  /// The properties that most sets do not have; nil if this set has none of them.
  private let details: Boxed<Details>?

  /// The duration; nil if not recorded.
  public var seconds: Double? { details?.value.seconds }
  /// The distance; nil if not recorded.
  public var metres: Double? { details?.value.metres }
  public var note: String? { details?.value.note }
  /// The repetitions in reserve, 0...10; nil if not recorded.
  public var rir: Double? { details?.value.rir }
  /// The superset that the set is part of; nil for none.
  public var superset: SupersetGroup? { details?.value.superset }
  /// A Boolean value indicating whether the load is for one side, with all repetitions done on each side.
  public var isPerSide: Bool { details?.value.isPerSide ?? false }

  private struct Details: Equatable, Sendable {
    var seconds, metres: Double?
    var note: String?
    var rir: Double?
    var superset: SupersetGroup?
    var isPerSide = false

    /// The properties in a box; nil if the set has none of them.
    var boxed: Boxed<Details>? { self == Details() ? nil : Boxed(self) }
  }

  public init(
    session: Name, exercise: Name, reps: Int, weight: Weight?, kind: SetKind = .normal,
    rpe: Double? = nil, seconds: Double? = nil, metres: Double? = nil, completed: Bool = true,
    note: String? = nil, rir: Double? = nil, superset: SupersetGroup? = nil, isPerSide: Bool = false
  ) {
    (self.session, self.exercise, self.reps, self.weight) = (session, exercise, reps, weight)
    (self.kind, self.rpe, self.completed) = (kind, rpe, completed)
    details =
      Details(
        seconds: seconds, metres: metres, note: note, rir: rir, superset: superset,
        isPerSide: isPerSide
      ).boxed
  }

  package var body: Event.Body { .sessions(.setLogged(self)) }

  @usableFromInline package static var creates: EntityKind? { .set }

  // Inlining tells the compiler that `old?` is nil for a reader, which saves a tenth of a replay.
  @inline(__always)
  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session, .refers(to: .session), "The session of the set.")
    exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
    reps = try f("reps", old?.reps, .reps, "Repetitions done; 0 for a failed attempt.")
    weight = try f.weight(
      old?.weight, "The load; negative for assistance, omitted for body weight only.")
    // Most sets have no other fields; searching for each of them took 60 instructions.
    if f.isAtEnd {
      (kind, rpe, completed, details) = (.normal, nil, true, nil)
      return
    }
    kind = try f.withDefault(
      .normal, "kind", old?.kind, .any, "The purpose of the set; omitted for a working set.")
    rpe = try f.optional(
      "rpe", old?.rpe, .rpe, "Rating of perceived exertion; omitted if not recorded.")
    if f.isAtEnd {
      (completed, details) = (true, nil)
      return
    }
    var details = Details()
    details.seconds = try f.optional(
      "seconds", old?.seconds, .seconds, "The duration; omitted if not recorded.")
    details.metres = try f.optional(
      "metres", old?.metres, .metres, "The distance; omitted if not recorded.")
    completed = try f.withDefault(
      true, "completed", old?.completed, .any,
      "Whether it was done; false for a set entered in advance.")
    details.note = try f.optional("note", old?.note, .text.personal, "A remark.")
    details.rir = try f.optional(
      "rir", old?.rir, .rir, "Repetitions in reserve; omitted if not recorded.")
    details.superset = try f.optional(
      "superset", old?.superset, .any, "The superset; omitted if there is none.")
    details.isPerSide = try f.withDefault(
      false, "perSide", old?.isPerSide, .any,
      "Whether the load is for one side and all repetitions were done on each side.")
    self.details = details.boxed
  }

  /// Returns the set with another session, exercise, note and superset.
  ///
  /// The properties are constants, since a reader of sets with variables copies each set once more.
  package func with(
    session: Name, exercise: Name, note: String?, superset: SupersetGroup?
  ) -> SetLogged {
    SetLogged(
      session: session, exercise: exercise, reps: reps, weight: weight, kind: kind, rpe: rpe,
      seconds: seconds, metres: metres, completed: completed, note: note, rir: rir,
      superset: superset, isPerSide: isPerSide)
  }
}

/// A correction of a wrongly entered set; a nil field keeps its value.
public struct SetRevised: Equatable, Sendable, EventPayload {
  /// The event that logged the set.
  public let set: EventID
  /// The corrected repetitions; nil if unchanged.
  public let reps: Int?
  /// The corrected load; nil if unchanged.
  public let weight: Weight?
  /// The corrected purpose; nil if unchanged.
  public let kind: SetKind?
  /// The corrected rating of perceived exertion; nil if unchanged.
  public let rpe: Double?
  /// The corrected remark; nil if unchanged.
  public let note: String?
  /// The properties to remove from the set; a new value of such a property is ignored.
  public let cleared: [SetDetail]
  /// The corrected duration; nil if unchanged.
  public let seconds: Double?
  /// The corrected distance; nil if unchanged.
  public let metres: Double?
  /// A Boolean value indicating whether the set is done; nil if unchanged.
  public let completed: Bool?
  /// The corrected repetitions in reserve; nil if unchanged.
  public let rir: Double?
  /// The corrected superset; nil if unchanged.
  public let superset: SupersetGroup?
  /// A Boolean value indicating whether the load is for one side; nil if unchanged.
  public let isPerSide: Bool?
  /// The time at which a set that becomes done was done; nil if that is the time of the event.
  ///
  /// An undo writes it, since an undo completes no set.
  public let doneAt: Timestamp?

  public init(
    set: EventID, reps: Int? = nil, weight: Weight? = nil, kind: SetKind? = nil,
    rpe: Double? = nil, note: String? = nil, cleared: [SetDetail] = [], seconds: Double? = nil,
    metres: Double? = nil, completed: Bool? = nil, rir: Double? = nil,
    superset: SupersetGroup? = nil, isPerSide: Bool? = nil, doneAt: Timestamp? = nil
  ) {
    (self.rir, self.superset, self.isPerSide) = (rir, superset, isPerSide)
    (self.seconds, self.metres, self.completed, self.set) = (seconds, metres, completed, set)
    (self.reps, self.weight, self.kind, self.rpe, self.note) = (reps, weight, kind, rpe, note)
    (self.cleared, self.doneAt) = (cleared, doneAt)
  }

  package var body: Event.Body { .sessions(.setRevised(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    set = try f("set", old?.set, .changes(.set), "The event that logged the set.")
    reps = try f.optional("reps", old?.reps, .reps, "The new repetitions; omitted if unchanged.")
    weight = try f.weight(old?.weight, "The new load; omitted if unchanged.")
    kind = try f.optional("kind", old?.kind, .any, "The new purpose; omitted if unchanged.")
    rpe = try f.optional(
      "rpe", old?.rpe, .rpe, "The new rating of perceived exertion; omitted if unchanged.")
    note = try f.optional(
      "note", old?.note, .text.personal, "The new remark; omitted if unchanged.")
    cleared = try f.list(
      "cleared", old?.cleared, .any, "The properties to remove from the set.")
    seconds = try f.optional(
      "seconds", old?.seconds, .seconds, "The new duration; omitted if unchanged.")
    metres = try f.optional(
      "metres", old?.metres, .metres, "The new distance; omitted if unchanged.")
    completed = try f.optional(
      "completed", old?.completed, .any, "Whether it is done; omitted if unchanged.")
    rir = try f.optional(
      "rir", old?.rir, .rir, "The new repetitions in reserve; omitted if unchanged.")
    superset = try f.optional(
      "superset", old?.superset, .any, "The new superset; omitted if unchanged.")
    isPerSide = try f.optional(
      "perSide", old?.isPerSide, .any,
      "Whether the load is for one side; omitted if unchanged.")
    doneAt = try f.optional(
      "doneAt", old?.doneAt, .any,
      "The time at which a set that this event completes was done; omitted if that is the time of the event."
    )
  }
}

/// The removal of a set entered by mistake; the set no longer counts.
public struct SetRemoved: Equatable, Sendable, EventPayload {
  /// The event that logged the set.
  public let set: EventID

  public init(set: EventID) { self.set = set }

  package var body: Event.Body { .sessions(.setRemoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    set = try f("set", old?.set, .ends(.set), "The event that logged the set.")
  }
}

/// The end of a workout.
public struct SessionEnded: Equatable, Sendable, EventPayload {
  public let session: Name

  public init(session: Name) { self.session = session }

  package var body: Event.Body { .sessions(.sessionEnded(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session, .changes(.session), "The session.")
  }
}

/// The discarding of a workout; the workout and its sets no longer count.
public struct SessionDiscarded: Equatable, Sendable, EventPayload {
  public let session: Name

  public init(session: Name) { self.session = session }

  package var body: Event.Body { .sessions(.sessionDiscarded(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session, .ends(.session), "The session.")
  }
}

/// A correction of the title, the note or the times of a workout; a nil field keeps its value.
public struct SessionRevised: Equatable, Sendable, EventPayload {
  public let session: Name
  /// The corrected title; nil if unchanged, empty to remove it.
  public let title: String?
  /// The corrected remark; nil if unchanged, empty to remove it.
  public let note: String?
  /// The corrected start; nil if unchanged.
  public let startedAt: Timestamp?
  /// The corrected end; nil if unchanged.
  public let endedAt: Timestamp?

  public init(
    session: Name, title: String? = nil, note: String? = nil, startedAt: Timestamp? = nil,
    endedAt: Timestamp? = nil
  ) {
    (self.session, self.title, self.note, self.startedAt) = (session, title, note, startedAt)
    self.endedAt = endedAt
  }

  package var body: Event.Body { .sessions(.sessionRevised(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session, .changes(.session), "The session.")
    title = try f.optional(
      "title", old?.title, .wording.personal,
      "The new title; empty to remove it, omitted if unchanged.")
    note = try f.optional(
      "note", old?.note, .wording.personal,
      "The new remark; empty to remove it, omitted if unchanged.")
    startedAt = try f.optional(
      "startedAt", old?.startedAt, .any, "The new start; omitted if unchanged.")
    endedAt = try f.optional("endedAt", old?.endedAt, .any, "The new end; omitted if unchanged.")
  }
}

/// The reopening of a finished workout, which continues.
public struct SessionReopened: Equatable, Sendable, EventPayload {
  public let session: Name

  public init(session: Name) { self.session = session }

  package var body: Event.Body { .sessions(.sessionReopened(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session, .changes(.session), "The session.")
  }
}

/// The restoration of a discarded workout with its sets.
///
/// It has no effect if another session has since taken the name.
public struct SessionRestored: Equatable, Sendable, EventPayload {
  public let session: Name

  public init(session: Name) { self.session = session }

  package var body: Event.Body { .sessions(.sessionRestored(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    session = try f("session", old?.session, .restores(.session), "The session.")
  }
}

/// The move of a set to another position in its session.
public struct SetMoved: Equatable, Sendable, EventPayload {
  /// The event that logged the set.
  public let set: EventID
  /// The new position, from 1, counted without the set.
  public let position: Int

  public init(set: EventID, position: Int) { (self.set, self.position) = (set, position) }

  package var body: Event.Body { .sessions(.setMoved(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    set = try f("set", old?.set, .changes(.set), "The event that logged the set.")
    position = try f(
      "position", old?.position, .position, "The new position among the other sets, from 1.")
  }
}

/// The restoration of a removed set, with its id, its time and its values.
///
/// It has no effect if the session of the set was discarded.
public struct SetRestored: Equatable, Sendable, EventPayload {
  /// The event that logged the set.
  public let set: EventID
  /// The position in the session, from 1, counted without the set.
  public let position: Int

  public init(set: EventID, position: Int) { (self.set, self.position) = (set, position) }

  package var body: Event.Body { .sessions(.setRestored(self)) }

  @usableFromInline package init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    set = try f("set", old?.set, .restores(.set), "The event that logged the set.")
    position = try f(
      "position", old?.position, .any,
      "The position among the other sets of the session, from 1.")
  }
}
