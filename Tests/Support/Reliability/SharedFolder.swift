import Foundation

@testable import Events

/// The folder that the participants of a schedule share: files in memory, as all processes see them, and the device.
///
/// Each file has a second name in another folder, so that it can be read after it lost its own.
struct SharedFolder {
  private let base: TemporaryFolder
  /// The path of the folder.
  let path: String
  private let before: [String: [UInt8]]
  var disk: Disk
  private var count = 0
  /// A hash of all operations so far; equal hashes mean equal states of the device.
  private(set) var history = 0

  var log: String { path + "/log" }

  init(_ files: [String: [UInt8]]) throws {
    base = TemporaryFolder(inMemory: true)
    (path, before) = (base.file("shared"), files)
    disk = Disk(files, in: path)
    for folder in ["shared", "inodes", "shared/log.checkpoint"] { mkdir(base.file(folder), 0o700) }
  }

  /// Restores the files of the beginning.
  mutating func reset() throws {
    for number in 0..<count { unlink(inode(number)) }
    for folder in [path + "/log.checkpoint", path] {
      for name in (try? System().names(in: folder)) ?? [] { unlink(folder + "/" + name) }
    }
    mkdir(path + "/log.checkpoint", 0o700)
    (disk, count, history) = (Disk(before, in: path), 0, 0)
    for (name, bytes) in before.sorted(by: { $0.key < $1.key }) {
      let path = path + "/" + name
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      _ = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      close(file)
      nameInode(path)
    }
    if !before.keys.contains(where: { $0.hasPrefix("log.checkpoint/") }) {
      rmdir(path + "/log.checkpoint")
    }
  }

  private func inode(_ number: Int) -> String { base.file("inodes/\(number)") }

  private mutating func nameInode(_ path: String) {
    link(path, inode(count))
    count += 1
  }

  /// Notes that a file was created.
  mutating func create(_ path: String) {
    nameInode(path)
    if let name = disk.name(path) { apply(.create(name)) }
  }

  /// Returns the last bytes of a file, whose name it may have lost, with their offset.
  func end(of number: Int, _ length: Int) -> (offset: Int, bytes: [UInt8]) {
    Self.end(ofFileAt: inode(number), length)
  }

  /// Returns the last bytes of the file at a path, with their offset.
  static func end(ofFileAt path: String, _ length: Int) -> (offset: Int, bytes: [UInt8]) {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    let offset = Int(lseek(file, 0, SEEK_END)) - length
    var bytes = [UInt8](repeating: 0, count: length)
    _ = pread(file, &bytes, length, off_t(offset))
    return (offset, bytes)
  }

  mutating func apply(_ operation: Disk.Operation, to number: Int? = nil) {
    var hasher = Hasher()
    hasher.combine(history)
    hasher.combine(number)
    hasher.combine(operation)
    history = hasher.finalize()
    disk.apply(operation, to: number)
  }

  /// Gives the log's name to a file that may have lost it, until `takeBackName`.
  func giveName(to number: Int) {
    rename(log, log + "#")
    link(inode(number), log)
  }

  /// Restores the file that had the log's name, or none.
  func takeBackName() {
    unlink(log)
    rename(log + "#", log)
  }

  /// Returns the files after each crash that is possible now: every change without a sync kept, lost or torn.
  func crashes() -> [Disk.Remains] {
    var all: [[Disk.Fate]] = [[]]
    for change in disk.pending {
      let fates = [.kept, .dropped] + change.tornFates(step: 1 << 30)
      all = all.flatMap { begun in fates.map { begun + [$0] } }
    }
    return all.map(disk.crashed)
  }
}
