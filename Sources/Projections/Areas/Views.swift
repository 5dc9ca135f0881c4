/// The views of replog: the only table of them.
///
/// A row here gives a view its command, its JSON, its table, its schema, and its place in laws and checks.
public enum Views {
  /// All views, in the order in which an area lists them.
  public static let all: [any View.Type] = [
    UserView.self,
    OutboxView.self,
    ProfileView.self,
    BodyWeightView.self,
    MeasurementsView.self,
    ExercisesView.self,
    ExerciseNumbersView.self,
    PlanView.self,
    WeekPlanView.self,
    WeekDoneView.self,
    WorkoutsView.self,
    TemplatesView.self,
    SessionView.self,
    HistoryView.self,
    VolumeView.self,
    MetricsView.self,
    PersonalBestsView.self,
    RecordsView.self,
    ProgramView.self,
    FeedView.self,
    TimetableView.self,
    BookingsView.self,
    AttendanceView.self,
    VideosView.self,
    PushUpsView.self,
    PushUpTrendView.self,
    MedalsView.self,
    MealsView.self,
    SuggestionsView.self,
  ]

  /// Calls the function of `visitor` for the type of each view, in order.
  public static func visit<V: ViewVisitor>(_ visitor: inout V) throws(V.Failure) {
    for view in all { try view._accept(&visitor) }
  }
}
