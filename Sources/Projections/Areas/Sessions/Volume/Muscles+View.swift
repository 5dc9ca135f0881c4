import Events

/// The sets and the volume of each muscle, week by week: `replog muscles`.
///
/// A set counts whole for each primary muscle of its exercise and half for each secondary one, and so does its volume.
/// Warm-ups and sets that are not done do not count. A set of an exercise without known muscles counts for `other`.
public struct MusclesView: PersonalView {
  /// The figures of a muscle in a week.
  public struct Row: Record {
    /// The Monday of the week in which the sessions of the sets began.
    public let period: LocalDay
    @Verbatim public private(set) var muscle: String
    /// The number of sets, with halves.
    public internal(set) var sets = 0.0
    public internal(set) var volumeKg = 0.0

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("period", row?.period, .plain.column(1, "week of"), "The Monday of the week.")
      f(
        "muscle", row?.muscle, .plain.column(2, "muscle").shortened,
        "The muscle, by the catalogue or by the name of the exercise; `other` if unknown.")
      f(
        "sets", row?.sets, .plain.column(3, "sets"),
        "The sets without warm-ups: whole for a primary muscle, half for a secondary one.")
      f(
        "volumeKg", row?.volumeKg, .mass.column(4, "volume"),
        "The sum of repetitions × load over these sets, also half for a secondary muscle.")
    }
  }

  public static let name = "muscles"
  public static let summary = "the sets and the volume of each muscle in each week, newest first"
  public static let scaling = Scaling.stream(of: [.exercises])
  public static let emptyText = "no sets"
  public static var day: (@Sendable (Row) -> LocalDay)? { { $0.period } }

  public var rows: [Row]

  public init(of user: Name?, _ history: History, _ muscles: ExerciseMuscles) {
    self.init(history.sessions, muscles)
  }

  /// Creates the view of sessions, given newest first.
  public init(_ sessions: [History.Session], _ muscles: ExerciseMuscles) {
    var known: [Name: ExerciseMuscles.Muscles?] = [:]
    var weeks: [LocalDay: [String: Row]] = [:]
    for session in sessions {
      let week = session.startedAt.day.monday
      for place in session.sets.indices {
        guard session.sets[place].completed, session.sets[place].kind != .warmup else { continue }
        let (exercise, volume) = (session.sets[place].exercise, session.sets[place].volumeKg)
        if known[exercise] == nil { known[exercise] = .some(muscles[exercise]) }
        func add(_ muscle: String, _ share: Double) {
          var row = weeks[week, default: [:]][muscle] ?? Row(period: week, muscle: muscle)
          row.sets += share
          row.volumeKg += share * volume
          weeks[week, default: [:]][muscle] = row
        }
        let trained = known[exercise] ?? nil
        for muscle in trained?.primary ?? ["other"] { add(muscle, 1) }
        for muscle in trained?.secondary ?? [] { add(muscle, 0.5) }
      }
    }
    rows = weeks.keys.sorted(by: >).flatMap { week in
      weeks[week, default: [:]].values.sorted { ($1.sets, $0.muscle) < ($0.sets, $1.muscle) }
    }
  }
}
