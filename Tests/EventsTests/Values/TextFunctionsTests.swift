import Testing

@testable import Events

@Suite struct TextFunctionsTests {
  @Test(arguments: [
    ("a b", "a b"), (" a\n", "a"), ("\u{a0}é\u{2003}", "é"), (" \t", ""), ("", ""), ("a ", "a"),
  ])
  func `white space at both ends is removed`(_ text: String, _ trimmed: String) {
    #expect(Events.trimmed(text) == trimmed)
  }

  @Test(arguments: [
    ("Ann@Example.COM", "ann@example.com"), ("e\u{301}Z@x", "\u{e9}z@x"), ("\u{c9}@x", "\u{c9}@x"),
  ])
  func `an address is normalised to NFC and lowercase ASCII`(_ address: String, _ folded: String) {
    #expect(Array(foldedAddress(address).utf8) == Array(folded.utf8))
  }

  @Test(arguments: [
    ("1", "1"), ("1000", "1,000"), ("-1234567.25", "-1,234,567.25"), ("1e21", "1e21"), ("", ""),
  ])
  func `digits are grouped in thousands`(_ digits: String, _ grouped: String) {
    #expect(Events.grouped(digits) == grouped)
  }

  @Test(arguments: [
    (1, "events", "1 event"), (2, "events", "2 events"), (0, "events", "0 events"),
    (1_000, "entries", "1,000 entries"), (1, "entries", "1 entry"), (1, "people", "1 person"),
    (1, "classes", "1 class"), (2, "people", "2 people"),
  ])
  func `things are counted in the singular or the plural`(
    _ count: Int, _ things: String, _ text: String
  ) {
    #expect(Events.counted(count, things) == text)
  }

  @Test func `control characters of a terminal are replaced`() {
    #expect(inert("Ann é") == "Ann é")
    #expect(inert("a\u{1b}[2Jb\u{202e}") == "a\\u{1b}[2Jb\\u{202e}")
    #expect(inert("\u{7f}\u{9b}\u{2066}\u{200f}") == "\\u{7f}\\u{9b}\\u{2066}\\u{200f}")
  }

  @Test func `each part is replaced, and a part that overlaps an earlier one is not`() {
    #expect("aaa".replacingAll("aa", with: "b") == "ba")
    #expect("squat".replacingAll("x", with: "y") == "squat")
    #expect("set the set".replacingAll("set", with: "") == " the ")
    #expect("squat".firstPlace(of: "at").map { "squat"[$0] } == "at")
    #expect("squat".firstPlace(of: "tt") == nil)
  }
}
