import Events
import Projections

// The sections about muscles, effort, and the last months.
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
          + "warm-ups. A set counts fully for each primary muscle, and half for "
          + "each secondary muscle.")
      card.figure(chart, "muscles")
      let unknown = muscles.unknown(in: current)
      guard let first = unknown.first else { return }
      card.element("p", ["class": "muted"]) { text in
        let named = unknown.prefix(5).map(name(of:)).joined(separator: ", ")
        let more = unknown.count > 5 ? " and \(counted(unknown.count - 5, "others"))" : ""
        text.add(
          "“other” is \(named)\(more), whose muscles are unknown. To assign a muscle to an exercise: "
        )
        text.element(
          "code", text: "replog exercises add \(quotedForShell(first.text)) --target shoulders")
      }
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
      "Mean RPE per session", .line, unit: "RPE", [Chart.Series("RPE", .dots, points)])
    return TrainingPage.Section(card: "effort", "Effort") { card in
      card.figure(chart, "effort", height: 200, narrowHeight: 200)
    }
  }

  /// The days of the three months up to the last session, with the sets of each; nil without sessions.
  ///
  /// Months before the first session are left out.
  var monthSection: TrainingPage.Section? {
    guard let start = sessions.map(\.startedAt.day).min() else { return nil }
    var counts: [LocalDay: Int] = [:]
    for session in sessions { counts[session.startedAt.day, default: 0] += session.sets.count }
    var months = [lastDay.firstOfMonth]
    while months.count < 3, let first = months.last, start < first {
      months.append(LocalDay(number: first.number - 1).firstOfMonth)
    }
    let days = counts.keys.count { $0 >= months[months.count - 1] }
    return TrainingPage.Section(card: "month", "Calendar") { card in
      card.element("div", ["class": "months"]) { list in
        for month in months.reversed() { write(month, counts, &list) }
      }
      card.element(
        "p", ["class": "muted"],
        text: "\(counted(days, "days")) of training, each with its sets. Weeks begin on Monday.")
    }
  }

  private func write(_ first: LocalDay, _ counts: [LocalDay: Int], _ page: inout Markup) {
    let (year, month, _) = first.date
    page.element("div") { part in
      part.element("h3", text: "\(DateAxis.monthNames[month - 1]) \(year)")
      part.element("ol", ["class": "month"]) { list in
        for _ in 0..<first.weekday.index { list.element("li", ["class": "blank"]) { _ in } }
        let days = (first.number..<first.number + 31).map { LocalDay(number: $0) }
        for day in days where day.date.month == month {
          let count = counts[day] ?? 0
          list.element("li", ["class": count > 0 ? "trained" : "free"]) { item in
            item.element("span", text: "\(day.date.day)")
            if count > 0 { item.element("span", ["class": "sets"], text: "\(count)") }
          }
        }
      }
    }
  }
}

extension LocalDay {
  /// The first day of the month.
  fileprivate var firstOfMonth: LocalDay { LocalDay(number: number - date.day + 1) }
}
