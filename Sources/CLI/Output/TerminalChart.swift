import Events
import Projections

/// A chart in the characters of a terminal, readable without colours.
struct TerminalChart {
  let chart: Chart
  /// The number of columns for the chart; 40 are enough.
  let width: Int
  var isColored = false

  /// The number of columns of a chart that is not on a terminal.
  static let usualWidth = 80

  /// The chart with its title above and its summary below, and a newline at its end.
  var text: String {
    let isFlat = chart.kind != .calendar && chart.values == 0...0
    var lines = chart.isEmpty ? ["no values yet"] : isFlat ? [] : picture
    lines += wrapped(inert(chart.isEmpty ? "" : chart.summary), to: width)
    let hasUnit =
      chart.kind == .calendar || chart.title.lowercased().hasPrefix(chart.unit.lowercased())
    let unit = hasUnit ? "" : " (\(chart.unit))"
    let title = wrapped(inert(chart.title + unit), to: width).map {
      isColored ? "\u{1B}[1m\($0)\u{1B}[0m" : $0
    }
    return (title + lines).map { $0 + "\n" }.joined()
  }

  private var picture: [String] {
    switch chart.kind {
    case .line: lines
    case .calendar: calendar
    case .bars: chart.days == nil ? rows : columns
    }
  }
}

/// Returns the lines of a text, each with as many words as fit into `width` columns.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, displayWidth(last) + 1 + displayWidth(String(word)) <= width {
      lines[lines.count - 1] += " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines
}

extension TerminalChart {
  /// The axis on the left of a chart, with a text of equal width for each row.
  struct Axis {
    let scale: Scale
    /// The number of rows of a step.
    let rowsPerStep: Int
    /// The number of columns, including its line.
    let width: Int

    init(_ values: ClosedRange<Double>, includesZero: Bool) {
      scale = Scale(values, includesZero: includesZero, steps: 5)
      rowsPerStep = scale.ticks.count > 4 ? 2 : 3
      width = (scale.labels.map(displayWidth).max() ?? 0) + 2
    }

    /// The number of rows between its ends.
    var rows: Int { (scale.ticks.count - 1) * rowsPerStep }

    /// Returns the text at the beginning of a row; row 0 is at the top.
    func beginning(of row: Int) -> String {
      guard row % rowsPerStep == 0 else { return String(repeating: " ", count: width - 1) + "│" }
      let label = scale.labels[scale.ticks.count - 1 - row / rowsPerStep]
      return leftFilled(label, to: width - 2) + " ┤"
    }

    /// Returns the line below all rows, with a mark at some columns.
    func line(_ columns: Int, marks: [Int], label: String = "") -> String {
      var line = [Character](repeating: "─", count: columns)
      for mark in marks where mark < columns { line[mark] = "┬" }
      return leftFilled(label, to: width - 2) + " └" + String(line)
    }
  }

  /// Returns the labels of days below a chart, and the columns of the labelled days.
  ///
  /// - Parameter column: A closure that returns the column of a day; nil for a day that is not shown.
  func dayNames(
    _ days: ClosedRange<LocalDay>, _ columns: Int, _ column: (LocalDay) -> Int?
  ) -> (text: String, marks: [Int]) {
    var (text, marks) = ("", [Int]())
    for tick in DateAxis(days, names: columns / 10).ticks {
      guard let place = column(tick.day) else { continue }
      // If the last label does not fit after its mark, it ends at the right edge.
      let start = min(place, columns - tick.label.count)
      guard start >= text.count + (text.isEmpty ? 0 : 1), start >= 0 else { continue }
      text += String(repeating: " ", count: start - text.count) + tick.label
      marks.append(place)
    }
    return (text, marks)
  }
}

/// Returns a text padded on the left to a number of columns.
func leftFilled(_ text: String, to columns: Int) -> String {
  String(repeating: " ", count: max(0, columns - displayWidth(text))) + text
}
