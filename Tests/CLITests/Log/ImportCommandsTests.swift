import Foundation
import TestSupport
import Testing

/// The views of an imported history against a script that reads the same file by itself.
@Suite struct ImportCommandsTests {
  /// A file, the app that wrote it, and what the script prints when it agrees.
  struct Export: Sendable, CustomTestStringConvertible {
    let source: String
    let file: URL
    let totals: String
    var testDescription: String { "\(source): \(file.lastPathComponent)" }
  }

  private static let own = Workdir.repository.appendingPathComponent("Tests/CLITests/Independent")

  /// A folder of real exports, where there is one.
  private static let data = ProcessInfo.processInfo.environment["REPLOG_DATA"]
    .map { URL(fileURLWithPath: $0) }

  private static var exports: [Export] {
    var exports = [
      Export(
        source: "strong", file: own.appendingPathComponent("strong.csv"),
        totals: "2 sessions, 9 sets, 5 exercises, 2565.0 kg\n"),
      Export(
        source: "hevy", file: own.appendingPathComponent("hevy.csv"),
        totals: "2 sessions, 14 sets, 6 exercises, 3440.0 kg\n"),
    ]
    if let data {
      exports += [
        Export(
          source: "strong", file: data.appendingPathComponent("strong.csv"),
          totals: "86 sessions, 1903 sets, 22 exercises, 394186.0 kg\n"),
        Export(
          source: "hevy", file: data.appendingPathComponent("hevy.csv"),
          totals: "17 sessions, 330 sets, 44 exercises, 165952.0 kg\n"),
      ]
    }
    return exports
  }

  @Test(arguments: exports)
  func `the views agree with a script that reads the same file`(_ export: Export) throws {
    let workdir = try Workdir()
    let path = export.file.path
    let imported = try workdir.run("replog import \(export.source) '\(path)' --user ann")
    #expect(imported.status == 0, "\(imported.errors)")
    for view in ["history", "pbs", "ids"] {
      let user = view == "ids" ? "" : " --user ann"
      #expect(try workdir.run("replog \(view) --json\(user) > \(view).json").status == 0)
    }
    let script = Self.own.appendingPathComponent("agree.py").path
    let result = try workdir.run(
      "python3 '\(script)' \(export.source) '\(path)' history.json pbs.json ids.json")
    #expect(result.output == export.totals, "\(result.errors)")
    #expect(result.status == 0)
  }

  @Test(arguments: exports)
  func `importing a file twice appends nothing the second time`(_ export: Export) throws {
    let workdir = try Workdir()
    let command = "replog import \(export.source) '\(export.file.path)' --user ann"
    #expect(try workdir.run(command).status == 0)
    let before = try Data(contentsOf: workdir.url.appendingPathComponent("events.jsonl"))
    let again = try workdir.run(command + " --json")
    #expect(again.output.contains("\"appended\":0,"))
    #expect(try Data(contentsOf: workdir.url.appendingPathComponent("events.jsonl")) == before)
  }

  @Test(.enabled(if: data != nil, "REPLOG_DATA names no folder of real files"))
  func `the catalogue of 873 exercises imports`() throws {
    let workdir = try Workdir()
    let file = try #require(Self.data).appendingPathComponent("free-exercise-db.json").path
    let imported = try workdir.run("replog exercises import '\(file)'")
    #expect(imported.output == "873 exercises, 873 entries: 873 events appended\n")
    #expect(try workdir.run("replog ids --json | grep -c number").output == "873\n")
  }
}
