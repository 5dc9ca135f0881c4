import Foundation

/// A folder of a test's own, removed with its last owner.
public final class TemporaryFolder: Sendable {
  /// Where it is, without a slash at the end.
  public let path: String

  /// - Parameter inMemory: whether it may be on a device that holds nothing for good, where there is
  ///   one: for tests that make files by the thousand.
  public init(inMemory: Bool = false) throws {
    let shared = "/dev/shm"
    let isThere = inMemory && FileManager.default.isWritableFile(atPath: shared)
    let parent = isThere ? shared : FileManager.default.temporaryDirectory.path
    path = parent + "/replog-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The names in the folder, sorted.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// The bytes of the file at `path`.
public func bytes(at path: String) throws -> [UInt8] {
  // A log that was made for an append that was then refused is gone again.
  guard FileManager.default.fileExists(atPath: path) else { return [] }
  return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Puts `bytes` into the file at `path`, in place of whatever it held.
public func put(_ bytes: [UInt8], at path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// The permission bits of the file at `path`.
public func mode(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// The top of the repository.
public let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
