import TestSupport

@testable import Events

/// The errors, and the number of tries.
struct DamageTally {
  var count = 0
  var wrong: [String] = []

  mutating func expect(_ condition: Bool, _ words: @autoclosure () -> String) {
    if !condition, wrong.count < 20 { wrong.append(words()) }
  }
}

/// A folder with one log, used repeatedly.
struct DamageBench {
  let folder: TemporaryFolder
  var path: String { folder.file("log") }

  init() throws { folder = TemporaryFolder(inMemory: true) }

  /// Writes in place and without Foundation, because tests call it tens of thousands of times.
  func begin(_ bytes: [UInt8]) throws {
    let system = System()
    let isThere = try system.exists(path)
    let file = try system.open(path, for: isThere ? .appending : .creating)
    try system.truncate(file, to: 0)
    _ = try system.write(bytes[...], to: file)
  }

  /// Returns the log in its current state.
  func bytes() throws -> [UInt8] { try System().contents(path, limit: 1 << 24) }

  /// Returns the bytes of a file that was set aside, and removes the file.
  func takeAside(_ aside: Appended.SetAside) throws -> [UInt8] {
    defer { System().remove(aside.path) }
    return try System().contents(aside.path, limit: 1 << 24)
  }

  /// Returns the error that refuses an append, or nil if there is none.
  func appending() -> LogError? {
    failure { try append([Draft(like(999))], to: path, system: Faults.unsynced) }
  }
}
