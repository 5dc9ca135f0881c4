/// The folder of a checkpoint while it is written to.
///
/// The next manifest is written as `manifest.new`, which stays locked meanwhile. Two processes therefore never write
/// at once. A file that a crash left has no lock, and the next writer removes it. Nothing is synced: after a power
/// cut, a file of the cache has all its checksums or is ignored.
struct CheckpointFolder {
  let path: String
  let system: System
  /// The owner of the log, who gets the files if root writes them.
  var owner: FileStatus.Owner?

  private var manifest: String { path + "/" + Checkpoint.Manifest.name }
  private var newManifest: String { manifest + ".new" }

  /// The error for a folder whose name another file has.
  struct Taken: Error { let isFolder: Bool }

  /// Creates the folder if it does not exist.
  ///
  /// A file with the folder's name is removed if it is empty or a checkpoint of the first release.
  ///
  /// - Throws: `Taken` for any other file, and for a folder that contains other files.
  func prepare() throws {
    for _ in 0..<3 {
      if try system.makeFolder(path) {
        return try system.give(asRoot: system.openFolder(path), to: owner)
      }
      let status: FileStatus
      do throws(SystemError) { status = try system.status(path: path) } catch {
        // A dangling link is removed too.
        guard error.isMissing else { throw error }
        system.remove(path)
        continue
      }
      if status.isFolder {
        guard try system.names(in: path).allSatisfy(CheckpointFolder.isOwn) else {
          throw Taken(isFolder: true)
        }
        // Root may have created it before the files were given to the owner; a link to a folder stays.
        if status.owner != owner { try? system.give(asRoot: system.openFolder(path), to: owner) }
        return
      }
      guard try isFileOfFirstRelease(status) else { throw Taken(isFolder: false) }
      system.remove(path)
    }
    throw SystemError(call: .makeFolder, code: SystemError.existing, path: path)
  }

  /// Returns whether the file with the folder's name is empty or a checkpoint of the first release.
  ///
  /// Such a checkpoint ends with 80 bytes, and these begin with the magic bytes of the manifest.
  private func isFileOfFirstRelease(_ status: FileStatus) throws(SystemError) -> Bool {
    guard status.isRegular, !(try system.isLink(path)) else { return false }
    if status.size == 0 { return true }
    let footer = 80
    guard status.size >= footer else { return false }
    let file = try system.open(path, for: .nonblocking)
    let memory = try Memory(file, range: status.size - footer..<status.size, system: system)
    return memory.bytes.count == footer && memory.bytes.word(at: 0) == Checkpoint.Manifest.magic
  }

  /// Returns whether a checkpoint has a file with this name.
  private static func isOwn(_ name: String) -> Bool {
    [Checkpoint.Manifest.name, Checkpoint.Manifest.name + ".new"].contains(name)
      || PartFiles.number(name) != nil
  }

  /// Creates and locks an empty next manifest, or returns nil if another process holds the lock.
  ///
  /// - Throws: An error if something that cannot be removed has the name: a folder, or a dangling link.
  func lock() throws(SystemError) -> Descriptor? {
    for _ in 0..<2 {
      let taken: SystemError
      do throws(SystemError) {
        let file = try system.open(newManifest, for: .creating)
        // Until the file is locked, another process may mistake it for a file that a crash left, and remove it.
        guard try system.lock(file), try system.isFile(file, at: newManifest) else { return nil }
        try system.give(asRoot: file, to: owner)
        return file
      } catch {
        guard error.isExisting else { throw error }
        taken = error
      }
      let left: Descriptor
      do throws(SystemError) { left = try system.open(newManifest, for: .nonblocking) } catch {
        guard error.isMissing else { throw error }
        // Its writer has finished by now, or it is a dangling link, which still has the name.
        if (try? system.isLink(newManifest)) == true { throw taken }
        continue
      }
      do throws(SystemError) {
        guard try system.status(left).isRegular else { throw taken }
        // Only the process that holds the lock of the named file may remove the name.
        guard try system.lock(left),
          try system.status(path: newManifest).identity == system.status(left).identity
        else { return nil }
        system.remove(newManifest)
        // The file could not be removed.
        if try system.isFile(left, at: newManifest) { throw taken }
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    return nil
  }

  /// Releases the lock, and removes the folder if it is empty.
  func unlock() {
    system.remove(newManifest)
    system.removeFolder(path)
  }

  /// Writes a manifest into the locked file and renames the file to `manifest`.
  func replace(_ bytes: [UInt8], _ file: Descriptor) throws(SystemError) {
    try system.writeAll(bytes, to: file)
    try system.rename(newManifest, to: manifest)
  }

  /// Writes the part file with a number, and replaces one that a crash left.
  func writePart(_ number: Int, _ bytes: [UInt8]) throws(SystemError) {
    let path = partPath(number)
    let file: Descriptor
    do throws(SystemError) { file = try system.open(path, for: .creating) } catch {
      guard error.isExisting else { throw error }
      system.remove(path)
      file = try system.open(path, for: .creating)
    }
    try system.give(asRoot: file, to: owner)
    try system.writeAll(bytes, to: file)
  }

  func removePart(_ number: Int) { system.remove(partPath(number)) }

  /// Returns the numbers of all part files in the folder.
  func parts() throws(SystemError) -> [Int] {
    try system.names(in: path).compactMap(PartFiles.number).sorted()
  }

  /// Removes all files of a checkpoint, and then the folder if it is empty.
  func remove() {
    if let status = try? system.status(path: path), (try? isFileOfFirstRelease(status)) == true {
      return system.remove(path)
    }
    guard let names = try? system.names(in: path) else { return }
    // The manifest goes first: without it, readers look for no other file.
    for name in names.sorted(by: >) where CheckpointFolder.isOwn(name) {
      system.remove(path + "/" + name)
    }
    system.removeFolder(path)
  }

  private func partPath(_ number: Int) -> String { path + "/" + PartFiles.name(number) }
}
