import Events
import Projections

extension EveryUser<RecordsView> {
  /// Returns the records for display: a line for each exercise, or everything about a single one.
  func records(_ units: ByUser<WeightUnit>, _ form: TableForm) -> String {
    if views.count == 1, let view = views.first, view.view.rows.count == 1 {
      return view.view.rows.map { $0.records(form.with(units[view.user].unit)) }.joined()
    }
    var table = Table([
      userColumn, .short("exercise"), .number("heaviest"), .number("estimated 1RM", turn: 6),
      .number("best set", turn: 3), .number("most reps", turn: 5), .number("in a session", turn: 4),
      .number("longest", turn: 2), .number("farthest", turn: 1),
    ])
    for (user, view) in views {
      let unit = units[user].unit
      for row in view.rows {
        let records = row.records
        table.add(
          user?.text ?? "–", form.names[row.exercise], records.heaviest.work(in: unit),
          records.oneRepMax.mass(in: unit), records.product.work(in: unit),
          records.reps.work(in: unit), records.sessionVolume.mass(in: unit),
          records.longest.map { duration($0.value ?? 0) } ?? "–",
          records.farthest.map { distance($0.value ?? 0) } ?? "–")
      }
    }
    return table.text(isColored: form.isColored, width: form.width)
  }
}

extension EveryUser<RecordsView> {
  /// Returns the personal bests for display: the heaviest load, the estimated maximum, and the best set.
  ///
  /// - Parameter bests: The best sets of each user, in the order of `views`.
  func bests(
    _ bests: [[PersonalBests.Best]], _ units: ByUser<WeightUnit>, _ form: TableForm
  ) -> String {
    if views.allSatisfy({ $0.view.rows.isEmpty }) { return Self.emptyLine }
    var table = Table([
      userColumn, .short("exercise"), .number("heaviest", turn: 4),
      .number("estimated 1RM", turn: 3), .number("best set"), .text("date", turn: 2),
      .number("event", turn: 1),
    ])
    for (place, (user, view)) in views.enumerated() {
      let unit = units[user].unit
      let bests = Dictionary(uniqueKeysWithValues: bests[place].map { ($0.exercise, $0) })
      for row in view.rows {
        let best = bests[row.exercise]
        table.add(
          user?.text ?? "–", form.names[row.exercise], row.records.heaviest.mass(in: unit),
          row.records.oneRepMax.mass(in: unit), best?.work(in: unit) ?? "–", minute(best?.at),
          best.map { "@\($0.seq)" } ?? "–")
      }
    }
    return table.text(isColored: form.isColored, width: form.width)
  }
}

extension RecordsView.Row {
  /// Returns the records of the exercise, each with the set that achieved it.
  fileprivate func records(_ form: TableForm) -> String {
    var table = Table([
      .short(inert(form.names[exercise])), .number("value"), .number("set"), .text("date", turn: 2),
      .number("event", turn: 1),
    ])
    func add(_ title: String, _ mark: ExerciseRecords.Mark?, _ value: (Double) -> String) {
      guard let mark else { return }
      table.add(
        title, mark.value.map(value) ?? "", mark.set.work(in: form.unit), minute(mark.set.at),
        "@\(mark.set.seq)")
    }
    let mass = { (value: Double) in kilograms(value, in: form.unit) }
    let count = { (value: Double) in decimal(value) }
    add("heaviest", records.heaviest, mass)
    add("estimated 1RM", records.oneRepMax, mass)
    add("best set", records.product, mass)
    add("most reps", records.reps, count)
    add("in a session", records.sessionVolume, mass)
    add("longest", records.longest, duration)
    add("farthest", records.farthest, distance)
    add("relative load", records.relative) { "\(decimal($0)) ×" }
    for mark in records.repsAt {
      add("reps at \(load(mark.set.weight, in: form.unit))", mark, count)
    }
    add("first", records.first, count)
    add("last", records.last, count)
    return table.text(isColored: form.isColored, width: form.width)
  }
}

extension ExerciseRecords.Mark? {
  /// Returns the set for display.
  fileprivate func work(in unit: Weight.Unit) -> String { self?.set.work(in: unit) ?? "–" }

  /// Returns the value, which is in kilograms, for display.
  fileprivate func mass(in unit: Weight.Unit) -> String {
    self?.value.map { kilograms($0, in: unit) } ?? "–"
  }
}
