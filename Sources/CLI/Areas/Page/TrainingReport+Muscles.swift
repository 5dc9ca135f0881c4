import Events
import Projections

// The sections about muscles, effort, and the last month.
extension TrainingReport {
  /// The days up to the last session whose sets count as current.
  private static let currentDays = 90

  /// The sets for each muscle in the 90 days up to the last session; nil if no muscle is known.
  var musclesSection: TrainingPage.Section? {
    let last = lastDay.number
    let current = sessions.filter { $0.startedAt.day.number > last - Self.currentDays }
    var counts: [String: Double] = [:]
    for row in MusclesView(current, muscles).rows { counts[row.muscle, default: 0] += row.sets }
    guard counts.contains(where: { $0.key != "other" }) else { return nil }
    let points = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      Chart.Point($0.key, $0.value)
    }
    let chart = Chart(
      "Sets for each muscle", .bars, unit: "sets", preposition: "for",
      [Chart.Series("sets", points)])
    return TrainingPage.Section(card: "muscles", "Muscles") { card in
      card.element(
        "p", ["class": "muted"],
        text:
          "The \(Self.currentDays) days up to \(plainDate(lastDay)): the completed sets without "
          + "warm-ups. A set counts whole for each muscle that does most of the work, and half for "
          + "each that helps.")
      card.figure(chart, "muscles")
    }
  }

  /// The mean effort of each session, as RPE, in the last year with any; nil if fewer than two sessions have one.
  var effortSection: TrainingPage.Section? {
    let end = lastDay.number
    let points = sessions.reversed().filter { $0.startedAt.day.number > end - 365 }
      .compactMap { session -> Chart.Point? in
        let efforts = session.sets.compactMap { $0.rpe ?? $0.rir.map { 10 - $0 } }
        guard !efforts.isEmpty else { return nil }
        let mean = efforts.reduce(0, +) / Double(efforts.count)
        return Chart.Point(session.startedAt.day, mean)
      }
    guard points.count > 1 else { return nil }
    let chart = Chart(
      "Mean RPE of a session", .line, unit: "RPE", [Chart.Series("RPE", .dots, points)])
    return TrainingPage.Section(card: "effort", "Effort") { card in
      card.figure(chart, "effort", height: 200, narrowHeight: 200)
    }
  }

  /// The days of the month of the last session, with the sets of each; nil without sessions.
  var monthSection: TrainingPage.Section? {
    guard !sessions.isEmpty else { return nil }
    let (year, month, _) = lastDay.date
    guard let first = LocalDay(year: year, month: month, day: 1) else { return nil }
    var counts: [LocalDay: Int] = [:]
    for session in sessions { counts[session.startedAt.day, default: 0] += session.sets.count }
    let days = (first.number..<first.number + 31).map { LocalDay(number: $0) }
      .filter { $0.date.month == month }
    let title = "\(DateAxis.monthNames[month - 1]) \(year)"
    return TrainingPage.Section(card: "month", title) { card in
      card.element("ol", ["class": "month"]) { list in
        for _ in 0..<first.weekday.index { list.element("li", ["class": "blank"]) { _ in } }
        for day in days {
          let count = counts[day] ?? 0
          list.element("li", ["class": count > 0 ? "trained" : "free"]) { item in
            item.element("span", text: "\(day.date.day)")
            if count > 0 { item.element("span", ["class": "sets"], text: "\(count)") }
          }
        }
      }
      card.element(
        "p", ["class": "muted"],
        text:
          "\(counted(days.count { counts[$0] != nil }, "days")) of training, each with its sets. "
          + "Weeks begin on Monday.")
    }
  }
}
