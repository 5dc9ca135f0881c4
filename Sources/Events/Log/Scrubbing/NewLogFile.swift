/// A log, or an export of one, that is written under a temporary name and renamed when it is complete.
///
/// SIGINT, SIGTERM and SIGHUP remove `OUT.unfinished`. A crash leaves it, and the next run with the same name removes
/// it. Neither ever leaves a part of a log called `OUT`. An `OUT.unfinished` of another program is an error.
package final class NewLogFile {
  /// The path of the finished log.
  package var path: String { unfinished.path }
  private let unfinished: UnfinishedFile
  /// A short description of the content, for messages.
  private let content: String
  private let system: System

  /// Creates the unfinished file, which only its owner can read.
  ///
  /// - Throws: `.refused` if a file with the name exists, or while another process writes it.
  /// - Parameters:
  ///   - content: A short description of the content, for messages.
  ///   - log: The path of the log whose owner gets the file if root writes it.
  ///   - isCommand: A Boolean value indicating whether a signal that ends the process removes the unfinished file.
  ///     Only one file at a time can have this.
  package init(
    _ path: String, as content: String = "the log", ownerOf log: String? = nil,
    isCommand: Bool = false, system: System
  ) throws(LogError) {
    (self.content, self.system) = (content, system)
    do throws(SystemError) {
      try NewLogFile.requireFree(path, system)
      unfinished = try UnfinishedFile(path, for: .unfinished, isCommand: isCommand, system: system)
      try system.give(asRoot: unfinished.file, to: system.owner(of: log))
    } catch {
      throw NewLogFile.told(error, writing: content, at: path)
    }
  }

  /// Throws an error if a file with the name exists or if its folder is missing; creates nothing.
  package static func requireFree(
    _ path: String, for content: String = "the log", system: System
  ) throws(LogError) {
    do throws(SystemError) {
      _ = try system.status(path: System.folder(of: path))
      try requireFree(path, system)
    } catch {
      throw told(error, writing: content, at: path)
    }
  }

  private static func requireFree(_ path: String, _ system: System) throws(SystemError) {
    do throws(SystemError) { _ = try system.isLink(path) } catch {
      guard error.isAbsent else { throw error }
      return
    }
    throw SystemError(call: .open(path: path), code: SystemError.existing, path: path)
  }

  private static func told(
    _ error: SystemError, writing content: String, at path: String
  ) -> LogError {
    if error.isBusy {
      return LogError(
        .refused, path, "another process is writing this file",
        help: "wait until it ends, or name another file with \(.give(.output))")
    }
    if error.isExisting { return .taken(error.path, isTemporary: error.isTaken) }
    let help: Remedy? =
      error.isMissing ? "create its folder first, or name another file with \(.give(.output))" : nil
    return LogError(error, doing: "write \(content); no partial file is left", to: path, help: help)
  }

  /// Appends lines to the unfinished file.
  package func write(_ bytes: [UInt8]) throws(LogError) {
    do throws(SystemError) { try system.writeAll(bytes, to: unfinished.file) } catch {
      throw NewLogFile.told(error, writing: content, at: path)
    }
  }

  /// Returns the log in the form written so far.
  package func written() throws(LogError) -> Log {
    try Log(path: unfinished.temporary, usesCheckpoint: false, system: system)
  }

  /// Syncs the log to the device and renames it to its final name.
  package func finish() throws(LogError) {
    do throws(SystemError) {
      try system.sync(unfinished.file)
      try unfinished.takeName(replaces: false)
    } catch {
      throw NewLogFile.told(error, writing: content, at: path)
    }
  }
}

extension System {
  /// Writes a log under a free name next to `path`, if `path` is taken.
  ///
  /// - Returns: The path of the file, or nil if it cannot be written either.
  package func writeFile(
    nextTo path: String, _ bytes: [UInt8], ownerOf log: String? = nil
  ) -> String? {
    for number in 2...99 {
      let free = "\(path).\(number)"
      guard let isTaken = try? exists(free) else { return nil }
      guard !isTaken else { continue }
      do throws(LogError) {
        let file = try NewLogFile(free, ownerOf: log, system: self)
        try file.write(bytes)
        try file.finish()
        return free
      } catch {
        // Another process may have taken the name meanwhile. On a full disk, no other name helps.
        guard error.kind == .refused else { return nil }
      }
    }
    return nil
  }
}
