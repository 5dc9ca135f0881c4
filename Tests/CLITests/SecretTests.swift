import Events
import Foundation
import TestSupport
import Testing

@testable import CLI

/// What is typed or fed as a secret is found nowhere: not in the log, not beside it, not in a message.
@Suite struct SecretTests {
  static let canary = "canary-7f3a9c"

  /// What a command line, run in this process, prints to either stream.
  static func run(_ words: [String]) -> (status: CLI.ExitStatus, text: String) {
    var shell = Shell(output: .collected([]))
    let status = Replog.run(words, &shell)
    guard case .collected(let bytes) = shell.output else {
      Issue.record("the output is not collected")
      return (status, "")
    }
    return (status, String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: ReplogTests.commands)
  func `an option for a secret is refused without repeating its value`(
    _ command: ReplogTests.CommandName
  ) throws {
    let words = command.command.name.split(separator: " ").map(String.init)
    let folder = TemporaryFolder()
    let rest = ["--log", folder.file("log")]
    for option in ["--password", "--token", "--secret", "--api-key", "--access-token", "-p", "-t"] {
      for line in [
        words + [option, Self.canary] + rest, words + ["\(option)=\(Self.canary)"] + rest,
        words + rest + [option, Self.canary], [option, Self.canary] + words + rest,
        ["\(option)=\(Self.canary)"] + words + rest, words + ["\(option)\(Self.canary)"] + rest,
      ] where !line.contains("\(option)\(Self.canary)") || !option.hasPrefix("--") {
        // Help is asked for with words of its own.
        if command.command.name == "help" { continue }
        let (status, text) = Self.run(line)
        #expect(status == .misuse, "\(line)")
        #expect(!text.contains(Self.canary), "\(line): \(text)")
      }
    }
    #expect(try folder.names == [])
  }

  @Test(arguments: [
    "sign-in --provider password --email a@example.com \(canary)",
    "sign-up --email a@example.com \(canary)", "verify-email --email a@example.com \(canary)",
    "renew \(canary)", "sign-out \(canary)",
    "sign-in --provider google --email a@example.com --subject "
      + String(repeating: canary, count: 40),
    "sign-up --email " + String(repeating: canary, count: 40),
  ])
  func `an extra or overlong argument of a sign-in command is not repeated`(_ line: String) throws {
    let folder = TemporaryFolder()
    let words = line.split(separator: " ").map(String.init) + ["--log", folder.file("log")]
    let (status, text) = Self.run(words)
    #expect(status == .misuse || status == .refused)
    #expect(!text.contains(Self.canary), "\(text)")
    #expect(try folder.names == [])
  }

  @Test(arguments: [
    "https://ann:\(canary)@example.com/a.png", "//ann:\(canary)@example.com",
    "https://example.com/a.png?size=2&access_token=\(canary)",
    "https://example.com/a.png?PASSWORD=\(canary)#x", "https://example.com/#id_token=\(canary)",
    "a.png?a;api-key=\(canary)",
  ])
  func `a picture address that gives access is refused`(_ address: String) throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let (status, text) = Self.run([
      "sign-in", "--provider", "google", "--subject", "ann", "--email", "ann@example.com",
      "--picture", address, "--log", path,
    ])
    #expect(status == .refused)
    #expect(!text.contains(Self.canary), "\(text)")
    #expect(try folder.names == [])
  }

  @Test(arguments: [
    "https://example.com/a.png?size=96&v=tokens", "https://example.com/@ann/token.png",
    "a.png", "https://ann@example.com/a?b",
  ])
  func `a picture address that gives no access is accepted`(_ address: String) throws {
    let folder = TemporaryFolder()
    let (status, text) = Self.run([
      "sign-in", "--provider", "google", "--subject", "ann", "--email", "ann@example.com",
      "--picture", address, "--log", folder.file("log"),
    ])
    #expect(status == .done, "\(text)")
  }

  @Test func `the provider and the subject are recorded: they are facts, not secrets`() throws {
    let folder = TemporaryFolder()
    let (status, _) = Self.run([
      "sign-in", "--provider", "google", "--subject", Self.canary, "--email",
      "\(Self.canary)@example.com", "--log", folder.file("log"), "--quiet",
    ])
    #expect(status == .done)
    #expect(
      String(decoding: try bytes(at: folder.file("log")), as: UTF8.self).contains(Self.canary))
  }

  /// Lines that hold the canary under a name that says what it is.
  private static var lines: [String] {
    let names = [
      "password", "Password", "passwordHash", "password_hash", "PASSWORD-HASH", "token",
      "accessToken", "access_token", "refreshToken", "idToken", "secret", "clientSecret", "apiKey",
      "api_key", "privateKey", "credentials", "p\\u0061ssword", "user.password", "deviceToken",
      "\(canary)-password",
    ]
    return names.flatMap { name -> [String] in
      let member = #""\#(name)":"\#(canary)""#
      return [
        #"{"type":"DayCleared","user":"ann","data":{"day":"monday",\#(member)}}"#,
        #"{"type":"DayCleared","user":"ann",\#(member),"data":{"day":"monday"}}"#,
        #"{"type":"PlanShared","data":{"day":"monday","title":"T","exercises":[{"exercise":"e",\#(member)}]}}"#,
        #"{"type":"UserImported","data":{"user":{"login":[1,{\#(member)}]}}}"#,
        #"{"type":"DayCleared","v":7,"data":{\#(member)}}"#,
        #"{"type":"DayCleared","user":"ann","x":[{\#(member)}],"data":{"day":"monday"}}"#,
      ]
    }
  }

  @Test func `a line with a member named like a secret is refused, and its value is not printed`()
    throws
  {
    let workdir = try Workdir()
    // A log with a torn end, so that a side file would be written.
    _ = try workdir.run(
      "replog plan add monday squat --user ann --new; printf '{\"seq\"' >> events.jsonl")
    let before = try workdir.run("cat events.jsonl; ls").output
    for line in Self.lines {
      try line.write(
        to: workdir.url.appendingPathComponent("line"), atomically: true, encoding: .utf8)
      let result = try workdir.run("replog append < line; status=$?; rm line; exit $status")
      #expect(result.status == 1, "\(line)")
      #expect(result.errors.contains("a member must not contain a secret, got one named like"))
      #expect(!(result.errors + result.output).contains(Self.canary), "\(result.errors)")
      #expect(throws: LineError.self) { try Bytes.of(Array(line.utf8)) { try Draft(line: $0) } }
    }
    #expect(try workdir.run("cat events.jsonl; ls").output == before)
  }

  @Test
  func `a log that contains a secret can be read, and verify names the line without the value`()
    throws
  {
    let workdir = try Workdir()
    let line =
      #"{"seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250+01:00","#
      + #""user":"ann","type":"DayCleared","data":{"day":"monday","token":"\#(Self.canary)"}}"#
    try (line + "\n").write(
      to: workdir.url.appendingPathComponent("events.jsonl"), atomically: true, encoding: .utf8)
    #expect(try workdir.run("replog plan --user ann").status == 0)
    let verified = try workdir.run("replog verify")
    #expect(verified.status == 1)
    #expect(
      verified.output.contains(
        "events.jsonl:1:147: warning: the name of a member suggests a secret"))
    #expect(!verified.output.contains(Self.canary))
    // A copy is an append, and refused.
    let copied = try workdir.run("replog log --json | replog append --log copy.jsonl")
    #expect(copied.status == 1 && !copied.errors.contains(Self.canary))
  }

  @Test(arguments: ["strong", "hevy"])
  func `an import takes nothing from unknown columns`(_ source: String) throws {
    let workdir = try Workdir()
    let file = Workdir.repository
      .appendingPathComponent("Tests/CLITests/Independent/\(source).csv").path
    let script = """
      import csv, sys
      rows = list(csv.reader(open(sys.argv[1])))
      for index, row in enumerate(rows):
          row.append("password" if index == 0 else "\(Self.canary)")
      csv.writer(open("export.csv", "w")).writerows(rows)
      """
    try script.write(
      to: workdir.url.appendingPathComponent("widen.py"), atomically: true, encoding: .utf8)
    let result = try workdir.run(
      "python3 widen.py '\(file)'; grep -c \(Self.canary) export.csv > /dev/null || exit 9; "
        + "replog import \(source) export.csv --user ann; rm export.csv widen.py; cat *")
    #expect(result.status == 0)
    #expect(result.output.contains("SetLogged"), "\(result.errors)")
    #expect(!(result.output + result.errors).contains(Self.canary))
  }
}
