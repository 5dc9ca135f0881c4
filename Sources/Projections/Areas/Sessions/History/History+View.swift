import Events

/// The sessions of a user, finished and open, newest first.
public struct HistoryView: PersonalView {
  /// A session.
  public struct Row: Record {
    public private(set) var session: History.Session
    /// The volume of the session; it is stored, because summing the sets at each access would be slow.
    private var volumeKg: Double

    public init(session: History.Session) { (self.session, volumeKg) = (session, session.volumeKg) }

    /// Changes the sets; if one was appended, `volume` is its volume.
    fileprivate mutating func editSets(
      adding volume: Double? = nil, _ body: (inout [History.LoggedSet]) -> Void
    ) {
      body(&session.sets)
      // The sum adds the sets in their order, so that a rounding error is always the same.
      volumeKg = volume.map { volumeKg + $0 } ?? session.volumeKg
    }

    public static var key: String? { "session" }
    public var _keyScalar: RecordScalar? { .name(session.session) }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      listSession(row?.session, volumeKg: row?.volumeKg, &f)
      f.list(
        "sets", row?.session.sets, .plain.column(4, "sets").dropped(2),
        "The sets in the order they were logged.")
    }

    /// Lists the fields of a session before its sets.
    static func listSession(
      _ session: History.Session?, volumeKg: Double?, _ f: inout some RecordVisitor
    ) {
      f(
        "session", session?.session, .plain.column(6, "session").reference.dropped(4),
        "The session.")
      f(
        "title", session?.title, .plain.personal.column(3, "title").shortened,
        "The title in the user's words, or null.")
      f("startedAt", session?.startedAt, .plain.column(1, "started"), "The start.")
      f(
        "endedAt", session?.endedAt,
        .plain.column(2, "ended").placeholder("open").dropped(1),
        "The end; null while the session is open.")
      f(
        "volumeKg", volumeKg, .mass.column(5, "volume").dropped(3),
        "The sum of repetitions × load over all sets; assistance adds nothing.")
    }
  }

  public static let name = "history"
  public static let summary = "sessions, newest first"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no sessions"
  public static var _orderFields: [String]? { ["startedAt"] }
  public static var day: (@Sendable (Row) -> LocalDay)? { { $0.session.startedAt.day } }

  public var rows: [Row]

  public init(of user: Name?, _ history: History, _: EmptyProjection) {
    rows = history.sessions.map { Row(session: $0) }
  }

  public static var exercise: (@Sendable (Row, Name) -> Row?)? {
    { row, exercise in
      var session = row.session
      session.sets = session.sets.filter { $0.exercise == exercise }
      return session.sets.isEmpty ? nil : Row(session: session)
    }
  }

  public static func row(_ key: Name, of user: Name?, _ history: History, _: EmptyProjection)
    -> Row?
  {
    history[key].map { Row(session: $0) }
  }

  public static func edit(of row: Row, by event: Event, of source: Source) -> RowEdit<Row>? {
    let (history, session) = (source.first.value, row.session)
    guard case .sessions(let fact) = event.body, history.hasDifferentIDs(in: session.session) else {
      return nil
    }
    switch fact {
    case .setLogged(let logged):
      guard let set = history.added(event.id, to: logged.session, after: session.sets.count)
      else { return nil }
      return RowEdit(of: "sets") { row in
        row.editSets(adding: set.volumeKg) { $0.append(set) }
        return [.added(row.session.sets.count - 1)]
      }
    case .setRevised(let revision):
      guard let place = history.place(of: revision.set, in: session),
        let set = history.placedSet(revision.set, in: session.session)?.set
      else { return nil }
      return RowEdit(of: "sets") { row in
        let before = row.session.sets[place]
        row.editSets { $0[place] = set }
        return [.replaced(place, before: before)]
      }
    case .setRemoved(let removal):
      guard let place = history.place(of: removal.set, in: session),
        history.removedSet(removal.set)?.session == session.session
      else { return nil }
      return RowEdit(of: "sets") { row in
        let before = row.session.sets[place]
        row.editSets { _ = $0.take(at: place) }
        return [.removed(before)]
      }
    default: return edit(of: session, placing: fact, history)
    }
  }

  private static func edit(
    of session: History.Session, placing fact: SessionEvent, _ history: History
  ) -> RowEdit<Row>? {
    switch fact {
    case .setRestored(let restoring):
      guard history.place(of: restoring.set, in: session) == nil,
        let (set, position) = history.placedSet(restoring.set, in: session.session), let position
      else { return nil }
      return RowEdit(of: "sets") { row in
        row.editSets { $0.put(set, at: position - 1) }
        return [.added(position - 1)]
      }
    case .setMoved(let move):
      guard let place = history.place(of: move.set, in: session),
        let position = history.placedSet(move.set, in: session.session)?.position
      else { return nil }
      return RowEdit(of: "sets") { row in
        row.editSets { $0.put($0.take(at: place), at: position - 1) }
        return []
      }
    default: return nil
    }
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    guard case .sessions(let fact) = event.body else { return event.changesMerges ? nil : [] }
    switch fact {
    case .sessionStarted(let start): return [start.session ?? Name(event.id)]
    case .setLogged(let set): return [set.session]
    case .sessionEnded(let end): return [end.session]
    case .sessionDiscarded(let discarding): return [discarding.session]
    case .sessionRevised(let revision): return [revision.session]
    case .sessionReopened(let reopening): return [reopening.session]
    case .sessionRestored(let restoring): return [restoring.session]
    // They name a set; the history has the session of it.
    case .setRevised(let revision): return source.first.value.sessions(holding: revision.set)
    case .setRemoved(let removal): return source.first.value.sessions(holding: removal.set)
    case .setMoved(let move): return source.first.value.sessions(holding: move.set)
    case .setRestored(let restoring): return source.first.value.sessions(missing: restoring.set)
    }
  }
}

extension History.LoggedSet: Record {
  public static var key: String? { "id" }
  public var _keyScalar: RecordScalar? { .id(id) }

  public static func list(_ set: Self?, _ f: inout some RecordVisitor) {
    f("id", set?.id, .plain, "The event that logged the set.")
    f("exercise", set?.exercise, .plain.exercise, "The exercise.")
    f("reps", set?.reps, .plain, "Repetitions done.")
    f(
      "weightKg", set?.weight, .mass,
      "The load in kilograms, negative for assistance; null for body weight only.")
    f("kind", set?.kind, .plain, "The kind of set.")
    f(
      "completed", set?.completed, .plain,
      "Whether the set was done; false for a set entered in advance.")
    f("note", set?.note, .plain.personal, "A remark, or null.")
    f("seq", set?.seq, .plain, "The position of the event that logged it.")
    f(
      "weight", set?.weight?.value, .plain,
      "The load as entered, in `unit`; null for body weight only.")
    f("unit", set?.weight?.unit, .plain, "The unit of `weight`; null for body weight only.")
    f("rpe", set?.rpe, .plain, "Rating of perceived exertion; null when not recorded.")
    f("seconds", set?.seconds, .seconds, "The duration; null when not recorded.")
    f("metres", set?.metres, .metres, "The distance; null when not recorded.")
    f("rir", set?.rir, .plain.rare, "Repetitions in reserve; null when not recorded.")
    f("superset", set?.superset, .plain.rare, "The superset; null if there is none.")
    f(
      "perSide", set?.isPerSide, .hidden,
      "Whether the load is for one side and all repetitions were done on each side.")
  }
}
