import Events
import Projections

extension EveryUser<VolumeView> {
  /// Returns the volumes for display, with their total.
  func volumes(_ units: ByUser<WeightUnit>, _ form: TableForm) -> String {
    let rows = views.flatMap(\.view.rows)
    let isTimed = rows.contains { $0.seconds > 0 }
    let isFar = rows.contains { $0.metres > 0 }
    var columns = [
      userColumn,
      Table.Column(
        title: views.first?.view.grouping.title ?? "exercise", isShortened: true),
      Table.Column(title: "sessions", alignment: .right, turn: 4),
      Table.Column(title: "sets", alignment: .right, turn: 5),
      Table.Column(title: "reps", alignment: .right, turn: 3),
      Table.Column(title: "volume", alignment: .right),
    ]
    if isTimed { columns.append(Table.Column(title: "time", alignment: .right, turn: 1)) }
    if isFar { columns.append(Table.Column(title: "distance", alignment: .right, turn: 2)) }
    var table = Table(columns)
    for (user, view) in views where !view.rows.isEmpty {
      let unit = units[user].unit
      func add(_ title: String, _ row: VolumeView.Row) {
        var cells = [
          user?.text ?? "–", title, "\(row.sessions)", "\(row.sets)", "\(row.reps)",
          kilograms(row.volumeKg, in: unit),
        ]
        if isTimed { cells.append(row.seconds > 0 ? duration(row.seconds) : "–") }
        if isFar { cells.append(row.metres > 0 ? distance(row.metres) : "–") }
        table.add(cells)
      }
      for row in view.rows {
        let period = view.grouping == .session ? row.period.map(form.short) : row.period
        add(row.exercise.map { form.names[$0] } ?? period ?? "–", row)
      }
      add("total", view.total)
    }
    return table.text(isColored: form.isColored, width: form.width)
  }
}

extension VolumeView.Grouping {
  /// The title of the column by which rows are grouped.
  fileprivate var title: String { self == .week ? "week of" : rawValue }
}
