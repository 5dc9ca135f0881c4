import Foundation
import Projections
import ReplogTesting
import TestSupport
import Testing

/// The scenarios next to this file, run as an app runs its own.
@Suite struct ExpectGoldenTests {
  @Test(arguments: try goldenScenarios(in: "Scenarios"))
  func `a scenario gives the expected output`(_ scenario: GoldenScenario) throws {
    try expectGolden(
      scenario, views: Views.all + [TrainedDaysView.self],
      replog: Workdir.products.appendingPathComponent("replog").path)
  }

  @Test func `a difference is recorded as an issue`() throws {
    let folder = TemporaryFolder()
    try scenario(in: folder, expecting: "[\n{\"exercise\":\"squat\",\"number\":2}\n]\n")
    try withKnownIssue {
      try expectGolden(try #require(try goldenScenarios(in: folder.path).first))
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains(
        "-{\"exercise\":\"squat\",\"number\":2}\n"
          + "+{\"exercise\":\"squat\",\"number\":1,\"seq\":1,\"place\":1}")
    }
  }

  @Test func `a damaged log is recorded as an issue with its path`() throws {
    let folder = TemporaryFolder()
    try scenario(in: folder, expecting: "")
    try put(Array("{\"seq\":1,x}\n".utf8), at: folder.file("events.jsonl"))
    let path = folder.file("events.jsonl")
    try withKnownIssue {
      try expectGolden(try #require(try goldenScenarios(in: folder.path).first))
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("\n\(path):1:10: error: ")
        && text.contains("'replog verify --log \(path)'")
    }
  }

  @Test func `a folder without a scenario is an error`() throws {
    let folder = TemporaryFolder()
    #expect(throws: (any Error).self) { try goldenScenarios(in: folder.path) }
  }
}

/// Makes a scenario of one set in a folder, with what is expected of its exercise numbers.
func scenario(in folder: TemporaryFolder, expecting json: String) throws {
  try FileManager.default.createDirectory(
    atPath: folder.file("expected"), withIntermediateDirectories: true)
  let line =
    #"{"seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250+01:00","user":"ann","type":"SetLogged","data":{"session":"s","exercise":"squat","reps":5,"weight":100}}"#
  try put(Array("\(line)\n".utf8), at: folder.file("events.jsonl"))
  try put(Array(json.utf8), at: folder.file("expected/ids.json"))
}
