import Foundation

/// A folder for one test, which is removed with its last reference.
public final class TemporaryFolder: Sendable {
  /// The path, without a slash at the end.
  public let path: String

  /// Creates an empty folder.
  ///
  /// - Parameter inMemory: A Boolean value indicating whether the folder may be on a device without permanent
  ///   storage, if there is one. Use it for tests that create thousands of files.
  public init(inMemory: Bool = false) {
    let shared = "/dev/shm"
    let isThere = inMemory && FileManager.default.isWritableFile(atPath: shared)
    let parent = isThere ? shared : FileManager.default.temporaryDirectory.path
    path = parent + "/replog-\(UUID().uuidString)"
    // A property of a suite cannot throw.
    guard mkdir(path, 0o777) == 0 else { preconditionFailure("cannot create '\(path)'") }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of `name` in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// The names in the folder, sorted.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// Returns the bytes of the file at `path`, or no bytes if there is no file.
public func bytes(at path: String) throws -> [UInt8] {
  // A log that was created for an append is removed if the append is refused.
  guard FileManager.default.fileExists(atPath: path) else { return [] }
  return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Writes `bytes` to the file at `path`, replacing its content.
public func put(_ bytes: [UInt8], at path: String) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// Returns the permission bits of the file at `path`.
public func mode(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// The root folder of the repository.
public let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
