import Events
import Projections
import TestSupport
import Testing

@testable import CLI

/// A help that names a command names the log with it.
@Suite struct DiagnosticTests {
  private func help(_ remedy: Remedy, log: String? = "my.jsonl", user: Name? = nil) -> String? {
    var options = GlobalOptions()
    options.log = log.flatMap { FilePath(argument: $0) }
    options.user = user
    return Diagnostic(Refusal("no", help: remedy), options, Replog.commands)?.text
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
  func `the help of a command names the log that it was given`(_ text: String, _ expected: String) {
    #expect(help(Remedy(text)) == "help: \(expected)")
    #expect(help(Remedy(text), log: nil) == "help: \(text)")
    #expect(help(Remedy(text), log: "my log") == "help: \(text), with the same --log")
  }

  @Test func `a suggested command names the log and the user, and quotes words for a shell`() {
    #expect(
      help("first: \(.request(.endSession))", user: "ben")
        == "help: first: replog session end --log my.jsonl --user ben")
    #expect(
      help("\(.request(.verify)) says more", user: "ben")
        == "help: 'replog verify --log my.jsonl' says more")
    #expect(
      help("add to it: \(.addToWorkout(named: "Ann's day"))", log: "my log")
        == #"help: add to it: replog workouts add 'Ann'\''s day' EXERCISE --log 'my log'"#)
    #expect(
      help("start one: \(.startProgram(lifts: ["squat=140kg", "my lift=100kg"]))")
        == "help: start one: replog program start squat=140kg 'my lift'=100kg --log my.jsonl")
    // Another user makes this request.
    #expect(
      help("unlink it: \(.request(.unlink))", user: "ben")
        == "help: unlink it: replog unlink --log my.jsonl")
    #expect(
      help("open one: \(.signUp(email: "a;b@c.d"))")
        == "help: open one: replog sign-up --email 'a;b@c.d' --log my.jsonl")
  }

  @Test(arguments: [
    "'replog append' assigns seq", "see 'replog help set log'",
    "add one: replog plan add monday EXERCISE", "'replog nothing' is none",
  ])
  func `a suggested command that uses no log, or another one, is unchanged`(_ text: String) {
    #expect(help(Remedy(text)) == "help: \(text)")
  }
}

/// The command words the steps of a remedy, and prints errors as JSON.
@Suite struct RemedyCommandLineTests {
  @Test(
    arguments: Remedy.Shown.allCases.map { Remedy.Step.show($0) }
      + Remedy.Request.allCases.map { .request($0) })
  func `every suggested command exists`(_ step: Remedy.Step) {
    let words = step.commandLine
    #expect(words.hasPrefix("replog ") && !words.contains("'"))
    #expect(Replog.commands.command(beginning: words.dropFirst("replog ".count)) != nil)
  }

  @Test func `a suggested command is quoted unless it ends a clause or lists options`() {
    let help: Remedy = "first \(.endSession), or add one: \(.addExercise(.monday))"
    #expect(
      help.commandText
        == "first 'replog session end', or add one: replog plan add monday EXERCISE")
    let both: Remedy = "give \(.giveAny([.title, .description])) or \(.give(.step, "2.5kg"))"
    #expect(both.commandText == "give --title, --description or both or '--step 2.5kg'")
  }

  @Test func `an error is one line of JSON, with null for missing members`() throws {
    let error = Refusal(.noSession, "no\nsession", help: "see \(.show(.log))")
    var options = GlobalOptions()
    options.log = FilePath(argument: "my.jsonl")
    let refused = try #require(Diagnostic(error, options, Replog.commands))
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
  @Test func `only commands that sign somebody in may receive secrets`() {
    let names = ReplogTests.commands.map(\.command).filter { $0.mayMeetSecrets }.map { $0.name }
    #expect(
      names == [
        "sign-up", "verify-email", "remove-email", "sign-in", "renew", "sign-out",
        "reset-password", "link", "unlink", "route", "authorize",
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
