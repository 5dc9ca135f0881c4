import TestSupport
import Testing

@testable import CLI

@Suite struct ShellTests {
  @Test(arguments: [
    ("replog log", true), ("NO_COLOR=1 replog log", false), ("NO_COLOR=0 replog log", false),
    ("NO_COLOR= replog log", true), ("replog log --no-color", false), ("replog log | cat", false),
  ])
  func `titles are bold on a terminal, unless NO_COLOR or --no-color says otherwise`(
    _ line: String, _ isBold: Bool
  ) throws {
    let workdir = try Workdir()
    #expect(
      try workdir.run("replog sign-in --provider google --subject 1 --email a@b.c").status == 0)
    let shown = try workdir.runOnTerminal(line)
    #expect(shown.status == 0)
    #expect(shown.output.contains("UserSignedIn"), "\(shown)")
    #expect(shown.output.contains("\u{1B}[1m") == isBold)
    #expect(shown.output.contains("\u{1B}") == isBold)
  }
}
