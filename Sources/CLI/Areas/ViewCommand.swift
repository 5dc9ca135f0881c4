import Events
import Projections

/// The command of a view: its JSON, its table, `--as-of`, and the options that its rows allow.
struct ViewCommand<V: View>: Command {
  static var name: String { V.name }
  static var summary: String { "show \(V.summary)" }
  static var accepts: GlobalOptions.Accepted { .view(V.self) }
  static var remark: String { columnsLeftOut(of: V.self) }
  private var filter = ViewFilter()

  init() {}

  static var example: String {
    if V.day != nil { return "replog \(name) --from 2026-03-01 --to 2026-03-31" }
    if V.isPersonal, V.shape == .list { return "replog \(name) --all-users --json" }
    return V.shape == .object
      ? "replog \(name) --as-of 2026-03-02" : "replog \(name) --json"
  }

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try filter.arguments(&a, of: V.self)
  }

  func run(_ shell: inout Shell) throws {
    var runner = ViewRunner(shell: shell, filter: filter)
    defer { shell = runner.shell }
    try V._accept(&runner)
  }
}

/// Returns the commands of the views that areas list.
func viewCommands(in areas: Area...) -> [any Command.Type] {
  func command<V: View>(_ view: V.Type) -> any Command.Type { ViewCommand<V>.self }
  // These have their own arguments.
  let own: [any Command.Type] = [
    SessionCommand.self, VolumeCommand.self, RecordsCommand.self, MetricsCommand.self,
    WorkoutsCommand.self, TimetableCommand.self, BookingsCommand.self, AttendanceCommand.self,
    VideosCommand.self, PushUpsCommand.self, MealsCommand.self, ProfileCommand.self,
    ExercisesCommand.self, PersonalBestsCommand.self, BodyweightCommand.self, UserCommand.self,
  ]
  return Views.all.filter { areas.contains($0.area) }.map { view in
    own.first { $0.name == view.name } ?? command(view)
  }
}

extension GlobalOptions.Accepted {
  /// Returns the options of a view's command.
  static func view<V: View>(_ view: V.Type) -> Self {
    V.isPersonal && V.shape == .list
      ? [.asOf, .table, .follow, .allUsers] : [.asOf, .table, .follow]
  }
}

/// A visitor that prints a view with the filter of its command.
private struct ViewRunner: ViewVisitor {
  var shell: Shell
  let filter: ViewFilter

  mutating func visit<V: View>(_: V.Type) throws { try shell.show(V.self, filter) }

  mutating func visit<V: PersonalView>(personal _: V.Type) throws {
    try shell.show(personal: V.self, filter) { V(of: $0.user, $1, $2) }
  }
}

/// Returns the line of a help page about the columns that a narrow terminal omits; empty for none.
func columnsLeftOut<V: View>(of view: V.Type) -> String {
  let columns = RecordTable.columns(of: V.Row.self).filter { $0.turn != nil }
    .sorted { $0.turn ?? 0 < $1.turn ?? 0 }
  let user = V.isPersonal && V.shape == .list ? ["user where it is one"] : []
  let titles = user + columns.map(\.title)
  guard !titles.isEmpty else { return "" }
  return "A terminal that is too narrow shows no \(titles.joined(separator: ", then no "))."
}
