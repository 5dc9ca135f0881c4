import Events

/// The sets and the volume of each muscle, week by week.
///
/// A set counts fully for each primary muscle of its exercise and half for each secondary one, and so does its volume.
/// Warm-ups and sets that are not done do not count. A set of an exercise without known muscles counts for `other`.
public struct MusclesView: PersonalView {
  /// The figures of a muscle in a week.
  public struct Row: Record {
    /// The week and the muscle: `2026-03-02/chest`.
    public let name: Name
    /// The Monday of the week in which the sessions of the sets began.
    public let period: LocalDay
    fileprivate let muscleName: Name
    /// The number of sets, including half sets.
    public private(set) var sets = 0.0
    public private(set) var volumeKg = 0.0
    /// The knowledge that the volume has no rounding error.
    fileprivate var exactness = SumExactness()

    public var muscle: String { muscleName.text }

    fileprivate init(_ period: LocalDay, _ muscle: Name) {
      (name, self.period, muscleName) = (Row.name(period, muscle), period, muscle)
    }

    /// Returns the name of the row of a week and a muscle.
    fileprivate static func name(_ period: LocalDay, _ muscle: Name) -> Name {
      Name("\(period)/\(muscle.text)")
    }

    fileprivate mutating func add(_ share: Double, ofSetOf volumeKg: Double) {
      sets += share
      self.volumeKg += share * volumeKg
      if exactness.isKnown { exactness.isKnown = volumeKg.isCoarse && self.volumeKg.isCoarse }
    }

    /// Returns the row after a correction; nil if the volume may not be exact, or if no set may be left.
    fileprivate func corrected(
      by correction: History.Correction, _ shares: [ExerciseMuscles.Share]
    ) -> Self? {
      guard exactness.isKnown, correction.keepsSumsExact else { return nil }
      var row = self
      for share in shares where share.muscle == muscleName {
        if let set = correction.before, set.counts {
          row.sets -= share.part
          row.volumeKg -= share.part * set.volumeKg
        }
        if let set = correction.after, set.counts {
          row.add(share.part, ofSetOf: set.volumeKg)
        }
      }
      return row.sets > 0 ? row : nil
    }

    public static var key: String? { "key" }
    public var _keyScalar: RecordScalar? { .name(name) }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("key", row?.name, .hidden, "The week and the muscle, which identify the row in paths.")
      f("period", row?.period, .plain.column(1, "week of"), "The Monday of the week.")
      f(
        "muscle", row?.muscle, .plain.column(2, "muscle").shortened,
        "The muscle, according to the catalogue or the name of the exercise; `other` if unknown.")
      f(
        "sets", row?.sets, .plain.column(3, "sets"),
        "The number of sets without warm-ups; a set counts half for a secondary muscle.")
      f(
        "volumeKg", row?.volumeKg, .mass.column(4, "volume"),
        "The sum of repetitions × load over these sets, halved for a secondary muscle.")
    }
  }

  public static let name = "muscles"
  public static let summary = "the sets and the volume per muscle and week, newest first"
  public static let scaling = Scaling.stream(of: [.exercises])
  public static let emptyText = "no sets"
  public static var day: (@Sendable (Row) -> LocalDay)? { { $0.period } }
  public static var _orderFields: [String]? { ["sets"] }

  public var rows: [Row]

  public init(of user: Name?, _ history: History, _ muscles: ExerciseMuscles) {
    self.init(history.sessions, muscles)
  }

  /// Creates the view of sessions, given newest first.
  public init(_ sessions: [History.Session], _ muscles: ExerciseMuscles) {
    var sums = Sums(of: nil, muscles)
    // The newest session comes last, so that the next set is nearly always the last one of a sum.
    sessions.reversed().forEach { sums.add($0) }
    rows = sums.rows.sorted { ($1.period, $1.sets, $0.muscle) < ($0.period, $0.sets, $1.muscle) }
  }

  /// The rows of sets that are added session by session.
  private struct Sums {
    /// The only muscle whose rows are wanted; nil for all.
    let only: Name?
    let muscles: ExerciseMuscles
    private(set) var rows: [Row] = []
    private var places: [LocalDay: [Name: Int]] = [:]

    init(of only: Name?, _ muscles: ExerciseMuscles) { (self.only, self.muscles) = (only, muscles) }

    mutating func add(_ session: History.Session) {
      Steps.add(session.sets.count)
      let week = session.startedAt.day.monday
      var known: [Name: [(row: Int, part: Double)]] = [:]
      // Sets of an exercise usually follow one another: a look-up for each set was most of a week's sums.
      var last: (exercise: Name, shares: [(row: Int, part: Double)])?
      for place in session.sets.indices where session.sets[place].counts {
        let exercise = session.sets[place].exercise
        if last?.exercise != exercise {
          let shares = known[exercise] ?? self.shares(of: exercise, in: week)
          (known[exercise], last) = (shares, (exercise, shares))
        }
        for (row, part) in last?.shares ?? [] {
          rows[row].add(part, ofSetOf: session.sets[place].volumeKg)
        }
      }
    }

    /// Returns the indices of the rows for which a set of an exercise counts, each with the part that counts.
    private mutating func shares(
      of exercise: Name, in week: LocalDay
    ) -> [(row: Int, part: Double)] {
      muscles.shares(of: exercise).compactMap { share in
        guard only == nil || share.muscle == only else { return nil }
        let place = places[week]?[share.muscle] ?? rows.count
        if place == rows.count {
          places[week, default: [:]][share.muscle] = place
          rows.append(Row(week, share.muscle))
        }
        return (place, share.part)
      }
    }
  }

  public static func row(
    _ key: Name, of user: Name?, _ history: History, _ muscles: ExerciseMuscles
  ) -> Row? {
    let parts = key.text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let monday = LocalDay(String(parts[0])) else { return nil }
    return row(of: Name(String(parts[1])), in: monday, history, muscles)
  }

  private static func row(
    of muscle: Name, in monday: LocalDay, _ history: History, _ muscles: ExerciseMuscles
  ) -> Row? {
    var sums = Sums(of: muscle, muscles)
    history.summedSessions(inWeekOf: monday).reversed().forEach { sums.add($0) }
    return sums.rows.first
  }

  public static func row(_ row: Row, after event: Event, of source: Source) -> Row? {
    let (history, muscles) = (source.first.value, source.second)
    if let correction = history.correction(by: event, inWeekOf: row.period),
      let set = correction.after ?? correction.before
    {
      let shares = muscles.shares(of: history.merges[set.exercise])
      if let row = row.corrected(by: correction, shares) { return row }
      guard var summed = self.row(of: row.muscleName, in: row.period, history, muscles) else {
        return nil
      }
      summed.exactness.isKnown =
        summed.volumeKg.isCoarse && history.hasCoarseSets(inWeekOf: row.period)
      return summed
    }
    guard
      let session = history.newestSession(inWeekOf: row.period, endingWith: event),
      let set = session.sets.last
    else { return nil }
    // A set that does not count touches no row.
    var row = row
    for share in muscles.shares(of: history.merges[set.exercise])
    where row.muscleName == share.muscle { row.add(share.part, ofSetOf: set.volumeKg) }
    return row
  }

  public static func touched(by event: Event, of source: Source) -> [Name]? {
    let history = source.first.value
    return switch event.body {
    case .sessions(let fact): touched(by: fact, at: event.at, history, source.second)
    case .exercises(.exerciseCatalogued(let entry)):
      history.hasSets(of: entry.exercise) ? nil : []
    case .exercises(.exerciseUncatalogued(let removal)):
      history.hasSets(of: removal.exercise) ? nil : []
    default: event.changesMerges ? nil : []
    }
  }

  private static func touched(
    by fact: SessionEvent, at time: Timestamp, _ history: History, _ muscles: ExerciseMuscles
  ) -> [Name]? {
    func names(_ exercises: [Name], _ weeks: LocalDay?...) -> [Name] {
      let trained = exercises.flatMap { muscles.shares(of: $0).map(\.muscle) }
      return weeks.compactMap(\.self).flatMap { week in trained.map { Row.name(week, $0) } }
        .distinct
    }
    func names(holding set: EventID) -> [Name] {
      let exercises = history.exercises(holding: set)
      return history.sessions(holding: set).flatMap { names(exercises, history.week(of: $0)) }
    }
    switch fact {
    // A session without sets is in no week.
    case .sessionStarted, .sessionEnded, .sessionReopened: return []
    case .setLogged(let set):
      guard set.completed, set.kind != .warmup else { return [] }
      // The week is that of the session, which may have begun in another week.
      return names([history.merges[set.exercise]], history.week(of: set.session) ?? time.day.monday)
    // Numbers are added in the order of the sets, which may affect the last digit of a sum.
    case .setRevised(let revision): return names(holding: revision.set)
    case .setRemoved(let removal): return names(holding: removal.set)
    case .setMoved(let move): return names(holding: move.set)
    case .setRestored(let restoring):
      return history.removedSet(restoring.set).map { session, set in
        names([history.merges[set.exercise]], history.week(of: session))
      } ?? []
    case .sessionDiscarded(let discarding):
      let session = discarding.session
      return names(history.exercises(of: session), history.week(of: session))
    case .sessionRevised(let revision):
      guard let start = revision.startedAt else { return [] }
      let session = revision.session
      return names(history.exercises(of: session), history.week(of: session), start.day.monday)
    case .sessionRestored: return nil
    }
  }
}

extension ExerciseMuscles {
  /// Returns the exercises of sessions without a known muscle, in descending order of sets.
  package func unknown(in sessions: [History.Session]) -> [Name] {
    let rows = VolumeView(sessions, by: .exercise).rows.filter { row in
      row.exercise.map { self[$0] == nil } ?? false
    }
    return rows.sorted { $0.sets > $1.sets }.compactMap(\.exercise)
  }
}
