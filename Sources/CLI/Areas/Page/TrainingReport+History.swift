import Events
import Projections

// The sections about the whole history. They end with the last session, which may be years ago.
extension TrainingReport {
  /// The day of the last session; the day of the report if there is none.
  var lastDay: LocalDay { sessions.map(\.startedAt.day).max() ?? day }

  /// Returns the days up to the last session in words: `last 4 weeks`, or `4 weeks up to 6 Sep 2021` if they are over.
  private func period(_ days: Int, _ words: String) -> String {
    lastDay.number <= day.number - days ? "\(words) up to \(plainDate(lastDay))" : "last \(words)"
  }

  /// The figures of the whole history, and those of its last four weeks; nil without sessions.
  var lifetime: (figures: [Tile], averages: String, lastWeeks: [Tile])? {
    guard let first = sessions.map(\.startedAt.day).min() else { return nil }
    let (all, last) = (MetricsView(sessions).rows, lastDay)
    let volume = all.reduce(0) { $0 + $1.volumeKg }
    let minutes = all.reduce(0) { $0 + ($1.minutes ?? 0) }
    let finished = sessions.count { $0.seconds != nil }
    let leftOpen = sessions.count(where: \.wasLeftOpen)
    let weeks = Double((last.monday.number - first.monday.number) / 7 + 1)
    let mean = decimal(Double(sessions.count) / weeks, places: 1)
    var words = [
      "\(plainDate(first)) to \(plainDate(last))",
      "\(mean) \(mean == "1" ? "session" : "sessions") a week",
    ]
    if finished > 0 {
      words.append("\(decimal(minutes / Double(finished), places: 0)) min a session")
    }
    if volume > 0 {
      words.append("\(kilograms((volume / Double(sessions.count)).rounded(), in: unit)) a session")
    }
    if let streak = all.compactMap(\.streak).max() {
      words.append("longest streak: \(counted(streak, "weeks"))")
    }
    if leftOpen > 0 {
      words.append("\(counted(leftOpen, "sessions")) open for more than a day, time not counted")
    }
    let month = sessions.filter { $0.startedAt.day.number > last.number - 28 }
    let lifted = month.reduce(0) { $0 + $1.volumeKg }
    let when = "in the \(period(28, "4 weeks"))"
    return (
      [
        tile(sessions.count, "sessions"), tile(sessions.reduce(0) { $0 + $1.sets.count }, "sets"),
        (kilograms(volume.rounded(), in: unit), "lifted"),
        ("\(grouped(decimal(minutes / 60, places: 0))) h", "of training"),
      ], words.joined(separator: " · "),
      [
        tile(month.count, "sessions", " \(when)"),
        (kilograms(lifted.rounded(), in: unit), "lifted \(when)"),
        tile(weeksInARow, "weeks", " in a row"),
      ]
    )
  }

  /// The most trained exercises by sets and by volume; nil if there are fewer than two.
  var exercisesSection: TrainingPage.Section? {
    let rows = VolumeView(sessions, by: .exercise).rows
    guard rows.count > 1 else { return nil }
    func ranking(_ title: String, _ unit: String, _ value: (VolumeView.Row) -> Double) -> Chart {
      let points = rows.compactMap { row in
        row.exercise.map { Chart.Point(name(of: $0), value(row)) }
      }.filter { $0.value > 0 }
      let ranked = points.enumerated().sorted { one, other in
        (other.element.value, one.offset) < (one.element.value, other.offset)
      }.prefix(10)
      return Chart(
        title, .bars, unit: unit, preposition: "of", [Chart.Series(title, ranked.map(\.element))])
    }
    let charts = [
      ranking("Most trained, by sets", "sets") { Double($0.sets) },
      ranking("Volume by exercise", unit.rawValue) { Weight($0.volumeKg).converted(to: unit) },
    ]
    return TrainingPage.Section(card: "exercises", "Exercises") { card in
      for (place, chart) in charts.enumerated() where !chart.isEmpty {
        card.figure(chart, "exercises\(place)")
      }
    }
  }

  /// The volume of each month from the first to the last; nil if all training is within two months.
  var monthsSection: TrainingPage.Section? {
    let chart = VolumeView(sessions, by: .month).chart(in: unit) { name(of: $0) }
    guard let points = chart.series.first?.points, points.count > 2,
      points.contains(where: { $0.value > 0 })
    else { return nil }
    return TrainingPage.Section(card: "months", "All months") { card in
      card.figure(chart, "months", height: 240, narrowHeight: 200)
    }
  }

  /// The training days of each of the last 52 weeks, with the mean of eight weeks; nil if all are in one week.
  var daysSection: TrainingPage.Section? {
    let days = Set(sessions.map(\.startedAt.day))
    guard let first = days.map(\.monday.number).min() else { return nil }
    let last = lastDay.monday.number
    func count(_ week: Int) -> Double {
      Double((week..<week + 7).count { days.contains(LocalDay(number: $0)) })
    }
    func mean(_ week: Int) -> Double {
      let weeks = stride(from: max(first, week - 7 * 7), through: week, by: 7).map(count)
      return weeks.reduce(0, +) / Double(weeks.count)
    }
    let weeks = Array(stride(from: max(first, last - 7 * 51), through: last, by: 7))
    guard weeks.count > 1 else { return nil }
    func points(_ value: (Int) -> Double) -> [Chart.Point] {
      weeks.map { Chart.Point(LocalDay(number: $0), value($0)) }
    }
    let chart = Chart(
      "Training days a week", .line, unit: "days", preposition: "in the week of",
      [
        Chart.Series("days", .dots, points(count)),
        Chart.Series("mean of 8 weeks", .curve, points(mean)),
      ])
    return TrainingPage.Section(card: "days", "Training days") { card in
      card.figure(chart, "days", height: 220, narrowHeight: 200)
    }
  }

  /// The records of the 90 days up to the last session, newest first; nil if there are none.
  ///
  /// The first day of an exercise makes no record.
  var recentRecordsSection: TrainingPage.Section? {
    let recent = lastDay.number - 89...lastDay.number
    var made: [(exercise: Name, shown: ShownMark, day: LocalDay)] = []
    for row in records.rows {
      guard let first = row.records.first?.set.at.day else { continue }
      for shown in shownMarks(of: row.records) {
        let day = shown.mark.set.at.day
        if first < day, recent.contains(day.number) { made.append((row.exercise, shown, day)) }
      }
    }
    guard !made.isEmpty else { return nil }
    let newest = made.enumerated().sorted { one, other in
      (other.element.day, one.offset) < (one.element.day, other.offset)
    }.map(\.element)
    let title = "Records of the \(period(90, "90 days"))"
    let (first, last) = (LocalDay(number: recent.lowerBound), lastDay)
    return TrainingPage.Section(card: "recent-records", title) { card in
      card.element(
        "p", ["class": "muted"],
        text: "\(plainDate(first)) to \(plainDate(last)), the last session.")
      card.element("ul", ["class": "plain"]) { list in
        for record in newest.prefix(20) {
          list.element("li", ["class": "split"]) { item in
            item.element("span") { text in
              text.element("bdi", text: name(of: record.exercise))
              text.element("span", ["class": "muted"], text: " \(record.shown.title)")
            }
            item.element("span", ["class": "number"]) { text in
              text.element("strong", text: record.shown.text)
              text.element("span", ["class": "muted"], text: " · \(plainDate(record.day))")
            }
          }
        }
      }
      guard newest.count > 20 else { return }
      card.element("p", ["class": "muted"], text: "and \(newest.count - 20) more")
    }
  }

  /// A record with its title and its value for display.
  typealias ShownMark = (title: String, mark: ExerciseRecords.Mark, text: String)

  /// Returns the records that the page shows of an exercise.
  func shownMarks(of records: ExerciseRecords) -> [ShownMark] {
    var shown: [ShownMark] = []
    func add(_ title: String, _ mark: ExerciseRecords.Mark?, _ text: (Double) -> String) {
      if let mark, let value = mark.value { shown.append((title, mark, text(value))) }
    }
    let mass = { [unit] (value: Double) in kilograms(value, in: unit) }
    add("heaviest", records.heaviest, mass)
    add("est. 1RM", records.oneRepMax, mass)
    add("most reps", records.reps) { decimal($0) }
    if records.heaviest == nil {
      add("farthest", records.farthest, distance)
      add("longest", records.longest, duration)
    }
    return shown
  }
}

/// A figure with its label.
typealias Tile = (value: String, name: String)

/// Returns a number with its noun as the label, in the singular or the plural.
private func tile(_ count: Int, _ things: String, _ rest: String = "") -> Tile {
  let words = counted(count, things).split(separator: " ", maxSplits: 1).map(String.init)
  return (words[0], words[1] + rest)
}

/// Returns a day without its weekday for display: `2 Mar 2026`.
func plainDate(_ day: LocalDay) -> String { String(longDate(day).dropFirst(4)) }
