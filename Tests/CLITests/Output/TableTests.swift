import Projections
import TestSupport
import Testing

@testable import CLI

@Suite struct TableTests {
  @Test(arguments: [
    ("", 0), ("squat", 5), ("é", 1), ("e\u{301}", 1), ("a\u{20DD}b", 2), ("a\u{200D}b", 2),
    // The first and last of each range of wide letters, and their neighbours.
    ("\u{10FF}", 1), ("\u{1100}", 2), ("\u{115F}", 2), ("\u{1160}", 0),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("\u{2E7F}", 1), ("\u{2E80}", 2), ("\u{A4CF}", 2), ("\u{A4D0}", 1),
    ("\u{ABF9}", 1), ("\u{AC00}", 2), ("\u{D7A3}", 2), ("\u{D7A4}", 1),
    ("\u{F8FF}", 1), ("\u{F900}", 2), ("\u{FAFF}", 2), ("\u{FB00}", 1),
    ("\u{FE30}", 2), ("\u{FE6F}", 2), ("\u{FE70}", 1),
    ("\u{FF00}", 2), ("\u{FF60}", 2), ("\u{FF61}", 1), ("\u{FFDF}", 1), ("\u{FFE0}", 2),
    ("\u{FFE6}", 2), ("\u{FFE7}", 1),
    ("\u{1F2FF}", 1), ("\u{1F300}", 2), ("\u{1F64F}", 2), ("\u{1F650}", 1), ("\u{1F67F}", 1),
    ("\u{1F680}", 2), ("\u{1F6FF}", 2), ("\u{1F700}", 1), ("\u{1F8FF}", 1), ("\u{1F900}", 2),
    ("\u{1F9FF}", 2), ("\u{1FA00}", 1), ("\u{1FFFF}", 1), ("\u{20000}", 2), ("\u{3FFFD}", 2),
    ("スクワット", 10), ("深蹲 5×", 7), ("💪🏋", 4), ("✅⌚", 4), ("✔", 1), ("🇩🇪", 2),
  ])
  func `the width of a text is the width that a terminal shows`(_ text: String, _ columns: Int) {
    #expect(displayWidth(text) == columns)
  }

  @Test func `rows that are added to a table are aligned with it`() {
    var table = Table([.text("exercise"), .number("kg")])
    table.add("romanian deadlift", "100")
    let first = table.text(isColored: false)
    table.goOn()
    table.add("dip", "5")
    #expect(
      first + table.text(isColored: false) == """
        exercise            kg
        romanian deadlift  100
        dip                  5

        """)
  }

  @Test func `a table that is widened beforehand can be shown row by row`() {
    let rows = [
      ["squat", "5", "a"], ["スクワット", "12", ""], ["x", "", "ends with spaces  "],
      ["\u{1B}[1mbold", "1", "\u{E9}"], ["", "", ""],
    ]
    let columns = [
      Table.Column(title: "exercise"), Table.Column(title: "reps", alignment: .right),
      Table.Column(title: "note", isShortened: true),
    ]
    for width in [nil, 40, 30, 24] {
      var (whole, pieces) = (Table(columns), Table(columns))
      for row in rows {
        whole.add(row)
        pieces.widen(for: row)
      }
      var text = pieces.text(isColored: true, width: width)
      for row in rows {
        pieces.goOn()
        pieces.add(row)
        text += pieces.text(isColored: true, width: width)
      }
      #expect(text == whole.text(isColored: true, width: width))
      #expect(!text.contains(" \n") && text.contains("\\u{1b}[1mbold"))
    }
  }

  @Test func `a very long text does not widen its column, unless a terminal truncates it`() {
    let long = String(repeating: "x", count: 201)
    var table = Table([.text("path"), .short("before"), .short("after")])
    table.add("a", long, "1")
    table.add("b", "short", "2")
    #expect(
      table.text(isColored: false) == """
        path  before  after
        a     \(long)  1
        b     short   2

        """)
    let lines = table.text(isColored: false, width: 60).split(separator: "\n")
    #expect(lines[1].hasSuffix("…  1") && lines[1].count == 56 && lines[2].count == 56)
  }

  @Test func `columns are aligned below wide letters, combining marks and emoji`() {
    var table = Table([.text("exercise"), .number("reps")])
    for cell in ["squat", "スクワット", "de\u{301}veloppe\u{301}", "💪"] { table.add(cell, "5") }
    #expect(
      table.text(isColored: false) == """
        exercise    reps
        squat          5
        スクワット     5
        de\u{301}veloppe\u{301}      5
        💪             5

        """)
  }

  /// A table of four columns, 52 wide.
  private func wide() -> Table {
    var table = Table([
      Table.Column(title: "started"), Table.Column(title: "title", isShortened: true),
      Table.Column(title: "sets", alignment: .right, turn: 2),
      Table.Column(title: "session", turn: 1),
    ])
    table.add("2026-03-02", "An evening without lifts", "12", "019caf81")
    return table
  }

  @Test(arguments: [
    (nil, "2026-03-02  An evening without lifts    12  019caf81"),
    (52, "2026-03-02  An evening without lifts    12  019caf81"),
    // First long texts are shortened, down to 12 columns, then columns are left out in their turn.
    (51, "2026-03-02  An evening without lif…    12  019caf81"),
    (40, "2026-03-02  An evening …    12  019caf81"),
    (39, "2026-03-02  An evening without l…    12"),
    (30, "2026-03-02  An evening …    12"), (29, "2026-03-02  An evening witho…"),
    (24, "2026-03-02  An evening …"),
    // What stays is as short as it can be, and no shorter.
    (20, "2026-03-02  An evening …"), (0, "2026-03-02  An evening …"),
  ])
  func `a narrow terminal shortens texts, then omits columns in a fixed order`(
    _ width: Int?, _ line: String
  ) {
    let lines = wide().text(isColored: false, width: width).split(separator: "\n")
    #expect(lines.last.map(String.init) == line)
    #expect(lines.count == 2)
  }

  @Test(arguments: [
    ("squat", 5, "squat"), ("squats", 5, "squa…"), ("スクワット", 10, "スクワット"),
    ("スクワット", 9, "スクワッ…"), ("スクワット", 8, "スクワ…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `a text is cut by columns, not by characters`(_ text: String, _ columns: Int, _ cut: String)
  {
    #expect(shortened(text, to: columns) == cut)
    #expect(displayWidth(cut) <= columns)
  }
}
