import Events

// Pictures without axes: a row for each name, and a square for each day.
extension SVGCanvas {
  /// Draws horizontal bars, with a name before and the value after each.
  mutating func drawRows() {
    let points = chart.series[0].points
    let names = points.map { shortened($0.label, to: form.width * 0.3) }
    let values = points.map { chart.text($0.value) }
    let left = inset + (names.map(SVGForm.width(of:)).max() ?? 0) + 10
    let room = (values.map(SVGForm.width(of:)).max() ?? 0) + 10
    let right = max(left + 20, form.width - inset - room)
    guard let range = chart.values else { return }
    let (low, high) = (min(0, range.lowerBound), max(0, range.upperBound))
    func x(_ value: Double) -> Double {
      // Reading a log applies no limits, and the difference of huge numbers can be infinite.
      high > low && (high - low).isFinite
        ? left + (right - left) * ((value - low) / (high - low)) : left
    }
    for (place, point) in points.enumerated() {
      let y = top + 8 + Double(place) * 24
      write(names[place], left - 10, y + 13, "end")
      let (start, end) = (min(x(0), x(point.value)), max(x(0), x(point.value)))
      rectangle("bar", start, y, max(1, end - start), 17, radius: 3)
      write(values[place], end + 8, y + 13, "strong")
    }
    bottom = top + 8 + Double(points.count) * 24 + inset
  }

  private func shortened(_ text: String, to width: Double) -> String {
    guard SVGForm.width(of: text) > width else { return text }
    var kept = ""
    for character in text {
      guard SVGForm.width(of: kept + String(character) + "…") <= width else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// Draws the days of weeks, with Monday at the top, and a legend of the shades.
  mutating func drawCalendar() {
    guard let days = chart.days, let series = chart.series.first else { return }
    let levels = CalendarLevels(series.points.map(\.value))
    let values = Dictionary(
      series.points.compactMap { point in point.day.map { ($0, point.value) } }
    ) { $1 }
    let first = days.lowerBound.monday.number
    let weeks = (days.upperBound.number - first) / 7 + 1
    let perBand = (weeks + form.bands - 1) / max(1, form.bands)
    let left = inset + 30
    let cell = min(22, (form.width - inset - left) / Double(perBand))
    for band in 0..<form.bands {
      let start = first + band * perBand * 7
      let shown = min(perBand, weeks - band * perBand)
      guard shown > 0 else { break }
      drawMonths(from: start, weeks: shown, left, cell)
      top += 18
      for (row, name) in [(0, "Mon"), (2, "Wed"), (4, "Fri")] {
        write(name, left - 6, top + cell * (Double(row) + 0.5) + 4, "end")
      }
      for number in start..<start + shown * 7 {
        let day = LocalDay(number: number)
        guard days.contains(day) else { continue }
        let week = (number - start) / 7
        drawDay(day, values[day] ?? 0, levels, left + Double(week) * cell, cell)
      }
      top += cell * 7 + 8
    }
    drawLevels(levels, left)
    bottom = top + inset
  }

  private mutating func drawDay(
    _ day: LocalDay, _ value: Double, _ levels: CalendarLevels, _ x: Double, _ cell: Double
  ) {
    let (y, side) = (top + Double(day.weekday.index) * cell, cell * 0.86)
    rectangle(
      "d\(levels.level(of: value))", x, y, side, side, radius: 2,
      title: value > 0 ? "\(day): \(chart.text(value))" : nil)
  }

  /// Writes the names of months above the weeks in which they begin.
  private mutating func drawMonths(
    from start: Int, weeks: Int, _ left: Double, _ cell: Double
  ) {
    var free = left
    for week in 0..<weeks {
      let sunday = LocalDay(number: start + week * 7 + 6)
      let date = sunday.date
      // The week with the first of the month, or the first week of the chart.
      guard date.day <= 7 || week == 0 else { continue }
      let name = DateAxis.monthNames[date.month - 1]
      let label = date.month == 1 || week == 0 ? "\(name) \(date.year)" : name
      let x = left + Double(week) * cell
      guard x >= free, x + SVGForm.width(of: label) <= form.width else { continue }
      // A month that is nearly over makes room for the next one.
      if week == 0, date.day > 21, weeks > 4 { continue }
      write(label, x, top + 12)
      free = x + SVGForm.width(of: label) + 6
    }
  }

  /// Draws the shades with their ranges of values.
  private mutating func drawLevels(_ levels: CalendarLevels, _ left: Double) {
    var (x, y) = (left, top + 4)
    for (level, label) in levels.labels.enumerated() {
      let width = 20 + SVGForm.width(of: label)
      if x + width > form.width - inset { (x, y) = (left, y + 20) }
      rectangle("d\(level)", x, y, 12, 12, radius: 2)
      write(label, x + 17, y + 10)
      x += width + 12
    }
    write(chart.unit, min(x, form.width - inset - SVGForm.width(of: chart.unit)), y + 10)
    top = y + 20
  }
}

/// The shades of a calendar: none, three of equal ranges, and one for all larger values.
///
/// The ranges cover nine of ten days, so that one extreme day leaves the other days their shades.
public struct CalendarLevels: Equatable, Sendable {
  /// The width of a range, a round number.
  public let step: Double

  /// Creates the shades for values.
  public init(_ values: [Double]) {
    let sorted = values.filter { $0.isFinite && $0 > 0 }.sorted()
    let most = sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 9 / 10]
    step = Scale.step(atLeast: max(1, min(most, 1e15) / 4))
  }

  /// Returns the shade of a value, 0…4; 0 means no value.
  public func level(of value: Double) -> Int {
    guard value > 0 else { return 0 }
    return min(4, Int(min((value / step).rounded(.up), 4)))
  }

  /// The ranges of the shades for display: `0`, `1–10`, `11–20`, …, `31+`.
  public var labels: [String] {
    let width = Int(step)
    return ["0"]
      + (0..<3).map { level in
        let (low, high) = (level * width + 1, (level + 1) * width)
        return low == high
          ? Chart.number(Double(low)) : "\(Chart.number(Double(low)))–\(Chart.number(Double(high)))"
      } + ["\(Chart.number(Double(3 * width + 1)))+"]
  }
}
