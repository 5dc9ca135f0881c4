import Testing

@testable import Projections

/// Texts of a log as words of a shell, which runs nothing of them.
@Suite struct QuotedWordTests {
  @Test func `a quote with a combining mark still counts as a quote`() {
    #expect(Array(quotedWord("a'\u{301}; b").utf8) == Array("'a'\\''\u{301}; b'".utf8))
    #expect(Array(quotedForShell("a'\u{301}; b").utf8) == Array("'a'\\''\u{301}; b'".utf8))
    #expect(quotedForShell("plain-word_1") == "plain-word_1")
    #expect(quotedForShell("--option") == "'--option'")
  }
}
