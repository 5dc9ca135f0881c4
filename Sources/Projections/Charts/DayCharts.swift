import Events

// Charts of values by day: body weight, classes, push-ups, and a calendar of all training.

extension BodyWeightView {
  /// Returns the body weight as a curve.
  public func chart(in unit: Weight.Unit) -> Chart {
    let points = rows.reversed().map { row in
      Chart.Point(row.measurement.at.day, row.measurement.weight.converted(to: unit))
    }
    return Chart(
      "Body weight", .line, unit: unit.rawValue, [Chart.Series("weight", .curve, points)])
  }
}

extension MeasurementsView {
  /// The measurements of each kind as a curve, in centimetres or in percent.
  public var charts: [Chart] {
    BodyMeasure.allCases.compactMap { kind in
      let points = rows.reversed().map(\.measurement).filter { $0.kind == kind }
        .map { Chart.Point($0.at.day, $0.amount) }
      let isFat = kind == .bodyFat
      let title = isFat ? "Body fat" : kind.rawValue.capitalizedFirst
      return points.isEmpty
        ? nil : Chart(title, .line, unit: isFat ? "%" : "cm", [Chart.Series("value", points)])
    }
  }
}

extension AttendanceView {
  /// The minutes attended on each day as bars.
  public var chart: Chart {
    let points = rows.flatMap(\.days).map { Chart.Point($0.date, $0.minutes) }
    return Chart("Class minutes per day", .bars, unit: "min", [Chart.Series("minutes", points)])
  }

  /// The minutes attended in each week as bars.
  public var weeklyChart: Chart {
    var points: [Chart.Point] = []
    for day in rows.flatMap(\.days) {
      if let last = points.last, last.day == day.date.monday {
        points[points.count - 1] = Chart.Point(day.date.monday, last.value + day.minutes)
      } else {
        points.append(Chart.Point(day.date.monday, day.minutes))
      }
    }
    return Chart(
      "Class minutes per week", .bars, unit: "min", preposition: "in the week of",
      [Chart.Series("minutes", points)])
  }
}

extension PushUpTrendView {
  /// Returns the push-ups of each day, up to the day `last`, as bars; days without push-ups are included.
  public func chart(days count: Int, endingOn last: LocalDay) -> Chart {
    var counts: [LocalDay: Int] = [:]
    for row in rows { counts[row.day] = row.count }
    let points = (last.number - count + 1...last.number).map { number in
      Chart.Point(LocalDay(number: number), Double(counts[LocalDay(number: number)] ?? 0))
    }
    return Chart("Push-ups a day", .bars, unit: "push-ups", [Chart.Series("push-ups", points)])
  }

  /// Returns the push-ups of each day, up to the day `last`, as a calendar of whole weeks.
  public func calendar(weeks: Int, endingOn last: LocalDay) -> Chart {
    let first = LocalDay(number: last.monday.number - 7 * (weeks - 1))
    let points = rows.reversed().filter { $0.count > 0 && first <= $0.day && $0.day <= last }
      .map { Chart.Point($0.day, Double($0.count)) }
    return Chart(
      "Days with push-ups", .calendar, unit: "push-ups a day", span: first...last,
      [Chart.Series("push-ups", points)])
  }
}

extension Chart {
  /// Returns a calendar of 53 weeks, up to a day, with the amount of training on each day.
  ///
  /// A set counts as one; so does a session of push-ups and an attended class.
  public static func trainingYear(
    _ history: HistoryView, _ pushUps: PushUpTrendView, _ classes: AttendanceView,
    endingOn last: LocalDay
  ) -> Chart {
    let first = LocalDay(number: last.monday.number - 7 * 52)
    var counts: [LocalDay: Int] = [:]
    func add(_ count: Int, on day: LocalDay) {
      if count > 0, first <= day, day <= last { counts[day, default: 0] += count }
    }
    for row in history.rows { add(row.session.sets.count, on: row.session.startedAt.day) }
    for row in pushUps.rows { add(row.sessions, on: row.day) }
    for day in classes.rows.flatMap(\.days) { add(day.minutes > 0 ? 1 : 0, on: day.date) }
    let points = counts.map { Chart.Point($0.key, Double($0.value)) }
      .sorted { ($0.day ?? first) < ($1.day ?? first) }
    return Chart(
      "A year of training", .calendar, unit: "sets a day", span: first...last,
      [Series("sets", points)])
  }
}
