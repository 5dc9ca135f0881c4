import Testing

@testable import Events

@Suite struct PersonalTextTests {
  @Test(
    arguments: [
      ("", .blank), (" \n", .blank), ("\u{2003}", .blank), ("a@x.org", .address),
      ("Ann@X", .address), ("a @x.org", .words), ("@ann", .words), ("ann@", .words),
      ("a@b@c", .words), ("https://x.org/a@b", .link), ("http://x y", .words), ("Leg day", .words),
    ] as [(String, PersonalText)])
  func `the form of a text is told by its characters`(_ text: String, _ form: PersonalText) {
    #expect(PersonalText(text) == form)
  }

  @Test func `letters without sense are as many as the length class has`() {
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
