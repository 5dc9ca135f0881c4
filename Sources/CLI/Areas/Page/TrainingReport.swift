import Events
import Projections

/// The content of a page about one user, as of a day.
struct TrainingReport {
  let user: Name?
  /// The display name of the user; nil if the profile has none.
  let name: String?
  let day: LocalDay
  /// The unit of weights.
  let unit: Weight.Unit
  let names: ExerciseNames
  let muscles: ExerciseMuscles
  /// The plan of the day's week, and the completed part of it.
  let planned: WeekPlanView
  let done: WeekDoneView
  let program: ProgramView
  let history: HistoryView
  let records: RecordsView
  let body: BodyWeightView
  let measurements: MeasurementsView
  /// The classes of twelve weeks.
  let attendance: AttendanceView
  /// The classes of 53 weeks.
  let yearOfClasses: AttendanceView
  let pushUps: PushUpsView
  let trend: PushUpTrendView
  let medals: MedalsView

  /// The sessions with sets, newest first; the report has none from later days.
  var sessions: [History.Session] {
    history.rows.map(\.session).filter { !$0.sets.isEmpty && $0.startedAt.day <= day }
  }

  /// The id of the most trained exercise, for a command; `squat` if nothing was trained.
  var usualExercise: String {
    let rows = VolumeView(sessions, by: .exercise).rows
    let most = rows.max { ($0.sets, $1.exercise ?? "") < ($1.sets, $0.exercise ?? "") }
    return quotedForShell(most?.exercise?.text ?? "squat")
  }

  /// The consecutive weeks with sessions up to this week, or up to the last one if this week has none yet.
  var weeksInARow: Int {
    guard let latest = MetricsView(sessions).rows.first,
      latest.date.number >= day.monday.number - 7
    else { return 0 }
    return latest.streak ?? 0
  }

  /// Returns the display name of an exercise.
  func name(of exercise: Name) -> String { names[exercise] }
}

/// Returns a day for display: `Mon 2 Mar 2026`.
func longDate(_ day: LocalDay) -> String { "\(shortDate(day)) \(day.date.year)" }

/// Returns a day of a known year for display: `Mon 2 Mar`.
func shortDate(_ day: LocalDay) -> String {
  let weekday = String(day.weekday.title.prefix(3))
  return "\(weekday) \(day.date.day) \(DateAxis.monthNames[day.date.month - 1])"
}
