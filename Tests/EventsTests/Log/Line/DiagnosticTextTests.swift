import Testing

@testable import Events

/// Tests of errors in the format of compilers.
@Suite struct DiagnosticTextTests {
  private func error() -> LogError {
    var error = LogError(.damaged, "log.jsonl", "expected ',', found 'x'", help: "look")
    (error.line, error.column) = (12, 5)
    error.excerpt = LogError.Excerpt(head: #"{"seq":12,…  "#, character: "x")
    return error
  }

  @Test func `place, message, line and next step follow in that order`() {
    #expect(
      error().diagnostic == """
        log.jsonl:12:5: error: expected ',', found 'x'
          {"seq":12,…  x
                       ^
        help: look

        """)
  }

  @Test func `unknown parts are left out`() {
    let plain = LogError(.refused, "", "no")
    #expect(plain.diagnostic == "replog: error: no\n")
  }

  @Test func `a line that ends before the place has no trailing spaces`() {
    var error = error()
    error.excerpt?.character = ""
    #expect(error.diagnostic.contains("…\n               ^\n"))
  }

  @Test
  func `texts are escaped if the caller requests it, and the help can be replaced`() {
    let text = error().diagnostic(help: "other") { $0.uppercased() }
    #expect(text.hasPrefix("LOG.JSONL:12:5: error: EXPECTED"))
    #expect(text.hasSuffix("help: OTHER\n"))
  }
}
