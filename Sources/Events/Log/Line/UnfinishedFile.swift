/// A new file under another name, locked, which takes its own when it is whole.
///
/// A crash leaves it without its lock, and the next one of that name replaces it.
final class UnfinishedFile {
  /// The path of the finished file.
  let path: String
  /// The file, open for writing at its end.
  let file: Descriptor
  private let isCommand: Bool
  private let system: System
  private var isFinished = false

  /// The path until then.
  var temporary: String { file.path }

  /// The most times that a file is made: another process may take each for one that a crash left.
  private static let attempts = 3

  /// Makes the file next to `path`, and locks it.
  ///
  /// - Parameters:
  ///   - access: `.creating` or `.sharing`.
  ///   - isCommand: A Boolean value indicating whether a signal that ends the process takes the file away, one at a
  ///     time.
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

  /// Gives the file its name, in place of another of that name, and brings its entry to the device.
  ///
  /// Its bytes have to be there.
  func takeName() throws(SystemError) {
    try system.holdingSignals { () throws(SystemError) in
      try system.rename(temporary, to: path)
      isFinished = true
      // From now on a file of the former name is another process's.
      if isCommand { system.keepOnSignal() }
    }
    try system.sync(try system.open(System.folder(of: path), for: .reading))
  }

  /// Returns a new file with its lock.
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
      // It is gone by now, or a link to nothing, which no process writes.
      if (try? system.isLink(path)) == true { system.remove(path) }
      return
    }
    guard try system.status(left).isRegular else {
      throw SystemError(call: .open(path: path), code: SystemError.existing, path: path)
    }
    guard try system.lock(left) else { throw busy(path) }
    // The file that was locked may have taken its name, and that of this path be another's.
    try withExtendedLifetime(left) { () throws(SystemError) in
      if try system.isFile(left, at: path) { system.remove(path) }
    }
  }

  private static func busy(_ path: String) -> SystemError {
    SystemError(call: .flock, code: SystemError.busy, path: path)
  }
}
