import Events
import Projections

/// A page about a user's training: one file of HTML that loads nothing and needs no script.
///
/// Sections without data are omitted, with a note. The same report gives the same bytes.
struct TrainingPage {
  /// A section with finished content.
  struct Section {
    /// The id, for links.
    let id: String
    let title: String
    let content: Markup

    init(_ id: String, _ title: String, _ fill: (inout Markup) -> Void) {
      (self.id, self.title) = (id, title)
      var content = Markup()
      fill(&content)
      self.content = content
    }

    /// Creates a section that consists of one card.
    init(card id: String, _ title: String, _ fill: (inout Markup) -> Void) {
      self.init(id, title) { $0.element("div", ["class": "card"], fill) }
    }
  }

  /// An omitted section.
  struct Missing {
    let name: String
    /// The command that adds the first data for it.
    let command: String
  }

  private let sections: [Section]
  /// The omitted sections, in the order of the page.
  let leftOut: [Missing]
  /// The whole text of the page.
  let html: String

  var titles: [String] { sections.map(\.title) }

  init(_ report: TrainingReport) {
    let logging = "replog set record \(report.usualExercise) 8x60kg"
    let parts: [(section: Section?, missing: Missing?)] = [
      (
        report.weekSection,
        Missing(name: "a plan", command: "replog plan add monday \(report.usualExercise) 3x8")
      ),
      (report.programSection, nil),
      (report.sessionsSection, Missing(name: "sessions", command: logging)),
      (report.recentRecordsSection, nil),
      (report.recordsSection, Missing(name: "records", command: logging)),
      (report.exercisesSection, nil),
      (report.musclesSection, nil),
      (report.effortSection, nil),
      (report.volumeSection, Missing(name: "volume", command: logging)),
      (report.monthsSection, nil),
      (report.daysSection, nil),
      (report.monthSection, nil),
      (report.yearSection, Missing(name: "a year of training", command: logging)),
      (report.attendanceSection, Missing(name: "classes", command: "replog timetable")),
      (report.pushUpsSection, Missing(name: "push-ups", command: "replog pushups log 30")),
      (report.medalsSection, Missing(name: "medals", command: "replog pushups log 30")),
      (report.bodySection, Missing(name: "body weight", command: "replog bodyweight add 82kg")),
      (report.measurementsSection, nil),
    ]
    sections = parts.compactMap(\.section)
    leftOut = parts.filter { $0.section == nil }.compactMap(\.missing)
    html = Self.page(report, sections, leftOut)
  }

  /// Returns whether a text begins with a page that this command wrote, of this version or another.
  static func isPage(_ text: String) -> Bool {
    text.hasPrefix("<!DOCTYPE html>\n")
      && text.prefix(1_000).firstPlace(of: "<meta name=\"generator\" content=\"replog ") != nil
  }

  private static func page(
    _ report: TrainingReport, _ sections: [Section], _ leftOut: [Missing]
  ) -> String {
    let who = report.name ?? report.user?.text ?? "nobody"
    var page = Markup()
    page.document(
      "Training report · \(who) · \(report.day)", style: PageStyle.base + PageStyle.report
    ) { page in
      page.element("main") { page in
        head(report, who, &page)
        if sections.isEmpty { begin(report, &page) }
        for section in sections {
          page.add(markup: "\n")
          page.element(
            "section", ["id": section.id, "aria-labelledby": "\(section.id)-heading"]
          ) { page in
            page.element("h2", ["id": "\(section.id)-heading"], text: section.title)
            page.add(markup: section.content.text)
          }
        }
        foot(sections, leftOut, &page)
      }
    }
    return page.text
  }

  private static func head(_ report: TrainingReport, _ who: String, _ page: inout Markup) {
    page.element("header") { page in
      page.element("p", ["class": "kicker"], text: "Training report")
      page.element("h1") { $0.element("bdi", text: who) }
      page.element("p", ["class": "muted"], text: longDate(report.day))
      guard let lifetime = report.lifetime else { return }
      page.tiles(lifetime.figures)
      page.element("p", ["class": "muted averages"], text: lifetime.averages)
      page.tiles(lifetime.lastWeeks)
    }
  }

  /// Writes the first steps for a user without events.
  private static func begin(_ report: TrainingReport, _ page: inout Markup) {
    page.element("section", ["id": "begin", "aria-labelledby": "begin-heading"]) { page in
      page.element("h2", ["id": "begin-heading"], text: "Nothing to show yet")
      page.element("div", ["class": "card"]) { page in
        page.element(
          "p",
          text: report.user == nil
            ? "Nobody is signed in to this log. Sign in, or name a user with --user NAME; then import "
              + "your history, or log a first set:"
            : "The log has no data for this user yet. Import your history, or log a first set:")
        let commands =
          (report.user == nil ? ["replog sign-in ann@example.com"] : [])
          + [
            "replog import strong.csv", "replog session start", "replog set log squat 8x60kg",
            "replog pushups log 30", "replog report",
          ]
        page.element("pre") { $0.element("code", text: commands.joined(separator: "\n")) }
      }
    }
  }

  private static func foot(_ sections: [Section], _ leftOut: [Missing], _ page: inout Markup) {
    page.add(markup: "\n")
    page.element("footer") { page in
      if !sections.isEmpty, !leftOut.isEmpty {
        page.element("p") { page in
          page.add("Left out, because the log has no data for them yet: ")
          for (place, missing) in leftOut.enumerated() {
            if place > 0 { page.add(", ") }
            page.add("\(missing.name) (")
            page.element("code", text: missing.command)
            page.add(")")
          }
          page.add(".")
        }
      }
      page.element("p", text: "Generated by replog \(Release.version) from an event log.")
    }
  }
}

extension Markup {
  /// Writes figures, each with its label.
  mutating func tiles(_ tiles: [(value: String, name: String)]) {
    element("dl", ["class": "tiles"]) { list in
      for tile in tiles {
        list.element("div") { item in
          item.element("dt", text: tile.name)
          item.element("dd", text: tile.value)
        }
      }
    }
  }

  /// Draws a chart for wide pages and another for narrow ones, with its values as a table.
  ///
  /// - Parameter id: The id of the wide picture.
  mutating func figure(
    _ chart: Chart, _ id: String, height: Double = 0, narrow: Chart? = nil,
    narrowHeight: Double = 0, bands: Int = 1, isTitled: Bool = true
  ) {
    let forms = [
      SVGForm(inPage: id, width: 860, height: height),
      SVGForm(inPage: "\(id)-narrow", width: 300, height: narrowHeight, bands: bands),
    ]
    figure(chart, narrow: narrow, forms, isTitled: isTitled)
  }

  /// Draws a chart in some forms, with its values as a table.
  ///
  /// - Parameter forms: The forms for wide and narrow pages; a single form fits all pages.
  mutating func figure(
    _ chart: Chart, narrow: Chart? = nil, _ forms: [SVGForm], isTitled: Bool = true
  ) {
    element("figure") { figure in
      if isTitled { figure.element("figcaption", text: chart.title) }
      for (place, form) in forms.enumerated() {
        let isOnly = forms.count == 1
        figure.element("div", ["class": isOnly ? "plotbox" : place == 0 ? "wide" : "narrow"]) {
          $0.add(markup: (place == 0 ? chart : narrow ?? chart).svg(form))
        }
      }
      figure.values(of: chart)
    }
  }

  /// Writes the values of a chart's first series as a collapsed table.
  mutating func values(of chart: Chart) {
    guard let points = chart.series.first?.points.filter({ $0.value != 0 }), !points.isEmpty else {
      return
    }
    element("details") { details in
      details.element("summary", text: "Values")
      details.element("table") { table in
        table.element("caption", text: chart.title)
        table.element("thead") { head in
          head.element("tr") { row in
            row.element("th", ["scope": "col"], text: points[0].day == nil ? "Name" : "Date")
            row.element("th", ["scope": "col", "class": "number"], text: chart.unit)
          }
        }
        table.element("tbody") { body in
          for point in points {
            body.element("tr") { row in
              row.element("td", text: point.label)
              row.element("td", ["class": "number"], text: grouped(decimal(point.value, places: 1)))
            }
          }
        }
      }
    }
  }
}
