import Events
import Projections

// The sections that consist mainly of charts.
extension TrainingReport {
  /// The volume of the last year with any, by week; nil if there is none.
  var volumeSection: TrainingPage.Section? {
    func chart(weeks: Int, upTo end: LocalDay) -> Chart {
      let first = end.monday.number - 7 * (weeks - 1)
      let shown = sessions.filter { $0.startedAt.day.number >= first }
      return VolumeView(shown).chart(in: unit) { name(of: $0) }
    }
    func isFilled(_ chart: Chart) -> Bool { chart.values.map { $0.upperBound > 0 } ?? false }
    var (end, wide) = (day, chart(weeks: 52, upTo: day))
    let isPast = !isFilled(wide)
    if isPast {
      let days = sessions.lazy.filter { $0.volumeKg > 0 }.map(\.startedAt.day)
      guard let last = days.max() else { return nil }
      (end, wide) = (last, chart(weeks: 52, upTo: last))
    }
    return TrainingPage.Section(card: "volume", "Volume") { card in
      if isPast {
        card.element(
          "p", ["class": "muted"],
          text: "The last year with weighted sets, up to \(longDate(end)).")
      }
      card.figure(
        wide, "volume", height: 280, narrow: chart(weeks: 20, upTo: end), narrowHeight: 220)
    }
  }

  /// The days with training in the last year that has any; nil if there is none.
  var yearSection: TrainingPage.Section? {
    func chart(upTo end: LocalDay) -> Chart {
      Chart.trainingYear(history, trend, yearOfClasses, endingOn: end)
    }
    let isPast = chart(upTo: day).isEmpty
    let pushUpDays = trend.rows.filter { $0.sessions > 0 && $0.day <= day }.map(\.day)
    let last = (sessions.map(\.startedAt.day) + pushUpDays).max()
    guard let end = isPast ? last : day else { return nil }
    let chart = chart(upTo: end)
    guard !chart.isEmpty, let points = chart.series.first?.points else { return nil }
    let weeks = isPast ? "in the 53 weeks up to \(longDate(end))" : "in 53 weeks"
    return TrainingPage.Section(card: "year", "A year") { card in
      card.element(
        "p", ["class": "muted"],
        text:
          "\(counted(points.count, "days")) of training \(weeks). Each set, each session "
          + "of push-ups and each class counts as one.")
      card.figure(chart, "year", bands: 3, isTitled: false)
    }
  }

  /// The classes of twelve weeks; nil if none was attended or missed.
  var attendanceSection: TrainingPage.Section? {
    guard let row = attendance.rows.first, row.attended + row.missed > 0 else { return nil }
    return TrainingPage.Section(card: "attendance", "Attendance") { card in
      card.tiles([
        ("\(row.attended)", "attended in 12 weeks"), ("\(row.missed)", "missed"),
        ("\(decimal(row.hours, places: 1)) h", "in classes"),
      ])
      if row.attended > 0 {
        card.figure(attendance.weeklyChart, "attendance", height: 220, narrowHeight: 200)
        card.element("h3", text: "Most attended")
        card.element("ul", ["class": "plain"]) { list in
          for top in row.top.prefix(5) {
            list.element("li", ["class": "split"]) { item in
              item.element("bdi", text: top.title)
              item.element(
                "span", ["class": "number"],
                text: "\(counted(top.count, "classes")) · \(top.percent) %")
            }
          }
        }
      }
    }
  }

  /// The push-ups; nil if there are none.
  var pushUpsSection: TrainingPage.Section? {
    guard let row = pushUps.rows.first, row.lifetime > 0 else { return nil }
    return TrainingPage.Section(card: "push-ups", "Push-ups") { card in
      card.tiles([
        (counted(row.streak, "days"), "current streak"),
        (counted(row.longestStreak, "days"), "longest streak"),
        (grouped("\(row.sevenDays)"), "in seven days"), (grouped("\(row.lifetime)"), "in total"),
        ("\(row.level) of 10", "level"),
      ])
      let chart = trend.chart(days: 30, endingOn: day)
      guard chart.values.map({ $0.upperBound > 0 }) ?? false else {
        return card.element("p", ["class": "muted"], text: "None in the last thirty days.")
      }
      card.figure(chart, "push-ups-chart", height: 220, narrowHeight: 200)
    }
  }

  /// The awarded medals, and the next of each kind; nil before the first one.
  var medalsSection: TrainingPage.Section? {
    let awarded = medals.rows.filter { $0.award != nil }
    guard !awarded.isEmpty else { return nil }
    let next = Medal.Kind.allCases.compactMap { kind in
      medals.rows.first { $0.medal.kind == kind && $0.award == nil }
    }
    return TrainingPage.Section("medals", "Medals") { page in
      page.element("ul", ["class": "medals"]) { list in
        for row in awarded + next {
          list.element("li", ["class": row.award == nil ? "medal next" : "medal"]) { item in
            item.element("span", ["class": "badge"], text: "\(row.medal.threshold)")
            item.element("span") { text in
              text.element("strong", text: row.medal.deed)
              text.element(
                "span", ["class": "muted"],
                text: row.award.map { "\(longDate($0.to).dropFirst(4))" } ?? "not yet")
            }
          }
        }
      }
    }
  }

  /// The body weight; nil if it was never measured.
  var bodySection: TrainingPage.Section? {
    var view = body
    view.rows = body.rows.filter { $0.measurement.at.day <= day }
    let chart = view.chart(in: unit)
    guard !chart.isEmpty else { return nil }
    return TrainingPage.Section(card: "body", "Body weight") { card in
      card.figure(chart, "body-chart", height: 240, narrowHeight: 200, isTitled: false)
    }
  }

  /// The measurements of the body, a chart for each kind; nil without any.
  var measurementsSection: TrainingPage.Section? {
    var view = measurements
    view.rows = measurements.rows.filter { $0.measurement.at.day <= day }
    guard !view.rows.isEmpty else { return nil }
    return TrainingPage.Section(card: "measurements", "Measurements") { card in
      for (place, chart) in view.charts.enumerated() {
        card.figure(chart, "measurement-\(place + 1)", height: 160, narrowHeight: 160)
      }
    }
  }
}

extension Medal {
  /// The achievement in words: `days in a row`.
  fileprivate var deed: String {
    switch kind {
    case .days: threshold == 1 ? "first day" : "days in a row"
    case .sessions: threshold == 1 ? "first session" : "sessions in a day"
    }
  }
}
