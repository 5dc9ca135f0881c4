import Events
import Foundation
import Projections
import TestSupport
import Testing

/// Scenarios that have a log, so that no command is run.
@Suite struct GoldenRunTests {
  /// A shell that runs nothing.
  private struct NoShell: GoldenShell {
    func run(
      _ command: GoldenCommand, environment: [String: String], in folder: String
    ) -> GoldenOutcome { GoldenOutcome(status: 2) }

    func outcome(of error: LogError) -> GoldenOutcome {
      GoldenOutcome(status: 3, errors: Array("\(error.file): \(error.help ?? "")".utf8))
    }
  }

  private let folder = TemporaryFolder()

  init() throws {
    try scenario(in: folder, expecting: "[]\n")
  }

  private func run(adding files: [GoldenFile] = [], _ system: System = System()) throws -> GoldenRun
  {
    var shell = NoShell()
    let scenario = try #require(try GoldenScenario.all(in: folder.path).first)
    return try GoldenRun(scenario, adding: files, &shell, system: system)
  }

  private func expected(_ name: String) throws -> String {
    String(decoding: try bytes(at: folder.file("expected/\(name)")), as: UTF8.self)
  }

  private let ids = "[\n{\"exercise\":\"squat\",\"number\":1,\"seq\":1,\"place\":1}\n]\n"

  @Test func `an update writes the differences, and a run then matches`() throws {
    let written = try run().update()
    #expect(written.map(\.file.name) == ["ids.json"])
    #expect(try expected("ids.json") == ids)
    #expect(try run().files.map(\.isAsExpected) == [true])
    #expect(try run().update().isEmpty)
  }

  @Test func `an update keeps permissions, and a file that cannot be replaced stays whole`() throws
  {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.file("expected/ids.json"))
    var system = System()
    system.fault = { if case .rename = $0 { .fails(5) } else { nil } }
    #expect(throws: LogError.self) { try run().update(system: system) }
    #expect(try expected("ids.json") == "[]\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("expected")) == ["ids.json"])
    _ = try run().update()
    #expect(try mode(of: folder.file("expected/ids.json")) == 0o640)
  }

  @Test func `leftovers of a killed update are skipped, and the next update replaces them`() throws
  {
    let left = folder.file("expected/ids.json.unfinished")
    try put([1], at: left)
    try #require(chmod(left, 0o1600) == 0)
    #expect(try run().files.map(\.file.name) == ["ids.json"])
    #expect(FileManager.default.fileExists(atPath: left))
    _ = try run().update()
    #expect(try expected("ids.json") == ids)
    #expect(!FileManager.default.fileExists(atPath: left))
  }

  @Test(arguments: [
    (GoldenUser.user("ann"), "pbs.ann.json"), (.everybody, "pbs.all-users.json"),
    (.latest, "pbs.json"), (.user("a/b%2Fc"), "pbs.a%2Fb%252Fc.json"),
    (.user("all-users"), "pbs.%61ll-users.json"), (.user("x.y"), "pbs.x.y.json"),
  ])
  func `a file is named after its view and its user`(_ user: GoldenUser, _ name: String) throws {
    let added = try GoldenFile(PersonalBestsView.self, user)
    #expect(added.name == name)
    _ = try run(adding: [added]).update()
    let read = try #require(try run().files.first { $0.file.name == name })
    guard case .view(let view, let found) = read.file.content else {
      Issue.record("no view: \(read.file.name)")
      return
    }
    #expect(view.name == "pbs" && found == user && read.isAsExpected)
  }

  @Test func `a view of one user shows no others`() throws {
    let (ann, ben) = (
      try GoldenFile(PersonalBestsView.self, .user("ann")),
      try GoldenFile(PersonalBestsView.self, .user("ben"))
    )
    _ = try run(adding: [ann, ben]).update()
    #expect(try expected("pbs.ben.json") == "[]\n")
    #expect(try expected("pbs.ann.json").contains("squat"))
  }

  @Test func `a log that cannot be read gives a status, and no views`() throws {
    try put(Array("{\"seq\":1,x}\n".utf8), at: folder.file("events.jsonl"))
    try put([], at: folder.file("expected/stderr"))
    let run = try run()
    #expect(run.files.map(\.file.name) == ["ids.json", "stderr", "status"])
    let found = ["", "events.jsonl: run 'replog verify' to check the whole log", "3\n"]
    #expect(run.files.map { String(decoding: $0.found, as: UTF8.self) } == found)
    let path = folder.file("events.jsonl")
    let told = "\(path): run 'replog verify --log \(path)' to check the whole log"
    #expect(String(decoding: run.errors, as: UTF8.self) == told)
    let error = #expect(throws: LogError.self) { try run.update() }
    #expect(error?.kind == .refused)
    #expect(try expected("ids.json") == "[]\n")
  }
}
