import Events
import Projections

/// A command of a view, which has arguments of its own.
protocol CommandOfView: Command {
  associatedtype Shown: LogView
}

extension CommandOfView {
  var name: String { Shown.name }
  var summary: String { "show \(Shown.summary)" }
  var accepts: GlobalOptions.Accepted { .view(Shown.self) }
  var remark: String { columnsLeftOut(of: Shown.self) }
}

/// The command of a view: its JSON, its table, `--as-of`, and the options that its rows allow.
struct ViewCommand<Shown: LogView>: CommandOfView {
  private(set) var offer: Offer?
  private var filter = ViewFilter()

  init(offer: Offer? = nil) { self.offer = offer }

  var example: String {
    if Shown.day != nil { return "replog \(name) --from 2026-03-01 --to 2026-03-31" }
    if Shown.isPersonal, Shown.shape == .list { return "replog \(name) --all-users --json" }
    return Shown.shape == .object
      ? "replog \(name) --as-of 2026-03-02" : "replog \(name) --json"
  }

  mutating func arguments(_ a: some Arguments) throws { try filter.arguments(a, of: Shown.self) }

  func run(_ shell: inout Shell) throws {
    var runner = ViewRunner(shell: shell, filter: filter)
    defer { shell = runner.shell }
    try Shown._accept(&runner)
  }
}

/// The commands of views that have arguments of their own, or that are offered to assistants.
private let ownViewCommands: [any Command] = [
  SessionCommand(), VolumeCommand(), MusclesCommand(), RecordsCommand(), MetricsCommand(),
  WorkoutsCommand(), TimetableCommand(), BookingsCommand(), AttendanceCommand(),
  VideosCommand(), PushUpsCommand(), MealsCommand(), ProfileCommand(),
  ExercisesCommand(), PersonalBestsCommand(), BodyweightCommand(),
  MeasurementsCommand(), UserCommand(),
  ViewCommand<HistoryView>(offer: .reads), ViewCommand<FeedView>(offer: .reads),
]

/// Returns the commands of the views that areas list.
func viewCommands(in areas: Area...) -> [any Command] {
  func command<V: LogView>(_ view: V.Type) -> any Command { ViewCommand<V>() }
  let views: [any LogView.Type] = Views.ofAreas.filter { areas.contains($0.area) }
    .flatMap(\.views)
  return views.map { view in ownViewCommands.first { $0.name == view.name } ?? command(view) }
}

extension GlobalOptions.Accepted {
  /// Returns the options of a view's command.
  static func view<V: LogView>(_ view: V.Type) -> Self {
    var accepted: Self = [.asOf, .table, .follow]
    if V.isPersonal, V.shape == .list { accepted.insert(.allUsers) }
    if V.showsNumbers { accepted.insert(.numbers) }
    return accepted
  }
}

extension LogView {
  /// A Boolean value indicating whether its rows have exercise numbers, which `ids` makes.
  static var showsNumbers: Bool {
    Source.self is any ExerciseNumbering.Type && self != ExerciseNumbersView.self
  }
}

/// A visitor that prints a view with the filter of its command.
private struct ViewRunner: ViewVisitor {
  var shell: Shell
  let filter: ViewFilter

  mutating func visit<V: LogView>(_: V.Type) throws { try shell.show(V.self, filter) }

  mutating func visit<V: PersonalView>(personal _: V.Type) throws {
    try shell.show(personal: V.self, filter) { V(of: $0.user, $1, $2) }
  }
}

/// Returns the line of a help page about the columns that a narrow terminal omits; empty for none.
func columnsLeftOut<V: LogView>(of view: V.Type) -> String {
  let columns = RecordTable.columns(of: V.Row.self).filter { $0.turn != nil }
    .sorted { $0.turn ?? 0 < $1.turn ?? 0 }
  let user = V.isPersonal && V.shape == .list ? ["user (if there is only one)"] : []
  let titles = user + columns.map(\.title)
  guard !columns.isEmpty else {
    return user.isEmpty
      ? "" : "On a narrow terminal, the user column is omitted if there is only one user."
  }
  return
    "On a narrow terminal, columns are omitted in this order: \(titles.joined(separator: ", "))."
}
