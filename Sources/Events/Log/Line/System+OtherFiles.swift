// Folders and files other than logs, and files for other programs.
extension System {
  /// The suffix of a file that is not finished and is renamed at the end.
  package static let unfinishedSuffix = ".unfinished"

  /// Returns whether there is a folder at `path`.
  package func isFolder(_ path: String) throws(LogError) -> Bool {
    do throws(SystemError) { return try status(path: path).isFolder } catch {
      guard error.isMissing else { throw LogError(error, doing: "look for the folder") }
      return false
    }
  }

  /// Returns the names in a folder, sorted by their bytes.
  package func contents(ofFolder path: String) throws(LogError) -> [String] {
    do throws(SystemError) {
      return try names(in: path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw LogError(error, doing: "read the folder")
    }
  }

  /// Returns whether two paths lead to the same existing file.
  package func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let one = try? status(path: path), let two = try? status(path: other) else {
      return false
    }
    return one.identity == two.identity
  }

  /// Writes a file, or replaces one, as a whole or not at all.
  ///
  /// The file is written under another name in the same folder, synced and then renamed. The call fails while another
  /// process writes the file.
  ///
  /// - Parameter isShared: A Boolean value indicating whether other users may read the file. If true, a new file gets
  ///   the permissions of the user's mask, and a replaced file keeps its permissions. Otherwise only the owner has
  ///   access.
  /// - Parameter isCommand: A Boolean value indicating whether a signal that ends the process removes the unfinished
  ///   file. An app must not use this.
  /// - Parameter patience: The number of seconds to wait for another process that writes the file.
  package func replaceFile(
    _ path: String, with bytes: [UInt8], isShared: Bool = false, isCommand: Bool = false,
    patience: Double = 0
  ) throws(LogError) {
    try requireFileOrNone(path)
    let deadline = monotonicSeconds() + patience
    do throws(SystemError) {
      let place = (try? self.place(of: path)) ?? path
      let unfinished = try waiting(until: deadline) { () throws(SystemError) in
        try UnfinishedFile(
          place, for: isShared ? .sharing : .creating, isCommand: isCommand, system: self)
      }
      if isShared, let old = try? status(path: place) { try setMode(old.mode, of: unfinished.file) }
      try writeAll(bytes, to: unfinished.file)
      try sync(unfinished.file)
      try unfinished.takeName()
    } catch {
      throw System.unwritten(path, error, isShared: isShared)
    }
  }

  /// Calls `body` until no other process has the lock that it takes, or until the deadline.
  private func waiting<R>(
    until deadline: Double, _ body: () throws(SystemError) -> R
  ) throws(SystemError) -> R {
    while true {
      do throws(SystemError) { return try body() } catch {
        guard error.isBusy, monotonicSeconds() < deadline else { throw error }
        sleep(milliseconds: 20)
      }
    }
  }

  /// Throws an error if `replaceFile` cannot write a file; not every failure is predictable.
  ///
  /// If another process is writing the file, no error is thrown, because that process may finish in time.
  ///
  /// - Parameter tries: A Boolean value indicating whether to create a file in the same folder and remove it again.
  /// - Parameter isShared: A Boolean value indicating whether the file is not a log, as in `replaceFile`.
  package func requireReplaceable(
    _ path: String, tries: Bool = true, isShared: Bool = false
  ) throws(LogError) {
    try requireFileOrNone(path)
    let place = (try? place(of: path)) ?? path
    do throws(SystemError) {
      guard tries else {
        let folder = System.folder(of: place)
        guard try status(path: folder).isFolder else {
          throw SystemError(call: .stat, code: SystemError.noFolder, path: folder)
        }
        return
      }
      try holdingSignals { () throws(SystemError) in
        _ = try UnfinishedFile(place, for: .creating, system: self)
      }
    } catch {
      guard !error.isBusy else { return }
      throw System.unwritten(path, error, isShared: isShared)
    }
  }

  /// Throws an error unless the path is free or leads to a regular file.
  package func requireFileOrNone(_ path: String) throws(LogError) {
    guard let status = try? status(path: path), !status.isRegular else { return }
    throw LogError(
      .refused, path, "the output must be a file or a new name, got a folder, a device or a pipe",
      help: "name a file, or '-' for standard output if the command accepts it")
  }

  private static func unwritten(_ path: String, _ error: SystemError, isShared: Bool) -> LogError {
    guard !error.isBusy else {
      return LogError(
        .refused, path, "another process is writing this file",
        help: "wait until it ends, then try again")
    }
    let help = error.isAbsent ? "make its folder first, or name another file" : error.advice
    return LogError(
      error, doing: "write the \(isShared ? "file" : "log"); nothing of it is left",
      to: error.isExisting ? error.path : path, help: Remedy(help ?? "name another file"))
  }

  /// Writes all of `bytes` at the end of a file.
  func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(rest, to: file)) }
  }
}
