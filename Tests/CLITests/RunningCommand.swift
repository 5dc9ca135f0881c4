import Foundation
import TestSupport
import Testing

/// A command that goes on until it is interrupted.
final class RunningCommand {
  private let process = Process()
  private let outputFile: URL
  private let errorFile: URL

  /// Starts a command on the log of a folder.
  ///
  /// - Parameter input: its standard input; nil for none.
  init(_ line: String, in workdir: Workdir, input: Pipe? = nil) throws {
    let name = UUID().uuidString
    outputFile = workdir.url.appendingPathComponent("\(name).out")
    errorFile = workdir.url.appendingPathComponent("\(name).err")
    for file in [outputFile, errorFile] { try Data().write(to: file) }
    process.executableURL = Workdir.products.appendingPathComponent("replog")
    process.arguments = line.split(separator: " ").map(String.init)
    process.currentDirectoryURL = workdir.url
    process.environment = ["REPLOG_LOG": "events.jsonl", "HOME": workdir.url.path]
    if let input {
      process.standardInput = input
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    // A runner in the background has it ignored, and so would its children.
    _ = signal(SIGINT, SIG_DFL)
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  /// Waits until the output is as it should be; the time limit of the suite ends a wait in vain.
  func wait(until isRight: (String) -> Bool) {
    while !isRight(output), process.isRunning { usleep(2_000) }
    #expect(isRight(output), "\(output) \(errors)")
  }

  func waitForErrors(until isRight: (String) -> Bool) {
    while !isRight(errors), process.isRunning { usleep(2_000) }
    #expect(isRight(errors), "\(errors)")
  }

  /// Sends what a terminal sends for control-C, and returns the status.
  func interrupt() -> Int32 {
    process.interrupt()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// Waits until it ends by itself, and returns the status.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
