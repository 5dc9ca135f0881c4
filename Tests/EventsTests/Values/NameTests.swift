import TestSupport
import Testing

@testable import Events

@Suite struct NameTests {
  @Test func `names are equal if their bytes are equal`() {
    #expect(Name("ann") == Name("a" + "nn"))
    #expect(Name("ann") != Name("Ann"))
    #expect("\u{e9}" == "e\u{301}")
    #expect(Name("\u{e9}") != Name("e\u{301}"))
    #expect(Set<Name>(["\u{e9}", "e\u{301}", "\u{e9}"]).count == 2)
  }

  @Test func `an invalid name is reported each time, and otherwise behaves like any name`() {
    for text in ["a\u{7}b", String(repeating: "long", count: 100), ""] {
      for _ in 0..<2 {
        let name = Name(text)
        #expect(!name.isPlain && name.text == text && name.id == nil)
        #expect(name == Name(text) && name != Name(text + "x"))
      }
    }
    #expect(Name("ann").isPlain && Name("ann").isPlain && Name(id(1)).isPlain)
  }

  @Test func `names are ordered by their bytes`() {
    let names: [Name] = ["z", "a", "é", "e\u{301}", "Z", "", "aa", "𝄞", "\u{ffff}"]
    let expected = names.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(names.sorted().map(\.text).elementsEqual(expected) { $0.utf8.elementsEqual($1.utf8) })
    #expect(names.sorted().first == "")
  }

  @Test func `consecutive ids are spread over a table`() {
    for seed in 0..<256 {
      var isTaken = [Bool](repeating: false, count: 2_048)
      for low in 0..<1_024 {
        let id = EventID(high: 0x0199_f3a2_7c10_7000, low: UInt64(low) | 1 << 63)
        isTaken[id._rawHashValue(seed: seed) & 2_047] = true
      }
      // With a random hash, 806 places are taken, and the longest run has a dozen.
      let runs = isTaken.split(separator: false).map(\.count)
      #expect(runs.reduce(0, +) > 700, "seed \(seed)")
      #expect(runs.max() ?? 0 < 64, "seed \(seed)")
    }
  }

  @Test func `a cache returns the requested names among any others`() {
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
  func `a name keeps its text, whether or not it is an id`(_ text: String) throws {
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

  @Test func `texts with the same hash are two names, whichever is looked up again`() throws {
    let hash = SipHash(Name.processSeed, ~Name.processSeed)
    var texts: [UInt32: String] = [:]
    var pair: (String, String)?
    // With a random hash, two of 80,000 texts have the same 32 bits.
    for number in 0..<2_000_000 where pair == nil {
      let text = "same-\(number)"
      let other = texts.updateValue(
        text, forKey: UInt32(truncatingIfNeeded: hash.hash(Array(text.utf8))))
      pair = other.map { ($0, text) }
    }
    let (one, other) = try #require(pair)
    let names = [one, other, one, other].map { Name($0) }
    #expect(names.map(\.text) == [one, other, one, other])
    #expect(names[0] != names[1] && names[0] == names[2] && names[1] == names[3])
  }

  @Test(arguments: [
    "ann", "é𝄞", "a\u{0}", "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11",
    "0199F3A2-7c10-7d3e-9a41-5b0c2f6e8d11", "ffffffff-ffff-ffff-0000-000000000000",
    String(repeating: "long ", count: 40), "",
  ])
  func `a name is the same with and without escapes, from any letter on`(_ text: String)
    throws
  {
    let scratch = Scratch()
    for plain in 0...min(text.unicodeScalars.count, 9) {
      let escapes = text.unicodeScalars.dropFirst(plain).flatMap { String($0).utf16 }.map {
        "\\u" + String("000\(String($0, radix: 16))".suffix(4))
      }
      let start = text.unicodeScalars.prefix(plain).map { String($0) }
      // A line continues in this way after a name.
      let quoted = "\"" + (start + escapes).joined() + "\",\"next\""
      guard !start.contains("\u{0}") else { continue }
      try Bytes.of(Array(quoted.utf8)) { (bytes) throws(LineError) in
        var scanner = Scanner(bytes, from: 0, scratch: scratch.view)
        let name = try scanner.name()
        try scanner.expect(UInt8(ascii: ","), "a comma")
        let next = try scanner.name()
        #expect(name == Name(text) && next == "next")
      }
    }
    withExtendedLifetime(scratch) {}
  }

  @Test func `ids are ordered like their texts`() {
    var random = SeededGenerator(seed: 3)
    let names = (0..<500).map { _ in Name(EventID(high: random.next(), low: random.next())) }
    #expect(names.sorted().map(\.text) == names.map(\.text).sorted())
    #expect(
      ["g", Name(EventID(high: 1, low: 1)), "/"].sorted().map(\.text.first) == ["/", "0", "g"])
  }
}
