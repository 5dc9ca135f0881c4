import Events
import Projections

extension EveryUser<VolumeView> {
  /// Returns the volumes for display, with their total.
  func volumes(_ units: ByUser<WeightUnit>, _ form: TableForm) -> String {
    let rows = views.flatMap(\.view.rows)
    let isTimed = rows.contains { $0.seconds > 0 }
    let isFar = rows.contains { $0.metres > 0 }
    let grouping = views.first?.view.grouping ?? .exercise
    var columns = [
      userColumn, .short(grouping == .week ? "week of" : grouping.rawValue),
      .number("sessions", turn: 4), .number("sets", turn: 5), .number("reps", turn: 3),
      .number("volume"),
    ]
    if isTimed { columns.append(.number("time", turn: 1)) }
    if isFar { columns.append(.number("distance", turn: 2)) }
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
