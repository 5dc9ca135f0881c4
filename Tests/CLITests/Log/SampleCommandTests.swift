import Foundation
import Projections
import TestSupport
import Testing

@Suite struct SampleCommandTests {
  @Test func `a log gives the same view through a pipe, a file and an append`() throws {
    let workdir = try Workdir()
    let count = Reliability.isSample ? 5_000 : 20_000
    let sample = "replog sample --events \(count) --users 20 --seed 7"
    let view = "replog pbs --all-users --json"
    // Made once: a sample in debug takes longer than all that is done with it.
    let piped = try workdir.run("\(sample) | tee a.jsonl | \(view) --log -")
    #expect(piped.status == 0)
    #expect(piped.output.utf8.count > 10_000)
    #expect(try workdir.run("\(view) --log a.jsonl").output == piped.output)
    let appended = "cat a.jsonl | replog append --log b.jsonl > acks && \(view) --log b.jsonl"
    #expect(try workdir.run(appended).output == piped.output)
    #expect(try workdir.run("wc -l < acks").output.contains("\(count)"))
    #expect(try workdir.run("replog verify --log b.jsonl").status == 0)
  }

  @Test func `two processes that append at once lose and duplicate nothing`() throws {
    let workdir = try Workdir()
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for number in 1...20 {
        let like = #"{"type":"PostLiked","user":"u\#(index)","data":{"post":"p\#(number)"}}"#
        let appended = try? workdir.run(
          "unset REPLOG_SEED; echo '\(like)' | replog append >> acks\(index)")
        #expect(appended?.status == 0)
      }
    }
    let both = try workdir.run("cat acks0 acks1 | wc -l")
    #expect(both.output.trimmingCharacters(in: .whitespacesAndNewlines) == "40")
    let verified = try workdir.run("replog verify")
    #expect(verified.output.contains("\nevents.jsonl: 40 events, sum "))
    // Nobody shared the posts; that is all that can be said against the log.
    let kinds = try workdir.run("replog verify --json | grep -o '\"kind\":\"[^\"]*' | sort -u")
    #expect(kinds.output == "\"kind\":\"never-begun\n")
    #expect(verified.status == 1)
    let distinct = try workdir.run("cat acks0 acks1 | sort -u | wc -l").output
    #expect(distinct.trimmingCharacters(in: .whitespacesAndNewlines) == "40")
  }

  /// A folder with a log that all views are shown of; they do not change it.
  private static let shown = Result {
    let workdir = try Workdir()
    let count = Reliability.isSample ? 600 : 3_000
    let made = try workdir.run("replog sample --events \(count) --users 12 --seed 3 > events.jsonl")
    #expect(made.status == 0)
    return workdir
  }

  @Test(
    arguments: Views.all.flatMap { [$0.name, "\($0.name) --json"] }
      + Views.ofEveryUser.map { "\($0) --all-users --json" } + ["log", "verify --json"])
  func `the bytes of a view do not depend on the time zone, the language or the hash seed`(
    _ view: String
  ) throws {
    let workdir = try Self.shown.get()
    let first = try workdir.run("replog \(view)")
    #expect(!first.output.isEmpty)
    // Swift seeds its hashing anew in every process.
    for zone in Reliability.some(["UTC", "Asia/Kolkata", "America/Los_Angeles"]) {
      let environment = ["TZ": zone, "LANG": "tr_TR.UTF-8", "LC_ALL": "de_DE.UTF-8"]
      #expect(try workdir.run("replog \(view)", environment: environment).output == first.output)
    }
  }

  @Test func `views do not change the log`() throws {
    let workdir = try Workdir()
    _ = try workdir.run("replog sample --events 300 --users 3 --seed 3 > events.jsonl")
    let before = try FileManager.default.contentsOfDirectory(atPath: workdir.url.path).sorted()
    for view in Views.all.map({ $0.name }) + ["log", "verify"] {
      #expect(try workdir.run("chmod 400 events.jsonl; replog \(view)").status == 0)
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: workdir.url.path).sorted()
    #expect(after == before)
  }
}
