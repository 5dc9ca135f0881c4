/// A folder for what is temporary, with a file that its process has locked.
package struct ScratchFolder {
  /// The path of the folder, without a slash at the end.
  package let path: String
  /// The lock; nil where none could be had, and no other process then removes the folder.
  let lock: Descriptor?

  /// Writes a file of the folder anew, and returns its path.
  @discardableResult
  package func write(
    _ name: String, _ bytes: [UInt8], _ system: System
  ) throws(LogError) -> String {
    let file = "\(path)/\(name)"
    system.remove(file)
    do throws(SystemError) {
      try system.writeAll(bytes, to: try system.open(file, for: .creating))
    } catch {
      throw LogError(error, doing: "write the log for the command")
    }
    return file
  }

  /// Runs a line of shell with a file of the folder, and waits for its end.
  ///
  /// The program keeps the folder as long as it runs, even where this one is killed.
  package func run(
    _ line: String, on file: String, named variable: String, output: System.ProgramOutput,
    _ system: System
  ) throws(SystemError) -> System.ProgramEnd {
    try system.runShell(
      line, variable: (variable, file), input: file, output: output, keeping: lock)
  }
}

extension System {
  /// The beginning of the names of such folders, after that of all temporary files.
  private static let scratchKind = "scratch-"
  private static let lockName = "lock"

  /// Calls `body` with a new folder that only its owner may enter, and that is removed with all in it.
  ///
  /// SIGKILL leaves it, and the next call removes it, once the program that ran on its files has ended, too.
  package func withScratchFolder<R>(_ body: (ScratchFolder) throws -> R) throws -> R {
    removeAbandonedFolders()
    let path = temporaryPath(System.scratchKind)
    do throws(SystemError) {
      guard try makeFolder(path) else {
        throw SystemError(call: .makeFolder, code: SystemError.existing, path: path)
      }
    } catch {
      throw LogError(error, doing: "make a folder for what is temporary", to: path)
    }
    let folder = ScratchFolder(path: path, lock: lockFolder(path))
    defer {
      withExtendedLifetime(folder) {
        if let opened = try? openFolder(path) { removeContents(of: opened) }
        removeFolder(path)
      }
    }
    return try body(folder)
  }

  /// Locks a new folder; returns nil where that fails.
  ///
  /// The lock has its name once it is held: no other process ever finds it free before.
  private func lockFolder(_ folder: String) -> Descriptor? {
    let named = "\(folder)/\(System.lockName)"
    let unnamed = named + System.unfinishedSuffix
    guard let file = try? open(unnamed, for: .creating), (try? lock(file)) == true,
      (try? rename(unnamed, to: named)) != nil
    else { return nil }
    return file
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
        let left = try? open(System.lockName, in: folder, isFolder: false),
        (try? lock(left)) == true
      else { continue }
      withExtendedLifetime(left) { removeContents(of: folder) }
      removeFolder(path)
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
