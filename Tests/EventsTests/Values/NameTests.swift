import TestSupport
import Testing

@testable import Events

@Suite struct NameTests {
  @Test func `names are the same when their bytes are`() {
    #expect(Name("ann") == Name("a" + "nn"))
    #expect(Name("ann") != Name("Ann"))
    #expect("\u{e9}" == "e\u{301}")
    #expect(Name("\u{e9}") != Name("e\u{301}"))
    #expect(Set<Name>(["\u{e9}", "e\u{301}", "\u{e9}"]).count == 2)
  }

  @Test func `order is that of the bytes`() {
    let names: [Name] = ["z", "a", "é", "e\u{301}", "Z", "", "aa", "𝄞", "\u{ffff}"]
    let expected = names.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(names.sorted().map(\.text).elementsEqual(expected) { $0.utf8.elementsEqual($1.utf8) })
    #expect(names.sorted().first == "")
  }

  @Test func `a cache hands out the names it is asked for, whatever else it holds`() {
    let scratch = Scratch()
    var random = SeededGenerator(seed: 8)
    let tail = String(repeating: "x", count: 60)
    for _ in 0..<30_000 {
      let number = random.next() % 9000
      let text = "name-\(number)" + tail.prefix(Int(number % 50))
      let name = Bytes.of("<\(text)>") { scratch.view.names.name($0, in: 1..<$0.count - 1) }
      #expect(name.text == text)
      #expect(name == Name(text))
    }
  }

  @Test(arguments: [
    "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11", "0199F3A2-7c10-7d3e-9a41-5b0c2f6e8d11",
    "0199f3a2-7C10-7d3e-9a41-5b0c2f6e8d11", "0199f3a2-7c10-7d3e-9A41-5b0c2f6e8d11",
    "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d1D", "0199f3a2-7c10-7d3e-9a41-5B0c2f6e8d11",
    "ffffffff-ffff-ffff-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "00000000-0000-0000-0000-000000000000", "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d1g",
    "0199f3a27c107d3e9a415b0c2f6e8d11", "0199f3a2+7c10-7d3e-9a41-5b0c2f6e8d11", "", "é", "a\u{0}",
  ])
  func `a name keeps its text, be it an id or not`(_ text: String) throws {
    let name = Name(text)
    #expect(name.text == text)
    let scratch = Scratch()
    let quoted = Bytes.of("\"\(text)\"") { bytes in
      var scanner = Scanner(bytes, from: 0, scratch: scratch.view)
      return try? scanner.name()
    }
    withExtendedLifetime(scratch) {}
    if text.utf8.allSatisfy({ $0 >= 0x20 }) { #expect(quoted == name) }
    let isPlain = text == text.lowercased() && EventID(text) != nil && !text.hasPrefix("ffff")
    #expect((name.id != nil) == isPlain)
    if let id = EventID(text) {
      #expect((Name(id) == name) == (text == text.lowercased()))
      #expect(Name(id).text == id.description)
    }
  }

  @Test func `the order of ids is that of their texts`() {
    var random = SeededGenerator(seed: 3)
    let names = (0..<500).map { _ in Name(EventID(high: random.next(), low: random.next())) }
    #expect(names.sorted().map(\.text) == names.map(\.text).sorted())
    #expect(
      ["g", Name(EventID(high: 1, low: 1)), "/"].sorted().map(\.text.first) == ["/", "0", "g"])
  }
}

@Suite struct LimitTests {
  @Test(arguments: [
    (Limit.reps, 0.0, 1000.0, "must be 0…1,000"), (.sets, 1, 100, "must be 1…100"),
    (.weight(.kg), -500, 2000, "must be -500…2,000 kg"), (.rpe, 1, 10, "must be 1…10"),
    (.position, 1, 1000, "must be 1…1,000"), (.seconds, 0, 86_400, "must be 0…86,400"),
    (.metres, 0, 1_000_000, "must be 0…1,000,000"),
  ])
  func `a number may be at its bounds and not beyond`(
    _ limit: Limit, _ least: Double, _ most: Double, _ message: String
  ) {
    #expect(limit.breach(by: least) == nil)
    #expect(limit.breach(by: most) == nil)
    for number in [least - 1, least.nextDown, most.nextUp, most + 1, .infinity, -.infinity, .nan] {
      #expect(limit.breach(by: number)?.hasPrefix(message + ", not ") == true)
    }
  }

  @Test(arguments: [
    (Limit.reps, 1001.0, "must be 0…1,000, not 1,001"),
    (.weight(.kg), 2000.001, "must be -500…2,000 kg, not 2000.001 kg"),
    (.weight(.lb), 4410, "must be -500…2,000 kg, not 2,000.34 kg"),
    (.weight(.lb), -1103, "must be -500…2,000 kg, not -500.31 kg"),
    (.rpe, 0, "must be 1…10, not 0"),
    (.rpe, -1, "must be 1…10, not -1"),
  ])
  func `a breach names the bounds and what was found`(
    _ limit: Limit, _ number: Double, _ message: String
  ) { #expect(limit.breach(by: number) == message) }

  @Test func `a weight in pounds is measured in kilograms`() {
    #expect(Limit.weight(.lb).breach(by: 4409) == nil)
    #expect(Limit.weight(.lb).breach(by: -1102) == nil)
    #expect(Limit.weight(.kg).breach(by: 4409) != nil)
  }

  @Test(arguments: [
    ("", "must not be empty"), (" ", "must not begin or end with a space"),
    (" a", "must not begin or end with a space"), ("a\u{a0}", "must not begin or end with a space"),
    ("a\tb", "must not hold control characters"), ("a\u{0}", "must not hold control characters"),
    ("a\u{7f}", "must not hold control characters"),
    ("a\u{202e}b", "must not hold control characters"),
    (String(repeating: "a", count: 201), "must have at most 200 bytes, not 201"),
    (String(repeating: "é", count: 101), "must have at most 200 bytes, not 202"),
  ])
  func `a name is short and plain`(_ text: String, _ message: String) {
    #expect(Limit.name.breach(by: text) == message)
    #expect(Name(text).breach(of: .none) == message)
  }

  @Test func `a name may have 200 bytes, any letters and inner spaces`() {
    for text in ["a", "a b", "é€𝄞", String(repeating: "é", count: 100)] {
      #expect(Limit.name.breach(by: text) == nil)
    }
  }

  @Test func `a text has a character to see and at most 10,000`() {
    #expect(Limit.text.breach(by: "") == "must not be empty")
    #expect(Limit.text.breach(by: " \n\t") == "must not be empty")
    #expect(Limit.text.breach(by: String(repeating: "é", count: 10_000)) == nil)
    #expect(
      Limit.text.breach(by: String(repeating: "a", count: 10_001))
        == "must have at most 10,000 characters, not 10,001")
  }

  @Test func `no limit has nothing to say`() {
    #expect(Limit.none.breach(by: .infinity) == nil)
    #expect(Limit.none.breach(by: "") == nil)
    #expect(Limit.none.range == nil)
  }
}
