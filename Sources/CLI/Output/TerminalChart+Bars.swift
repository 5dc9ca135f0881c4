import Events
import Projections

// Bars of eighths of a character.
extension TerminalChart {
  private static let upwards = Array(" ▁▂▃▄▅▆▇█")
  private static let rightwards = Array(" ▏▎▍▌▋▊▉█")

  /// Vertical bars of periods, from left to right; if there are too many, only the newest.
  var columns: [String] {
    guard let values = chart.values else { return [] }
    let axis = Axis(values, includesZero: true)
    let room = max(1, width - axis.width)
    let all = chart.series[0].points
    let points = all.suffix(room)
    let slot = min(6, max(1, room / points.count))
    let bar = max(1, slot - 1)
    var lines = (0..<axis.rows).map { row in
      axis.beginning(of: row)
        + points.map { point in
          let cell = String(repeating: Self.cell(point.value, row, axis), count: bar)
          return cell + String(repeating: " ", count: slot - bar)
        }.joined()
    }.map(trimmedEnd)
    if let first = points.first?.day, let last = points.last?.day {
      let starts = points.map { $0.day ?? first }
      let (names, marks) = dayNames(first...last, slot * points.count) { day in
        starts.firstIndex { $0 >= day }.map { $0 * slot + (bar - 1) / 2 }
      }
      let end = axis.scale.labels[0]
      lines.append(axis.line(slot * points.count, marks: marks, label: end))
      lines.append(String(repeating: " ", count: axis.width) + names)
    }
    if points.count < all.count {
      lines += wrapped(
        "The chart shows the newest \(points.count) of \(all.count); '--svg FILE' shows all.",
        to: width)
    }
    return lines
  }

  /// Returns the part of a bar in a row.
  private static func cell(_ value: Double, _ row: Int, _ axis: Axis) -> Character {
    let height = axis.scale.step / Double(axis.rowsPerStep)
    // Rows above the zero line have smaller numbers than those below.
    let zero = Int((axis.scale.upper / height).rounded())
    if row < zero {
      let filled = value / height - Double(zero - 1 - row)
      let eighths = Int(min(max(filled * 8, 0), 8).rounded())
      // A value above 0 is always visible.
      return upwards[row == zero - 1 && value > 0 ? max(1, eighths) : eighths]
    }
    let filled = -value / height - Double(row - zero)
    // Of the blocks at the top of a cell, only the half block exists.
    if filled >= 0.75 { return "█" }
    return filled >= 0.25 || row == zero && value < 0 ? "▀" : " "
  }

  /// Horizontal bars of named things, each with its value.
  var rows: [String] {
    let points = chart.series[0].points
    let names = points.map { shortened(inert($0.label), to: max(8, width / 3)) }
    let texts = points.map { inert(chart.text($0.value)) }
    let name = names.map(displayWidth).max() ?? 0
    let text = texts.map(displayWidth).max() ?? 0
    let room = max(4, width - name - text - 3)
    guard let values = chart.values else { return [] }
    let (low, high) = (min(0, values.lowerBound), max(0, values.upperBound))
    return points.indices.map { place in
      let bar = Self.bar(points[place].value, from: low, to: high, room)
      let filled = names[place] + String(repeating: " ", count: name - displayWidth(names[place]))
      return trimmedEnd("\(filled)  \(bar) \(leftFilled(texts[place], to: text))")
    }
  }

  /// Returns a bar from zero to a value, on an axis with a number of columns.
  private static func bar(
    _ value: Double, from low: Double, to high: Double, _ room: Int
  ) -> String {
    // Reading a log applies no limits, and the difference of huge numbers can be infinite.
    guard high > low, (high - low).isFinite else { return String(repeating: " ", count: room) }
    let zero = Int((Double(room) * (-low / (high - low))).rounded())
    let eighths = Int((Double(room * 8) * (value / (high - low))).rounded())
    if eighths < 0 {
      let length = min(zero, max(1, (-eighths + 4) / 8))
      return String(repeating: " ", count: zero - length) + String(repeating: "█", count: length)
        + String(repeating: " ", count: room - zero)
    }
    let shown = min(value > 0 ? max(1, eighths) : 0, (room - zero) * 8)
    let bar =
      String(repeating: "█", count: shown / 8)
      + (shown % 8 > 0 ? String(rightwards[shown % 8]) : "")
    return String(repeating: " ", count: zero) + bar
      + String(repeating: " ", count: max(0, room - zero - (shown + 7) / 8))
  }
}

/// Returns a text without trailing spaces.
func trimmedEnd(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }
