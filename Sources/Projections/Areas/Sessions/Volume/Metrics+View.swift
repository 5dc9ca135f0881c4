import Events

/// The figures of a user's training over time, for a plot.
public struct MetricsView: PersonalView {
  /// A way to group sessions.
  public enum Grouping: String, CaseIterable, Sendable {
    case session, day, week, month
  }

  /// The figures of a session, a day, a week or a month.
  public struct Row: Record {
    /// The session, the day, the Monday of the week, or the month.
    @Verbatim public private(set) var period: String
    /// The local day of the start of the period, or of the session.
    public let date: LocalDay
    public internal(set) var sessions = 0
    public internal(set) var sets = 0
    public internal(set) var volumeKg = 0.0
    /// The total duration of finished sessions in seconds; nil if no session has a known duration.
    var seconds: Double?
    /// The volume of the finished sessions that took at least a minute.
    var finishedKg = 0.0
    /// The duration of the same sessions in seconds.
    var timedSeconds = 0.0
    /// The number of consecutive weeks with sessions up to this one; nil for other periods.
    public internal(set) var streak: Int?
    /// The sum of the rests between sets in seconds.
    var restSum = 0.0
    var restCount = 0
    /// The part of the sums that belongs to the session that is added last.
    var last = LastSession()
    /// The knowledge that the volumes have no rounding error.
    var exactness = SumExactness()
    /// The knowledge that the sum of rests has no rounding error.
    var restExactness = SumExactness()

    /// The mean rest between sets in seconds; nil if none is known.
    public var restSeconds: Double? { restCount > 0 ? restSum / Double(restCount) : nil }

    /// The total duration of finished sessions in minutes; nil if no session has a known duration.
    public var minutes: Double? { seconds.map { $0 / 60 } }

    /// The volume per minute of the finished sessions that took at least a minute; nil if none did.
    public var density: Double? { timedSeconds > 0 ? finishedKg / (timedSeconds / 60) : nil }

    public static var key: String? { "period" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f(
        "period", row?.period, .plain.column(1, "period").reference,
        "The Monday of the week, the month, the day, or the session.")
      f("date", row?.date, .plain.column(2, "date").dropped(1), "The first day of the period.")
      f("sessions", row?.sessions, .plain, "The number of sessions.")
      f("sets", row?.sets, .plain, "The number of sets.")
      f(
        "minutes", row?.minutes, .plain,
        "The minutes of finished sessions that lasted at most a day; null if there are none.")
      f(
        "volumeKg", row?.volumeKg, .mass,
        "The sum of repetitions × load over all sets; assistance adds nothing.")
      f(
        "density", row?.density, .mass,
        "Kilograms per minute in finished sessions that lasted at least a minute; null if there are none."
      )
      f(
        "streak", row?.streak, .plain,
        "The number of consecutive weeks with sessions, up to this one; null for other periods.")
      f(
        "restSeconds", row?.restSeconds, .seconds.titled("rest").dropped(2).rare,
        "The mean rest between sets; null if none is known.")
    }
  }

  /// The part of a row's sums that belongs to the session that is added last.
  ///
  /// With it a set that is logged after all others, and the end of the session, are added to the sums of the row without
  /// a walk over all sessions.
  struct LastSession: Equatable, Sendable {
    var volumeKg = 0.0
    /// The volume of the sessions before it, and of the finished ones among them.
    var othersKg = 0.0
    var otherFinishedKg = 0.0
    /// The durations of the sessions before it, as in the row.
    var otherSeconds: Double?
    var otherTimedSeconds = 0.0
    /// The time of the last set, if the sets are in the order in which they were done; otherwise nil.
    ///
    /// Without sets it is the earliest time.
    var latestAt: Int64?
    /// The time of the last set that was done; nil if no set was.
    var doneAt: Int64?
  }

  public static let name = "metrics"
  public static let summary = "sessions, time, volume and density of each week, newest first"
  public static let scaling = Scaling.perUser
  public static let emptyText = "no sessions"
  public static var _orderFields: [String]? { [] }

  public var rows: [Row]

  public init(of user: Name?, _ history: History, _: EmptyProjection) {
    self.init(history.sessions)
  }

  /// Creates the view of sessions, given newest first, in another grouping.
  public init(_ sessions: [History.Session], by grouping: Grouping = .week) {
    var rows: [Row] = []
    var places: [Name: Int] = [:]
    // The newest session comes last, so that the next set is nearly always the last one of a sum.
    for session in sessions.reversed() {
      // Nearly always the session is in the same period as the previous one, so its name is reused.
      if let last = rows.last, grouping != .session,
        last.date == MetricsView.date(of: session, by: grouping)
      {
        rows[rows.count - 1].add(session)
        continue
      }
      let (period, date) = MetricsView.period(of: session, by: grouping)
      let place = places[Name(period)] ?? rows.count
      if place == rows.count {
        places[Name(period)] = place
        rows.append(Row(period: period, date: date))
      }
      rows[place].add(session)
    }
    if grouping == .session { rows.reverse() } else { rows.sort { $0.date > $1.date } }
    if grouping == .week { MetricsView.count(streaksOf: &rows) }
    self.rows = rows
  }

  /// Creates the view of the sessions of a range of days; a streak includes earlier weeks of the history.
  package init(_ sessions: [History.Session], of history: History, by grouping: Grouping) {
    self.init(sessions, by: grouping)
    guard grouping == .week, let first = rows.last else { return }
    let before = history.streak(upTo: first.date) - 1
    // Only the streak that begins with the first week of the range can begin earlier.
    for place in rows.indices where rows[place].streak == rows.count - place {
      rows[place].streak = rows.count - place + before
    }
  }

  /// Sets the streak of each week, given newest first.
  private static func count(streaksOf weeks: inout [Row]) {
    for place in weeks.indices.reversed() {
      let before = place + 1 < weeks.count ? weeks[place + 1] : nil
      let isNext = before.map { $0.date.number + 7 == weeks[place].date.number } ?? false
      weeks[place].streak = 1 + (isNext ? before?.streak ?? 0 : 0)
    }
  }

  /// Returns the name of the period of a session, and its first day.
  static func period(
    of session: History.Session, by grouping: Grouping
  ) -> (name: String, date: LocalDay) {
    let date = date(of: session, by: grouping)
    switch grouping {
    case .session: return (session.session.text, date)
    case .day, .week: return (date.description, date)
    case .month: return (String(date.description.prefix(7)), date)
    }
  }

  /// Returns the first day of the period of a session; without grouping, the day of the session.
  static func date(of session: History.Session, by grouping: Grouping) -> LocalDay {
    let day = session.startedAt.day
    switch grouping {
    case .session, .day: return day
    case .week: return day.monday
    case .month: return LocalDay(number: day.number - day.date.day + 1)
    }
  }

  public static func row(_ key: Name, of user: Name?, _ history: History, _: EmptyProjection)
    -> Row?
  {
    LocalDay(key.text).flatMap { monday in
      row(of: monday, history, streak: history.streak(upTo: monday))
    }
  }

  public static func row(_ row: Row, after event: Event, of source: Source) -> Row? {
    guard case .sessions(let fact) = event.body else { return nil }
    let history = source.first.value
    let newest = history.newestSession(inWeekOf: row.date)
    // An event of an existing session does not change which weeks have sessions.
    func summed() -> Row? { self.row(of: row.date, history, streak: row.streak) }
    func beginning() -> Row? { newest.flatMap { $0.seq == event.seq ? row.adding($0) : nil } }
    func ending(_ session: Name) -> Row? {
      newest.flatMap { $0.session == session ? row.adding(timeOf: $0) : nil } ?? summed()
    }
    switch fact {
    case .sessionStarted: return beginning()
    case .setLogged(let set):
      let isFirst = history.start(of: set.session) == event.seq
      guard !isFirst else { return beginning() }
      return history.newestSession(inWeekOf: row.date, endingWith: event)
        .flatMap { row.adding(lastSetOf: $0) } ?? summed()
    case .sessionEnded(let end): return ending(end.session)
    case .sessionReopened(let reopening): return ending(reopening.session)
    case .setRevised, .setRemoved:
      let correction = history.correction(by: event, inWeekOf: row.date)
      return correction.flatMap { row.corrected(by: $0, in: history) }
        ?? checked(summed(), in: history)
    case .setRestored, .setMoved: return summed()
    default: return nil
    }
  }

  private static func row(of monday: LocalDay, _ history: History, streak: Int?) -> Row? {
    guard var row = MetricsView(history.summedSessions(inWeekOf: monday)).rows.first else {
      return nil
    }
    row.streak = streak
    return row
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    guard case .sessions(let fact) = event.body else { return [] }
    let history = source.first.value
    switch fact {
    case .sessionStarted(let start):
      let name = start.session ?? Name(event.id)
      return history.stands(name) ? [] : history.weeks(joinedAt: event.at)
    case .setLogged(let set):
      return history.week(of: set.session).map { [$0.name] } ?? history.weeks(joinedAt: event.at)
    case .sessionEnded(let end): return history.weeks(of: end.session)
    case .sessionReopened(let reopening): return history.weeks(of: reopening.session)
    case .setRevised(let revision): return history.weeks(holding: revision.set)
    case .setRemoved(let removal): return history.weeks(holding: removal.set)
    case .setMoved(let move): return history.weeks(holding: move.set)
    case .setRestored(let restoring):
      return history.sessions(missing: restoring.set).flatMap { history.weeks(of: $0) }
    case .sessionDiscarded(let discarding):
      return history.week(of: discarding.session).map { history.weeks(leftIn: $0) } ?? []
    default: return nil
    }
  }
}

extension History {
  /// Returns the names of the weeks whose figures a new session changes.
  ///
  /// If it is the first session of its week, the streaks of the weeks that follow grow.
  fileprivate func weeks(joinedAt start: Timestamp) -> [Name] {
    let monday = start.day.monday
    let next = LocalDay(number: monday.number + 7)
    let later = calendar.hasSessions(inWeekOf: monday) ? [] : weeks(from: next)
    return [monday.name] + later.map(\.name)
  }

  /// Returns the names of the weeks that change when a session is removed from the week of a Monday.
  fileprivate func weeks(leftIn monday: LocalDay) -> [Name] {
    let isLast = calendar.sessions(inWeekOf: monday).count == 1
    return isLast ? weeks(from: monday).map(\.name) : [monday.name]
  }
}

extension MetricsView.Row {
  fileprivate mutating func add(_ session: History.Session) {
    Steps.add(session.sets.count)
    sessions += 1
    sets += session.sets.count - session.removed
    last = MetricsView.LastSession(
      volumeKg: session.volumeKg, othersKg: volumeKg, otherFinishedKg: finishedKg,
      otherSeconds: seconds, otherTimedSeconds: timedSeconds,
      latestAt: session.isInOrder ? session.lastTime { _ in true } ?? .min : nil,
      doneAt: session.lastTime(where: \.completed))
    volumeKg += last.volumeKg
    session.forEachRest {
      restSum += $1
      restCount += 1
    }
    addTime(of: session)
  }

  /// Adds the duration of the session that is added last, and its volume if it has a density, to those of the others.
  private mutating func addTime(of session: History.Session) {
    finishedKg = last.otherFinishedKg
    (seconds, timedSeconds) = (last.otherSeconds, last.otherTimedSeconds)
    guard let time = session.seconds else { return }
    seconds = (seconds ?? 0) + time
    guard session.hasDensity else { return }
    timedSeconds += time
    finishedKg += last.volumeKg
  }

  /// Returns the row with a session that just began, and is added last.
  fileprivate func adding(_ session: History.Session) -> Self {
    var row = self
    row.add(session)
    // It has at most one set, so no rest.
    if exactness.isKnown { row.exactness.isKnown = session.hasCoarseSets && row.volumeKg.isCoarse }
    return row
  }

  /// Returns the row after a change of the end of the session that is added last.
  fileprivate func adding(timeOf session: History.Session) -> Self {
    var row = self
    row.addTime(of: session)
    return row
  }

  /// Returns the row with another set, the last one of the session that is added last.
  ///
  /// It is nil if the set may have been done before others.
  fileprivate func adding(lastSetOf session: History.Session) -> Self? {
    guard let set = session.sets.last, let latestAt = last.latestAt, latestAt <= set.doneAt else {
      return nil
    }
    var row = self
    row.last.latestAt = set.doneAt
    row.sets += 1
    row.last.volumeKg += set.volumeKg
    row.volumeKg = last.othersKg + row.last.volumeKg
    row.addTime(of: session)
    if exactness.isKnown { row.exactness.isKnown = set.isCoarse && row.volumeKg.isCoarse }
    guard set.completed else { return row }
    row.last.doneAt = set.doneAt
    guard let doneAt = last.doneAt,
      let rest = History.Session.rest(from: doneAt, to: set.doneAt)
    else { return row }
    row.restSum += rest
    row.restCount += 1
    if restExactness.isKnown { row.restExactness.isKnown = rest.isCoarse && row.restSum.isCoarse }
    return row
  }
}

extension History.Session {
  /// A Boolean value indicating whether the session took long enough for a density.
  ///
  /// In less than a minute nobody trains: the sets were logged afterwards, or the end was a slip.
  var hasDensity: Bool { seconds.map { $0 >= 60 } ?? false }

  /// Returns the time at which the last set that satisfies a condition was done; nil if there is none.
  fileprivate func lastTime(where condition: (History.LoggedSet) -> Bool) -> Int64? {
    sets.last { !$0.isRemoved && condition($0) }?.doneAt
  }
}
