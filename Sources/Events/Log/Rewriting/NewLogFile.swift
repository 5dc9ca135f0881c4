/// A log, or an export of one, that is written under another name and takes its own when it is whole.
///
/// SIGINT, SIGTERM and SIGHUP take `OUT.unfinished` away. A crash leaves it, and the next run of the same name takes it
/// away; neither ever leaves a part of a log called `OUT`.
package final class NewLogFile {
  /// The path of the finished log.
  package let path: String
  private let temporary: String
  /// The content of the file in a few words, for messages.
  private let content: String
  private let system: System
  private let file: Descriptor
  private let isCommand: Bool
  private var isFinished = false

  /// Makes the unfinished file, which only its owner may read.
  ///
  /// - Throws: `.refused` where there is a file of that name, and while another process writes it.
  /// - Parameters:
  ///   - content: the content in a few words, for messages.
  ///   - isCommand: whether a signal that ends the process takes the unfinished file away, one at a time.
  package init(
    _ path: String, as content: String = "the log", isCommand: Bool = false, system: System
  ) throws(LogError) {
    (self.path, self.content, self.isCommand, self.system) = (path, content, isCommand, system)
    temporary = path + System.unfinishedSuffix
    do throws(SystemError) {
      if try NewLogFile.isTaken(path, system) { throw NewLogFile.existing(path) }
      let temporary = temporary
      file =
        try isCommand
        ? system.makeRemovedOnSignal(temporary) { () throws(SystemError) in
          try NewLogFile.open(temporary, system)
        } : NewLogFile.open(temporary, system)
    } catch {
      throw NewLogFile.told(error, writing: content, at: path)
    }
  }

  deinit {
    if !isFinished { system.remove(temporary) }
    if isCommand { system.keepOnSignal() }
  }

  private static func existing(_ path: String) -> SystemError {
    SystemError(call: .open(path: path), code: SystemError.existing, path: path)
  }

  private static func isTaken(_ path: String, _ system: System) throws(SystemError) -> Bool {
    do throws(SystemError) { return try system.isLink(path) || true } catch {
      guard error.isAbsent else { throw error }
      return false
    }
  }

  private static func told(
    _ error: SystemError, writing content: String, at path: String
  ) -> LogError {
    guard error.isExisting else {
      let help = error.isMissing ? "make its folder first, or name another file with -o" : nil
      return LogError(error, doing: "write \(content); nothing of it is left", to: path, help: help)
    }
    return error.path == path
      ? LogError(
        .refused, path, "expected a name that is free, found a file",
        help: "it is not overwritten: move it away, or name another with -o")
      : LogError(
        .refused, path, "expected to write it alone, found another process that does",
        help: "wait for that one, or name another file with -o")
  }

  /// Opens a new file and locks it; one that no process has locked was left by a crash.
  private static func open(_ path: String, _ system: System) throws(SystemError) -> Descriptor {
    for _ in 0..<2 {
      do throws(SystemError) {
        let file = try system.open(path, for: .creating)
        guard try system.lock(file) else { throw existing(path) }
        return file
      } catch {
        guard error.isExisting else { throw error }
      }
      guard let left = try? system.open(path, for: .nonblocking), try system.lock(left) else {
        break
      }
      system.remove(path)
    }
    throw existing(path)
  }

  /// Writes lines at the end.
  package func write(_ bytes: [UInt8]) throws(LogError) {
    var rest = bytes[...]
    do throws(SystemError) {
      while !rest.isEmpty { rest = rest.dropFirst(try system.write(rest, to: file)) }
    } catch {
      throw NewLogFile.told(error, writing: content, at: path)
    }
  }

  /// Returns the log as it was written so far.
  package func written() throws(LogError) -> Log {
    try Log(path: temporary, usesCheckpoint: false, system: system)
  }

  /// Brings the log to the device and gives it its name.
  package func finish() throws(LogError) {
    do throws(SystemError) {
      try system.sync(file)
      if try NewLogFile.isTaken(path, system) { throw NewLogFile.existing(path) }
      try system.rename(temporary, to: path)
      isFinished = true
      try system.sync(try system.open(System.folder(of: path), for: .reading))
    } catch {
      throw NewLogFile.told(error, writing: content, at: path)
    }
  }
}
