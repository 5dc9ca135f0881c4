/// A new, locked file under a temporary name, which is renamed when it is complete.
///
/// After a crash the file remains without a lock, and the next unfinished file of the same name replaces it.
final class UnfinishedFile {
  /// The path of the finished file.
  let path: String
  /// The file, open for writing at its end.
  let file: Descriptor
  private let isCommand: Bool
  private let system: System
  private var isFinished = false

  /// The temporary path.
  var temporary: String { file.path }

  /// The largest number of attempts to create a file; another process may remove a new file as abandoned.
  private static let attempts = 3

  /// Creates the file next to `path`, and locks it.
  ///
  /// - Parameters:
  ///   - access: `.creating` or `.sharing`.
  ///   - isCommand: A Boolean value indicating whether a signal that ends the process removes the file. Only one file
  ///     at a time can have this.
  /// - Throws: An error that `isBusy` while another process writes such a file.
  init(
    _ path: String, for access: System.Access, isCommand: Bool = false, system: System
  ) throws(SystemError) {
    (self.path, self.isCommand, self.system) = (path, isCommand, system)
    let temporary = path + System.unfinishedSuffix
    let make = { () throws(SystemError) in
      try UnfinishedFile.made(temporary, for: access, system)
    }
    file = try isCommand ? system.makeRemovedOnSignal(temporary, make) : make()
  }

  deinit {
    guard !isFinished else { return }
    try? system.holdingSignals { () throws(SystemError) in
      system.remove(temporary)
      if isCommand { system.keepOnSignal() }
    }
  }

  /// Renames the file to its final name, replacing another file, and syncs the folder entry to the device.
  ///
  /// The bytes of the file must be on the device already.
  func takeName() throws(SystemError) {
    try system.holdingSignals { () throws(SystemError) in
      try system.rename(temporary, to: path)
      isFinished = true
      // From now on, a file with the temporary name belongs to another process.
      if isCommand { system.keepOnSignal() }
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

  /// Removes a file whose process has ended.
  private static func removeAbandoned(_ path: String, _ system: System) throws(SystemError) {
    let left: Descriptor
    do throws(SystemError) { left = try system.open(path, for: .nonblocking) } catch {
      guard error.isAbsent else { throw error }
      // The file is gone by now, or it is a dangling link, which no process writes.
      if (try? system.isLink(path)) == true { system.remove(path) }
      return
    }
    guard try system.status(left).isRegular else {
      throw SystemError(call: .open(path: path), code: SystemError.existing, path: path)
    }
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
