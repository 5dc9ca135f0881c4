import Events
import Foundation
import TestSupport
import Testing

@testable import CLI

/// `replog repair` on a terminal, where it asks, and beside another.
@Suite struct RepairCommandTests {
  @Test(arguments: [("y", 0), ("YES", 0), ("n", 1), ("", 1), ("why", 1)])
  func `on a terminal the plan is shown, a question is asked, and anything but yes means no`(
    _ answer: String, _ status: Int32
  ) throws {
    let workdir = try Workdir()
    let damaged = try workdir.run(
      "(replog sample --events 3 --seed 3; echo x) > events.jsonl; cat events.jsonl"
    ).output
    let asked = try workdir.runOnTerminal("replog repair", answering: answer)
    #expect(asked.status == status)
    #expect(asked.output.contains("events.jsonl:4:1: remove 1 byte: expected '{', found 'x'"))
    #expect(asked.output.contains("repair the log and keep a copy? [y/N] "))
    let isDone = asked.output.contains("the original log is in 'events.jsonl.before-repair'")
    #expect(isDone == (status == 0))
    let after = try workdir.run("cat events.jsonl").output
    #expect(after == (isDone ? String(damaged.dropLast(2)) : damaged))
  }

  @Test func `a program that reads JSON is not asked, even on a terminal`() throws {
    let workdir = try Workdir()
    let made = try workdir.run("(replog sample --events 3 --seed 3; echo x) > events.jsonl")
    #expect(made.status == 0)
    let shown = try workdir.runOnTerminal("replog repair --json", answering: "y")
    #expect(shown.status == 1 && !shown.output.contains("[y/N]"))
    #expect(try workdir.run("ls").output == "events.jsonl\n")
  }

  @Test func `the second of two repairs is told so, and shown the log as it is now`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    var sample = SampleLog(events: 3, users: 1, seed: 3)
    var damaged: [UInt8] = []
    while sample.next(into: &damaged) {}
    try put(damaged + Array("x\n".utf8), at: path)
    let isFirst = Monitor(true)
    var system = System()
    // Between the plan and the lock another process repairs it.
    system.fault = { call in
      let repairs =
        call == .flock
        && isFirst.alone { isFirst in
          defer { isFirst = false }
          return isFirst
        }
      if repairs {
        #expect(throws: Never.self) { try Appender(path: path).repair(RepairPlan(Log(path: path))) }
      }
      return nil
    }
    var shell = Shell(system: system, output: .collected([]))
    #expect(Replog.run(["repair", "--yes", "--log", path], &shell) == .done)
    guard case .collected(let shown) = shell.output else {
      Issue.record("the output is not collected")
      return
    }
    let text = String(decoding: shown, as: UTF8.self)
    #expect(text.contains("replog: note: another process has repaired the log in the meantime"))
    #expect(text.contains("3 events: nothing to repair"))
    #expect(try folder.names == ["log", "log.before-repair"])
  }
}
