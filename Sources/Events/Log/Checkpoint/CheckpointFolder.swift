/// The folder of a checkpoint while it is written to.
///
/// The next manifest is written as `manifest.new`, which is locked as long: two processes never write at
/// once, and what a crash left has no lock and is thrown away by the next. Nothing is synced: what a
/// power cut leaves of a cache either has all its checksums or is ignored.
struct CheckpointFolder {
  let path: String
  let system: System

  private var manifest: String { path + "/" + Checkpoint.Manifest.name }
  private var newManifest: String { manifest + ".new" }

  /// The error of a folder whose name something else has.
  struct Taken: Error { let isFolder: Bool }

  /// Makes the folder unless it is there.
  ///
  /// A file in its place is removed if it is a checkpoint, as the first release wrote them, or empty.
  ///
  /// - Throws: `Taken` for any other file, and for a folder that holds any.
  func prepare() throws {
    for _ in 0..<3 {
      if try system.makeFolder(path) { return }
      let status: FileStatus
      do throws(SystemError) { status = try system.status(path: path) } catch {
        // A link to nothing gives way, too.
        guard error.isMissing else { throw error }
        system.remove(path)
        continue
      }
      if status.isFolder {
        guard try system.names(in: path).allSatisfy(CheckpointFolder.isOwn) else {
          throw Taken(isFolder: true)
        }
        return
      }
      guard try isFileOfFirstRelease(status) else { throw Taken(isFolder: false) }
      system.remove(path)
    }
    throw SystemError(call: .makeFolder, code: SystemError.existing, path: path)
  }

  /// Returns whether the file in place of the folder is a checkpoint of the first release, or empty.
  ///
  /// It ended with 80 bytes that begin with the word that manifests begin with now.
  private func isFileOfFirstRelease(_ status: FileStatus) throws(SystemError) -> Bool {
    guard status.isRegular, !(try system.isLink(path)) else { return false }
    if status.size == 0 { return true }
    let footer = 80
    guard status.size >= footer else { return false }
    let file = try system.open(path, for: .nonblocking)
    let memory = try Memory(file, range: status.size - footer..<status.size, system: system)
    return memory.bytes.count == footer && memory.bytes.word(at: 0) == Checkpoint.Manifest.magic
  }

  /// Returns whether a name is that of a file of a checkpoint.
  private static func isOwn(_ name: String) -> Bool {
    [Checkpoint.Manifest.name, Checkpoint.Manifest.name + ".new"].contains(name)
      || PartFiles.number(name) != nil
  }

  /// Makes the next manifest, empty, and locks it; nil when another process has it.
  ///
  /// - Throws: that the name is taken, by what cannot be taken away: a folder, a link to nothing.
  func lock() throws(SystemError) -> Descriptor? {
    for _ in 0..<2 {
      let taken: SystemError
      do throws(SystemError) {
        let file = try system.open(newManifest, for: .creating)
        // Until it is locked another process may take it for what a crash left, and its name away.
        guard try system.lock(file), try system.isFile(file, at: newManifest) else { return nil }
        return file
      } catch {
        guard error.isExisting else { throw error }
        taken = error
      }
      let left: Descriptor
      do throws(SystemError) { left = try system.open(newManifest, for: .nonblocking) } catch {
        guard error.isMissing else { throw error }
        // Its writer is done by now, or it is a link to nothing, which has the name still.
        if (try? system.isLink(newManifest)) == true { throw taken }
        continue
      }
      do throws(SystemError) {
        guard try system.status(left).isRegular else { throw taken }
        // Only the holder of the lock of the file that has the name may take the name away.
        guard try system.lock(left),
          try system.status(path: newManifest).identity == system.status(left).identity
        else { return nil }
        system.remove(newManifest)
        // What cannot be taken away has it still.
        if try system.isFile(left, at: newManifest) { throw taken }
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    return nil
  }

  /// Gives the lock up, and the folder where nothing was written into it.
  func unlock() {
    system.remove(newManifest)
    system.removeFolder(path)
  }

  /// Writes a manifest into the locked file, and puts it in its place.
  func replace(_ bytes: [UInt8], _ file: Descriptor) throws(SystemError) {
    try write(bytes, file)
    try system.rename(newManifest, to: manifest)
  }

  /// Writes the part file with a number, in place of what a crash left of one.
  func writePart(_ number: Int, _ bytes: [UInt8]) throws(SystemError) {
    let path = partPath(number)
    let file: Descriptor
    do throws(SystemError) { file = try system.open(path, for: .creating) } catch {
      guard error.isExisting else { throw error }
      system.remove(path)
      file = try system.open(path, for: .creating)
    }
    try write(bytes, file)
  }

  func removePart(_ number: Int) { system.remove(partPath(number)) }

  /// Returns the numbers of all part files that are there.
  func parts() throws(SystemError) -> [Int] {
    try system.names(in: path).compactMap(PartFiles.number).sorted()
  }

  /// Removes all files of a checkpoint, and the folder where nothing else is in it.
  func remove() {
    if let status = try? system.status(path: path), (try? isFileOfFirstRelease(status)) == true {
      return system.remove(path)
    }
    guard let names = try? system.names(in: path) else { return }
    // In this order: without the manifest the rest is not looked for.
    for name in names.sorted(by: >) where CheckpointFolder.isOwn(name) {
      system.remove(path + "/" + name)
    }
    system.removeFolder(path)
  }

  private func partPath(_ number: Int) -> String { path + "/" + PartFiles.name(number) }

  private func write(_ bytes: [UInt8], _ file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try system.write(rest, to: file)) }
  }
}
