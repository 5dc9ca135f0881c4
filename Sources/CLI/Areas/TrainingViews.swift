import Events
import Projections

struct SessionCommand: CommandOfView {
  typealias Shown = SessionView
  let example = "replog session @45"
  let remark = ""
  var reference: Reference?

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(
      &reference, "SESSION",
      "the session: its id, a prefix of it, '@45' for the session of event 45, or 'last'")
  }

  func run(_ shell: inout Shell) throws {
    try shell.show(personal: SessionView.self, ViewFilter()) { subject, history, shared in
      guard let reference else { return SessionView(of: subject.user, history, shared) }
      return SessionView(try history.session(reference.located(in: subject.log)))
    }
  }
}

struct VolumeCommand: CommandOfView {
  typealias Shown = VolumeView
  let example = "replog volume --by month --from 2026-01-01"
  let remark =
    """
    All sets are included, even warm-ups. '--by muscle' shows the rows of 'muscles', without warm-ups. The muscles \
    come from the catalogue or from the name of the exercise; sets of any other exercise count towards 'other'. \
    'replog exercises import FILE' reads a catalogue, and 'replog exercises add NAME --target MUSCLE' describes one \
    exercise.
    """
  var picture = PictureArguments()
  var grouping: VolumeGrouping?
  private var chosen = ChosenSessions()

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(
      &chosen.filter.exercise, "EXERCISE", "the exercise: its id or its name (default: all)")
    try a.option(
      &grouping, "--by", "the grouping of rows; 'muscle' means by week and muscle (default: week)")
    try chosen.arguments(a)
    try picture.arguments(a)
  }

  func run(_ shell: inout Shell) throws {
    let sessions = try chosen.sessions(&shell)
    guard grouping != .muscle else { return try showMuscles(of: sessions, &shell) }
    let grouping = grouping.flatMap { VolumeView.Grouping(rawValue: $0.rawValue) }
    try shell.show(personal: VolumeView.self, chosen.filter, as: picture) { subject, history, _ in
      VolumeView(sessions(subject, history), by: grouping ?? .week)
    } draw: { view, subject, unit in
      [view.chart(in: unit, about: subject.exercise) { subject.names[$0] }]
    }
  }

  /// Shows the sets and the volume of each muscle and week, also of one exercise only.
  private func showMuscles(
    of sessions: (ViewSubject, History) -> [History.Session], _ shell: inout Shell
  ) throws {
    if picture.isAsked {
      throw UsageError(
        code: .conflictingOptions,
        message: "'--chart' and '--svg' cannot be used with '--by muscle'",
        help: "'replog report' draws the sets of each muscle")
    }
    try shell.showMuscles(chosen.filter, of: sessions)
  }
}

struct MusclesCommand: CommandOfView {
  typealias Shown = MusclesView
  let example = "replog muscles --from 2026-03-01 --to 2026-03-31"
  private var filter = ViewFilter()

  mutating func arguments(_ a: some Arguments) throws {
    try filter.arguments(a, of: MusclesView.self)
  }

  func run(_ shell: inout Shell) throws {
    let days = try filter.resolved(shell).days
    try shell.showMuscles(filter) { _, history in
      history.sessions.filter { days.contains($0.startedAt.day.monday) }
    }
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

struct MetricsCommand: CommandOfView {
  typealias Shown = MetricsView
  let example = "replog metrics --by month --json"
  let remark = ""
  var grouping: MetricsView.Grouping?
  private var chosen = ChosenSessions()

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(&grouping, "--by", "the period that each row covers (default: week)")
    try chosen.arguments(a)
  }

  func run(_ shell: inout Shell) throws {
    let sessions = try chosen.sessions(&shell)
    try shell.show(personal: MetricsView.self, chosen.filter) { subject, history, _ in
      MetricsView(sessions(subject, history), by: grouping ?? .week)
    }
  }
}

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
struct PersonalBestsCommand: CommandOfView {
  typealias Shown = PersonalBestsView
  let example = "replog pbs bench-press --chart"
  let remark = """
    On a narrow terminal, columns are omitted in this order: user (if there is only one), event, date, estimated \
    1RM, heaviest.
    """
  private var picture = PictureArguments()
  private var filter = ViewFilter()

  mutating func arguments(_ a: some Arguments) throws {
    try filter.arguments(a, of: PersonalBestsView.self)
    try picture.arguments(a)
  }

  func run(_ shell: inout Shell) throws {
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
}

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
    "add that day's body weight to pull-ups, chin-ups, muscle-ups and dips"
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

struct RecordsCommand: CommandOfView {
  typealias Shown = RecordsView
  let example = "replog records bench-press --formula brzycki"
  let remark = ""
  let offer = Offer?.some(.reads)
  var picture = PictureArguments()
  var filter = ViewFilter()
  var formula: OneRepMax?
  var workingOnly = false
  var withBodyWeight = false

  mutating func arguments(_ a: some Arguments) throws {
    try filter.arguments(a, of: RecordsView.self)
    try a.option(
      &formula, "--formula", "the formula of the estimated one-repetition maximum (default: epley)")
    try a.flag(&workingOnly, "--working-only", "leave out warm-up sets")
    try a.flag(&withBodyWeight, "--with-bodyweight", BodyLoad.help)
    try picture.arguments(a)
  }

  func run(_ shell: inout Shell) throws {
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
}

extension MetricsView.Grouping: ChoiceArgument {
  static var placeholder: String { "GROUP" }
}

extension OneRepMax: ChoiceArgument {
  static var placeholder: String { "FORMULA" }
}
