import Events
import Projections

/// The commands of the views of sessions that have arguments of their own, or that are offered to assistants.
@CommandList var trainingViews: [any Command] {
  sessionCommand
  viewCommand(HistoryView.self).with(\.offer, .reads)
  volumeCommand
  musclesCommand
  metricsCommand
  personalBestsCommand
  recordsCommand
}

private let sessionCommand = Request(
  SessionView.self, "replog session @45", Reference?.none
) {
  try $1.positional(
    &$0, "SESSION",
    "the session: its id, a prefix of it, '@45' for the session of event 45, or 'last'")
} perform: { reference, _, shell in
  try shell.show(personal: SessionView.self, ViewFilter()) { subject, history, shared in
    guard let reference else { return SessionView(of: subject.user, history, shared) }
    return SessionView(try history.session(reference.located(in: subject.log)))
  }
}
.with(\.remark, "")

private let volumeCommand = Request(
  VolumeView.self, "replog volume --by month --from 2026-01-01",
  (grouping: VolumeGrouping?.none, chosen: ChosenSessions(), picture: PictureArguments())
) {
  try $1.positional(
    &$0.chosen.filter.exercise, "EXERCISE", "the exercise: its id or its name (default: all)")
  try $1.option(
    &$0.grouping, "--by", "the grouping of rows; 'muscle' means by week and muscle (default: week)")
  try $0.chosen.arguments($1)
  try $0.picture.arguments($1)
} perform: { options, _, shell in
  let sessions = try options.chosen.sessions(&shell)
  guard options.grouping != .muscle else {
    guard !options.picture.isAsked else {
      throw UsageError(
        code: .conflictingOptions,
        message: "'--chart' and '--svg' cannot be used with '--by muscle'",
        help: "'replog report' draws the sets of each muscle")
    }
    return try shell.showMuscles(options.chosen.filter, of: sessions)
  }
  let grouping = options.grouping.flatMap { VolumeView.Grouping(rawValue: $0.rawValue) }
  try shell.show(personal: VolumeView.self, options.chosen.filter, as: options.picture) {
    subject, history, _ in
    VolumeView(sessions(subject, history), by: grouping ?? .week)
  } draw: { view, subject, unit in
    [view.chart(in: unit, about: subject.exercise) { subject.names[$0] }]
  }
}
.with(
  \.remark,
  """
  All sets are included, even warm-ups. '--by muscle' shows the rows of 'muscles', without warm-ups. The muscles \
  come from the catalogue or from the name of the exercise; sets of any other exercise count towards 'other'. \
  'replog exercises import FILE' reads a catalogue, and 'replog exercises add NAME --target MUSCLE' describes one \
  exercise.
  """)

private let musclesCommand = Request(
  MusclesView.self, "replog muscles --from 2026-03-01 --to 2026-03-31", ViewFilter()
) {
  try $0.arguments($1, of: MusclesView.self)
} perform: { filter, _, shell in
  let days = try filter.resolved(shell).days
  try shell.showMuscles(filter) { _, history in
    history.sessions.filter { days.contains($0.startedAt.day.monday) }
  }
}

extension Shell {
  /// Shows the sets and the volume of each muscle and week, and notes the exercises that count for `other`.
  fileprivate mutating func showMuscles(
    _ filter: ViewFilter, of sessions: (ViewSubject, History) -> [History.Session]
  ) throws {
    var unknown: [Name] = []
    try show(personal: MusclesView.self, filter) { subject, history, muscles in
      let sessions = sessions(subject, history)
      if unknown.isEmpty { unknown = muscles.unknown(in: sessions) }
      return MusclesView(sessions, muscles)
    }
    guard let first = unknown.first, !options.json, !options.follow else { return }
    let more = unknown.count > 1 ? " and \(counted(unknown.count - 1, "more exercises"))" : ""
    note(
      "'other' is '\(first)'\(more), whose muscles are unknown; 'replog exercises add "
        + "\(quotedForShell(first.text)) --target MUSCLE' describes an exercise")
  }
}

/// A way to group the volume.
enum VolumeGrouping: String, ChoiceArgument {
  case session, day, week, month, exercise, muscle

  static var placeholder: String { "GROUP" }
}

private let metricsCommand = Request(
  MetricsView.self, "replog metrics --by month --json",
  (grouping: MetricsView.Grouping?.none, chosen: ChosenSessions())
) {
  try $1.option(&$0.grouping, "--by", "the period that each row covers (default: week)")
  try $0.chosen.arguments($1)
} perform: { options, _, shell in
  let sessions = try options.chosen.sessions(&shell)
  try shell.show(personal: MetricsView.self, options.chosen.filter) { subject, history, _ in
    MetricsView(sessions(subject, history), of: history, by: options.grouping ?? .week)
  }
}
.with(\.remark, "")

/// The arguments that choose the sessions of a view that groups them.
private struct ChosenSessions {
  var filter = ViewFilter()
  private var withBodyWeight = false

  mutating func arguments(_ a: some Arguments) throws {
    // The days of sessions, which are then grouped.
    try a.option(&filter.entered.first, "--from", "the first local day")
    try a.option(&filter.entered.last, "--to", "the last local day")
    try a.option(&filter.last, "--last", "at most this many rows")
    try a.flag(&withBodyWeight, "--with-bodyweight", BodyLoad.help)
  }

  /// Returns a closure that chooses the sessions in the history of a user.
  func sessions(_ shell: inout Shell) throws -> (ViewSubject, History) -> [History.Session] {
    let days = try filter.resolved(shell).days
    let bodies = try withBodyWeight ? shell.bodyWeights() : nil
    return { subject, history in
      var view = HistoryView(of: subject.user, history, EmptyProjection())
      ViewFilter(days: days).cut(&view, about: subject.exercise, subject.names)
      let sessions = view.rows.map(\.session)
      return bodies.map { BodyLoad($0[subject.user].series).counted(sessions) } ?? sessions
    }
  }
}

/// `replog pbs`: the best sets, and the history of one exercise's best.
private let personalBestsCommand = Request(
  PersonalBestsView.self, "replog pbs bench-press --chart",
  (filter: ViewFilter(), picture: PictureArguments())
) {
  try $0.filter.arguments($1, of: PersonalBestsView.self)
  try $0.picture.arguments($1)
} perform: { options, _, shell in
  let (filter, picture) = options
  if picture.isAsked, filter.exercise != nil {
    return try shell.draw(.product, filter, picture) { $1.sessions }
  }
  if !picture.isAsked, !shell.options.json { return try shell.showBests(filter) }
  try shell.show(personal: PersonalBestsView.self, filter, as: picture) {
    PersonalBestsView(of: $0.user, $1, $2)
  } draw: { view, subject, unit in
    [view.chart(in: unit) { subject.names[$0] }]
  }
}
.with(
  \.remark,
  """
  On a narrow terminal, columns are omitted in this order: user (if there is only one), event, date, estimated \
  1RM, heaviest.
  """)

extension Shell {
  /// Prints the personal bests as a table, which also has the heaviest load and the estimated maximum.
  fileprivate mutating func showBests(_ filter: ViewFilter) throws {
    var bests: [[PersonalBests.Best]] = []
    let shown = try views(personal: RecordsView.self, filter) { _, training, numbers in
      bests.append(training.history.bests)
      return RecordsView(training, numbers)
    }
    try print(shown.all.bests(bests, shown.units, shown.form), terminator: "")
  }

  /// Draws a figure of the sets of one exercise over the days of their sessions.
  ///
  /// - Parameter sessions: A closure that returns the sessions to draw, newest first.
  fileprivate mutating func draw(
    _ figure: SetFigure, _ filter: ViewFilter, _ picture: PictureArguments,
    _ sessions: (ViewSubject, History) -> [History.Session]
  ) throws {
    try draw(personal: HistoryView.self, filter, picture) { subject, history, _ in
      var view = HistoryView(of: subject.user, History(), EmptyProjection())
      view.rows = sessions(subject, history).map { HistoryView.Row(session: $0) }
      return view
    } _: { view, subject, unit in
      [view.chart(of: figure, subject.exercise.map { subject.names[$0] } ?? "", in: unit)]
    }
  }
}

extension BodyLoad {
  fileprivate static let help =
    "add the day's body weight to the load of pull-ups, chin-ups, muscle-ups and dips"
}

extension Shell {
  /// Returns the body weights of all users.
  fileprivate mutating func bodyWeights() throws -> ByUser<BodyWeight> {
    if options.log?.text == "-" {
      throw UsageError(
        message: "'--with-bodyweight' reads the log twice, so the log must not be standard input",
        help: "save the log in a file, and name the file with '--log'")
    }
    return try replay(openLog(), asOf: options.asOf, ByUser<BodyWeight>())
  }
}

private let recordsCommand = Request(
  RecordsView.self, "replog records bench-press --formula brzycki",
  (
    filter: ViewFilter(), formula: OneRepMax?.none, workingOnly: false, withBodyWeight: false,
    picture: PictureArguments()
  )
) {
  try $0.filter.arguments($1, of: RecordsView.self)
  try $1.option(
    &$0.formula, "--formula",
    "the formula for the estimated one-repetition maximum (default: epley)")
  try $1.flag(&$0.workingOnly, "--working-only", "leave out warm-up sets")
  try $1.flag(&$0.withBodyWeight, "--with-bodyweight", BodyLoad.help)
  try $0.picture.arguments($1)
} perform: { options, _, shell in
  let (filter, formula, workingOnly, withBodyWeight, picture) = options
  if picture.isAsked, filter.exercise != nil {
    let bodies = try withBodyWeight ? shell.bodyWeights() : nil
    return try shell.draw(.estimate(formula ?? .epley), filter, picture) { subject, history in
      let view = HistoryView(of: subject.user, history, EmptyProjection())
      let sessions = (workingOnly ? view.withoutWarmUps : view).rows.map(\.session)
      return bodies.map { BodyLoad($0[subject.user].series).counted(sessions) } ?? sessions
    }
  }
  try shell.show(personal: RecordsView.self, filter, as: picture) { _, training, numbers in
    RecordsView(
      training, numbers, workingOnly: workingOnly, formula ?? .epley, countsBody: withBodyWeight)
  } draw: { view, subject, unit in
    [view.chart(in: unit) { subject.names[$0] }]
  }
}
.with(\.remark, "")
.with(\.offer, .reads)

extension MetricsView.Grouping: ChoiceArgument {
  static var placeholder: String { "GROUP" }
}

extension OneRepMax: ChoiceArgument {
  static var placeholder: String { "FORMULA" }
}
