#if canImport(Testing)
  // A test needs these three, so one import is enough.
  @_exported import Events
  import Foundation
  @_exported import Projections
  @_exported import Testing

  /// Returns the scenario in a folder, or the scenarios in its subfolders, as the arguments of a test.
  ///
  ///     @Test(arguments: try goldenScenarios())
  ///     func `the views are as expected`(_ scenario: GoldenScenario) throws {
  ///       try expectGolden(scenario, views: Views.all + [TrainedDaysView.self])
  ///     }
  ///
  /// - Parameters:
  ///   - folder: The folder, by default `Golden`; a relative path begins at the folder of the test's source file.
  ///   - file: The source file of the test.
  public func goldenScenarios(
    in folder: String = "Golden", file: String = #filePath
  ) throws -> [GoldenScenario] {
    let source = URL(fileURLWithPath: file).deletingLastPathComponent()
    return try GoldenScenario.all(in: place(of: folder, nextTo: source).path)
  }

  /// Returns a folder next to a source file, also if the package was moved after it was built.
  ///
  /// In a moved package, the end of the source's path leads to it from the working directory.
  private func place(of folder: String, nextTo source: URL) -> URL {
    let usual = URL(fileURLWithPath: folder, relativeTo: source)
    let parts = source.pathComponents.dropFirst()
    let moved = parts.indices.map { start in
      URL(fileURLWithPath: (parts[start...] + [folder]).joined(separator: "/"))
    }
    return ([usual] + moved).first { FileManager.default.fileExists(atPath: $0.path) } ?? usual
  }

  /// Expects every file of a scenario's `expected` folder to match the output of its log or commands.
  ///
  /// The issue for a different file contains the unified diff. With `REPLOG_GOLDEN=update` in the environment, such a
  /// file is also rewritten, unless `CI` is set. To add a view, create an empty file for it.
  ///
  /// - Parameters:
  ///   - scenario: The scenario: see `goldenScenarios(in:file:)`.
  ///   - views: The views that files may name, including views of the app.
  ///   - replog: The command that runs the lines of a `commands.txt`, found on `PATH`.
  ///   - sourceLocation: The place of the test.
  public func expectGolden(
    _ scenario: GoldenScenario, views: [any LogView.Type] = Views.all, replog: String = "replog",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var shell = ProcessShell(replog: replog)
    let run: GoldenRun
    do { run = try GoldenRun(scenario, views: views, &shell) } catch let error as LogError {
      Issue.record(Comment(rawValue: error.diagnostic), sourceLocation: sourceLocation)
      return
    }
    for file in run.files where !file.isAsExpected {
      let lines = file.difference.unified(from: file.path, to: file.path)
      let text = lines.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "\n")
      let errors = String(decoding: run.errors, as: UTF8.self)
      Issue.record(Comment(rawValue: "\n\(text)\n\(errors)"), sourceLocation: sourceLocation)
    }
    let environment = ProcessInfo.processInfo.environment
    if environment["REPLOG_GOLDEN"] == "update", environment["CI"] == nil { _ = try run.update() }
  }

  /// A shell that runs each command in its own process.
  private struct ProcessShell: GoldenShell {
    let replog: String

    func run(
      _ command: GoldenCommand, environment: [String: String], in folder: String
    ) throws(LogError) -> GoldenOutcome {
      #if os(macOS) || os(Linux)
        do { return try start(command, environment, in: folder) } catch {
          throw LogError(
            .misuse, "\(folder)/commands.txt", "cannot run '\(replog)': \(error)",
            help: "put the command on PATH, or pass its path to 'expectGolden'")
        }
      #else
        throw LogError(
          .misuse, "\(folder)/commands.txt", "cannot run commands on this system",
          help: "save the log that they create as events.jsonl")
      #endif
    }

    func outcome(of error: LogError) -> GoldenOutcome {
      GoldenOutcome(
        status: error.kind == .damaged ? GoldenRun.unreadable : 5,
        errors: Array(error.diagnostic.utf8))
    }

    #if os(macOS) || os(Linux)
      private func start(
        _ command: GoldenCommand, _ environment: [String: String], in folder: String
      ) throws -> GoldenOutcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [replog] + command.words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let input = command.input.map {
          URL(fileURLWithPath: $0, relativeTo: process.currentDirectoryURL)
        }
        process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? .nullDevice
        // Files instead of pipes: a pipe that is not read stops the process.
        let streams = ["stdout", "stderr"].map {
          URL(fileURLWithPath: environment["REPLOG_LOG"] ?? "").appendingPathExtension($0)
        }
        for url in streams { try Data().write(to: url) }
        process.standardOutput = try FileHandle(forWritingTo: streams[0])
        process.standardError = try FileHandle(forWritingTo: streams[1])
        try process.run()
        process.waitUntilExit()
        return GoldenOutcome(
          status: process.terminationStatus, output: Array(try Data(contentsOf: streams[0])),
          errors: Array(try Data(contentsOf: streams[1])))
      }
    #endif
  }
#endif
