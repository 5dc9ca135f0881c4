/// A folder for what is temporary, which its process has locked.
package struct ScratchFolder {
  /// The path of the folder, without a slash at the end.
  package let path: String
  /// The open folder, with its lock, where the file system has locks; without, no other process removes the folder.
  let opened: Descriptor

  /// Writes a file of the folder anew, and returns its path.
  @discardableResult
  package func write(
    _ name: String, _ bytes: [UInt8], _ system: System
  ) throws(LogError) -> String {
    let (path, write) = try open(name, system)
    try write(bytes)
    return path
  }

  /// Makes a file of the folder, in place of one of that name, and returns its path and the descriptor that writes to it.
  package func open(
    _ name: String, _ system: System
  ) throws(LogError) -> (path: String, write: ([UInt8]) throws(LogError) -> Void) {
    let path = "\(self.path)/\(name)"
    system.remove(path)
    func told(_ error: SystemError) -> LogError {
      LogError(error, doing: "write the log for the command")
    }
    let file: Descriptor
    do throws(SystemError) { file = try system.open(path, for: .creating) } catch {
      throw told(error)
    }
    return (
      path,
      { (bytes) throws(LogError) in
        do throws(SystemError) { try system.writeAll(bytes, to: file) } catch { throw told(error) }
      }
    )
  }

  /// Runs a line of shell with a file of the folder, and waits for its end.
  ///
  /// The program keeps the folder as long as it runs, even where this one is killed.
  package func run(
    _ line: String, on file: String, named variable: String, output: System.ProgramOutput,
    _ system: System
  ) throws(SystemError) -> System.ProgramEnd {
    try system.runShell(
      line, variable: (variable, file), input: file, output: output, keeping: opened)
  }
}

extension System {
  /// The beginning of the names of such folders, after that of all temporary files.
  private static let scratchKind = "scratch-"
  /// The most times that a folder is made: another process may take each for one that a crash left.
  private static let attempts = 3

  /// Calls `body` with a new folder that only its owner may enter, and that is removed with all in it.
  ///
  /// SIGKILL leaves it, and the next call removes it, once the program that ran on its files has ended, too.
  package func withScratchFolder<R>(_ body: (ScratchFolder) throws -> R) throws -> R {
    removeAbandonedFolders()
    let folder = try makeScratchFolder()
    defer {
      // The lock goes last: until then no other process removes a part of it.
      withExtendedLifetime(folder) {
        removeContents(of: folder.opened)
        removeFolder(folder.path)
      }
    }
    return try body(folder)
  }

  private func makeScratchFolder() throws(LogError) -> ScratchFolder {
    var path = ""
    do throws(SystemError) {
      for _ in 0..<System.attempts {
        path = temporaryPath(System.scratchKind)
        guard try makeFolder(path) else { continue }
        if let opened = try lockNewFolder(path) { return ScratchFolder(path: path, opened: opened) }
      }
      throw SystemError(call: .makeFolder, code: SystemError.existing, path: path)
    } catch {
      throw LogError(error, doing: "make a folder for what is temporary", to: path)
    }
  }

  /// Opens and locks a new folder; returns nil where another process removes it meanwhile.
  private func lockNewFolder(_ path: String) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      let opened = try openFolder(path)
      // Where there are no locks, no process finds it free.
      guard (try? lock(opened)) ?? true else { return nil }
      return try isFile(opened, at: path) ? opened : nil
    } catch {
      guard !error.isAbsent else { return nil }
      removeFolder(path)
      throw error
    }
  }

  /// Removes the scratch folders of this user that no process has locked.
  ///
  /// Each is opened once, and another that has its name meanwhile is not touched.
  private func removeAbandonedFolders() {
    let parent = temporaryFolder
    for name in (try? names(in: parent)) ?? []
    where name.hasPrefix(System.temporaryPrefix + System.scratchKind) {
      let path = "\(parent)/\(name)"
      guard let folder = try? openFolder(path),
        (try? status(folder))?.owner.user == System.effectiveUser,
        (try? lock(folder)) == true
      else { continue }
      withExtendedLifetime(folder) {
        removeContents(of: folder)
        removeFolder(path)
      }
    }
  }

  /// Removes all that is in a folder, as far as that is possible; no link is followed.
  private func removeContents(of folder: Descriptor) {
    for name in (try? names(in: folder)) ?? [] {
      let inner = try? open(name, in: folder, isFolder: true)
      if let inner { removeContents(of: inner) }
      remove(name, in: folder, isFolder: inner != nil)
    }
  }
}
