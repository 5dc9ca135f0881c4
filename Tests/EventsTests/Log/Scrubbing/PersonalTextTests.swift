import Testing

@testable import Events

@Suite struct PersonalTextTests {
  @Test(
    arguments: [
      ("", .blank), (" \n", .blank), ("\u{2003}", .blank), ("a@x.org", .address),
      ("Ann@X", .address), ("a @x.org", .words), ("@ann", .words), ("ann@", .words),
      ("a@b@c", .words), ("https://x.org/a@b", .link), ("http://x y", .words), ("Leg day", .words),
    ] as [(String, PersonalText)])
  func `the characters of a text determine its form`(_ text: String, _ form: PersonalText) {
    #expect(PersonalText(text) == form)
  }

  @Test func `nonsense words have as many letters as their length class`() {
    for (count, length) in [
      (1, 8), (8, 8), (9, 16), (16, 16), (17, 32), (8_192, 8_192), (9_999, 8_192),
    ] {
      for seed in 0..<20 as Range<UInt64> {
        let text = PersonalText.filler(seed, for: String(repeating: "ü", count: count))
        #expect(text.count == length && trimmed(text) == text)
        #expect(text.utf8.allSatisfy { "bcdfghjklmnpqrstvwxz ".utf8.contains($0) })
      }
    }
  }
}
