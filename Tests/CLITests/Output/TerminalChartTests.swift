import Events
import Projections
import Testing

@testable import CLI

@Suite struct TerminalChartTests {
  private func points(_ values: [Double]) -> [Chart.Point] {
    values.enumerated().map { Chart.Point(LocalDay(number: 20_514 + $0 * 7), $1) }
  }

  private func chart(_ kind: Chart.Kind, _ values: Double...) -> Chart {
    Chart("Volume", kind, unit: "kg", [Chart.Series("volume", points(values))])
  }

  /// The lines of the picture, without the title and the summary.
  private func picture(_ chart: Chart, _ width: Int = 80) -> [String] {
    TerminalChart(chart: chart, width: width).text.split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init).filter { $0.contains(where: { "┤│└█▀".contains($0) }) }
  }

  @Test func `bars have eighths, and every non-zero value is visible`() {
    #expect(
      picture(chart(.bars, 0, 0.01, 1, 2, 4, 8)) == [
        "8 ┤                              █████", "  │                              █████",
        "6 ┤                              █████", "  │                              █████",
        "4 ┤                        █████ █████", "  │                        █████ █████",
        "2 ┤                  █████ █████ █████", "  │      ▁▁▁▁▁ █████ █████ █████ █████",
        "0 └──┬───────────┬───────────┬─────────",
      ])
  }

  @Test func `bars of negative values hang from zero`() {
    let lines = picture(chart(.bars, 4, -4, -0.5))
    #expect(lines[1] == "   │█████")
    #expect(lines.filter { $0.contains("▀") } == [" 0 ┤      █████ ▀▀▀▀▀"])
  }

  @Test func `if there are too many bars, the oldest are omitted and counted`() {
    let many = Chart(
      "v", .bars, unit: "kg", [Chart.Series("v", points(Array(repeating: 1, count: 60)))])
    let text = TerminalChart(chart: many, width: 40).text
    #expect(text.contains("The chart shows the newest 35 of 60;"))
  }

  @Test func `a calendar with more weeks than columns shows the newest`() {
    let (first, last) = (LocalDay(number: 20_514 - 7 * 59), LocalDay(number: 20_514 + 6))
    let chart = Chart(
      "v", .calendar, unit: "sets a day", span: first...last,
      [Chart.Series("v", [Chart.Point(first, 1), Chart.Point(last, 9)])])
    let lines = TerminalChart(chart: chart, width: 40).text.split(separator: "\n")
    let empty = String(repeating: "·", count: 35)
    #expect(lines.first { $0.hasPrefix("Mon") } == "Mon ·\(empty)")
    #expect(lines.first { $0.hasPrefix("Sun") } == "Sun \(empty)█")
  }

  static let charts: [Chart] =
    [[], [5], [0, 0], [3, 1, 4], [-3, 2], [1e300, -1e300], Array(repeating: 7, count: 400)].flatMap
  {
    (values: [Double]) in
    let points = values.enumerated().map { Chart.Point(LocalDay(number: 20_514 + $0 * 7), $1) }
    let named = values.enumerated().map { Chart.Point("スクワット \($0)", $1) }
    return [
      Chart("Volume of 深蹲", .bars, unit: "kg", [Chart.Series("v", points)]),
      Chart("Volume", .calendar, unit: "sets a day", [Chart.Series("v", points)]),
      Chart(
        "Volume", .line, unit: "kg",
        [
          Chart.Series("curve", .curve, points), Chart.Series("best of a session", .dots, points),
          Chart.Series("record", .steps, points),
        ]), Chart("Ranking", .bars, unit: "kg", [Chart.Series("v", named)]),
    ]
  }

  @Test(arguments: charts)
  func `a chart is at most as wide as the terminal`(_ chart: Chart) {
    let isHuge = chart.values.map { $0.upperBound > 1e15 } ?? false
    for width in isHuge ? [400] : [40, 57, 80, 200] {
      for line in TerminalChart(chart: chart, width: width).text.split(separator: "\n") {
        #expect(displayWidth(String(line)) <= width, "\(width): \(line)")
      }
    }
  }

  @Test(arguments: charts)
  func `colours change only titles`(_ chart: Chart) {
    let plain = TerminalChart(chart: chart, width: 60).text
    let bold = TerminalChart(chart: chart, width: 60, isColored: true).text
    #expect(!plain.contains("\u{1B}"))
    #expect(
      bold.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "") == plain)
  }

  @Test func `text in a log cannot control the terminal`() {
    let text = "a\u{1B}[2J\u{202E}\nb"
    let charts = [
      Chart(
        text, .bars, unit: text, preposition: text, [Chart.Series(text, [Chart.Point(text, 1)])]),
      Chart(
        text, .line, unit: "kg",
        [Chart.Series(text, .dots, points([1, 2])), Chart.Series(text, .steps, points([1, 2]))]),
      Chart(text, .calendar, unit: text, [Chart.Series(text, points([1, 2]))]),
    ]
    for chart in charts {
      let shown = TerminalChart(chart: chart, width: 80).text
      #expect(!shown.contains("\u{1B}") && !shown.contains("\u{202E}") && !shown.contains("\nb"))
    }
  }

  @Test func `steps and dots have different shapes`() {
    let chart = Chart(
      "Squat", .line, unit: "kg",
      [
        Chart.Series("best of a session", .dots, points([100, 90, 110])),
        Chart.Series("record", .steps, points([100, 100, 110])),
      ])
    let text = TerminalChart(chart: chart, width: 40).text
    #expect(text.contains("• best of a session, ─ record"))
    #expect(text.contains("╯") && text.contains("─") && text.contains("•"))
  }
}
