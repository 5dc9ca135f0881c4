import Events
import Projections

/// Returns the command of a view: its JSON, its table, `--as-of`, and the options that its rows allow.
func viewCommand<V: LogView>(_ view: V.Type) -> Request<ViewFilter> {
  let arguments =
    if V.day != nil {
      "--from 2026-03-01 --to 2026-03-31"
    } else if V.isPersonal, V.shape == .list {
      "--all-users --json"
    } else {
      V.shape == .object ? "--as-of 2026-03-02" : "--json"
    }
  return Request(view, "replog \(V.name) \(arguments)", ViewFilter()) {
    try $0.arguments($1, of: view)
  } perform: { filter, _, shell in
    var runner = ViewRunner(shell: shell, filter: filter)
    defer { shell = runner.shell }
    try view._accept(&runner)
  }
}

/// Returns the commands of the views that areas list.
///
/// - Parameter own: The commands of views that have arguments of their own, or that are offered to assistants.
func viewCommands(in areas: Area..., own: [any Command] = []) -> [any Command] {
  let views: [any LogView.Type] = Views.ofAreas.filter { areas.contains($0.area) }
    .flatMap(\.views)
  return views.map { view in own.first { $0.name == view.name } ?? viewCommand(view) }
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
