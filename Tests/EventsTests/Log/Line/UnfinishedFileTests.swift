import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of files that are written under a temporary name, by several processes at a time.
@Suite struct UnfinishedFileTests {
  private let system = System()
  private let folder: TemporaryFolder
  private var path: String { folder.file("pbs.json") }
  private var temporary: String { path + ".unfinished" }

  init() throws { folder = TemporaryFolder() }

  /// Creates a file of another process, which holds its lock as long as the result exists.
  private func heldFile(_ path: String) throws -> Descriptor {
    let file = try system.open(path, for: .unfinished)
    #expect(try system.lock(file))
    try system.writeAll([7], to: file)
    return file
  }

  @Test(arguments: [true, false])
  func `a file is not replaced while another process writes it`(_ isShared: Bool) throws {
    try put([1], at: path)
    let other = try heldFile(temporary)
    let error = failure { try system.replaceFile(path, with: [2], isShared: isShared) }
    #expect(error?.kind == .refused && error?.file == path)
    #expect(error?.message == "another process is writing this file")
    #expect(error?.help == "wait until it ends, then try again")
    #expect(try bytes(at: temporary) == [7] && bytes(at: path) == [1])
    // The other process may have finished when this file is written.
    try system.requireReplaceable(path)
    #expect(try bytes(at: temporary) == [7])
    withExtendedLifetime(other) {}
  }

  @Test func `a file that another process is writing is waited for`() throws {
    var other: Descriptor? = try heldFile(temporary)
    let (isFree, waits) = (Counter(), Counter())
    var system = system
    system.fault = { [temporary] call in
      guard call == .flock, waits.next() == 3 else { return nil }
      unlink(temporary)
      _ = isFree.next()
      return nil
    }
    try system.replaceFile(path, with: [2], patience: 60)
    #expect(isFree.next() == 2)
    #expect(try bytes(at: path) == [2])
    other = nil
    other = try heldFile(temporary)
    let error = failure { try self.system.replaceFile(path, with: [3], patience: 0.1) }
    #expect(error?.kind == .refused)
    withExtendedLifetime(other) {}
  }

  @Test func `if a file name cannot be used, the file is written under another free name`() throws {
    try put([1], at: path + ".2")
    #expect(system.writeFile(nextTo: path, [3]) == path + ".3")
    #expect(try bytes(at: path + ".2") == [1] && bytes(at: path + ".3") == [3])
    #expect(system.writeFile(nextTo: folder.file("none/out"), [3]) == nil)
  }

  @Test func `only a lock of another process counts as busy`() {
    #expect(SystemError(call: .flock, code: EWOULDBLOCK, path: path).isBusy)
    for call in [System.Call.read, .write(bytes: 1), .open(path: path)] {
      #expect(!SystemError(call: call, code: EWOULDBLOCK, path: path).isBusy)
    }
  }

  @Test(arguments: [System.Access.unfinished, .sharing])
  func `the leftovers of a crash are replaced`(_ access: System.Access) throws {
    // The process ends without finishing its file.
    _ = try system.open(temporary, for: access)
    try system.replaceFile(path, with: [2])
    #expect(try bytes(at: path) == [2])
    _ = try system.open(temporary, for: access)
    try system.requireReplaceable(path)
    #expect(try folder.names == ["pbs.json"])
  }

  /// A file that has the temporary name and was not left by an ended process.
  enum Other: CaseIterable {
    case file, empty, executable, otherNameOfLog, link, linkToNothing, linkToUnfinished, folder,
      pipe
  }

  /// Creates the file at the temporary path.
  private func make(_ other: Other) throws {
    let files = FileManager.default
    func link(to name: String) throws {
      try files.createSymbolicLink(atPath: temporary, withDestinationPath: folder.file(name))
    }
    switch other {
    case .file: try put([7], at: temporary)
    case .empty: try put([], at: temporary)
    case .executable:
      try put([7], at: temporary)
      try #require(chmod(temporary, 0o1777) == 0)
    case .otherNameOfLog:
      try put([7], at: folder.file("log"))
      try files.linkItem(atPath: folder.file("log"), toPath: temporary)
    case .link:
      try put([7], at: folder.file("log"))
      try link(to: "log")
    case .linkToNothing: try link(to: "nothing")
    case .linkToUnfinished:
      _ = try system.open(folder.file("log"), for: .unfinished)
      try link(to: "log")
    case .folder: try files.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    case .pipe: try #require(mkfifo(temporary, 0o600) == 0)
    }
  }

  @Test(arguments: Other.allCases)
  func `another file with the temporary name stays, and the error names it`(_ other: Other) throws {
    try make(other)
    let names = try folder.names
    for error in [
      failure { try system.replaceFile(path, with: [2]) },
      failure { try system.replaceFile(path, with: [2], isShared: true) },
      failure { try system.requireReplaceable(path) },
      failure { _ = try NewLogFile(path, system: system) },
    ] {
      #expect(error?.kind == .refused && error?.file == temporary)
      #expect(error?.help == "move it away, then try again")
    }
    #expect(try folder.names == names)
    if names.contains("log") { #expect(try bytes(at: folder.file("log")).count < 2) }
  }

  @Test func `a finished file has no mark, and a replaced one keeps its permissions`() throws {
    try system.replaceFile(path, with: [1])
    #expect(try mode(of: path) == 0o600)
    try #require(chmod(path, 0o755) == 0)
    let modes = Monitor<[UInt32?]>([])
    var system = system
    system.witness = { [temporary] call, _, _ in
      if call == .sync { modes.alone { $0.append(try? System().status(path: temporary).mode) } }
    }
    try system.replaceFile(path, with: [2], isShared: true)
    #expect(try mode(of: path) == 0o755)
    #expect(modes.alone { $0 } == [0o1644, nil])
  }

  /// Returns a system that fails a link with `code`, 0 for none, and calls `body` before it.
  private func linking(_ code: Int32, _ body: @escaping @Sendable () -> Void = {}) -> System {
    var system = system
    system.fault = { call in
      guard case .link = call else { return nil }
      body()
      return code == 0 ? nil : .fails(code)
    }
    return system
  }

  @Test(arguments: [0, EPERM, ENOTSUP], [true, false])
  func `a file that appears before the final renaming stays`(_ code: Int32, _ isNew: Bool) throws {
    let path = path
    let system = linking(code) { try? put([1], at: path) }
    let error = failure {
      if isNew {
        try NewLogFile(path, system: system).finish()
      } else {
        try system.replaceFile(path, with: [2])
      }
    }
    #expect(error?.kind == .refused && error?.file == path)
    #expect(error?.message == "a file with this name already exists")
    #expect(try bytes(at: path) == [1])
    #expect(try folder.names == ["pbs.json"])
  }

  @Test(arguments: [EPERM, ENOTSUP])
  func `new files work on a file system without hard links`(_ code: Int32) throws {
    try linking(code).replaceFile(path, with: [2])
    #expect(try bytes(at: path) == [2])
    #expect(try folder.names == ["pbs.json"])
    #expect(failure { try linking(EIO).replaceFile(folder.file("a"), with: [2]) }?.kind == .system)
    #expect(try folder.names == ["pbs.json"])
  }

  @Test func `only a file that may be overwritten is replaced`() throws {
    try put([1], at: path)
    #expect(
      failure { try system.replaceFile(path, with: [2], overwrites: false) }?.kind == .refused)
    #expect(try bytes(at: path) == [1])
    try system.replaceFile(path, with: [2])
    #expect(try bytes(at: path) == [2])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to somebody else"))
  func `a file that root writes belongs to the log's owner, or keeps its owner`() throws {
    let log = folder.file("log")
    try put([], at: log)
    try #require(chown(log, 4321, 4322) == 0)
    func owner(_ path: String) throws -> [Int?] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return [
        attributes[.ownerAccountID] as? Int, attributes[.groupOwnerAccountID] as? Int,
        attributes[.posixPermissions] as? Int,
      ]
    }
    try system.replaceFile(path, with: [1], ownerOf: log)
    #expect(try owner(path) == [4321, 4322, 0o600])
    try #require(chown(path, 4323, 4324) == 0)
    try system.replaceFile(path, with: [1], isShared: true, ownerOf: log)
    #expect(try owner(path) == [4323, 4324, 0o600])
    let new = folder.file("new")
    try NewLogFile(new, ownerOf: log, system: system).finish()
    #expect(try owner(new) == [4321, 4322, 0o600])
  }

  @Test func `a file that another process considers abandoned is created again`() throws {
    let (temporary, count) = (temporary, Counter())
    var system = system
    // The file is removed between its creation and its lock.
    system.fault = { call in
      if call == .flock, count.next() == 1 { unlink(temporary) }
      return nil
    }
    try system.replaceFile(path, with: [2])
    #expect(try bytes(at: path) == [2])
    #expect(try folder.names == ["pbs.json"])
  }

  @Test func `a file that another process created in its place is not removed`() throws {
    let (temporary, other) = (temporary, Counter())
    var system = system
    system.fault = { call in
      guard call == .flock, other.next() <= 3 else { return nil }
      // The other process removed the file and created its own, which it has locked.
      unlink(temporary)
      _ = FileManager.default.createFile(atPath: temporary, contents: Data([7]))
      chmod(temporary, 0o1600)
      return .fails(EWOULDBLOCK)
    }
    let error = failure { try system.replaceFile(path, with: [2]) }
    #expect(error?.kind == .refused)
    #expect(try bytes(at: temporary) == [7])
  }

  @Test func `after a file has its name, another file with the temporary name stays`() throws {
    let temporary = temporary
    try put([1], at: path)
    var system = system
    system.witness = { call, _, _ in
      if case .rename = call {
        _ = FileManager.default.createFile(atPath: temporary, contents: Data([7]))
      }
    }
    // The entry of the file cannot be synced.
    let syncs = Counter()
    system.fault = { $0 == .sync && syncs.next() == 2 ? .fails(EIO) : nil }
    #expect(throws: LogError.self) { try system.replaceFile(path, with: [2]) }
    #expect(try bytes(at: temporary) == [7] && bytes(at: path) == [2])
  }

  @Test func `a file that cannot be locked leaves nothing behind`() throws {
    var system = system
    system.fault = { $0 == .flock ? .fails(ENOLCK) : nil }
    #expect(failure { try system.replaceFile(path, with: [2]) }?.kind == .system)
    #expect(try folder.names == [])
  }
}
