import Events

/// The options of a command with a view that has a chart.
struct PictureArguments {
  private(set) var isChart = false
  /// The file for the SVG; '-' is standard output.
  private(set) var svg: FilePath?

  /// A Boolean value indicating whether a chart replaces the table.
  var isAsked: Bool { isChart || svg != nil }

  mutating func arguments(_ a: some Arguments) throws {
    try a.flag(&isChart, "--chart", "draw a chart in the terminal")
    try a.option(&svg, "--svg", "write a chart to an SVG file; '-' is standard output")
  }
}
