import Projections
import TestSupport
import Testing

@testable import CLI

/// A help that names a command names the log with it.
@Suite struct DiagnosticTests {
  private func help(_ text: String, log: String? = "my.jsonl") -> String? {
    Diagnostic(Refusal("no", help: text), log: log)?.text.split(separator: "\n").last.map(
      String.init)
  }

  @Test(arguments: [
    ("run 'replog verify' for all", "run 'replog verify --log my.jsonl' for all"),
    (
      "'replog session end' or 'replog session discard'",
      "'replog session end --log my.jsonl' or 'replog session discard --log my.jsonl'"
    ),
    (
      "verify it: replog verify-email --email a@b.c",
      "verify it: replog verify-email --email a@b.c --log my.jsonl"
    ),
  ])
  func `what a command says of a log is about the one that was named`(
    _ text: String, _ expected: String
  ) {
    #expect(help(text) == "help: \(expected)")
    #expect(help(text, log: nil) == "help: \(text)")
    #expect(help(text, log: "my log") == "help: \(text), with the same --log")
  }

  @Test(arguments: [
    "'replog append' gives lines from elsewhere their seq", "see 'replog help set log'",
    "add one: replog plan add monday EXERCISE", "'replog nothing' is none",
  ])
  func `what is about no log, or another one, stays`(_ text: String) {
    #expect(help(text) == "help: \(text)")
  }
}

/// A word that was typed in error is repeated, unless it may be a secret.
@Suite struct SuperfluousWordTests {
  @Test func `only the commands that sign somebody in may meet secrets`() {
    let names = ReplogTests.commands.map(\.type).filter { $0.mayMeetSecrets }.map { $0.name }
    #expect(
      names == [
        "sign-up", "verify-email", "sign-in", "renew", "sign-out", "reset-password", "link",
        "unlink", "route", "authorize",
      ])
    for command in ReplogTests.commands.map(\.type) {
      let declared = Declarations.of(command)
      // One that takes any number of words takes no word too many.
      if declared.all.contains(where: { $0.kind == .several }) { continue }
      let places = declared.all.count { $0.kind == .positional }
      let words = Array(repeating: "x", count: places) + ["hunter2"]
      do {
        _ = try Parser(words, declared, command: command.name)
        Issue.record("\(command.name) took a word too many")
      } catch {
        #expect(error.message.contains("hunter2") != command.mayMeetSecrets)
      }
    }
  }
}
