import Events
import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// No output passes control characters in the text of another user to a terminal.
@Suite struct InertTests {
  /// Colour, title, a bell, DEL, one-byte escapes, text turned around, a line of one's own.
  static let hostile =
    "\u{1B}[31m\u{1B}]0;x\u{7}\u{7F}\u{9B}2J\u{85}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\r\n\u{0}a"

  /// What of `text` a terminal would obey.
  static func obeyed(_ text: String) -> [UInt32] {
    text.unicodeScalars.map(\.value).filter { value in
      switch value {
      case 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  /// Samples of every type whose texts and names are all hostile.
  private static let bodies =
    Samples.bodies(full: true, prefix: hostile) + Samples.bodies(full: false, prefix: hostile)

  /// One line of every sample, by a hostile user; written as escapes, and as they are.
  static func log(raw: Bool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for (seq, body) in zip(1..., bodies) {
      let at = Samples.start.adding(seconds: Int64(seq))
      let user = Name(hostile + "ann")
      _ = try Event(id: Samples.id(seq), at: at, user: user, body, seq: seq)
        .write(to: &bytes, previousSum: nil)
    }
    var text = String(decoding: bytes, as: UTF8.self)
    for scalar in hostile.unicodeScalars where scalar.value > 0x7E {
      let hex = String(scalar.value, radix: 16)
      let escape = "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      text =
        raw
        ? text.replacing(escape, with: String(scalar))
        : text.replacing(String(scalar), with: escape)
    }
    #expect(text.contains("\u{9B}") == raw && text.contains("\\u009b") != raw)
    return Array(text.utf8)
  }

  @Test(arguments: [false, true])
  func `no view, table, log or finding passes on text that controls a terminal`(
    _ raw: Bool
  ) throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let bytes = try InertTests.log(raw: raw)
    try put(bytes, at: path)
    let bodies = Self.bodies
    try #require(bytes.count { $0 == UInt8(ascii: "\n") } == bodies.count)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let areas = zip(1..., bodies).map { number, body in
      Event(id: Samples.id(number), at: Samples.start, user: nil, body).area
    }
    func reads<V: LogView>(_ view: V.Type) -> Areas { V.Source.reads }
    var shown = ""
    func look(_ view: String, asOf end: Int, in path: String) {
      for json in [["--json"], []] {
        let (status, text) = SecretTests.run([view, "--as-of", "\(end)", "--log", path] + json)
        #expect(status == .done, "\(view) as of \(end): \(text)")
        #expect(InertTests.obeyed(text) == [], "\(view) \(json)")
        shown += text
      }
    }
    for view in Views.all {
      // What it is made of, and what tells whose view it is and how a table shows it: from other lines it
      // shows nothing, and from one event to the next only what these change.
      let read = reads(view)
      let needed = read.union([.identity, .profile, .exercises])
      let part = folder.file(view.name)
      try put(
        zip(areas, lines).flatMap { needed.contains($0) ? $1 + [UInt8(ascii: "\n")] : [] }, at: part
      )
      let ends = zip(1..., areas).filter { read.contains($1) }.map(\.0)
      for end in Reliability.some(ends, ofEach: 8) { look(view.name, asOf: end, in: part) }
      look(view.name, asOf: bodies.count, in: path)
    }
    for line in [["log"], ["verify"]] + Views.ofEveryUser.map({ [$0, "--all-users"] }) {
      let text = SecretTests.run(line + ["--log", path]).text
      #expect(InertTests.obeyed(text) == [], "\(line)")
      shown += text
    }
    // The texts are there, made visible.
    #expect(shown.contains("\\u{1b}[31m") && shown.contains("\\u{9b}2J"))
    // All lines from one on are shown as they stand, and others are written again.
    let alone = SecretTests.run(["log", "--json", "--reverse", "--log", path]).text
    #expect(InertTests.obeyed(alone) == [])
  }

  @Test(arguments: [false, true])
  func `no debugging command passes on text that controls a terminal`(_ raw: Bool) throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    // No argument can name the user, so they stay signed in.
    let lines = try String(decoding: InertTests.log(raw: raw), as: UTF8.self).split(separator: "\n")
      .filter { !$0.contains("\"UserSignedOut\"") && !$0.contains("\"PasswordReset\"") }
    try put(Array((lines.joined(separator: "\n") + "\n").utf8), at: path)
    var commands: [[String]] = [
      ["replay"], ["diff", "1", "200"], ["plan", "history"], ["log", "--grep", "a"],
      ["log", "--about", "@1"], ["scrub", "-o", folder.file("scrubbed")],
      ["bisect", "plan", "days[day=monday].type exists"],
      ["minimize", "ids", "[number=1] exists", "-o", folder.file("small")],
    ]
    commands += Reliability.some(1...lines.count).map { ["explain", "@\($0)"] }
    commands += Views.all.map { ["blame", hyphened($0.name)] }
    commands = commands.map { $0 + ["--log", path] }
    commands += Replog.commands.all.map { command in
      ["complete", "--", "--log", path] + command.name.split(separator: " ").map(String.init) + [""]
    }
    var shown = ""
    for command in commands {
      let (status, text) = SecretTests.run(command)
      #expect(![.misuse, .systemFailed].contains(status), "\(command): \(text)")
      // A tab stands before what a value is.
      #expect(InertTests.obeyed(text).filter { $0 != 9 } == [], "\(command)")
      shown += text
    }
    #expect(shown.contains("\\u{1b}[31m"))
  }

  @Test func `the log itself is escaped on a terminal and unchanged in a pipe`() throws {
    let workdir = try Workdir()
    func text(_ raw: String, _ space: String = "") -> String {
      #"{"seq":1,\#(space)"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00","#
        + #""type":"PostLiked","data":{"post":"p\#(raw)"}}"# + "\n"
    }
    let raw = "\u{7F}\u{9B}2J\u{85}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\u{2029}é"
    let line = text(raw, "\t\r")
    try line.write(
      to: workdir.url.appendingPathComponent("events.jsonl"), atomically: true, encoding: .utf8)
    #expect(try workdir.run("replog log --json").output == line)
    let shown = try workdir.runOnTerminal("replog log --json").output
    let escaped = #"\u007f\u009b2J\u0085\u202e\u2066\u200f\u061c\u2028\u2029é"#
    #expect(shown.replacing("\r\n", with: "\n") == text(escaped, "  "))
  }

  @Test(arguments: [
    ["plan\(hostile)"], ["plan", "\(hostile)"], ["plan", "add", hostile, hostile],
    ["feed", "--log", "nowhere\(hostile)"], ["verify", "--log", "/nowhere/\(hostile)"],
    ["log", "--type", hostile], ["log", "--about", hostile], ["post", "like", hostile],
    ["plan", "--as-of", hostile], ["--\(hostile)"], ["plan", "--\(hostile)"], ["help", hostile],
    ["import", "strong", "/nowhere/\(hostile)", "--user", "ann"],
    ["repair", "--log", "\(hostile)"],
  ])
  func `an error repeats no text that controls a terminal`(_ words: [String]) throws {
    let folder = TemporaryFolder()
    let log = words.contains("--log") ? [] : ["--log", folder.file("log")]
    let (_, text) = SecretTests.run(words + log)
    #expect(!text.isEmpty)
    #expect(InertTests.obeyed(text) == [], "\(words)")
  }
}
