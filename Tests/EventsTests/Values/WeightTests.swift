import Testing

@testable import Events

@Suite struct WeightTests {
  @Test func `one pound is 0.45359237 kilograms`() {
    #expect(Weight(1, .lb).kilograms == 0.45359237)
    #expect(Weight(225, .lb).kilograms == 225 * 0.45359237)
    #expect(Weight(100).kilograms == 100)
    #expect(Weight(0.45359237).converted(to: .lb) == 1)
    #expect(Weight(225, .lb).converted(to: .lb) == 225)
    #expect(Weight(1, .lb).converted(to: .kg) == 0.45359237)
  }

  @Test func `pounds are unchanged after a conversion to kilograms and back`() {
    for pounds in stride(from: -500.0, through: 1500, by: 2.5) {
      let back = Weight(Weight(pounds, .lb).kilograms).converted(to: .lb)
      #expect(decimal(back) == decimal(pounds))
    }
  }

  @Test func `a weight is shown with its unit`() {
    #expect("\(Weight(100))" == "100 kg")
    #expect("\(Weight(102.5))" == "102.5 kg")
    #expect("\(Weight(225, .lb))" == "225 lb")
    #expect("\(Weight(-20.456, .lb))" == "-20.46 lb")
  }
}

@Suite struct TextTests {
  /// Returns a text without white space scalars at either end, removed one by one.
  private static func slowlyTrimmed(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test(arguments: [
    "", " ", "a", " a", "a ", "a b", "\t a b\n", "\u{A0}a", "a\u{3000}", "\u{A0}", "é", "e\u{301}",
    " e\u{301}", "\u{301}a", "a\u{301}", "a\r\n", "\u{7F}", "\u{1C}a\u{1F}", "~", "!", "\u{85}x",
  ])
  func `only white space at the ends is removed`(_ text: String) {
    #expect(Array(trimmed(text).utf8) == Array(Self.slowlyTrimmed(text).utf8))
    #expect(
      Array(trimmed("\n\(text)>".dropFirst()).utf8) == Array(Self.slowlyTrimmed("\(text)>").utf8))
  }

  @Test(arguments: [
    (0, "0"), (100, "100"), (102.5, "102.5"), (0.126, "0.13"), (1.994, "1.99"), (1.996, "2"),
    (-0.001, "0"), (-0.0, "0"), (-1.5, "-1.5"), (1234567.891, "1234567.89"),
    (1e15, "1000000000000000"),
    (-1e15, "-1000000000000000"), (1e20, "1e+20"),
    // A double has no room for two decimals of these.
    (113_933_108_506_303.11, "113933108506303.11"), (767_133_969_071_174.6, "767133969071174.6"),
    (.nan, "nan"), (.infinity, "inf"),
  ])
  func `a number is shown with two decimals at most`(_ value: Double, _ text: String) {
    #expect(decimal(value) == text)
  }

  @Test func `the number of decimals can be chosen`() {
    #expect(decimal(2.71828, places: 0) == "3")
    #expect(decimal(2.71828, places: 1) == "2.7")
    #expect(decimal(2.71828, places: 4) == "2.7183")
  }

  @Test(arguments: [
    ("0", "0"), ("999", "999"), ("1000", "1,000"), ("10000", "10,000"), ("100000", "100,000"),
    ("1234567.89", "1,234,567.89"), ("-999", "-999"), ("-1000.5", "-1,000.5"), ("1e+20", "1e+20"),
    ("", ""), ("nan", "nan"),
  ])
  func `thousands are separated`(_ digits: String, _ text: String) {
    #expect(grouped(digits) == text)
  }

  @Test(arguments: [
    ("", ""), (" ", ""), ("a", "a"), (" a b ", "a b"), ("\t\r\na\u{a0}\u{2003}", "a"),
    ("\u{3000}é\u{2028}", "é"), ("\u{200b}a", "\u{200b}a"),
  ])
  func `white space is taken off both ends`(_ text: String, _ rest: String) {
    #expect(trimmed(text).utf8.elementsEqual(rest.utf8))
  }
}
