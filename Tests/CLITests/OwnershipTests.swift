import Foundation
import TestSupport
import Testing

@testable import CLI

/// Nobody changes what is another's, with any command.
@Suite struct OwnershipTests {
  private static let now = ["--now", "2026-03-02T19:00:00+01:00", "--quiet"]

  /// What Ben types to get at what is Ann's: her post, her session, her set, her plan. `P`, `S` and
  /// `T` stand for post, session and set.
  static let attempts: [String: [String]] = [
    "sign-up": ["--email ann@example.com"],
    "verify-email": ["--email ann@example.com"],
    "sign-in": ["--provider google --subject ben --email ben@example.com"],
    "renew": [""], "sign-out": [""],
    "plan type": ["monday Legs"], "plan add": ["monday deadlift --new"],
    "plan remove": ["monday squat", "monday squat --position 1"],
    "plan move": ["monday squat --to friday"], "plan clear": ["monday"],
    "plan share": ["monday --title Mine"], "plan save": ["P --to monday", "last --to friday"],
    "session start": [""], "session end": [""], "session discard": [""],
    "set log": ["squat 1x1kg", "squat 1x1kg --session S"],
    "set revise": ["T 1x1kg", "last 1x1kg"], "set remove": ["T", "last"],
    "post like": ["P"], "post unlike": ["P"],
    "post edit": ["P --title Mine", "last --title Mine --description Mine"],
    "post delete": ["P", "last"],
  ]

  /// The operator's tools record what happened elsewhere and ask nobody's leave.
  private static let operators: Set<String> = [
    "append", "import strong", "import hevy", "exercises import", "repair", "checkpoint",
    "demo",
  ]

  static func run(_ line: String, on path: String) -> (status: CLI.ExitStatus, text: String) {
    SecretTests.run(
      line.split(separator: " ").map(String.init) + ["--log", path] + now)
  }

  /// What is Ann's: her views, and her post without its likes, which are others'.
  static func belongings(_ path: String) throws -> [String] {
    let views = ["plan", "history", "pbs"].map { run("\($0) --user ann --json", on: path).text }
    let feed = try #require(
      JSONSerialization.jsonObject(with: Data(run("feed --json", on: path).text.utf8))
        as? [[String: Any]])
    let post = try #require(feed.first { $0["title"] as? String == "Hers" })
    var mine = post
    mine["likes"] = nil
    let text = try JSONSerialization.data(withJSONObject: mine, options: .sortedKeys)
    return views + [String(decoding: text, as: UTF8.self)]
  }

  /// The id that `line` is acknowledged with.
  static func id(_ line: String, on path: String) throws -> String {
    let (status, text) = run(line + " --json", on: path)
    try #require(status == .done, "\(line): \(text)")
    let last = try #require(text.split(separator: "\n").last)
    let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    return try #require(object?["id"] as? String)
  }

  @Test func `every command that writes is tried`() {
    let writing = CommandTableTests.commands.map(\.type)
      .filter { $0.accepts.contains(.dryRun) }.map { $0.name }
    #expect(Set(writing).subtracting(Self.operators) == Set(Self.attempts.keys))
  }

  @Test(arguments: attempts.keys.sorted())
  func `a command of Ben's leaves what is Ann's alone`(_ command: String) throws {
    for attempt in try #require(Self.attempts[command]) {
      let folder = try TemporaryFolder()
      let path = folder.file("log")
      _ = try Self.id("sign-in --provider google --subject ann --email ann@example.com", on: path)
      let ann = "--user ann"
      _ = try Self.id("plan type monday Legs \(ann)", on: path)
      _ = try Self.id("plan add monday squat --sets 3 \(ann)", on: path)
      let session = try Self.id("session start \(ann)", on: path)
      let set = try Self.id("set log squat 5x100kg \(ann)", on: path)
      let post = try Self.id("plan share monday --title Hers \(ann)", on: path)
      _ = try Self.id("sign-in --provider google --subject ben --email ben@example.com", on: path)
      let before = try Self.belongings(path)
      #expect(before.allSatisfy { $0.count > 10 })
      let line = "\(command) \(attempt)".split(separator: " ").map { word in
        ["P": post, "S": session, "T": set][String(word)] ?? String(word)
      }.joined(separator: " ")
      let isIdentity = ["sign-up", "sign-in", "verify-email"].contains(command)
      let (status, text) = Self.run(line + (isIdentity ? "" : " --user ben"), on: path)
      // What was asked was understood, be it done or refused.
      #expect([CLI.ExitStatus.done, .refused, .misuse].contains(status), "\(line): \(text)")
      #expect(try Self.belongings(path) == before, "\(line): \(text)")
      if ["post edit", "post delete", "set revise", "set remove"].contains(command) {
        #expect(status == .refused, "\(line): \(text)")
      }
    }
  }
}
