import Events

extension VolumeView {
  /// Returns the volume as bars: periods in order, or exercises with the largest first.
  ///
  /// If nothing was lifted, the bars are repetitions, otherwise distances or times. Periods without sets are bars of
  /// zero, unless there would be thousands of them.
  ///
  /// - Parameters:
  ///   - unit: The unit of weights.
  ///   - name: A closure that returns the display name of an exercise.
  ///   - exercise: The only exercise that was counted; nil for all.
  public func chart(
    in unit: Weight.Unit, about exercise: Name? = nil, _ name: (Name) -> String
  ) -> Chart {
    let measure = Measure.measure(of: rows)
    let points = rows.map { row -> Chart.Point in
      let value = measure.value(row, unit)
      if let exercise = row.exercise { return Chart.Point(name(exercise), value) }
      let period = row.period ?? ""
      if let day = LocalDay(grouping == .month ? period + "-01" : period) {
        return Chart.Point(day, value, label: period)
      }
      return Chart.Point(String(period.prefix(8)), value)
    }
    let isByName = grouping == .exercise || grouping == .session
    let subject = exercise.map { "\(name($0)): " } ?? ""
    let title = subject + measure.name + " " + grouping.words.phrase
    return Chart(
      subject.isEmpty ? title.capitalizedFirst : title, .bars, unit: measure.unit ?? unit.rawValue,
      preposition: grouping.words.preposition,
      [
        Chart.Series(
          measure.name, .curve,
          isByName ? points.filter { $0.value > 0 } : filled(points.reversed()))
      ])
  }

  /// Returns the bars of all periods from the first to the last.
  private func filled(_ points: [Chart.Point]) -> [Chart.Point] {
    guard let first = points.first?.day, let last = points.last?.day, first < last else {
      return points
    }
    var values: [LocalDay: Chart.Point] = [:]
    for point in points { if let day = point.day { values[day] = point } }
    var (filled, day) = ([Chart.Point](), first)
    while day <= last {
      guard filled.count < 3_000 else { return points }
      let label = grouping == .month ? String(day.description.prefix(7)) : day.description
      filled.append(values[day] ?? Chart.Point(day, 0, label: label))
      day = next(after: day)
    }
    return filled
  }

  private func next(after day: LocalDay) -> LocalDay {
    switch grouping {
    case .week: return LocalDay(number: day.number + 7)
    case .month:
      let date = day.date
      let months = date.year * 12 + date.month
      return LocalDay(year: months / 12, month: months % 12 + 1, day: 1)
        ?? LocalDay(number: day.number + 31)
    case .day, .session, .exercise: return LocalDay(number: day.number + 1)
    }
  }

  /// The figure that is drawn.
  private struct Measure: Sendable {
    let name: String
    /// The unit for display; nil for the unit of weights.
    let unit: String?
    let value: @Sendable (Row, Weight.Unit) -> Double

    private static let all = [
      Measure(name: "volume", unit: nil) { Weight($0.volumeKg).converted(to: $1) },
      Measure(name: "repetitions", unit: "reps") { row, _ in Double(row.reps) },
      Measure(name: "distance", unit: "km") { row, _ in row.metres / 1_000 },
      Measure(name: "time", unit: "min") { row, _ in row.seconds / 60 },
    ]

    /// Returns the first measure that any row has; the volume if there is none.
    static func measure(of rows: [Row]) -> Measure {
      all.first { measure in rows.contains { measure.value($0, .kg) > 0 } } ?? all[0]
    }
  }
}

extension VolumeView.Grouping {
  /// The words after the name of a figure, `a week`, and before a period in a sentence, `in the week of`.
  fileprivate var words: (phrase: String, preposition: String) {
    switch self {
    case .session: ("of each session", "in session")
    case .day: ("a day", "on")
    case .week: ("a week", "in the week of")
    case .month: ("a month", "in")
    case .exercise: ("of each exercise", "of")
    }
  }
}
