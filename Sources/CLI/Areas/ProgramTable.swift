import Events
import Projections

extension ProgramView {
  /// Returns the program for display: a line about the whole, and what to lift.
  func program(_ form: TableForm) -> String {
    rows.map { row in
      guard let cycle = row.cycle, let week = row.week else {
        return "\(row.scheme.title) since \(row.startedAt.day)\n\(progressions(row, form))"
      }
      let heading =
        "5/3/1 since \(row.startedAt.day), cycle \(cycle), week \(week); '+' means as many repetitions "
        + "as possible"
      return """
        \(wrapped(heading, width: form.width ?? .max))
        \(lifts(row, form))
        \(weeks(row, form))
        """
    }.joined()
  }

  private func progressions(_ row: Row, _ form: TableForm) -> String {
    var table = Table([
      .short("exercise"), .text("next"), .text("last"), .text("result", turn: 2),
      .number("rise to", turn: 1),
    ])
    for lift in row.lifts {
      guard let progression = lift.progression else { continue }
      let latest = progression.latest
      table.add(
        form.names[lift.lift.exercise], progression.work,
        latest.map { "\($0.reps.list) × \($0.weight)" } ?? "–", progression.result ?? "–",
        "\(progression.next)")
    }
    return table.text(isColored: form.isColored, width: form.width)
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

  /// The work to do next of each exercise, in the order of the program: `3 × 5 × 100 kg`.
  var upcoming: [(exercise: Name, work: String)] {
    rows.flatMap { row in
      row.lifts.enumerated().compactMap { place, lift in
        let work =
          lift.progression?.work ?? row.weeks.lazy.compactMap { $0.lifts[place].work }.first
        return work.map { (lift.lift.exercise, $0) }
      }
    }
  }
}

extension ProgramView.Row {
  /// The scheme, and the week of 5/3/1: `5/3/1 · cycle 1 · week 2 of 4`.
  var title: String {
    guard let cycle, let week else { return scheme.title }
    return "\(scheme.title) · cycle \(cycle) · week \(week) of \(weeks.count)"
  }
}

extension ProgramView.LiftWeek {
  /// The sets of the week with their unit; nil once they are done.
  fileprivate var work: String? {
    guard done == nil, let unit = sets.first?.unit else { return nil }
    return "\(sets.map(\.set).work) \(unit.rawValue)"
  }
}

extension Progression {
  /// The sets to do next: `3 × 5 × 100 kg`, with a range `3 × 9 (8–12) × 15 kg`.
  var work: String {
    let range = rule.range.map { " (\($0.lowerBound)–\($0.upperBound))" } ?? ""
    return "\(rule.sets) × \(aim)\(range) × \(weight)"
  }

  /// The result of the latest session: `made`, `failed, 1 of 3`; nil before the first.
  var result: String? {
    latest.map { latest in
      guard latest.outcome == .failed else { return latest.outcome.rawValue }
      return failures == 0 ? "failed, deload" : "failed, \(failures) of \(rule.failures)"
    }
  }
}

extension [Int] {
  /// The numbers one after another: `5, 5, 4`.
  var list: String { map { "\($0)" }.joined(separator: ", ") }
}
