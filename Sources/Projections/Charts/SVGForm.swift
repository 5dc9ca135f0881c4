import Events

/// The size and the context of a chart's SVG.
public struct SVGForm: Sendable {
  /// The width in pixels.
  public var width: Double
  /// The height in pixels of a chart with axes; the height of other charts follows from their content.
  public var height: Double
  /// The prefix of the ids in the SVG; it must be unique on a page.
  public var id: String
  /// A Boolean value indicating whether the SVG is a separate file with its title, its colours and all values.
  public var isFile: Bool
  /// The number of bands, one below the other, that the weeks of a calendar are divided into.
  public var bands: Int

  /// Creates the form of a file.
  public init(width: Double = 720, height: Double = 340) {
    (self.width, self.height, id, isFile, bands) = (width, height, "chart", true, 1)
  }

  /// Creates the form of a picture in a page; the page has the title and the colours.
  public init(inPage id: String, width: Double, height: Double = 0, bands: Int = 1) {
    (self.width, self.height, self.id, isFile) = (width, height, id, false)
    self.bands = bands
  }

  /// The height of a line of text.
  static let line = 16.0

  /// Returns an upper bound of the width of a text, in the fonts of most systems.
  static func width(of text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "m", "w", "M", "W", "@", "%", "×", "…": 11
    case "i", "l", "j", "t", "f", "r", ".", ",", ":", ";", "'", "|", "!", "(", ")", " ": 4.8
    case "0"..."9": 7.2
    case "A"..."Z": 8
    case _ where scalar.value >= 0x1100: 12
    default: 7
    }
  }
}

/// The colours of pictures, light and dark, as CSS.
///
/// All readers can distinguish blue and orange (Okabe and Ito, "Color universal design", 2008). No information depends
/// on colour alone. Text has a contrast of at least 4.5 to 1 with its background.
public enum ChartStyle {
  /// The properties of the light scheme.
  public static let light = """
    --surface:#ffffff;--text:#1d2329;--muted:#59626c;--grid:#e3e6e9;--axis:#8b949e;\
    --one:#0a6aa6;--two:#b4530a;--day0:#eceff1;--day1:#bfdcef;--day2:#7cb5dc;--day3:#2f83bb;\
    --day4:#0a4f80
    """
  /// The properties of the dark scheme.
  public static let dark = """
    --surface:#1b2026;--text:#e8ebee;--muted:#a7b0b9;--grid:#303740;--axis:#78828c;\
    --one:#62b6ea;--two:#f0a04b;--day0:#2a3038;--day1:#1f4a6b;--day2:#2a71a3;--day3:#4fa3d9;\
    --day4:#a5d8f8
    """

  /// The CSS rules of the classes in a picture.
  public static let rules = """
    .plot text{font:11px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;\
    font-variant-numeric:tabular-nums;fill:var(--muted)}\
    .plot .strong{fill:var(--text);font-weight:600}\
    .plot .heading{fill:var(--text);font-size:15px;font-weight:600}\
    .plot .end{text-anchor:end}.plot .middle{text-anchor:middle}\
    .plot .grid{stroke:var(--grid);stroke-width:1;fill:none}\
    .plot .axis{stroke:var(--axis);stroke-width:1;fill:none}\
    .plot .bar{fill:var(--one)}\
    .plot .curve{stroke:var(--one);stroke-width:2;fill:none;stroke-linejoin:round;\
    stroke-linecap:round}\
    .plot .dots{stroke:var(--one);stroke-width:5;fill:none;stroke-linecap:round}\
    .plot .steps{stroke:var(--two);stroke-width:2;fill:none;stroke-linejoin:round}\
    .plot .surface{fill:var(--surface)}\
    .plot .d0{fill:var(--day0)}.plot .d1{fill:var(--day1)}.plot .d2{fill:var(--day2)}\
    .plot .d3{fill:var(--day3)}.plot .d4{fill:var(--day4)}
    """

  /// The style of a picture that is a separate file.
  static let file = """
    .plot{\(light)}@media(prefers-color-scheme:dark){.plot{\(dark)}}\
    @media print{.plot{\(light)}}\(rules)
    """
}
