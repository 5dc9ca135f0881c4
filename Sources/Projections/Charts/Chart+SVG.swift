import Events

extension Chart {
  /// Returns the chart as SVG: the same bytes for the same chart and form.
  ///
  /// For readers who cannot see it, it contains its title, its summary, and in a file all values. Texts are escaped.
  public func svg(_ form: SVGForm = SVGForm()) -> String {
    var canvas = SVGCanvas(chart: self, form: form)
    canvas.draw()
    return canvas.text
  }
}

/// A picture that is being drawn: the content so far, and the remaining space.
struct SVGCanvas {
  let chart: Chart
  let form: SVGForm
  var content = Markup()
  /// The lower edge of the content at the top.
  var top = 0.0
  /// The lower edge of the picture.
  var bottom: Double

  init(chart: Chart, form: SVGForm) { (self.chart, self.form, bottom) = (chart, form, form.height) }

  /// The margin at the left and right edges.
  var inset: Double { form.isFile ? 16 : 0 }

  mutating func draw() {
    if form.isFile {
      write(chart.title, inset, 30, "heading")
      top = 40
    }
    if chart.isEmpty {
      bottom = max(bottom, top + 60)
      write("no values yet", form.width / 2, (top + bottom) / 2, "middle")
      return
    }
    switch chart.kind {
    case .calendar: drawCalendar()
    case .line:
      drawLegend()
      drawLines()
    case .bars where chart.days == nil: drawRows()
    case .bars:
      drawLegend()
      drawBars()
    }
  }

  /// The whole SVG text of the picture.
  var text: String {
    var markup = Markup()
    let (width, height) = (Markup.number(form.width), Markup.number(bottom))
    let names = "\(form.id)-title \(form.id)-desc"
    let size = "0 0 \(width) \(height)"
    func fill(_ markup: inout Markup) {
      markup.element("title", ["id": "\(form.id)-title"], text: chart.title)
      let words = form.isFile ? "\(chart.summary) \(chart.valuesInWords)" : chart.summary
      markup.element("desc", ["id": "\(form.id)-desc"], text: words)
      if form.isFile {
        markup.element("style") { $0.add(markup: ChartStyle.file) }
        markup.empty("rect", ["class": "surface", "width": width, "height": height, "rx": "10"])
      }
      markup.add(markup: content.text)
    }
    let attributes: KeyValuePairs<StaticString, String> =
      form.isFile
      ? [
        "xmlns": "http://www.w3.org/2000/svg", "class": "plot", "width": width, "height": height,
        "viewBox": size, "role": "img", "aria-labelledby": names,
      ] : ["class": "plot", "viewBox": size, "role": "img", "aria-labelledby": names]
    markup.element("svg", attributes, fill)
    if form.isFile { markup.add(markup: "\n") }
    return markup.text
  }

  /// Writes a text with its baseline at a place.
  mutating func write(_ text: String, _ x: Double, _ y: Double, _ style: String = "") {
    let (x, y) = (Markup.number(x), Markup.number(y))
    if style.isEmpty {
      content.element("text", ["x": x, "y": y], text: text)
    } else {
      content.element("text", ["class": style, "x": x, "y": y], text: text)
    }
  }

  /// Draws a rectangle with rounded corners; the title is shown when a pointer is over it.
  mutating func rectangle(
    _ style: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Int,
    title: String? = nil
  ) {
    let n = Markup.number
    let attributes: KeyValuePairs<StaticString, String> = [
      "class": style, "x": n(x), "y": n(y), "width": n(width), "height": n(height),
      "rx": "\(radius)",
    ]
    guard let title else { return content.empty("rect", attributes) }
    content.element("rect", attributes) { $0.element("title", text: title) }
  }

  mutating func path(_ style: String, _ data: String) {
    content.empty("path", ["class": style, "d": data])
  }

  /// Draws the names of the series with their marks, and the unit if there is one series.
  private mutating func drawLegend() {
    let y = top + 12
    guard chart.series.count > 1 else {
      write(chart.unit, inset, y)
      top += SVGForm.line + 8
      return
    }
    var (x, line) = (inset, y)
    for series in chart.series where !series.points.isEmpty {
      let name = "\(series.name), \(chart.unit)"
      let width = 26 + SVGForm.width(of: name)
      if x > inset, x + width > form.width - inset { (x, line) = (inset, line + SVGForm.line) }
      let mark = series.mark
      let middle = Markup.number(line - 4)
      let start = Markup.number(x + 2)
      path(
        mark.rawValue,
        mark == .dots ? "M\(Markup.number(x + 9)) \(middle)h0" : "M\(start) \(middle)h14")
      write(name, x + 22, line)
      x += width + 10
    }
    top = line - 12 + SVGForm.line + 8
  }
}
