import Events

/// The open session of a user with its sets, or the latest one: `replog session`.
public struct SessionView: PersonalView {
  /// The session, with the same fields as in the history.
  public struct Row: Record {
    public private(set) var session: History.Session
    /// The sets with the rest after each.
    public private(set) var sets: [LoggedSet]
    private var volumeKg: Double
    /// The last set that was done, if the sets are in the order in which they were done; nil for none.
    private var lastDone: Int?

    fileprivate init(_ session: History.Session) {
      (self.session, volumeKg) = (session, session.volumeKg)
      sets = zip(session.sets, session.rests).map { LoggedSet(set: $0, restSeconds: $1) }
      lastDone = session.isInOrder ? session.sets.lastIndex { $0.completed } : nil
    }

    /// Appends a set that was done after all others, and returns the changes of the sets.
    fileprivate mutating func append(_ set: History.LoggedSet) -> [ElementChange] {
      let place = sets.count
      var changes: [ElementChange] = []
      if set.completed, let last = lastDone {
        let before = sets[last]
        sets[last].restSeconds = History.Session.rest(from: before.set.doneAt, to: set.doneAt)
        changes.append(.replaced(last, before: before))
      }
      if set.completed { lastDone = place }
      session.sets.append(set)
      sets.append(LoggedSet(set: set, restSeconds: nil))
      volumeKg += set.volumeKg
      return changes + [.added(place)]
    }

    /// Returns whether a set was done after all sets of a session without planned exercises.
    fileprivate func canAppend(_ set: History.LoggedSet) -> Bool {
      guard session.planned.isEmpty, let last = session.sets.last else { return false }
      return lastDone != nil && last.doneAt <= set.doneAt
    }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      HistoryView.Row.listSession(row?.session, volumeKg: row?.volumeKg, &f)
      f.list("sets", row?.sets, .plain, "The sets in the order they were logged.")
      f("template", row?.session.template, .hidden, "The template of the session, or null.")
      f.list(
        "planned", row?.session.progress.map { Planned(progress: $0) }, .hidden,
        "The planned exercises from the template, with the sets that were done.")
    }
  }

  /// A set with the rest after it.
  public struct LoggedSet: Record {
    public let set: History.LoggedSet
    /// The rest after the set in seconds; nil for the last set, and if it is unknown.
    public internal(set) var restSeconds: Double?

    public static var key: String? { History.LoggedSet.key }
    public var _keyScalar: RecordScalar? { self.set._keyScalar }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      History.LoggedSet.list(row?.set, &f)
      f(
        "restSeconds", row?.restSeconds, .seconds.rare,
        "The rest after the set; null for the last set, and if it is unknown.")
    }
  }

  /// A planned exercise.
  public struct Planned: Record {
    public let progress: PlannedProgress

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("exercise", row?.progress.planned.exercise, .plain.exercise, "The exercise.")
      f("sets", row?.progress.planned.sets, .plain, "Planned sets; null if unspecified.")
      f("reps", row?.progress.planned.reps, .plain, "Planned repetitions; null if unspecified.")
      f(
        "weightKg", row?.progress.planned.weight, .mass,
        "The planned load in kilograms; null if unspecified.")
      f("done", row?.progress.done, .plain, "The number of sets done, without warm-ups.")
      PlannedExercise.listTargets(row?.progress.planned, &f)
      PlannedExercise.listDistance(row?.progress.planned, &f)
    }
  }

  public static let name = "session"
  public static let summary = "the sets of the open session, or of the latest one"
  public static let scaling = Scaling.perUser
  public static let shape = ViewShape.optionalObject
  public static let emptyText = "no sessions"

  public var rows: [Row]

  public init(of user: Name?, _ history: History, _: EmptyProjection) {
    self.init(history.open ?? history.latest)
  }

  /// Creates the view of a session; nil for none.
  public init(_ session: History.Session?) { rows = session.map { [Row($0)] } ?? [] }

  public static func edit(of row: Row, by event: Event, of source: Source) -> RowEdit<Row>? {
    let (history, name) = (source.first.value, row.session.session)
    guard case .sessions(.setLogged(let logged)) = event.body, logged.session == name,
      history.shownName == name, history.hasDifferentIDs(in: name),
      let set = history.added(event.id, to: name, after: row.session.sets.count),
      row.canAppend(set)
    else { return nil }
    return RowEdit(of: "sets") { $0.append(set) }
  }
}
