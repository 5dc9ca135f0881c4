import Events
import Foundation
import TestSupport
import Testing

/// Logs of release 0.1.0, and what it printed for them, compared byte for byte.
@Suite struct BaselineTests {
  private static let all = Baseline.all(under: "Tests/CLITests/Baseline")

  /// The baselines whose logs can have a checkpoint.
  private static let sound = all.filter { baseline in
    !["/damaged/", "/by-hand/", "/remarks/"].contains { baseline.testDescription.contains($0) }
  }

  @Test func `every log has transcripts`() throws {
    let root = Workdir.repository.appendingPathComponent("Tests/CLITests/Baseline").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: root)
    let logs = files.filter { $0.hasSuffix("events.jsonl") }
    #expect(logs.count > 40)
    #expect(BaselineTests.sound.count > 15)
    for log in logs {
      let folder = log.dropLast("events.jsonl".count)
      #expect(files.contains { $0.hasPrefix(folder) && $0.hasSuffix(".test") }, "\(log)")
    }
  }

  @Test(
    arguments: Reliability.some(all, ofEach: 3),
    Reliability.isSample ? [.nothing] : Baseline.Covered.allCases)
  func `a log is read as it was read when it was written`(
    _ baseline: Baseline, _ covered: Baseline.Covered
  ) throws {
    let difference = try baseline.run(covered)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: sound)
  func `the checkpoints of the baseline are used`(_ baseline: Baseline) throws {
    let workdir = try Workdir()
    let path = workdir.url.appendingPathComponent("events.jsonl").path
    try baseline.copyLogs(to: workdir, .half)
    let half = try #require(try Log(path: path).checkpoint?.position.seq)
    try baseline.copyLogs(to: workdir, .everything)
    let whole = try #require(try Log(path: path).checkpoint?.position.seq)
    #expect(whole == (try Log(path: path).tail().seq))
    #expect((1..<whole).contains(half))
  }
}
