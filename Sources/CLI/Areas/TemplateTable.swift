import Events
import Projections

extension TemplateView {
  /// Returns the name, the description and the exercises, with one exercise per line.
  func exercises(_ form: TableForm) -> String {
    var text = ""
    for row in rows {
      text += inert(row.template.name) + (row.template.isPredefined ? " (predefined)" : "") + "\n"
      if let description = row.template.description { text += inert(description) + "\n" }
      var table = Table([
        .short("exercise"), .text("sets"), .text("superset", turn: 1), .number("rest", turn: 2),
      ])
      for exercise in row.exercises.map(\.planned) {
        table.add(
          [form.names[exercise.exercise], exercise.work(in: form.unit)] + exercise.targetCells)
      }
      table.omitTargets(of: row.exercises, from: 2)
      text += table.text(isColored: form.isColored, width: form.width)
    }
    return text
  }
}
