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

  init() throws { folder = try TemporaryFolder() }

  /// Creates a file of another process, which holds its lock as long as the result exists.
  private func heldFile(_ path: String) throws -> Descriptor {
    let file = try system.open(path, for: .creating)
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

  @Test func `a file that another process writes is waited for`() throws {
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

  @Test func `a file is written under a free name next to one that cannot be had`() throws {
    try put([1], at: path + ".2")
    #expect(system.writeFile(nextTo: path, [3]) == path + ".3")
    #expect(try bytes(at: path + ".2") == [1] && bytes(at: path + ".3") == [3])
    #expect(system.writeFile(nextTo: folder.file("none/out"), [3]) == nil)
  }

  @Test func `only a lock of another process is busy`() {
    #expect(SystemError(call: .flock, code: EWOULDBLOCK, path: path).isBusy)
    for call in [System.Call.read, .write(bytes: 1), .open(path: path)] {
      #expect(!SystemError(call: call, code: EWOULDBLOCK, path: path).isBusy)
    }
  }

  @Test func `what a crash left is replaced, a link to nothing too`() throws {
    try put([7], at: temporary)
    try system.replaceFile(path, with: [2])
    #expect(try bytes(at: path) == [2])
    try FileManager.default.createSymbolicLink(
      atPath: temporary, withDestinationPath: folder.file("nothing"))
    try system.replaceFile(path, with: [3])
    #expect(try bytes(at: path) == [3])
    try put([7], at: temporary)
    try system.requireReplaceable(path)
    #expect(try folder.names == ["pbs.json"])
  }

  @Test func `what is no file is not replaced, and is named`() throws {
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    for error in [
      failure { try system.replaceFile(path, with: [2]) },
      failure { try system.requireReplaceable(path) },
      failure { _ = try NewLogFile(path, system: system) },
    ] {
      #expect(error?.kind == .system && error?.file == temporary)
      #expect(error?.help == "move it away, then try again")
    }
    #expect(try folder.names == ["pbs.json.unfinished"])
  }

  @Test func `a file that another process takes for abandoned is made again`() throws {
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

  @Test func `a file that another process put in its place is not removed`() throws {
    let (temporary, other) = (temporary, Counter())
    var system = system
    system.fault = { call in
      guard call == .flock, other.next() <= 3 else { return nil }
      // The other process removed the file and created its own, which it has locked.
      unlink(temporary)
      _ = FileManager.default.createFile(atPath: temporary, contents: Data([7]))
      return .fails(EWOULDBLOCK)
    }
    let error = failure { try system.replaceFile(path, with: [2]) }
    #expect(error?.kind == .refused)
    #expect(try bytes(at: temporary) == [7])
  }

  @Test func `once a file has its name, another of the former name stays`() throws {
    let temporary = temporary
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

  @Test func `a file that cannot be locked leaves nothing`() throws {
    var system = system
    system.fault = { $0 == .flock ? .fails(ENOLCK) : nil }
    #expect(failure { try system.replaceFile(path, with: [2]) }?.kind == .system)
    #expect(try folder.names == [])
  }
}
