import Events

/// All views of replog.
///
/// A row here gives a view its command, its JSON, its table, its schema, and its place in laws and checks. An app's view
/// needs no row: an app passes it to the functions that take views, as in `Views.all + [SleepView.self]`.
public enum Views {
  /// The views of each area, in the order in which the area lists them.
  package static let ofAreas: [(area: Area, views: [any LogView.Type])] = [
    (.identity, [UserView.self, OutboxView.self]),
    (.profile, [ProfileView.self, BodyWeightView.self, MeasurementsView.self]),
    (.exercises, [ExercisesView.self, ExerciseNumbersView.self]),
    (.plan, [PlanView.self, WeekPlanView.self, WeekDoneView.self, PlannedWeeksView.self]),
    (.workouts, [WorkoutsView.self, TemplatesView.self]),
    (
      .sessions,
      [
        SessionView.self, HistoryView.self, VolumeView.self, MusclesView.self, MetricsView.self,
        PersonalBestsView.self, RecordsView.self,
      ]
    ),
    (.program, [ProgramView.self]),
    (.feed, [FeedView.self]),
    (.classes, [TimetableView.self, BookingsView.self, AttendanceView.self]),
    (.videos, [VideosView.self]),
    (.pushUps, [PushUpsView.self, PushUpTrendView.self, PushUpSessionsView.self, MedalsView.self]),
    (.meals, [MealsView.self, SuggestionsView.self]),
  ]

  public static let all: [any LogView.Type] = ofAreas.flatMap(\.views)

  /// Calls the function of `visitor` for the type of each view, in order.
  public static func visit<V: ViewVisitor>(_ visitor: inout V) throws(V.Failure) {
    for view in all { try view._accept(&visitor) }
  }
}
