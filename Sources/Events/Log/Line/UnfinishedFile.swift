/// A new, locked file under a temporary name, which is renamed when it is complete.
///
/// Until then a permission bit marks the file as unfinished. After a crash the file remains with the mark and without
/// a lock, and the next unfinished file of the same name replaces it. A file without the mark is never removed: it may
/// belong to another program, or be the log.
final class UnfinishedFile {
  let path: String
  /// The file, open for writing at its end.
  let file: Descriptor
  /// The permissions of the finished file; nil for those of a new file.
  private var mode: UInt32?
  private let isCommand: Bool
  private let system: System
  private var isFinished = false

  var temporary: String { file.path }

  /// The largest number of attempts to create a file; another process may remove a new file as abandoned.
  private static let attempts = 3

  /// Creates the file next to `path`, and locks it.
  ///
  /// - Parameters:
  ///   - access: `.unfinished` or `.sharing`.
  ///   - isCommand: A Boolean value indicating whether a signal that ends the process removes the file. Only one file
  ///     at a time can have this.
  /// - Throws: An error that `isBusy` while another process writes such a file. An error that `isTaken` if another file
  ///   has the temporary name.
  init(
    _ path: String, for access: System.Access, isCommand: Bool = false, system: System
  ) throws(SystemError) {
    (self.path, self.isCommand, self.system) = (path, isCommand, system)
    let temporary = path + System.unfinishedSuffix
    let make = { () throws(SystemError) in try UnfinishedFile.made(temporary, for: access, system) }
    file = try isCommand ? system.makeRemovedOnSignal(temporary, make) : make()
  }

  deinit {
    guard !isFinished else { return }
    try? system.holdingSignals { () throws(SystemError) in
      system.remove(temporary)
      if isCommand { system.keepOnSignal() }
    }
  }

  /// Gives the file the permissions of another file, without those of execution until it is finished.
  func copyMode(of other: FileStatus) throws(SystemError) {
    mode = other.mode
    try system.setMode(other.mode & 0o666 | FileStatus.mark, of: file)
  }

  /// Renames the file to its final name, and syncs the folder entry to the device.
  ///
  /// The bytes of the file must be on the device already.
  ///
  /// - Parameter replaces: A Boolean value indicating whether a file with the final name is replaced. Otherwise it is
  ///   an error that `isExisting`, even if the file appeared a moment ago.
  func takeName(replaces: Bool) throws(SystemError) {
    try system.holdingSignals { () throws(SystemError) in
      if replaces {
        try system.rename(temporary, to: path)
      } else {
        try system.renameToFree(temporary, path)
      }
      isFinished = true
      // From now on, a file with the temporary name belongs to another process.
      if isCommand { system.keepOnSignal() }
      system.removeMark(of: file, mode: mode)
    }
    try system.sync(try system.open(System.folder(of: path), for: .reading))
  }

  /// Returns a new file and its lock.
  private static func made(
    _ path: String, for access: System.Access, _ system: System
  ) throws(SystemError) -> Descriptor {
    for _ in 0..<attempts {
      let file: Descriptor
      do throws(SystemError) { file = try system.open(path, for: access) } catch {
        guard error.isExisting else { throw error }
        try removeAbandoned(path, system)
        continue
      }
      do throws(SystemError) {
        if try system.lock(file), try system.isFile(file, at: path) { return file }
      } catch {
        system.remove(path)
        throw error
      }
    }
    throw busy(path)
  }

  /// Removes an unfinished file whose process has ended.
  ///
  /// - Throws: An error that `isTaken` for any other file, and for a link.
  static func removeAbandoned(_ path: String, _ system: System) throws(SystemError) {
    let taken = SystemError(call: .stat, code: SystemError.existing, path: path)
    let left: Descriptor
    do throws(SystemError) { left = try system.open(path, for: .unlinked) } catch {
      // The file may no longer exist.
      guard !error.isAbsent else { return }
      throw error.isOfAnother ? taken : error
    }
    guard try system.status(left).isUnfinished else { throw taken }
    guard try system.lock(left) else { throw busy(path) }
    // The locked file may have been renamed meanwhile, and the path may belong to another file.
    try withExtendedLifetime(left) { () throws(SystemError) in
      if try system.isFile(left, at: path) { system.remove(path) }
    }
  }

  private static func busy(_ path: String) -> SystemError {
    SystemError(call: .flock, code: SystemError.busy, path: path)
  }
}
