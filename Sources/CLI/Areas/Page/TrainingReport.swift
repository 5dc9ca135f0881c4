import Events
import Projections

/// All that a page shows of one user, as of a day.
struct TrainingReport {
  let user: Name?
  /// The name by which friends call the user; nil where the profile has none.
  let name: String?
  let day: LocalDay
  /// The unit of weights.
  let unit: Weight.Unit
  let names: ExerciseNames
  /// The plan of the week of the day, and what was done of it.
  let planned: WeekPlanView
  let done: WeekDoneView
  let history: HistoryView
  let records: RecordsView
  let body: BodyWeightView
  /// The classes of twelve weeks.
  let attendance: AttendanceView
  /// The classes of 53 weeks.
  let yearOfClasses: AttendanceView
  let pushUps: PushUpsView
  let trend: PushUpTrendView
  let medals: MedalsView

  /// The sessions that have sets, the newest first; those of days to come are of no report.
  var sessions: [History.Session] {
    history.rows.map(\.session).filter { !$0.sets.isEmpty && $0.startedAt.day <= day }
  }

  /// Returns the sessions of the days up to that of the report.
  func sessions(inDays count: Int) -> [History.Session] {
    sessions.filter { $0.startedAt.day.number > day.number - count }
  }

  /// The weeks with sessions in a row up to this week, or to the last one while this one has none.
  var weeksInARow: Int {
    guard let latest = MetricsView(sessions).rows.first,
      latest.date.number >= day.monday.number - 7
    else { return 0 }
    return latest.streak ?? 0
  }

  /// Returns the name of an exercise for people.
  func name(of exercise: Name) -> String { names[exercise] }
}

/// Returns a day for people: `Mon 2 Mar 2026`.
func longDate(_ day: LocalDay) -> String { "\(shortDate(day)) \(day.date.year)" }

/// Returns a day of a known year for people: `Mon 2 Mar`.
func shortDate(_ day: LocalDay) -> String {
  let weekday = String(day.weekday.rawValue.prefix(3)).capitalizedFirst
  return "\(weekday) \(day.date.day) \(DateAxis.monthNames[day.date.month - 1])"
}
