import Events
import Foundation
import Projections
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a text of XML, read by a parser that knows nothing of replog.
private final class Elements: NSObject, XMLParserDelegate {
  private(set) var names: [String] = []
  private(set) var texts: [String] = []
  private(set) var attributes: [[String: String]] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names.append(name)
    texts.append("")
    self.attributes.append(attributes)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !texts.isEmpty { texts[texts.count - 1] += text }
  }

  /// Returns the elements; throws where the text is not well-formed.
  static func read(_ text: String) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = elements
    try #require(parser.parse(), "\(parser.parserError as Any): \(text.prefix(400))")
    return elements
  }

  /// Returns the texts of the elements with a name.
  func texts(of name: String) -> [String] { zip(names, texts).filter { $0.0 == name }.map(\.1) }

  /// Returns the values of an attribute of the elements with a name.
  func values(of key: String, in name: String) -> [String] {
    zip(names, attributes).filter { $0.0 == name }.compactMap { $0.1[key] }
  }
}

@Suite struct SVGTests {
  private static let monday = LocalDay(number: 20_514)

  /// Points of days after one another; nil for a day without a value.
  private static func points(_ values: Double...) -> [Chart.Point] {
    values.enumerated().map { Chart.Point(LocalDay(number: monday.number + $0 * 7), $1) }
  }

  static let charts: [Chart] =
    [Chart.Kind.bars, .line, .calendar].flatMap { kind in
      [
        [], points(5), points(0, 0), points(3, 1, 4, 1, 5), points(-3, 2, -1), points(-5),
        points(1e300, -1e300), points(.infinity, .nan, 2), points(1e15, 1e15 + 1),
      ].map { Chart("Volume", kind, unit: "kg", [Chart.Series("volume", .curve, $0)]) }
    } + [
      Chart(
        "Two", .line, unit: "lb",
        [
          Chart.Series("best", .dots, points(1, 3, 2)),
          Chart.Series("record", .steps, points(1, 3, 3)),
          Chart.Series("none", .curve, []),
        ]),
      Chart(
        "Ranking", .bars, unit: "kg",
        [
          Chart.Series(
            "best",
            [Chart.Point("squat", 5), Chart.Point("dip", -2), Chart.Point("", 0)])
        ]),
    ]

  @Test(arguments: charts)
  func `a picture is well-formed, has a name and a description, and contains no invalid number`(
    _ chart: Chart
  ) throws {
    for form in [SVGForm(), SVGForm(inPage: "p", width: 300, height: 170, bands: 3)] {
      let svg = chart.svg(form)
      let elements = try Elements.read(svg)
      #expect(elements.values(of: "role", in: "svg") == ["img"])
      let names = try #require(elements.values(of: "aria-labelledby", in: "svg").first)
      #expect(names == "\(form.id)-title \(form.id)-desc")
      #expect(elements.values(of: "id", in: "title") == ["\(form.id)-title"])
      #expect(elements.texts(of: "title").first == chart.title)
      #expect(elements.texts(of: "desc").first?.isEmpty == false)
      #expect(elements.values(of: "xmlns", in: "svg").isEmpty == !form.isFile)
      #expect(!svg.contains("nan") && !svg.contains("inf"))
      #expect(svg == chart.svg(form))
    }
  }

  @Test(arguments: charts)
  func `coordinates are within the picture`(_ chart: Chart) throws {
    let elements = try Elements.read(chart.svg())
    let height = try #require(elements.values(of: "height", in: "svg").first.flatMap(Double.init))
    for (key, limit) in [("x", 720.0), ("y", height)] {
      for name in ["text", "rect"] {
        for value in elements.values(of: key, in: name) {
          let number = try #require(Double(value))
          #expect((0...limit).contains(number), "\(name) \(key) \(value)")
        }
      }
    }
    for path in elements.values(of: "d", in: "path") {
      for number in path.split(whereSeparator: { !"0123456789.-".contains($0) }) {
        #expect((-8.0...max(720, height)).contains(try #require(Double(number))), "\(path)")
      }
    }
  }

  @Test func `bars begin at zero, upwards and downwards`() throws {
    let chart = Chart("v", .bars, unit: "kg", [Chart.Series("v", Self.points(10, -10))])
    let elements = try Elements.read(chart.svg())
    let bars = try #require(
      zip(elements.attributes.map { $0["class"] }, elements.attributes)
        .first { $0.0 == "bar" }?.1["d"])
    let starts = bars.split(separator: "M").map { bar in
      bar.dropFirst().split { "VH ".contains($0) }.first.map(String.init)
    }
    let zero = try #require(
      zip(elements.attributes.map { $0["class"] }, elements.attributes)
        .first { $0.0 == "axis" }?.1["d"]?.split { "M H".contains($0) }.dropFirst().first)
    let level = bars.split(separator: "M").compactMap { bar in
      bar.split { " V".contains($0) }.dropFirst().first.map(String.init)
    }
    #expect(starts.count == 2)
    #expect(level == [String(zero), String(zero)])
  }

  @Test func `the corners of bars are rounded inwards, upwards and downwards`() throws {
    let svg = Chart("v", .bars, unit: "kg", [Chart.Series("v", Self.points(10, -10))]).svg()
    // The line from zero ends before the corner, which is at the end of the bar.
    let corners = svg.matches(of: #/M[\d.]+ ([\d.]+)V([\d.]+)Q[\d.]+ ([\d.]+) /#)
      .map { match in
        [match.output.1, match.output.2, match.output.3].compactMap { Double(String($0)) }
      }
    try #require(corners.count == 2 && corners.allSatisfy { $0.count == 3 })
    #expect(corners[0][0] > corners[0][1] && corners[0][1] > corners[0][2])
    #expect(corners[1][0] < corners[1][1] && corners[1][1] < corners[1][2])
  }

  @Test(arguments: [(999.4, "999.4"), (1_234.4, "1,234"), (-1_234.4, "-1,234")])
  func `a label next to a mark has no decimals from a thousand on`(
    _ value: Double, _ text: String
  ) throws {
    let chart = Chart("v", .line, unit: "kg", [Chart.Series("v", Self.points(value, value))])
    #expect(try Elements.read(chart.svg()).texts(of: "text").contains(text))
  }

  @Test func `a label next to a mark is complete, wherever the mark is`() throws {
    for points in [Self.points(1, 1_234_567), Self.points(1_234_567, 1)] {
      for kind in [Chart.Kind.line, .bars] {
        let chart = Chart("v", kind, unit: "kg", [Chart.Series("v", points)])
        let elements = try Elements.read(chart.svg())
        let values = zip(elements.attributes, elements.texts)
          .filter { $0.0["class"] == "strong middle" }
        #expect(values.count == 1)
        for (attributes, text) in values {
          let x = try #require(attributes["x"].flatMap(Double.init))
          // A digit takes some 7 pixels, and the picture has a margin of 16.
          let half = 3.5 * Double(text.count(where: \.isNumber))
          #expect(x - half >= 16 && x + half <= 720 - 16, "\(text) at \(x)")
        }
      }
    }
  }

  @Test func `the label of a month that is nearly over gives way to the next month`()
    throws
  {
    func months(through last: Int) throws -> [String] {
      let first = LocalDay(number: Self.monday.number - 14)
      let chart = Chart(
        "v", .calendar, unit: "kg", span: first...LocalDay(number: last),
        [Chart.Series("v", Self.points(5))])
      return try Elements.read(chart.svg()).texts(of: "text").filter {
        ["Jan", "Feb", "Mar"].contains($0.prefix(3))
      }
    }
    #expect(try months(through: Self.monday.number + 27) == ["Mar"])
    #expect(try months(through: Self.monday.number - 1) == ["Feb 2026"])
  }

  @Test func `steps keep a value until the next one, and a curve connects values directly`() {
    func data(_ mark: Chart.Mark) -> String {
      Chart("v", .line, unit: "kg", [Chart.Series("v", mark, Self.points(0, 10))]).svg()
    }
    #expect(data(.steps).contains(/class="steps" d="M[\d.]+ [\d.]+H[\d.]+V[\d.]+"/))
    #expect(data(.curve).contains(/class="curve" d="M[\d.]+ [\d.]+L[\d.]+ [\d.]+"/))
    #expect(data(.dots).contains(/class="dots" d="M[\d.]+ [\d.]+h0M[\d.]+ [\d.]+h0"/))
  }

  @Test func `texts in a log are never markup, and contain no invisible or direction characters`()
    throws
  {
    let text = "</text><script>alert('1')</script>&amp;\"\u{202E}\u{0}\u{1B}[31m\u{FFFF}"
    let chart = Chart(
      text, .bars, unit: text, preposition: text,
      [Chart.Series(text, [Chart.Point(text, 1), Chart.Point("b", 2)])])
    let svg = chart.svg()
    let elements = try Elements.read(svg)
    #expect(!elements.names.contains("script"))
    #expect(!svg.contains("\u{202E}") && !svg.contains("\u{1B}") && !svg.contains("\u{0}"))
    #expect(
      elements.texts(of: "title").first
        == "</text><script>alert('1')</script>&amp;\"\\u{202e}\\u{0}\\u{1b}[31m\u{FFFD}")
  }

  @Test func `a file has its colours for both colour schemes, and all values in words`() {
    let chart = Chart("Volume", .bars, unit: "kg", [Chart.Series("v", Self.points(5, 1_200.5))])
    let svg = chart.svg()
    #expect(svg.contains("@media(prefers-color-scheme:dark)"))
    #expect(svg.contains("2026-03-02 5 kg; 2026-03-09 1,200.5 kg."))
    #expect(!chart.svg(SVGForm(inPage: "p", width: 300)).contains("<style>"))
  }
}
