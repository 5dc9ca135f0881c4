import Events
import Projections

extension TimetableView.Row: OwnCells {
  package func cell(of field: String, in unit: Weight.Unit) -> String? {
    switch field {
    case "booked": fitnessClass.capacity.map { "\(fitnessClass.booked) of \($0)" }
    case "state": standing
    default: nil
    }
  }

  /// The state of the class and of its user; nil if there is nothing to show.
  fileprivate var standing: String? {
    switch state {
    case _ where fitnessClass.isCancelled && state != .attended: "cancelled"
    case .waiting: position.map { "waiting \($0)" }
    case .overlaps: position.map { "overlaps, waiting \($0)" }
    case .attended: attendedMinutes.map { "attended \(decimal($0)) min" }
    case .booked, .missed: state?.rawValue
    case nil: nil
    }
  }
}

extension VideosView.Row: OwnCells {
  package func cell(of field: String, in unit: Weight.Unit) -> String? {
    field == "favourite" ? video.isFavourite ? "yes" : "–" : nil
  }
}

extension WeekdayCardsView {
  /// Returns the weekdays, each with its classes.
  func cards(_ form: TableForm) -> String {
    var table = Table([
      .text("day"), .text("date"), .text("starts"), .short("title"), .short("place", turn: 1),
      .text("you"), .text("class"),
    ])
    var form = form
    if form.idLength != nil { form.idLength = TableForm.idLength(of: rows.flatMap(\.classes)) }
    for card in rows {
      let lead = [card.date.weekday.rawValue, "\(card.date)"]
      if card.classes.isEmpty { table.add(lead + ["–", "", "", "", ""]) }
      for (place, row) in card.classes.enumerated() {
        let it = row.fitnessClass
        table.add(
          (place == 0 ? lead : ["", ""]) + [
            String(minute(it.startsAt).suffix(5)), it.title, it.place ?? "–",
            row.standing ?? "–", form.short(it.class.text),
          ])
      }
    }
    return table.text(isColored: form.isColored, width: form.width)
  }
}

extension AttendanceView {
  /// The length of the longest bar in characters.
  private static var longestBar: Double { 20 }

  /// Returns the days with a bar each, and their totals.
  func bars(_ form: TableForm) -> String {
    rows.map { row in
      var table = Table([
        .text("day"), .text("date"), .number("minutes"), .text(""),
      ])
      for day in row.days {
        let part = day.fraction.isFinite ? min(max(0, day.fraction), 1) : 0
        let bar = String(repeating: "█", count: Int((part * Self.longestBar).rounded()))
        table.add(day.date.weekday.rawValue, "\(day.date)", decimal(day.minutes), bar)
      }
      let average = row.averageMinutes.map { ", \(decimal($0)) minutes on average" } ?? ""
      var text = table.text(isColored: form.isColored, width: form.width)
      text += "\(row.attended) attended, \(row.missed) missed"
      text += ", \(decimal(row.hours)) hours\(average)\n"
      for top in row.top { text += "\(top.percent) % \(inert(top.title)), \(top.count)\n" }
      return text
    }.joined()
  }
}
