import Events
import Projections

extension WeekPlanView {
  /// Returns the week as a table, with one exercise per line.
  func week(_ form: TableForm) -> String {
    var table = Table([
      .text("date"), .text("day", turn: 1), .short("workout"), .short("exercise"), .number("sets"),
      .number("reps"), .number("weight"), .text("superset", turn: 2), .number("rest", turn: 3),
    ])
    for day in rows.flatMap(\.days) {
      // A deleted workout is shown by its id.
      let workout = day.name ?? day.workout.map { form.short($0.text) } ?? day.type ?? "–"
      let first = [day.date.description, day.date.weekday.rawValue, workout]
      if day.exercises.isEmpty { table.add(first + ["", "", "", "", "", ""]) }
      for (index, exercise) in day.exercises.map(\.planned).enumerated() {
        var cells = index == 0 ? first : ["", "", ""]
        cells.append(form.names[exercise.exercise])
        cells.append(exercise.sets.map { "\($0)" } ?? "–")
        cells.append(exercise.each ?? "–")
        cells.append(shown(exercise.weight, in: form.unit))
        table.add(cells + exercise.targetCells)
      }
    }
    table.omitTargets(of: rows.flatMap(\.days).flatMap(\.exercises), from: 7)
    return table.text(isColored: form.isColored, width: form.width)
  }
}

extension WeekDoneView {
  /// Returns the week as a table, with one exercise per line; days without exercises are omitted.
  func week(_ form: TableForm) -> String {
    var table = Table([
      .text("date"), .text("day", turn: 1), .short("exercise"), .number("planned"), .number("done"),
      .number("as planned", turn: 2),
    ])
    var isEmpty = true
    for day in rows.flatMap(\.days) {
      for (index, exercise) in day.exercises.enumerated() {
        isEmpty = false
        let progress = exercise.progress
        table.add(
          index == 0 ? day.date.description : "", index == 0 ? day.date.weekday.rawValue : "",
          form.names[progress.planned.exercise],
          exercise.isPlanned ? progress.planned.work(in: form.unit) : "–", "\(progress.done)",
          exercise.isPlanned ? progress.metText : "–")
      }
    }
    return isEmpty
      ? "nothing was planned or done\n"
      : table.text(isColored: form.isColored, width: form.width)
  }
}

extension PlannedExercise {
  /// Returns the planned work for display: `3 × 8 × 60 kg`, with `–` for open values.
  func work(in unit: Weight.Unit) -> String {
    let load = weight.map { shown($0, in: unit) }
    let parts: [String?] = [sets.map { "\($0)" }, each, load]
    guard parts.contains(where: { $0 != nil }) else { return "open" }
    let count = weight == nil ? 2 : 3
    return parts.prefix(count).map { $0 ?? "–" }.joined(separator: " × ")
  }

  /// The cells of its superset and its rest.
  var targetCells: [String] { [superset?.rawValue ?? "", restSeconds.map(clock) ?? ""] }
}

extension Table {
  /// Omits the columns of supersets and rests, from a column on, that no exercise has.
  mutating func omitTargets(of exercises: [NumberedExercise], from column: Int) {
    if !exercises.contains(where: { $0.planned.superset != nil }) { omitted.insert(column) }
    if !exercises.contains(where: { $0.planned.restSeconds != nil }) { omitted.insert(column + 1) }
  }
}

extension PlannedProgress {
  /// The number of sets as planned, and of a range also those at its end: `3`, `3, 1 with 12`.
  var metText: String { "\(met)" + (planned.maxReps.map { ", \(metMost) with \($0)" } ?? "") }
}
