import Events

/// The open session of a user with its sets, or the latest one.
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
      Steps.add(session.sets.count)
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

    /// Replaces a set by one that was done at the same time, and returns the changes of the sets.
    fileprivate mutating func replace(
      _ place: Int, with set: History.LoggedSet
    ) -> [ElementChange] {
      let before = sets[place]
      session.sets[place] = set
      sets[place] = LoggedSet(set: set, restSeconds: before.restSeconds)
      volumeKg = session.volumeKg
      return [.replaced(place, before: before)]
    }

    /// Removes a set, and returns the changes of the sets.
    fileprivate mutating func remove(_ place: Int) -> [ElementChange] {
      let removed = sets.take(at: place)
      _ = session.sets.take(at: place)
      volumeKg = session.volumeKg
      guard removed.set.completed, let last = lastDone else {
        lastDone = lastDone.map { place < $0 ? $0 - 1 : $0 }
        return [.removed(removed)]
      }
      let earlier = sets[..<place].lastIndex { $0.set.completed }
      lastDone = place == last ? earlier : last - 1
      guard let earlier else { return [.removed(removed)] }
      let before = sets[earlier]
      sets[earlier].restSeconds = sets[place...].first { $0.set.completed }
        .flatMap { History.Session.rest(from: before.set.doneAt, to: $0.set.doneAt) }
      return [.removed(removed), .replaced(earlier, before: before)]
    }

    /// A Boolean value indicating whether the sets are in the order in which they were done, and none was planned.
    fileprivate var canChange: Bool { session.planned.isEmpty && lastDone != nil }

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
    /// The rest after the set in seconds; nil for the last set, or if unknown.
    public internal(set) var restSeconds: Double?

    public static var key: String? { History.LoggedSet.key }
    public var _keyScalar: RecordScalar? { self.set._keyScalar }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      History.LoggedSet.list(row?.set, &f)
      f(
        "restSeconds", row?.restSeconds, .seconds.rare,
        "The rest after the set; null for the last set, or if unknown.")
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
    guard case .sessions(let fact) = event.body, row.canChange, history.shownName == name,
      history.hasDifferentIDs(in: name)
    else { return nil }
    switch fact {
    case .setLogged(let logged):
      guard logged.session == name, let last = row.session.sets.last,
        let set = history.added(event.id, to: name, after: row.session.sets.count),
        last.doneAt <= set.doneAt
      else { return nil }
      return RowEdit(of: "sets") { $0.append(set) }
    case .setRevised(let revision):
      guard let place = history.place(of: revision.set, in: row.session),
        let set = history.placedSet(revision.set, in: name)?.set,
        set.completed == row.session.sets[place].completed,
        set.doneAt == row.session.sets[place].doneAt
      else { return nil }
      return RowEdit(of: "sets") { $0.replace(place, with: set) }
    case .setRemoved(let removal):
      guard let place = history.place(of: removal.set, in: row.session),
        history.removedSet(removal.set)?.session == name
      else { return nil }
      return RowEdit(of: "sets") { $0.remove(place) }
    default: return nil
    }
  }
}
