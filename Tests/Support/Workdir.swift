import Foundation

/// A fresh folder in which the real command is run, gone with its last user.
public final class Workdir: Sendable {
  /// The folder.
  public let url: URL

  /// What one command line did.
  public struct Result: Sendable {
    public let status: Int32
    public let output: String
    public let errors: String
  }

  /// Makes the folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("replog-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The folder the tests were built into; the command is there, too.
  public static var products: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
  }

  /// The root of the repository.
  public static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs one line of shell in the folder, with `replog` on the path and nothing left to the machine:
  /// the log, the time and the seed are set, unless `environment` says otherwise.
  public func run(_ line: String, environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = url
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let fixed = [
      "PATH": "\(Self.products.path):\(path)", "HOME": url.path, "TZ": "UTC", "LANG": "C",
      "REPLOG_LOG": "events.jsonl", "REPLOG_NOW": "2026-03-02T18:04:11.250+01:00",
      "REPLOG_SEED": "1", "EXAMPLES": Self.repository.appendingPathComponent("Examples").path,
    ]
    process.environment = fixed.merging(environment) { _, new in new }
    // Files, not pipes: a pipe that nobody reads while the process runs would stop it.
    let name = UUID().uuidString
    let output = FileManager.default.temporaryDirectory.appendingPathComponent("\(name).out")
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent("\(name).err")
    for file in [output, errors] { try Data().write(to: file) }
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }
}
