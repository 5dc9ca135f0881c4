import Events
import Projections
import Testing

@Suite struct GoldenCommandTests {
  private func commands(_ text: String) throws -> [GoldenCommand] {
    try GoldenCommand.all(in: Array(text.utf8), named: "commands.txt")
  }

  @Test func `a line has words and quotes, as in a shell`() throws {
    let text = #"""
      # A comment, and an empty line.

      replog plan type monday 'Chest & "back"' # the rest
      replog post edit last --title "It's \"new\"" a\ b '' --note="x"'y'
      replog set log squat \
        5x100kg
      """#
    #expect(
      try commands(text).map(\.words) == [
        ["plan", "type", "monday", "Chest & \"back\""],
        ["post", "edit", "last", "--title", "It's \"new\"", "a b", "", "--note=xy"],
        ["set", "log", "squat", "5x100kg"],
      ])
    #expect(try commands(text).map(\.line) == [3, 4, 5])
  }

  @Test func `an exported variable stays, and one before a command applies only to that command`()
    throws
  {
    let found = try commands(
      """
      replog log
      export REPLOG_NOW=2026-03-02T18:00:00Z REPLOG_SEED=7
      REPLOG_NOW=2026-03-03T18:00:00Z replog log
      REPLOG_SEED=9
      replog append < drafts.jsonl
      """)
    #expect(
      found.map { $0.environment["REPLOG_NOW"] } == [
        "2026-01-01T12:00:00.000Z", "2026-03-03T18:00:00Z", "2026-03-02T18:00:00Z",
      ])
    #expect(found.map { $0.environment["REPLOG_SEED"] } == ["1", "7", "7"])
    #expect(found.map(\.input) == [nil, nil, "drafts.jsonl"])
    #expect(found[2].words == ["append"])
  }

  @Test(arguments: [
    "replog log | head", "replog log > out", "replog log; replog plan", "replog log && replog plan",
    "replog log $HOME", "replog log \"$HOME\"", "replog log `date`", "replog log 'a",
    "replog log \"a",
    "(replog log)", "cat events.jsonl", "HOME=/ replog log", "export HOME=/", "export REPLOG_SEED",
    "export REPLOG_SEED=1 replog log", "replog append <", "replog log \\",
  ])
  func `shell syntax is refused, with its line`(_ line: String) {
    let error = #expect(throws: LogError.self) { try commands("# one\n\(line)") }
    #expect(error?.kind == .misuse && error?.file == "commands.txt" && error?.line == 2)
  }
}
