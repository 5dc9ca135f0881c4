import Foundation
import Testing

/// A list of command lines, the logs that they use, and the output of release 0.1.0.
///
/// The logs are the other files of the transcript's folder, written by the same release. No command records a
/// baseline again; enter a deliberate change by hand. `Tests/CLITests/Baseline/README.md` describes the steps.
public struct Baseline: Sendable {
  private let transcript: Transcript

  /// The part of each log that a checkpoint next to it covers.
  public enum Covered: CaseIterable, Sendable {
    case nothing, half, everything
  }

  /// Returns all baselines under `folder` of the repository, by name.
  public static func all(under folder: String) -> [Baseline] {
    Transcript.all(under: folder).filter { $0.file.pathExtension == "test" }
      .map(Baseline.init(transcript:))
  }

  /// Runs all lines in a copy of the logs, with checkpoints that cover as much of each log as possible.
  ///
  /// - Returns: The differences, as `-` expected and `+` found; nil if there are none.
  public func run(_ covered: Covered) throws -> String? {
    let workdir = try Workdir()
    let links = TemporaryFolder()
    let other = try Self.otherCommand(in: links)
    try copyLogs(to: workdir, covered, environment: other)
    return try transcript.run(in: workdir, environment: other, isExact: true) { expected in
      // Only new lines are filled in, and only if `REPLOG_BASELINE` names a command.
      covered == .nothing && !other.isEmpty && expected == ["..."]
    }
  }

  /// Copies the logs and creates the checkpoints next to them.
  public func copyLogs(
    to workdir: Workdir, _ covered: Covered, environment: [String: String] = [:]
  ) throws {
    let folder = transcript.file.deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { !$0.hasSuffix(".test") && !$0.hasPrefix(".") }
    for name in names {
      let path = workdir.url.appendingPathComponent(name).path
      // A checkpoint of the first release is a file and may have the name of the folder.
      try? FileManager.default.removeItem(atPath: path)
      try put(bytes(at: folder + "/" + name), at: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    guard covered != .nothing else { return }
    for name in names where name.hasSuffix(".jsonl") {
      let path = workdir.url.appendingPathComponent(name).path
      let whole = try bytes(at: path)
      if covered == .half { try put(Self.firstHalf(of: whole), at: path) }
      // The command refuses a log that is damaged or lacks checksums.
      _ = try workdir.run("replog checkpoint --log '\(name)'", environment: environment)
      try put(whole, at: path)
    }
  }

  /// Returns the first half of the lines of `log`.
  private static func firstHalf(of log: [UInt8]) -> [UInt8] {
    let ends = log.indices.filter { log[$0] == UInt8(ascii: "\n") }
    return ends.isEmpty ? log : Array(log[...ends[ends.count / 2]])
  }

  /// Returns the environment in which `replog` is the command of `REPLOG_BASELINE`; empty if it is not set.
  private static func otherCommand(in folder: TemporaryFolder) throws -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    guard let binary = own["REPLOG_BASELINE"] else { return [:] }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("replog"), withDestinationPath: binary)
    return ["PATH": "\(folder.path):\(own["PATH"] ?? "/usr/bin:/bin")"]
  }
}

extension Baseline: CustomTestStringConvertible {
  public var testDescription: String { transcript.testDescription }
}
