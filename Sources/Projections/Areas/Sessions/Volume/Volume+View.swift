import Events

/// The volume of a user's training, week by week.
public struct VolumeView: PersonalView {
  /// A way to group sets.
  public enum Grouping: String, CaseIterable, Sendable {
    /// By session.
    case session
    /// By the day on which their sessions began.
    case day
    /// By the Monday of the week in which their sessions began.
    case week
    /// By the month in which their sessions began.
    case month
    /// By exercise.
    case exercise
  }

  /// The volume of a session, a day, a week, a month or an exercise.
  public struct Row: Record {
    /// The session, the day, the Monday of the week, `2026-03-02`, or the month, `2026-03`; nil for an exercise.
    @Verbatim public private(set) var period: String?
    /// The exercise; nil for a period.
    public let exercise: Name?
    /// The number of sessions with sets.
    public internal(set) var sessions = 0
    /// The last of these sessions.
    fileprivate var last: Name?
    /// The sessions with sets of the exercise, which may be in other rows too; empty for a period.
    fileprivate var names: [Name] = []
    public internal(set) var sets = 0
    public internal(set) var reps = 0
    public internal(set) var volumeKg = 0.0
    public internal(set) var seconds = 0.0
    public internal(set) var metres = 0.0
    /// The knowledge that the three sums have no rounding error.
    var exactness = SumExactness()

    public static var key: String? { "period" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f(
        "period", row?.period, .plain,
        "The Monday of the week, the month, the day or the session; null for an exercise.")
      f("exercise", row?.exercise, .plain.exercise, "The exercise; null for a period.")
      f("sessions", row?.sessions, .plain, "The number of sessions with sets.")
      f("sets", row?.sets, .plain, "The number of sets.")
      f("reps", row?.reps, .plain, "The sum of repetitions.")
      f(
        "volumeKg", row?.volumeKg, .mass,
        "The sum of repetitions × load over all sets; assistance adds nothing.")
      f("seconds", row?.seconds, .seconds, "The sum of durations.")
      f("metres", row?.metres, .metres, "The sum of distances.")
    }
  }

  public static let name = "volume"
  public static let summary = "the volume of each week, newest first"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no sets"
  public static var _orderFields: [String]? { [] }

  public var rows: [Row]
  /// The way in which sets are grouped.
  public let grouping: Grouping

  public init(of user: Name?, _ history: History, _: EmptyProjection) {
    self.init(history.sessions)
  }

  /// Creates the view of sessions, given newest first, in another grouping.
  public init(_ sessions: [History.Session], by grouping: Grouping = .week) {
    var rows: [Row] = []
    var places: [Name: Int] = [:]
    // Periods are those of the metrics, which have no grouping by exercise.
    let periods = MetricsView.Grouping(rawValue: grouping.rawValue)
    // The row of the last period: looking it up for each set was half of a week's row.
    var (row, last): (Int?, LocalDay?) = (nil, nil)
    var (period, group): (String?, Name?) = (nil, nil)
    // The newest session comes last, so that the next set is nearly always the last one of a sum.
    for session in sessions.reversed() {
      Steps.add(session.sets.count)
      let date = periods.map { MetricsView.date(of: session, by: $0) }
      if date != last || grouping == .session {
        period = periods.map { MetricsView.period(of: session, by: $0).name }
        (group, row, last) = (period.map { Name($0) }, nil, date)
      }
      for set in session.sets.indices where !session.sets[set].isRemoved {
        if group == nil || row == nil {
          let name = group ?? session.sets[set].exercise
          row = places[name] ?? rows.count
          if row == rows.count {
            places[name] = row
            rows.append(Row(period: period, exercise: group == nil ? name : nil))
          }
        }
        if let row { rows[row].add(session.sets, at: set, of: session.session) }
      }
    }
    self.grouping = grouping
    if grouping == .exercise {
      rows.sort { ($1.volumeKg, $0.exercise ?? "") < ($0.volumeKg, $1.exercise ?? "") }
    } else if grouping == .session {
      rows.reverse()
    } else {
      // Days are sorted by local date and sessions by time: the two orders may differ.
      rows.sort { ($0.period ?? "") > ($1.period ?? "") }
    }
    self.rows = rows
  }

  /// The sum of all rows; a session in several rows counts once.
  public var total: Row {
    var total = Row(period: nil, exercise: nil)
    for row in rows {
      total.sessions += row.sessions
      total.sets += row.sets
      total.reps &+= row.reps
      total.volumeKg += row.volumeKg
      total.seconds += row.seconds
      total.metres += row.metres
    }
    if grouping == .exercise { total.sessions = Set(rows.flatMap(\.names)).count }
    return total
  }

  public static func row(_ key: Name, of user: Name?, _ history: History, _: EmptyProjection)
    -> Row?
  {
    LocalDay(key.text).flatMap { row(of: $0, history) }
  }

  private static func row(of monday: LocalDay, _ history: History) -> Row? {
    VolumeView(history.summedSessions(inWeekOf: monday)).rows.first
  }

  public static func row(_ row: Row, after event: Event, of source: Source) -> Row? {
    guard let monday = row.period.flatMap({ LocalDay($0) }) else { return nil }
    let history = source.first.value
    if let session = history.newestSession(inWeekOf: monday, endingWith: event) {
      var row = row
      row.add(session.sets, at: session.sets.count - 1, of: session.session)
      row.checkSums(after: session.sets[session.sets.count - 1])
      return row
    }
    guard let correction = history.correction(by: event, inWeekOf: monday) else { return nil }
    let others = history.otherSets(than: correction)
    if let row = row.corrected(by: correction, hasOthers: others > 0) { return row }
    guard var row = self.row(of: monday, history) else { return nil }
    row.exactness.isKnown = row.hasCoarseSums && history.hasCoarseSets(inWeekOf: monday)
    return row
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    guard case .sessions(let fact) = event.body else { return [] }
    let history = source.first.value
    switch fact {
    // A session without sets is in no week.
    case .sessionStarted, .sessionEnded, .sessionReopened: return []
    case .setLogged(let set):
      // The week is that of the session, which may have begun in another week.
      return [(history.week(of: set.session) ?? event.at.day.monday).name]
    // Numbers are added in the order of the sets, which may affect the last digit of a sum.
    case .setRevised(let revision): return history.weeks(holding: revision.set)
    case .setRemoved(let removal): return history.weeks(holding: removal.set)
    case .setMoved(let move): return history.weeks(holding: move.set)
    case .setRestored(let restoring):
      return history.sessions(missing: restoring.set).flatMap { history.weeks(of: $0) }
    case .sessionDiscarded(let discarding): return history.weeks(of: discarding.session)
    default: return nil
    }
  }
}

extension VolumeView.Row {
  /// Adds one of the sets of a session, without a copy of it.
  fileprivate mutating func add(_ logged: [History.LoggedSet], at place: Int, of session: Name) {
    if last != session {
      (last, sessions) = (session, sessions + 1)
      if exercise != nil { names.append(session) }
    }
    sets += 1
    // Reading a log applies no limits.
    reps &+= logged[place].reps
    volumeKg += logged[place].volumeKg
    seconds += logged[place].seconds ?? 0
    metres += logged[place].metres ?? 0
  }

  fileprivate var hasCoarseSums: Bool { volumeKg.isCoarse && seconds.isCoarse && metres.isCoarse }

  /// Forgets that the sums are exact if they are not with a set, or if they are too large.
  fileprivate mutating func checkSums(after set: History.LoggedSet) {
    if exactness.isKnown { exactness.isKnown = set.isCoarse && hasCoarseSums }
  }

  /// Returns the row after a correction; nil if the sums may not be exact, or if the number of sessions may change.
  fileprivate func corrected(by correction: History.Correction, hasOthers: Bool) -> Self? {
    guard exactness.isKnown, correction.keepsSumsExact, hasOthers else { return nil }
    var row = self
    row.sets += correction.changedSets
    row.reps &+= correction.changedReps
    row.volumeKg += correction.change(\.volumeKg)
    row.seconds += correction.change(\.seconds)
    row.metres += correction.change(\.metres)
    if let set = correction.after { row.checkSums(after: set) }
    return row
  }
}
