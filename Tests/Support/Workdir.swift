import Foundation

/// A new folder in which the real command runs, which is removed with its last reference.
public final class Workdir: Sendable {
  /// The URL of the folder.
  public let url: URL

  /// The result of a command line.
  public struct Result: Sendable {
    /// The exit status.
    public let status: Int32
    /// The text on standard output.
    public let output: String
    /// The text on standard error.
    public let errors: String
  }

  /// Creates the folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("replog-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The folder of the command: the value of `REPLOG_PRODUCTS`, otherwise the folder of the built tests.
  public static var products: URL {
    if let folder = ProcessInfo.processInfo.environment["REPLOG_PRODUCTS"] {
      return URL(fileURLWithPath: folder, relativeTo: repository).absoluteURL
    }
    return URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
  }

  /// The root of the repository.
  public static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the texts of the repository's files in a folder whose names have an ending, by their names.
  ///
  /// The output of older releases, in Baseline, is left out.
  public static func texts(under folder: String, ending: String) throws -> [String: String] {
    let folder = repository.appendingPathComponent(folder)
    var texts: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(ending) && !path.contains("Baseline/") {
      let file = folder.appendingPathComponent(path)
      texts[file.lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
    }
    return texts
  }

  /// Runs a shell command in the folder, with `replog` in the path.
  ///
  /// Nothing depends on the machine: the log, the time and the seed are set, unless `environment` overrides them.
  public func run(_ line: String, environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "umask 022\n" + line]
    process.currentDirectoryURL = url
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let fixed = [
      "PATH": "\(Self.products.path):\(path)", "HOME": url.path, "TZ": "UTC", "LANG": "C",
      "REPLOG_LOG": "events.jsonl", "REPLOG_NOW": "2026-03-02T18:04:11.250+01:00",
      "REPLOG_SEED": "1", "EXAMPLES": Self.repository.appendingPathComponent("Examples").path,
      "EXPORTS": Self.repository.appendingPathComponent("Tests/CLITests/Exports").path,
    ]
    process.environment = fixed.merging(environment) { _, new in new }
    // Files, not pipes: a pipe without a reader would block the running process.
    let name = UUID().uuidString
    let output = FileManager.default.temporaryDirectory.appendingPathComponent("\(name).out")
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent("\(name).err")
    for file in [output, errors] {
      // The files have the permissions of a log, because `sample` would remark on others.
      _ = FileManager.default.createFile(
        atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
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
