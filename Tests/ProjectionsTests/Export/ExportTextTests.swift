import Events
import TestSupport
import Testing

@testable import Projections

/// The texts of exports: cells, lines of calendars, words in Markdown.
@Suite struct ExportTextTests {
  @Test func `cells are quoted if necessary, and rows end in CR and LF`() {
    #expect(csvRow(["a", "b c", ""]) == "a,b c,\r\n")
    #expect(
      csvRow(["a,b", "say \"so\"", "two\r\nlines"])
        == "\"a,b\",\"say \"\"so\"\"\",\"two\r\nlines\"\r\n")
  }

  @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "－1", "＋1", "＠A"])
  func `a text that could be a formula has an apostrophe before it`(_ text: String) {
    #expect(inertCell(text) == "'" + text)
  }

  @Test(arguments: ["", "Push day", "5-3-1", "'quoted", " =1", "a=b"])
  func `any other text is unchanged`(_ text: String) { #expect(inertCell(text) == text) }

  @Test func `numbers have no exponent and are read back unchanged`() {
    let known: [(Double, String)] = [
      (100, "100"), (-20, "-20"), (0.5, "0.5"), (102.25, "102.25"), (1e-7, "0.0000001"),
      (1.5e-5, "0.000015"), (-2.5e20, "-250000000000000000000"), (1.25e16, "12500000000000000"),
    ]
    for (number, text) in known { #expect(plainNumber(number) == text) }
    var chance = SeededGenerator(seed: 11)
    for _ in 0..<10_000 {
      let number = Double(bitPattern: chance.next())
      guard number.isFinite else { continue }
      let text = plainNumber(number)
      #expect(Double(text) == number && !text.contains("e"), "\(number)")
    }
  }

  @Test func `a line of a calendar has at most 75 octets, and no character is cut`() {
    var lines = CalendarText()
    let text = String(repeating: "Übung für 🏋️, ", count: 40)
    lines.add("DESCRIPTION", text: text)
    let folded = lines.text
    for line in folded.split(separator: "\r\n") {
      #expect(line.utf8.count <= 75)
      #expect(!line.unicodeScalars.contains("\u{FFFD}"))
    }
    // By octets, as a calendar reads it: a line may begin with a mark on the character before.
    var octets: [UInt8] = []
    for octet in folded.utf8 {
      octets.append(octet)
      if octets.suffix(3) == [13, 10, 32] { octets.removeLast(3) }
    }
    let escaped = text.split(separator: ",", omittingEmptySubsequences: false).joined(
      separator: "\\,")
    #expect(String(decoding: octets, as: UTF8.self) == "DESCRIPTION:\(escaped)\r\n")
    #expect(folded.unicodeScalars.count { $0 == "\n" } > 5)
  }

  @Test func `texts in a calendar are escaped, and control characters are removed`() {
    var lines = CalendarText()
    lines.add("SUMMARY", text: "a;b,c\\d\r\ne\u{1B}[1m\u{202E}\tf")
    #expect(lines.text == "SUMMARY:a\\;b\\,c\\\\d\\ne [1m  f\r\n")
  }

  @Test(arguments: [
    ("# Title", "\\# Title"), ("- item", "\\- item"), ("1. item", "1\\. item"),
    ("12) item", "12\\) item"), ("+ item", "\\+ item"), ("===", "\\==="), ("---", "\\---"),
    ("> quote", "\\> quote"), ("<b>", "\\<b\\>"), ("&lt;", "\\&lt;"), ("~~no~~", "\\~\\~no\\~\\~"),
    ("    code", "code"), ("[a](b)", "\\[a\\](b)"), ("a\nb", "a b"), ("5 reps", "5 reps"),
    ("well-known", "well-known"),
  ])
  func `no text has a meaning in Markdown`(_ text: String, _ inert: String) {
    #expect(inertMarkdown(text) == inert)
  }
}
