import TestSupport
import Testing

/// Commands that read standard input, run on a terminal.
@Suite struct TerminalInputTests {
  @Test(arguments: [
    ("append", "events, one per line,"), ("pushups count", "frames, one per line,"),
    ("verify --log -", "a log"), ("import strong - --user ann", "the export"),
  ])
  func `a command that waits for a terminal says so`(_ command: String, _ things: String) throws {
    let shown = try Workdir().runOnTerminal("replog \(command)")
    let note = "replog: note: reading \(things) from the terminal; Control-D ends the input"
    // The terminal has 80 columns.
    let words = shown.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(note), "\(shown)")
  }

  @Test func `a command that reads a file or a pipe says nothing about it`() throws {
    let workdir = try Workdir()
    #expect(try !workdir.run("replog append < /dev/null").errors.contains("Control-D"))
    #expect(try !workdir.run("true | replog pushups count").errors.contains("Control-D"))
  }
}
