import Events

/// A chart of values with one unit, which a terminal, an SVG file or a page can draw.
///
/// It is created from views, reads no clock, and depends only on its values. Values are in the displayed unit, so that
/// the ticks of an axis are round numbers for its reader.
public struct Chart: Equatable, Sendable {
  /// The form of a chart.
  public enum Kind: Equatable, Sendable {
    /// Bars of one series, from zero.
    case bars
    /// Curves and marks over days.
    case line
    /// The days of weeks, side by side; a larger value has a darker shade.
    case calendar
  }

  /// The way in which the values of a line chart are marked.
  public enum Mark: String, Sendable {
    /// A line from value to value.
    case curve
    /// A dot for each value.
    case dots
    /// A line that keeps a value until the next one.
    case steps
  }

  /// A value with its place.
  public struct Point: Equatable, Sendable {
    /// The day, or the first day of the period; nil for a value that only has a name.
    public let day: LocalDay?
    /// The display name of the place: `2026-03-02`, `2026-03`, `Bench Press`.
    public let label: String
    public let value: Double

    /// Creates the value of a day, or of the period that a day begins.
    ///
    /// - Parameter label: The name of the period; nil for the name of the day.
    public init(_ day: LocalDay, _ value: Double, label: String? = nil) {
      (self.day, self.label, self.value) = (day, label ?? day.description, value)
    }

    /// Creates the value of a named thing.
    public init(_ label: String, _ value: Double) {
      (day, self.label, self.value) = (nil, label, value)
    }
  }

  /// Values that belong together.
  public struct Series: Equatable, Sendable {
    /// The name for the legend.
    public let name: String
    public let mark: Mark
    /// The values that can be drawn, in order; values of days are ordered by day.
    public let points: [Point]

    /// Creates a series, without infinite values and NaN.
    public init(_ name: String, _ mark: Mark, _ points: [Point]) {
      (self.name, self.mark) = (name, mark)
      self.points = points.filter { $0.value.isFinite }
    }

    /// Creates a series of bars or of the days of a calendar.
    public init(_ name: String, _ points: [Point]) { self.init(name, .curve, points) }
  }

  public let title: String
  public let kind: Kind
  /// The unit of all values, as written after a number: `kg`, `min`, `push-ups`.
  public let unit: String
  /// The words before the label of a value in a sentence: `in the week of`, `on`, `of`.
  public let preposition: String
  public let series: [Series]
  /// The days that a calendar shows; nil for the days of the values.
  public let span: ClosedRange<LocalDay>?

  /// Creates a chart; charts of bars and calendars draw only the first series.
  public init(
    _ title: String, _ kind: Kind, unit: String, preposition: String = "on",
    span: ClosedRange<LocalDay>? = nil, _ series: [Series]
  ) {
    (self.title, self.kind, self.unit) = (title, kind, unit)
    (self.preposition, self.span, self.series) = (preposition, span, series)
  }

  /// A Boolean value indicating whether there is no value to draw.
  public var isEmpty: Bool { series.allSatisfy(\.points.isEmpty) }

  /// The displayed days, from the first to the last; nil if no value has a day.
  public var days: ClosedRange<LocalDay>? {
    if let span { return span }
    let days = series.flatMap { $0.points.compactMap(\.day) }
    guard let first = days.min(), let last = days.max() else { return nil }
    return first...last
  }

  /// The values from the smallest to the largest; nil if there is none.
  public var values: ClosedRange<Double>? {
    let values = series.flatMap { $0.points.map(\.value) }
    guard let least = values.min(), let most = values.max() else { return nil }
    return least...most
  }

  /// Returns a value with its unit for display, with at most one decimal: `4,320.5 kg`.
  public func text(_ value: Double) -> String {
    let words = unit.split(separator: " ", maxSplits: 1)
    guard value == 1, let things = words.first, things.hasSuffix("s") else {
      return "\(Chart.number(value)) \(unit)"
    }
    return ([counted(1, String(things))] + words.dropFirst().map(String.init))
      .joined(separator: " ")
  }

  /// Returns a number for display, with commas between thousands and at most one decimal.
  static func number(_ value: Double) -> String { grouped(decimal(value, places: 1)) }

  /// Returns a number for display next to its mark: without decimals from 1,000 on.
  static func rounded(_ value: Double) -> String {
    grouped(decimal(value, places: value.magnitude < 1_000 ? 1 : 0))
  }
}

extension Chart {
  /// One sentence for each series: the number of values, the largest, the smallest and the latest.
  public var summary: String {
    guard !isEmpty else { return "No values." }
    return series.filter { !$0.points.isEmpty }.map(sentence).joined(separator: " ")
  }

  private func sentence(_ series: Series) -> String {
    let points = series.points
    guard let first = points.first, let last = points.last,
      let most = points.max(by: { $0.value < $1.value }),
      let least = points.min(by: { $0.value < $1.value })
    else { return "" }
    func told(_ point: Point) -> String { "\(text(point.value)) \(preposition) \(point.label)" }
    let name = self.series.count > 1 ? "\(series.name): " : ""
    guard points.count > 1 else { return "\(name)One value: \(told(first))." }
    guard least.value < most.value else {
      return "\(name)\(points.count) values, all \(text(most.value))."
    }
    var parts = ["\(name)\(points.count) values", "the largest \(told(most))"]
    parts.append("the smallest \(told(least))")
    if last.day != nil { parts.append("the latest \(told(last))") }
    return parts.joined(separator: ", ") + "."
  }

  /// All values in words, series by series, for readers who cannot see the picture.
  public var valuesInWords: String {
    series.filter { !$0.points.isEmpty }.map { series in
      let name = self.series.count > 1 ? "\(series.name): " : ""
      return name
        + series.points.map { "\($0.label) \(text($0.value))" }.joined(separator: "; ") + "."
    }.joined(separator: " ")
  }
}
