/// A folder for temporary files, locked by its process.
package struct ScratchFolder {
  /// The path of the folder, without a slash at the end.
  package let path: String
  /// The open folder with its lock; if the file system has no locks, no other process removes the folder.
  let opened: Descriptor

  /// Writes a file in the folder, replacing an older one, and returns its path.
  @discardableResult
  package func write(
    _ name: String, _ bytes: [UInt8], _ system: System
  ) throws(LogError) -> String {
    let (path, write) = try open(name, system)
    try write(bytes)
    return path
  }

  /// Creates a file in the folder, replacing an older one, and returns its path and a descriptor for writing.
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
  /// The program keeps the folder locked while it runs, even if this process is killed.
  package func run(
    _ line: String, on file: String, named variable: String, output: System.ProgramOutput,
    _ system: System
  ) throws(SystemError) -> System.ProgramEnd {
    try system.runShell(
      line, variable: (variable, file), input: file, output: output, keeping: opened)
  }
}

extension System {
  /// The prefix of the names of such folders, after the prefix of all temporary files.
  private static let scratchKind = "scratch-"
  /// The largest number of attempts to create a folder; another process may remove a new folder as abandoned.
  private static let attempts = 3

  /// Calls `body` with a new folder that only its owner can enter, and then removes the folder with its contents.
  ///
  /// After SIGKILL the folder remains. The next call removes it, once the program that uses its files has ended too.
  package func withScratchFolder<R>(_ body: (ScratchFolder) throws -> R) throws -> R {
    removeAbandonedFolders()
    let folder = try makeScratchFolder()
    defer {
      // The lock is released last: until then no other process removes anything in the folder.
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
      throw LogError(error, doing: "create a temporary folder", to: path)
    }
  }

  /// Opens and locks a new folder, or returns nil if another process removed it in the meantime.
  private func lockNewFolder(_ path: String) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      let opened = try openFolder(path)
      // Without locks, no other process considers the folder abandoned.
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
  /// Each folder is opened once. Another folder that gets the same name in the meantime is not touched.
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

  /// Removes the contents of a folder if possible, without following links.
  private func removeContents(of folder: Descriptor) {
    for name in (try? names(in: folder)) ?? [] {
      let inner = try? open(name, in: folder, isFolder: true)
      if let inner { removeContents(of: inner) }
      remove(name, in: folder, isFolder: inner != nil)
    }
  }
}
