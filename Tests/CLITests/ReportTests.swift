import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The page of `replog report`, read by parsers that know nothing of replog; `make browser` looks at it in a
/// browser.
@Suite struct ReportTests {
  private static let year =
    "replog sample --areas all --users 3 --seed 7 > year.jsonl; export REPLOG_LOG=year.jsonl"

  /// The page that a shell command writes.
  private func page(_ line: String, in workdir: Workdir) throws -> String {
    let result = try workdir.run(line)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  /// Requires that a text is well-formed XML.
  private func requireWellFormed(_ text: String) throws {
    let parser = XMLParser(data: Data(text.utf8))
    try #require(parser.parse(), "\(parser.parserError as Any) in line \(parser.lineNumber)")
  }

  private func headings(_ page: String) -> [String] {
    page.matches(of: /<h2[^>]*>([^<]*)</).map { String($0.output.1) }
  }

  @Test func `a year has every section, is well-formed, and loads nothing`() throws {
    let workdir = try Workdir()
    let page = try page(
      "\(Self.year); replog report --user ann --now 2025-12-20T10:00:00Z -o -", in: workdir)
    try requireWellFormed(page)
    #expect(
      headings(page) == [
        "This week", "Program", "Recent sessions", "Records of the last 90 days", "Records",
        "Exercises", "Muscles", "Effort", "Volume", "All months", "Training days", "Calendar",
        "A year", "Attendance", "Push-ups", "Medals", "Body weight", "Measurements",
      ])
    let months = page.matches(of: /<h3>(... 2025)<\/h3><ol class="month">/).map { "\($0.output.1)" }
    #expect(months == ["Oct 2025", "Nov 2025", "Dec 2025"])
    #expect(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"))
    #expect(!page.contains("Left out"))
    #expect(page.utf8.count < 400_000)
  }

  @Test func `the same log and day give the same bytes at any time of the clock`() throws {
    let workdir = try Workdir()
    let lines = [
      "--as-of 2025-12-20", "--as-of 2025-12-20T23:59:59Z", "--as-of 2025-12-20 --seed 9",
      "--as-of 2025-12-20 --now 2025-12-20T23:59:59Z",
    ].map { "replog report --user ann \($0) -o -" }
    _ = try self.page(Self.year, in: workdir)
    let pages = try lines.map {
      try page("unset REPLOG_NOW; REPLOG_LOG=year.jsonl \($0)", in: workdir)
    }
    #expect(pages[0] == pages[2])
    #expect(pages[0] == pages[3])
    #expect(pages[0].contains("Sat 20 Dec 2025") && pages[1].contains("Sat 20 Dec 2025"))
  }

  @Test func `the page for a day includes the whole day`() throws {
    let workdir = try Workdir()
    let page = try page(
      "unset REPLOG_NOW; replog sign-in ann@example.com --now 2026-03-02T08:00:00Z > ids"
        + "; replog classes add Spin --start 2026-03-02T18:00:00Z --minutes 45"
        + " --now 2026-03-02T09:00:00Z >> ids"
        + "; replog bookings add last --now 2026-03-02T10:00:00Z >> ids"
        + "; replog report --as-of 2026-03-02 -o -", in: workdir)
    // The class is over, and was missed.
    #expect(headings(page).contains("Attendance"))
  }

  @Test func `a page shows nothing of other users or later days`() throws {
    let workdir = try Workdir()
    _ = try page(Self.year, in: workdir)
    for options in ["", "--without 1000"] {
      let page = try page(
        "REPLOG_LOG=year.jsonl replog report --user ann --now 2025-06-01T10:00:00Z \(options) -o -",
        in: workdir)
      #expect(!page.contains(/2025-0[789]|2025-1\d|(Jul|Aug|Sep|Oct|Nov|Dec) 2025/))
    }
  }

  @Test func `the report names each section that is left out for lack of data`() throws {
    let workdir = try Workdir()
    let page = try page(
      "replog sign-in ann@example.com > ids; replog pushups log 30 > ids; replog report -o -",
      in: workdir)
    #expect(headings(page) == ["A year", "Push-ups", "Medals"])
    #expect(page.contains("Left out, because the log has no data for them yet: a plan (<code>"))
  }

  @Test func `the page of an empty log says how to begin`() throws {
    let workdir = try Workdir()
    let page = try page("replog report --quiet -o -", in: workdir)
    try requireWellFormed(page)
    #expect(headings(page) == ["Nothing to show yet"])
    #expect(page.contains("replog import") && page.contains("replog sign-in"))
  }

  @Test func `texts in a log are never markup`() throws {
    let workdir = try Workdir()
    let text = "</h3><script>alert(1)</script><img src=x onerror=1>&\\u202e"
    let page = try page(
      """
      replog sign-in ann@example.com > ids; replog profile set --name '\(text)' > ids
      replog session start --title '\(text)' > ids; replog set log '\(text)' 5x100kg > ids
      replog plan add monday '\(text)' 3x5 > ids; replog report -o -
      """, in: workdir)
    try requireWellFormed(page)
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!page.contains("<script") && !page.contains("<img"))
  }

  @Test func `the example picture equals the one that the command draws`() throws {
    let workdir = try Workdir()
    let drawn = try page("\(Self.year); replog volume --user ann --svg -", in: workdir)
    let kept = Workdir.repository.appendingPathComponent("Examples/volume.svg")
    #expect(
      try String(contentsOf: kept, encoding: .utf8) == drawn,
      "where it is to be another: \(Self.year); replog volume --user ann --svg Examples/volume.svg")
  }
}
