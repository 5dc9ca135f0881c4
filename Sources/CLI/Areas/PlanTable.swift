import Events
import Projections

extension PlanView {
  /// Returns the week as a table, with one exercise per line.
  ///
  /// - Parameter upcoming: The work of a program to do next, by exercise.
  func week(_ form: TableForm, _ upcoming: [Name: String] = [:]) -> String {
    var table = Table([
      .text("day"), .short("type", turn: 1), .short("exercise"), .number("sets"), .number("reps"),
      .number("weight"), .text("superset", turn: 2), .number("rest", turn: 3),
      .text("program", turn: 1),
    ])
    // Commands accept the first letters of a day, too.
    let letters: Int = (form.width ?? .max) < 50 ? 3 : .max
    for day in rows.flatMap(\.days) {
      let name = String(day.day.rawValue.prefix(letters))
      if day.exercises.isEmpty { table.add(name, day.type ?? "–", "", "", "", "", "", "", "") }
      for (index, exercise) in day.exercises.map(\.planned).enumerated() {
        table.add(
          [
            index == 0 ? name : "", index == 0 ? day.type ?? "–" : "",
            form.names[exercise.exercise], exercise.sets.map(String.init) ?? "–",
            exercise.each ?? "–", shown(exercise.weight, in: form.unit),
          ] + exercise.targetCells + [upcoming[exercise.exercise] ?? ""])
      }
    }
    let exercises = rows.flatMap(\.days).flatMap(\.exercises)
    table.omitTargets(of: exercises, from: 6)
    if !exercises.contains(where: { upcoming[$0.planned.exercise] != nil }) {
      table.omitted.insert(8)
    }
    return table.text(isColored: form.isColored, width: form.width)
  }
}
