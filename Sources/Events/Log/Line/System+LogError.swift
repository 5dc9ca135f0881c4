// System calls for the command, which throw `LogError`.

extension System {
  /// Returns the arguments of the process, without its own name.
  ///
  /// - Throws: `.misuse` for an argument that is not UTF-8. Otherwise two names that differ only in invalid bytes
  ///   would be equal.
  package func arguments() throws(LogError) -> [String] {
    var found: [String] = []
    for argument in processArguments {
      guard let argument else {
        throw LogError(
          .misuse, "argument \(found.count + 1)", "expected UTF-8, found other bytes",
          help: "rename the file, or write the text in UTF-8")
      }
      found.append(argument)
    }
    return found
  }

  /// Throws an error for an existing log that is not a regular file, before a pipe could block.
  ///
  /// - Parameter help: The next step; nil for another name of the log.
  package func requireFile(at path: String, help: Remedy? = nil) throws(LogError) {
    do throws(SystemError) {
      guard try status(path: path).isRegular else { throw SystemError.notRegular(path) }
    } catch {
      guard error.isMissing else {
        let help = help ?? "name a file with \(.give(.log))"
        throw LogError(error, doing: "open the log", help: help)
      }
    }
  }

  /// Creates the missing folders of `path`, and syncs the entry of each to the device.
  ///
  /// A log is only as durable as the folders in its path.
  package func makeFolders(_ path: String) throws(LogError) {
    var made = path.hasPrefix("/") ? "/" : ""
    do throws(SystemError) {
      for part in path.split(separator: "/") {
        made += part
        if try makeFolder(made) { try sync(try open(System.folder(of: made), for: .reading)) }
        made += "/"
      }
    } catch {
      throw LogError(error, doing: "create the folder")
    }
  }

  /// Throws an error if `makeFolders` cannot create the missing folders of `path`; not every failure is predictable.
  ///
  /// - Parameter tries: A Boolean value indicating whether to create the first missing folder and remove it again.
  package func requireMakeable(folders path: String, tries: Bool = true) throws(LogError) {
    var made = path.hasPrefix("/") ? "/" : ""
    do throws(SystemError) {
      for part in path.split(separator: "/") {
        made += part
        if tries, try makeFolder(made) { return removeFolder(made) }
        guard try status(path: made).isFolder else {
          throw SystemError(call: .makeFolder, code: SystemError.noFolder, path: made)
        }
        made += "/"
      }
    } catch {
      if !tries, error.isAbsent { return }
      throw LogError(
        error, doing: "create the folder", to: path,
        help: Remedy(error.advice ?? "name another folder"))
    }
  }

  /// Returns whether there is a file or folder at `path`.
  ///
  /// - Throws: An error if a folder in the path cannot be entered, so that the result is unknown.
  package func exists(_ path: String) throws(LogError) -> Bool {
    try unlessAbsent { () throws(SystemError) in
      _ = try status(path: path)
      return true
    }
  }

  /// Returns the answer of a call about a file, or false if the file does not exist.
  private func unlessAbsent(_ look: () throws(SystemError) -> Bool) throws(LogError) -> Bool {
    do throws(SystemError) { return try look() } catch {
      guard error.isAbsent else { throw LogError(error, doing: "check whether the file exists") }
      return false
    }
  }

  /// Returns whether there is a log at `path`.
  ///
  /// - Parameter help: The next step for a symbolic link to a missing file; nil to create the file.
  /// - Throws: An error for a symbolic link to a file that does not exist: its log is missing, not empty. An error also
  ///   if a folder in the path cannot be entered.
  package func hasLog(_ path: String, help: Remedy? = nil) throws(LogError) -> Bool {
    var isLink = false
    // One call for a file that is missing, as LOG.pending is for most logs.
    let isThere = try unlessAbsent { () throws(SystemError) in
      isLink = try self.isLink(path)
      return true
    }
    guard isLink else { return isThere }
    if try exists(path) { return true }
    let missing = SystemError(call: .open(path: path), code: SystemError.missing, path: path)
    var error = LogError(missing, doing: "read the log", at: path, self)
    error.help = help ?? error.help
    throw error
  }

  /// Returns whether the log at `path` can be read again: it is neither a pipe nor standard input.
  package func isReadableAgain(_ path: String) -> Bool {
    guard path != "-", let status = try? status(path: path) else { return path != "-" }
    return status.isRegular || status.isFolder
  }

  /// Reads a whole file, or standard input for `-`.
  ///
  /// - Parameter limit: The largest number of bytes to read. A larger file is an error, so that an endless file
  ///   cannot fill the memory.
  package func contents(_ path: String, limit: Int) throws(LogError) -> [UInt8] {
    let memory = try readingInput { () throws(SystemError) in
      let file = path == "-" ? .standardInput : try open(path, for: .reading)
      return try Memory(reading: file, limit: limit, system: self)
    }
    guard memory.bytes.count <= limit else { throw LogError.larger(path, limit) }
    return memory.bytes.array
  }

  /// Calls `body`, which reads a file or standard input, and adds a next step to its error.
  func readingInput<R>(_ body: () throws(SystemError) -> R) throws(LogError) -> R {
    do throws(SystemError) { return try body() } catch {
      let help: Remedy? = error.isMissing ? "name an existing file, or '-' for standard input" : nil
      throw LogError(error, doing: "read the file", help: help)
    }
  }

  /// Reads up to `count` bytes from standard input; returns no bytes at its end.
  package func readInput(_ count: Int) throws(LogError) -> [UInt8] {
    do throws(SystemError) { return try chunk(of: .standardInput, count) } catch {
      throw LogError(error, doing: "read")
    }
  }

  /// Returns whether standard input has bytes to read, or has ended, within this many milliseconds.
  ///
  /// The method calls `poll`.
  package func hasInput(within milliseconds: Int32) throws(LogError) -> Bool {
    do throws(SystemError) {
      return try pollInput(milliseconds: milliseconds)
    } catch {
      throw LogError(error, doing: "wait for input")
    }
  }
}

extension LogError {
  /// Returns the error for a file that is larger than the limit.
  package static func larger(_ path: String, _ limit: Int, help: Remedy? = nil) -> LogError {
    LogError(
      .refused, name(of: path),
      "expected at most \(grouped("\(limit)")) bytes, found more", help: help)
  }

  /// Returns the name of a file for messages; the path `-` means standard input.
  package static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}
