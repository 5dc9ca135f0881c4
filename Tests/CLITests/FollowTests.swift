import Foundation
import TestSupport
import Testing

/// `--follow`, by the command itself; a wait that never ends fails by the time limit.
@Suite(.hangLimit) struct FollowTests {
  private let workdir: Workdir

  init() throws {
    workdir = try Workdir()
    try run("replog sign-in ann@example.com")
    try run("replog session start")
    try log("squat")
  }

  private func run(_ line: String) throws {
    let result = try workdir.run(line)
    #expect(result.status == 0, "\(result.errors)")
  }

  private func log(_ exercise: String) throws {
    try run("replog set log \(exercise) 5x100kg --new")
  }

  private func printed(_ line: String) throws -> String { try workdir.run(line).output }

  @Test func `events are shown as they land, until an interruption`() throws {
    let follower = try RunningCommand("log --follow --json", in: workdir)
    follower.wait { $0.split(separator: "\n").count == 3 }
    try log("bench-press")
    try run("replog session end")
    let whole = try printed("replog log --json")
    follower.wait { $0 == whole }
    #expect(follower.interrupt() == 0)
    #expect(follower.errors == "")
  }

  @Test func `rows are added below the existing table`() throws {
    let follower = try RunningCommand("log --follow --grep set", in: workdir)
    follower.wait { $0.contains("squat") }
    try log("bench-press")
    follower.wait { $0.contains("bench-press") }
    #expect(follower.interrupt() == 0)
    let lines = follower.output.split(separator: "\n")
    #expect(lines.map { $0.prefix(5) } == ["seq  ", "  3  ", "  4  "])
  }

  @Test func `a rewritten file is followed further, and another log starts again`() throws {
    let follower = try RunningCommand("log --follow --json --type SetLogged", in: workdir)
    follower.wait { $0.contains("squat") }
    try run("cp events.jsonl new && mv new events.jsonl")
    try log("bench-press")
    follower.wait { $0.contains("bench-press") }
    try run("replog sample --events 200 > other && mv other events.jsonl")
    follower.waitForErrors {
      $0.contains("is now another log; output starts with its first event\n")
    }
    let sets = try printed("replog log --json --type SetLogged")
    follower.wait { $0.hasSuffix(sets) }
    #expect(follower.interrupt() == 0)
    #expect(follower.errors.contains("was rewritten; output continues after event 3\n"))
  }

  @Test func `following waits for a log that does not exist yet`() throws {
    let empty = try Workdir()
    let follower = try RunningCommand("log --follow --json", in: empty)
    follower.waitForErrors { $0.contains("waiting for its first event") }
    #expect(try empty.run("replog sign-in ann@example.com").status == 0)
    follower.wait { $0.contains("UserSignedIn") }
    #expect(follower.interrupt() == 0)
  }

  @Test func `a user whose name is typed in another case is followed`() throws {
    let follower = try RunningCommand("log --follow --json --user ANN", in: workdir)
    let whole = try printed("replog log --json --user ann")
    follower.wait { $0.split(separator: "\n").count == whole.split(separator: "\n").count }
    #expect(follower.interrupt() == 0)
    #expect(follower.errors == "replog: note: 'ANN' means the user 'ann'\n")
  }

  @Test func `an alert ends with the first event after which its condition holds`() throws {
    let alert = try RunningCommand(
      "bisect ids [number=2].exercise==bench-press --follow", in: workdir)
    alert.waitForErrors { $0.contains("note: '[number=2].exercise' never existed in ids") }
    try log("squat")
    try log("bench-press")
    #expect(alert.end() == 1)
    #expect(alert.output.hasPrefix("5  ") && alert.output.contains("holds  nothing →"))
    #expect(alert.errors.split(separator: "\n").count == 1)
  }

  @Test func `with --all-flips the search continues, even in a log that replaces the first`() throws
  {
    let alert = try RunningCommand(
      "bisect history [0].endedAt!=null --follow --all-flips --json", in: workdir)
    try run("replog session end")
    alert.wait { $0.contains(#""holds":true"#) }
    try run("replog session start")
    alert.wait { $0.contains(#""holds":false"#) }
    try run("cp events.jsonl other && head -n 2 other > new && mv new events.jsonl")
    alert.waitForErrors { $0.contains("is now another log") || $0.contains("was rewritten") }
    #expect(alert.interrupt() == 1)
  }

  @Test func `a view is printed again when its bytes change`() throws {
    let follower = try RunningCommand("ids --follow --json", in: workdir)
    let first = try printed("replog ids --json")
    follower.wait { $0 == first }
    // What it shows is as before.
    try log("squat")
    try log("bench-press")
    let second = try printed("replog ids --json")
    follower.wait { $0 == first + second }
    #expect(follower.interrupt() == 0)
  }

  @Test func `a view shows events that wait to be synced, and later shows that they were synced`()
    throws
  {
    try run("mv events.jsonl club.jsonl && replog sync club.jsonl")
    let follower = try RunningCommand("ids --follow --json", in: workdir)
    let first = try printed("replog ids --json")
    follower.wait { $0 == first }
    try log("bench-press")
    let second = try printed("replog ids --json")
    #expect(second.contains(#""pending":true"#))
    follower.wait { $0 == first + second }
    try run("replog sync")
    let third = try printed("replog ids --json")
    #expect(!third.contains("pending"))
    follower.wait { $0 == first + second + third }
    #expect(follower.interrupt() == 0)
    #expect(follower.errors == "")
  }

  @Test func `pending events are shown, and shown again when the remote accepts them`()
    throws
  {
    try run("mv events.jsonl club.jsonl && replog sync club.jsonl")
    try log("deadlift")
    let follower = try RunningCommand("log --follow --json", in: workdir)
    let first = try printed("replog log --json")
    #expect(first.contains(#""pending":true"#))
    follower.wait { $0 == first }
    try log("bench-press")
    let second = try printed("replog log --json --seq 5-")
    follower.wait { $0 == first + second }
    try run("replog sync")
    let third = try printed("replog log --json --seq 4-")
    #expect(!third.contains("pending"))
    follower.wait { $0 == first + second + third }
    #expect(follower.interrupt() == 0)
    #expect(follower.errors == "")
  }

  @Test func `an alert reports a pending event, and reports it again when the remote accepts it`()
    throws
  {
    try run("mv events.jsonl club.jsonl && replog sync club.jsonl")
    let condition = "bisect ids [number=2].exercise==bench-press --follow"
    let alert = try RunningCommand("\(condition) --all-flips --json", in: workdir)
    let once = try RunningCommand(condition, in: workdir)
    for command in [alert, once] { command.waitForErrors { $0.contains("never existed in ids") } }
    try log("bench-press")
    alert.wait { $0.hasSuffix(",\"holds\":true,\"pending\":true}\n") }
    #expect(once.end() == 1)
    #expect(once.output.hasPrefix("4  "))
    try run("replog sync")
    alert.wait { $0.hasSuffix(",\"holds\":true}\n") }
    #expect(alert.output.split(separator: "\n").count == 2)
    #expect(alert.interrupt() == 1)
    #expect(alert.errors.split(separator: "\n").count == 1)
  }

  @Test func `tables are printed one after another, whoever is signed in`() throws {
    let follower = try RunningCommand("user --follow", in: workdir)
    follower.wait { $0.contains("ann") }
    try run("replog sign-in ben@example.com")
    follower.wait { $0.contains("\n\n") && $0.contains("ben") }
    #expect(follower.interrupt() == 0)
  }

  @Test(arguments: ["log --follow", "log --follow --json", "ids --follow --json"])
  func `following ends when the reader of its output ends`(_ command: String) throws {
    let result = try workdir.run("{ replog \(command); echo \"status $?\" >&2; } | head -n 1")
    #expect(result.errors == "status 0\n")
  }
}
