import Events
import Projections

// Curves of Braille dots, steps of box lines, single values as bullets; and the days of a calendar.
extension TerminalChart {
  /// The curves, dots and steps of a line chart.
  var lines: [String] {
    guard let values = chart.values, let days = chart.days else { return [] }
    let axis = Axis(values, includesZero: false)
    var plot = Plot(
      columns: max(2, width - axis.width), rows: axis.rows + 1, days: days, scale: axis.scale)
    for series in chart.series { plot.draw(series) }
    var lines = plot.lines.enumerated().map { trimmedEnd(axis.beginning(of: $0) + $1) }
    let (names, marks) = dayNames(days, plot.columns) { Int(plot.x($0).rounded()) }
    lines.append(axis.line(plot.columns, marks: marks))
    lines.append(String(repeating: " ", count: axis.width) + names)
    if chart.series.count > 1 {
      let legend = chart.series.filter { !$0.points.isEmpty }.map { "\($0.mark.sign) \($0.name)" }
      lines += wrapped(inert(legend.joined(separator: ", ")), to: width)
    }
    return lines
  }

  /// The characters between the axes.
  private struct Plot {
    let columns: Int
    let rows: Int
    let days: ClosedRange<LocalDay>
    let scale: Scale
    private var cells: [[Character]]
    /// The dots of Braille characters, as bits of their Unicode values.
    private var dots: [[UInt8]]

    init(columns: Int, rows: Int, days: ClosedRange<LocalDay>, scale: Scale) {
      (self.columns, self.rows, self.days, self.scale) = (columns, rows, days, scale)
      cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
      dots = Array(repeating: Array(repeating: 0, count: columns), count: rows)
    }

    var lines: [String] {
      (0..<rows).map { row in
        String(
          (0..<columns).map { column in
            let bits = dots[row][column]
            guard cells[row][column] == " ", bits != 0 else { return cells[row][column] }
            return Character(Unicode.Scalar(0x2800 + UInt16(bits)) ?? " ")
          })
      }
    }

    /// Returns the column of a day, as a fractional number.
    func x(_ day: LocalDay) -> Double {
      let length = days.upperBound.number - days.lowerBound.number
      guard length > 0 else { return Double(columns - 1) / 2 }
      return Double(columns - 1) * Double(day.number - days.lowerBound.number) / Double(length)
    }

    /// Returns the row of a value from the top, as a fractional number.
    func y(_ value: Double) -> Double { Double(rows - 1) * (1 - scale.place(of: value)) }

    mutating func draw(_ series: Chart.Series) {
      let places = series.points.compactMap { point in
        point.day.map { (x: x($0), y: y(point.value)) }
      }
      switch series.mark {
      case .curve: curve(places)
      case .dots:
        for place in places { cells[Int(place.y.rounded())][Int(place.x.rounded())] = "•" }
      case .steps: steps(places)
      }
    }

    /// Draws lines between places; a character is two dots wide and four dots high.
    private mutating func curve(_ places: [(x: Double, y: Double)]) {
      let fine = places.map { (x: ($0.x + 0.5) * 2 - 0.5, y: ($0.y + 0.5) * 4 - 0.5) }
      for (from, to) in zip(fine, fine.dropFirst().isEmpty ? fine[...] : fine.dropFirst()) {
        let steps = max(
          1, Int(max((to.x - from.x).magnitude, (to.y - from.y).magnitude).rounded(.up)))
        for step in 0...steps {
          let part = Double(step) / Double(steps)
          dot(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
        }
      }
    }

    private mutating func dot(_ x: Double, _ y: Double) {
      let column = min(max(Int(x.rounded()), 0), columns * 2 - 1)
      let row = min(max(Int(y.rounded()), 0), rows * 4 - 1)
      let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
      dots[row / 4][column / 2] |= bits[column % 2][row % 4]
    }

    /// Draws horizontal lines from place to place; existing dots stay.
    private mutating func steps(_ places: [(x: Double, y: Double)]) {
      var heights = [Int?](repeating: nil, count: columns)
      for place in places {
        let (column, row) = (Int(place.x.rounded()), Int(place.y.rounded()))
        for later in column..<columns { heights[later] = row }
      }
      let last = places.last.map { Int($0.x.rounded()) } ?? 0
      for column in 0..<columns where column <= last {
        guard let row = heights[column] else { continue }
        guard column > 0, let before = heights[column - 1], before != row else {
          put("─", row, column)
          continue
        }
        let rises = row < before
        put(rises ? "╯" : "╮", before, column)
        put(rises ? "╭" : "╰", row, column)
        for between in min(row, before) + 1..<max(row, before) { put("│", between, column) }
      }
    }

    private mutating func put(_ character: Character, _ row: Int, _ column: Int) {
      if cells[row][column] == " " { cells[row][column] = character }
    }
  }

  /// The days of weeks side by side, with Monday at the top; if there are too many, only the newest.
  var calendar: [String] {
    guard let days = chart.days, let series = chart.series.first else { return [] }
    let levels = CalendarLevels(series.points.map(\.value))
    let shades = Array("·░▒▓█")
    let values = Dictionary(
      series.points.compactMap { point in point.day.map { ($0, point.value) } }
    ) { $1 }
    let end = days.upperBound.monday.number
    let weeks = min((end - days.lowerBound.monday.number) / 7 + 1, max(1, width - 4))
    let first = end - 7 * (weeks - 1)
    let shown = LocalDay(number: first)...days.upperBound
    let (names, _) = dayNames(shown, weeks) { ($0.number - first) / 7 }
    var lines = ["    " + names]
    for weekday in Weekday.allCases {
      let cells = (0..<weeks).map { week -> Character in
        let day = LocalDay(number: first + week * 7 + weekday.index)
        return days.contains(day) ? shades[levels.level(of: values[day] ?? 0)] : " "
      }
      lines.append(
        trimmedEnd("\(weekday.title.prefix(3)) " + String(cells)))
    }
    let legend = zip(shades, levels.labels).map { "\($0) \($1)" }.joined(separator: "  ")
    return lines + wrapped(inert("\(legend) \(chart.unit)"), to: width)
  }
}

extension Chart.Mark {
  /// The symbol of the mark in a legend.
  fileprivate var sign: String {
    switch self {
    case .curve: "⠒"
    case .dots: "•"
    case .steps: "─"
    }
  }
}
