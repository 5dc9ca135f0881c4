import Events
import Projections

// Files that a command writes next to the log or elsewhere, and that must not be the log.
extension Shell {
  /// Throws an error for an output file that is the log or a file of the log's.
  ///
  /// These are compared as files: a link to the log, and another name of it, are the log.
  ///
  /// - Parameters:
  ///   - option: The option that names the file.
  ///   - inputs: The logs that the command reads; nil for the log of the command.
  func requireOther(
    _ path: String, option: String = "-o", than inputs: [String]? = nil
  ) throws(UsageError) {
    guard path != "-" else { return }
    for log in inputs ?? [logPath].compactMap(\.self) { try requireOther(path, option, than: log) }
  }

  private func requireOther(
    _ path: String, _ option: String, than log: String
  ) throws(UsageError) {
    let breach: String
    if path == log || system.isSameFile(path, log) {
      breach = "'\(option)' must not name the log"
    } else if system.isSameFile(system.unfinishedPath(of: path), log) {
      breach = "'\(option)' cannot write this file: its temporary file would be the log"
    } else if system.isCheckpoint(path, ofLog: log) {
      breach = "'\(option)' must not name the checkpoint of the log"
    } else if DeviceFiles.log(beside: path).map({ system.isSameFile($0, log) }) == true {
      breach = "'\(option)' must not name a file of the log's sync"
    } else if system.companions(ofLog: log).contains(where: { system.isSameFile($0, path) }) {
      breach = "'\(option)' must not name a copy of the log or of a part of it"
    } else {
      return
    }
    throw UsageError(message: breach, help: "choose another file; the log was not changed")
  }

  /// Throws an error for a log with the name of a file that another log's sync keeps: its events would be that log's.
  func requireNoCompanion(_ path: String) throws {
    guard let log = DeviceFiles.log(beside: path), try system.exists(log),
      (try? system.requireFile(at: log)) != nil
    else { return }
    throw UsageError(
      message: "the log must not be a file of the sync of '\(log)', got '\(path)'",
      help: "name the log itself, or give the new log another name")
  }

  /// Writes a page to a file, which it replaces, or prints it; with '--dry-run' it only checks the file.
  ///
  /// - Returns: `true` if the page was printed, so that no report may follow it.
  mutating func writePage(_ bytes: [UInt8], to out: FilePath) throws -> Bool {
    if out.text == "-" {
      guard !options.dryRun else { return false }
      try print(bytes)
      return true
    }
    if options.dryRun {
      try system.requireReplaceable(out.text, tries: false, isShared: true)
    } else {
      try system.replaceFile(
        out.text, with: bytes, isShared: true, isCommand: true, ownerOf: logPath)
    }
    return false
  }

  /// Notes the steps by which a new log takes the place of the log, and the files that then still hold its data.
  ///
  /// - Parameter isExpected: A Boolean value indicating whether the new log usually takes its place. Otherwise the
  ///   note is made only if there are such files.
  mutating func noteReplacement(of log: String, by new: String, isExpected: Bool) {
    let files = system.companions(ofLog: log)
    guard log != "-", isExpected || !files.isEmpty else { return }
    let (old, new) = (quotedForShell(log), quotedForShell(new))
    let rest = files.map { quotedForShell($0) }.joined(separator: " ")
    let removal =
      files.isEmpty ? "" : "; 3. delete the files that still contain the old data: rm -r \(rest)"
    note(
      "to replace the log with this file: 1. stop the programs that write the log (fuser \(old) lists them); "
        + "2. mv \(new) \(old)\(removal)", holdsCommand: true)
  }
}
