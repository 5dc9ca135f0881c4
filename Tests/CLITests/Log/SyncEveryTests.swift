import Foundation
import TestSupport
import Testing

/// `sync --every`, by the command itself.
@Suite(.hangLimit) struct SyncEveryTests {
  private let workdir: Workdir
  private let syncs: RunningCommand

  init() throws {
    workdir = try Workdir()
    let begin =
      "replog sign-in ann@example.com --log club.jsonl && replog sync club.jsonl && cp club.jsonl other"
    #expect(try workdir.run(begin).status == 0)
    syncs = try RunningCommand("sync --every 1s", in: workdir)
    syncs.wait { $0.contains("club.jsonl: 0 events received, 0 sent; at seq 1\n") }
  }

  private func record(_ line: String) throws {
    #expect(try workdir.run("replog \(line)").status == 0)
  }

  private func wait(forSent count: Int) {
    syncs.wait { $0.components(separatedBy: ", 1 sent;").count - 1 == count }
  }

  @Test func `events are sent until an interruption, also after the remote was away`() throws {
    try record("bodyweight add 80kg")
    wait(forSent: 1)
    #expect(try workdir.run("mv club.jsonl away").status == 0)
    syncs.waitForErrors { $0.contains("replog: note: there is no log on the remote; trying again") }
    try record("bodyweight add 81kg")
    #expect(try workdir.run("mv away club.jsonl").status == 0)
    wait(forSent: 2)
    #expect(syncs.interrupt() == 0)
    #expect(try workdir.run("cmp events.jsonl club.jsonl").status == 0)
  }

  @Test func `a refusal does not end the syncs, and the exit status reports it`() throws {
    let like =
      #"echo '{"user":"ann","type":"PostLiked","data":{"post":"none"}}' | replog append"#
    #expect(try workdir.run(like).status == 0)
    syncs.wait { $0.contains("refused ") }
    try record("bodyweight add 80kg")
    wait(forSent: 1)
    #expect(syncs.interrupt() == 1)
  }

  @Test func `another log at the place of the remote ends the syncs`() throws {
    let replace =
      "sed s/ann/eve/ other | replog append --log new.jsonl && mv new.jsonl club.jsonl"
    #expect(try workdir.run(replace).status == 0)
    #expect(syncs.end() == 4)
  }
}
