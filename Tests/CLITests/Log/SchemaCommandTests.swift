import Events
import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// The schema next to a validator that knows nothing of replog: the Python package jsonschema.
@Suite(.enabled(if: Workdir.hasPython("jsonschema"), "python3 has no jsonschema"))
struct SchemaCommandTests {
  private static let script = Workdir.independent("validate.py")
  private static let samples = Workdir.repository.appendingPathComponent("Examples/samples.jsonl")
    .path

  /// Returns a folder with the schema, and a log of all areas.
  private func workdir(events: Int) throws -> Workdir {
    let workdir = try Workdir()
    #expect(try workdir.run("replog schema > schema.json").status == 0)
    let sampled = try workdir.run(
      "replog sample --events \(events) --areas all --seed 3 > events.jsonl; chmod 600 events.jsonl"
    )
    #expect(sampled.status == 0)
    return workdir
  }

  @Test func `every sample and 10,000 sampled events are valid`() throws {
    let sampled = Reliability.isSample ? 2_000 : 10_000
    let workdir = try workdir(events: sampled)
    let result = try workdir.run(
      "python3 -B '\(Self.script)' lines schema.json '\(Self.samples)' events.jsonl")
    #expect(result.status == 0, "\(result.errors)")
    let samples = try String(contentsOfFile: Self.samples, encoding: .utf8).split(separator: "\n")
    #expect(result.output == "\(samples.count + sampled) lines\n")
  }

  @Test func `append refuses what the validator refuses`() throws {
    let workdir = try workdir(events: 2_000)
    let result = try workdir.run(
      "python3 -B '\(Self.script)' mutate schema.json '\(Self.samples)' events.jsonl")
    #expect(result.status == 0, "\(result.errors)")
    var ways: [Substring: Int] = [:]
    for (place, line) in result.output.split(separator: "\n").enumerated() {
      let parts = line.split(separator: "\t", maxSplits: 1)
      try #require(parts.count == 2)
      ways[parts[0].split(separator: ": ").last ?? "", default: 0] += 1
      // As `append` reads a line.
      #expect(throws: LineError.self, "\(parts[0]): \(parts[1].prefix(200))") {
        _ = try Bytes.of(Array(parts[1].utf8)) { (line) throws(LineError) in
          try DraftDecoder().draft(line)
        }
      }
      guard place % 60 == 0 else { continue }
      try Data(parts[1].utf8).write(to: workdir.url.appendingPathComponent("line"))
      let refused = try workdir.run("replog append --log new.jsonl < line")
      #expect(refused.status == 1, "\(parts[0]): \(refused.errors)")
      #expect(try workdir.run("test -s new.jsonl").status == 1)
    }
    for way in [
      "missing", "wrong type", "fraction", "null", "out of range", "too long", "empty",
      "strange word", "wrong form", "wrong element",
    ] {
      #expect(ways[Substring(way), default: 0] >= 5, "\(way): \(ways[Substring(way), default: 0])")
    }
  }

  @Test func `the JSON of every view is valid`() throws {
    let workdir = try workdir(events: Reliability.isSample ? 600 : 3_000)
    var (views, ofAll): ([String], Int) = ([], 0)
    for view in Views.all {
      let name = view.name.split(separator: " ").joined(separator: "-")
      for whose in ["--user ann", "--all-users"] {
        let line = "replog \(view.name) --json \(whose)"
        let file = "\(views.count).json"
        let shown = try workdir.run("\(line) --now 2025-12-01T12:00:00Z > \(file)")
        // Not every command has the option.
        if whose == "--all-users", shown.status == 2 { continue }
        if whose == "--all-users" { ofAll += 1 }
        #expect(shown.status == 0, "\(line): \(shown.errors)")
        views.append("\(name) \(file)")
      }
    }
    // All in one process: to start one takes longer than to check a view.
    let result = try workdir.run(
      "python3 -B '\(Self.script)' views schema.json \(views.joined(separator: " "))")
    #expect(result.status == 0, "\(result.errors)")
    let rows = result.output.split(separator: "\n").compactMap { Int($0) }
    #expect(rows.count == views.count)
    #expect(ofAll > 5)
    #expect(rows.reduce(0, +) > Reliability.least(500))
  }
}
