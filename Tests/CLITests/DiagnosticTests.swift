import Events
import Projections
import TestSupport
import Testing

@testable import CLI

/// A help that names a command names the log with it.
@Suite struct DiagnosticTests {
  private func help(_ text: String, log: String? = "my.jsonl") -> String? {
    Diagnostic(Refusal("no", help: Remedy(text)), log: log, Replog.commands)?.text
      .split(separator: "\n").last.map(String.init)
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

/// The command words the steps of a remedy, and prints errors as JSON.
@Suite struct RemedyCommandLineTests {
  @Test(
    arguments: Remedy.Shown.allCases.map { Remedy.Step.show($0) }
      + Remedy.Request.allCases.map { .request($0) })
  func `a step is a command that there is`(_ step: Remedy.Step) {
    let words = step.commandLine
    #expect(words.hasPrefix("replog ") && !words.contains("'"))
    #expect(Replog.commands.command(beginning: words.dropFirst("replog ".count)) != nil)
  }

  @Test func `a step is in quotes unless it ends a clause or lists options`() {
    let help: Remedy = "first \(.endSession), or add one: \(.addExercise(.monday))"
    #expect(
      help.commandText
        == "first 'replog session end', or add one: replog plan add monday EXERCISE")
    let both: Remedy = "give \(.giveAny([.title, .description])) or \(.give(.step, "2.5kg"))"
    #expect(both.commandText == "give --title, --description or both or '--step 2.5kg'")
  }

  @Test func `an error is one line of JSON with null for what it has not`() throws {
    let error = Refusal(.noSession, "no\nsession", help: "see \(.show(.log))")
    let refused = try #require(Diagnostic(error, log: "my.jsonl", Replog.commands))
    #expect(
      refused.printed(asJSON: true) == """
        {"error":{"code":"no-session","message":"no\\nsession","at":null,\
        "help":"see 'replog log --log my.jsonl'"}}

        """)
    let usage = try #require(Diagnostic(UsageError(message: "no")))
    #expect(
      usage.printed(asJSON: true)
        == "{\"error\":{\"code\":\"misuse\",\"message\":\"no\",\"at\":null,\"help\":null}}\n")
    #expect(usage.printed(asJSON: false) == usage.text)
  }
}

/// A word that was typed in error is repeated, unless it may be a secret.
@Suite struct SuperfluousWordTests {
  @Test func `only the commands that sign somebody in may meet secrets`() {
    let names = ReplogTests.commands.map(\.command).filter { $0.mayMeetSecrets }.map { $0.name }
    #expect(
      names == [
        "sign-up", "verify-email", "sign-in", "renew", "sign-out", "reset-password", "link",
        "unlink", "route", "authorize",
      ])
    for command in ReplogTests.commands.map(\.command) {
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
