// Folders and files other than logs, and files for other programs.
extension System {
  /// The suffix of a file that is not finished and is renamed at the end.
  package static let unfinishedSuffix = ".unfinished"

  package func isFolder(_ path: String) throws(LogError) -> Bool {
    do throws(SystemError) { return try status(path: path).isFolder } catch {
      guard error.isMissing else { throw LogError(error, doing: "find the folder") }
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

  /// Returns whether two paths lead to the same existing file; `-` is standard input.
  package func isSameFile(_ path: String, _ other: String) -> Bool {
    func status(_ path: String) -> FileStatus? {
      try? path == "-" ? self.status(.standardInput) : self.status(path: path)
    }
    guard let one = status(path), let two = status(other) else { return false }
    return one.identity == two.identity
  }

  /// Returns the path of the temporary file of a file at `path`.
  package func unfinishedPath(of path: String) -> String {
    ((try? place(of: path)) ?? path) + System.unfinishedSuffix
  }

  /// Writes a file, or replaces one, as a whole or not at all.
  ///
  /// The file is written under another name in the same folder, synced and then renamed. The call fails while another
  /// process writes the file. If there was no file, it also fails for a file that appears meanwhile.
  ///
  /// - Parameter isShared: A Boolean value indicating whether other users may read the file. If true, a new file gets
  ///   the permissions of the user's mask, and a replaced file keeps its permissions. Otherwise only the owner has
  ///   access.
  /// - Parameter isCommand: A Boolean value indicating whether a signal that ends the process removes the unfinished
  ///   file. An app must not use this.
  /// - Parameter patience: The number of seconds to wait for another process that writes the file.
  /// - Parameter overwrites: A Boolean value indicating whether an existing file is replaced; otherwise it is an error.
  /// - Parameter log: The path of the log whose owner gets a new file that root writes; a replaced file keeps its owner.
  package func replaceFile(
    _ path: String, with bytes: [UInt8], isShared: Bool = false, isCommand: Bool = false,
    patience: Double = 0, overwrites: Bool = true, ownerOf log: String? = nil
  ) throws(LogError) {
    try requireFileOrNone(path)
    let deadline = monotonicSeconds() + patience
    do throws(SystemError) {
      let place = (try? self.place(of: path)) ?? path
      let unfinished = try waiting(until: deadline) { () throws(SystemError) in
        try UnfinishedFile(
          place, for: isShared ? .sharing : .unfinished, isCommand: isCommand, system: self)
      }
      let old = try? status(path: place)
      if isShared, let old { try unfinished.copyMode(of: old) }
      try give(asRoot: unfinished.file, to: old?.owner ?? owner(of: log))
      try writeAll(bytes, to: unfinished.file)
      try sync(unfinished.file)
      try unfinished.takeName(replaces: overwrites && old != nil)
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
        _ = try UnfinishedFile(place, for: .unfinished, system: self)
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
    if error.isExisting { return .taken(error.path, isTemporary: error.isTaken) }
    let help = error.isAbsent ? "create its folder first, or name another file" : error.advice
    return LogError(
      error, doing: "write the \(isShared ? "file" : "log"); no partial file is left", to: path,
      help: Remedy(help ?? "name another file"))
  }

  /// Returns the owner of the log at `path`; nil if there is none.
  func owner(of path: String?) -> FileStatus.Owner? { path.flatMap { try? status(path: $0).owner } }
}

extension LogError {
  /// Returns the error for a log that another file has replaced.
  static func replaced(_ path: String, help: Remedy) -> LogError {
    LogError(.conflict, path, "another file replaced the log after it was read", help: help)
  }

  /// Returns the error for a name that is already taken.
  ///
  /// - Parameter isTemporary: A Boolean value indicating whether it is the name of an unfinished file.
  static func taken(_ path: String, isTemporary: Bool) -> LogError {
    guard isTemporary else {
      return LogError(
        .refused, path, "a file with this name already exists",
        help: "move it away, or name another file with \(.give(.output))")
    }
    return LogError(
      .refused, path,
      "the output is first written to this name, but the file there belongs to another program",
      help: "move it away, then try again")
  }
}
