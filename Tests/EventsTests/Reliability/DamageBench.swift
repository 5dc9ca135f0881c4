import TestSupport

@testable import Events

/// What was wrong, and how much was tried.
struct DamageTally {
  var count = 0
  var wrong: [String] = []

  mutating func expect(_ condition: Bool, _ words: @autoclosure () -> String) {
    if !condition, wrong.count < 20 { wrong.append(words()) }
  }
}

/// A folder for one log, again and again.
struct DamageBench {
  let folder: TemporaryFolder
  var path: String { folder.file("log") }

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  /// In place, and without Foundation: this is done by the ten thousand.
  func begin(_ bytes: [UInt8]) throws {
    let system = System()
    let isThere = try system.exists(path)
    let file = try system.open(path, for: isThere ? .appending : .creating)
    try system.truncate(file, to: 0)
    _ = try system.write(bytes[...], to: file)
  }

  /// The log as it is.
  func bytes() throws -> [UInt8] { try System().contents(path, limit: 1 << 24) }

  /// The bytes of a file that was set aside, which is taken away.
  func takeAside(_ aside: Appended.SetAside) throws -> [UInt8] {
    defer { System().remove(aside.path) }
    return try System().contents(aside.path, limit: 1 << 24)
  }

  /// Why an append refuses; nil if it does not.
  func appending() -> LogError? {
    failure { try append([Draft(like(999))], to: path, system: Faults.unsynced) }
  }
}
