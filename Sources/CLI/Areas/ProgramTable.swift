import Events
import Projections

extension ProgramView {
  /// Returns the program for display: a line about the whole, its exercises, and the weeks of the cycle.
  func cycle(_ form: TableForm) -> String {
    rows.map { row in
      """
      5/3/1 since \(row.startedAt.day), cycle \(row.cycle), week \(row.week); '+' is as many \
      repetitions as possible
      \(lifts(row, form))
      \(weeks(row, form))
      """
    }.joined()
  }

  private func lifts(_ row: Row, _ form: TableForm) -> String {
    var table = Table([
      .short("exercise"), .number("training max"), .number("rise", turn: 1), .number("estimate"),
      .text(""),
    ])
    for lift in row.lifts {
      let unit = lift.lift.trainingMax.unit
      let estimate = lift.latest.flatMap { set in
        set.estimate.map { kilograms(Weight($0, set.load.unit).kilograms, in: unit) }
      }
      table.add(
        form.names[lift.lift.exercise], "\(lift.lift.trainingMax)",
        "\(Weight(lift.lift.increment, unit))", estimate ?? "–", lift.isStalled ? "stalled" : "")
    }
    return table.text(isColored: form.isColored, width: form.width)
  }

  private func weeks(_ row: Row, _ form: TableForm) -> String {
    var table = Table([
      .number("week"), .short("exercise"), .text("warm-up", turn: 1), .text("sets"), .text("done"),
    ])
    for week in row.weeks {
      for (place, lift) in week.lifts.enumerated() {
        let done = lift.done.map { "\($0.reps) × \($0.load)" } ?? "–"
        table.add(
          place == 0 ? "\(week.week)" : "", form.names[lift.exercise],
          lift.warmUp.map(\.set).work, lift.sets.map(\.set).work, done)
      }
    }
    return table.text(isColored: form.isColored, width: form.width)
  }
}
