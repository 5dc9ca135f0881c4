import Events

// Charts with two axes: numbers upwards, days from left to right.
extension SVGCanvas {
  /// The area between the axes.
  struct Plot {
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
    let scale: Scale

    /// Returns the vertical position of a value.
    func y(_ value: Double) -> Double { bottom - (bottom - top) * scale.place(of: value) }
  }

  /// Draws the numbers and their lines, and returns the remaining area.
  private mutating func drawNumbers(includesZero: Bool) -> Plot? {
    guard let values = chart.values else { return nil }
    let low = bottom - inset - 22
    let scale = Scale(values, includesZero: includesZero, steps: Int((low - top) / 30))
    let labels = scale.labels
    let widest = labels.map(SVGForm.width(of:)).max() ?? 0
    let plot = Plot(
      left: inset + widest + 8, right: form.width - inset - 6, top: top + 4, bottom: low,
      scale: scale)
    for (tick, label) in zip(scale.ticks, labels) {
      let y = plot.y(tick)
      let isAxis = includesZero ? tick == 0 : tick == scale.lower
      path(
        isAxis ? "axis" : "grid",
        "M\(Markup.number(plot.left)) \(Markup.number(y))H\(Markup.number(plot.right))")
      write(label, plot.left - 8, y + 4, "end")
    }
    return plot
  }

  /// Writes the labels of days below the area.
  private mutating func drawDays(
    _ plot: Plot, _ days: ClosedRange<LocalDay>, period: Int = 1, _ x: (LocalDay) -> Double?
  ) {
    // A label has up to eight letters, and needs a gap after it.
    let axis = DateAxis(days, names: Int((plot.right - plot.left) / 58), period: period)
    for tick in axis.ticks {
      guard let place = x(tick.day) else { continue }
      let (x, low) = (Markup.number(place), Markup.number(plot.bottom))
      path("axis", "M\(x) \(low)v4")
      let half = SVGForm.width(of: tick.label) / 2
      let style = place - half < 0 ? "" : place + half > form.width - inset ? "end" : "middle"
      write(tick.label, place, plot.bottom + 17, style)
    }
  }

  /// Draws the bars of periods, the first on the left.
  mutating func drawBars() {
    guard let plot = drawNumbers(includesZero: true), let days = chart.days else { return }
    let points = chart.series[0].points
    let slot = (plot.right - plot.left) / Double(points.count)
    let width = min(slot * 0.78, 46)
    let zero = plot.y(0)
    func middle(_ place: Int) -> Double { plot.left + slot * (Double(place) + 0.5) }
    var data = ""
    for (place, point) in points.enumerated() where point.value != 0 {
      data += bar(middle(place) - width / 2, width, from: zero, to: plot.y(point.value))
    }
    path("bar", data)
    if let place = points.indices.max(by: { points[$0].value < points[$1].value }),
      points[place].value > 0
    {
      direct(
        Chart.rounded(points[place].value), middle(place), plot.y(points[place].value) - 5, plot)
    }
    let numbers = points.compactMap { $0.day?.number }
    let period = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.min() ?? 1
    drawDays(plot, days, period: period) { day in
      points.firstIndex { ($0.day ?? day) >= day }.map(middle)
    }
  }

  /// Returns the path of a bar with a rounded end.
  private func bar(_ x: Double, _ width: Double, from zero: Double, to end: Double) -> String {
    let round = min(3, width / 3, (zero - end).magnitude)
    let inward = end < zero ? round : -round
    let n = Markup.number
    return "M\(n(x)) \(n(zero))V\(n(end + inward))Q\(n(x)) \(n(end)) \(n(x + round)) \(n(end))"
      + "H\(n(x + width - round))Q\(n(x + width)) \(n(end)) \(n(x + width)) \(n(end + inward))"
      + "V\(n(zero))Z"
  }

  /// Writes a value next to its mark, within the picture.
  private mutating func direct(_ text: String, _ x: Double, _ y: Double, _ plot: Plot) {
    let half = SVGForm.width(of: text) / 2 + 2
    let x = min(max(x, plot.left + half), form.width - inset - half)
    write(text, x, max(y, top - 2), "strong middle")
  }

  /// Draws curves, dots and steps over days.
  mutating func drawLines() {
    guard let plot = drawNumbers(includesZero: false), let days = chart.days else { return }
    let length = Double(days.upperBound.number - days.lowerBound.number)
    // Curves keep a distance from the axis, and a single day is in the middle.
    let (first, width) = (plot.left + 8, plot.right - plot.left - 16)
    func x(_ day: LocalDay) -> Double {
      length > 0
        ? first + width * Double(day.number - days.lowerBound.number) / length : first + width / 2
    }
    for series in chart.series where !series.points.isEmpty {
      let places = series.points.compactMap { point in
        point.day.map { (x: x($0), y: plot.y(point.value)) }
      }
      path(series.mark.rawValue, data(places, series.mark))
    }
    if let last = chart.series.last?.points.last, let day = last.day {
      direct(Chart.rounded(last.value), x(day), plot.y(last.value) - 8, plot)
    }
    drawDays(plot, days, x)
  }

  private func data(_ places: [(x: Double, y: Double)], _ mark: Chart.Mark) -> String {
    let n = Markup.number
    guard let first = places.first else { return "" }
    switch mark {
    case .dots: return places.map { "M\(n($0.x)) \(n($0.y))h0" }.joined()
    case .curve where places.count == 1, .steps where places.count == 1:
      return "M\(n(first.x - 4)) \(n(first.y))h8"
    case .curve:
      return "M\(n(first.x)) \(n(first.y))"
        + places.dropFirst().map { "L\(n($0.x)) \(n($0.y))" }.joined()
    case .steps:
      return "M\(n(first.x)) \(n(first.y))"
        + places.dropFirst().map { "H\(n($0.x))V\(n($0.y))" }.joined()
    }
  }
}
