import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of the exact append protocol: the calls and their order.
@Suite struct ProtocolTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("log") }

  /// Returns the calls of an append of one event, including the closing of the appender.
  private func calls(of drafts: [Draft] = [Draft(like(9))]) throws -> [System.Call] {
    let faults = Faults()
    try append(drafts, to: path, system: faults.system)
    return faults.calls.map(named)
  }

  /// Returns a call without the size of its write, which is irrelevant here, and with a short path.
  private func named(_ call: System.Call) -> System.Call {
    switch call {
    case .write: .write(bytes: 0)
    case .open(let path) where path == folder.path: .open(path: ".")
    case .open(let path): .open(path: String(path.dropFirst(folder.path.count + 1)))
    default: call
    }
  }

  private static let write = System.Call.write(bytes: 0)
  /// The lock, and the check that the locked file has the name; the same call returns the size of the log.
  private static let locking: [System.Call] = [.flock, .stat]
  /// The look for a checkpoint next to the log.
  private static let looking = [System.Call.open(path: "log.checkpoint/manifest")]
  /// The look at a file that is not empty.
  private static let mapping: [System.Call] = [.map, .map, .read]
  private static let folderSync: [System.Call] = [.open(path: "."), .sync, .close]
  private static let log = System.Call.open(path: "log")
  /// The opening of an existing log whose name is not a link; it must be a regular file.
  private static let opening: [System.Call] = [log, .stat]
  /// Returns the calls that find the start of the last batch in a copy of the end, then sync, drop and read the rest.
  private static func settling(from start: Int, isFirst: Bool = false) -> [System.Call] {
    [.read, .sync] + (isFirst ? folderSync : []) + [dropping(before: start)] + mapping
  }
  /// Returns the drop of the last batch, and of those before it that may be of the same write.
  private static func dropping(before start: Int) -> System.Call {
    .dropCache(from: max(0, start - Appender.largestGroup))
  }
  /// The mapping after the write, where nothing can be cut; then the release of the lock and of all resources.
  private static let ending: [System.Call] = [.map, .unmap, .unlock, .close, .unmap]

  @Test func `a new log is created, locked, written and synced, and then its folder is synced`()
    throws
  {
    let expected =
      [Self.log, Self.log, .stat] + Self.locking + [Self.write, .sync] + Self.folderSync + [.map]
      + [.unlock, .close, .unmap]
    #expect(try calls() == expected)
  }

  @Test func `the companions of a log with a link are next to the target of the link`()
    throws
  {
    let all = try lines(inBatches: [1, 2])
    let (path, target) = (path, folder.file("target"))
    try put(all.flatMap { $0 }, at: target)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    // The name of a link can neither be opened as a file nor created.
    let opening: [System.Call] = [Self.log, Self.log, Self.log, .stat, .resolve, .resolve]
    let looking = [System.Call.open(path: "target.checkpoint/manifest")]
    #expect(try calls().starts(with: opening + Self.locking + looking))
    #expect(try shown(Log(path: target)) == [1, 2, 3, 4])
  }

  @Test func `an open that fails for another reason than a link or a missing file is final`()
    throws
  {
    try put(Array(try lines(inBatches: [1]).joined()), at: path)
    let opened = Counter()
    let faults = Faults { call, _ in
      if case .open = call, opened.next() == 1 { return .fails(EIO) }
      return nil
    }
    #expect(
      failure { try append([Draft(like(9))], to: path, system: faults.system) }?.kind == .system)
    #expect(faults.calls.map(named).filter { $0 == Self.log }.count == 1)
    #expect(try shown(Log(path: path)) == [1])
  }

  @Test func `without a checkpoint, the last batch of a long log is searched for in a mapping`()
    throws
  {
    // Nothing is copied, since no process cuts a log while this one holds the lock.
    let all = try lines(inBatches: Array(repeating: 1, count: 400))
    try #require(all.joined().count > 1 << 16)
    try put(Array(all.joined()), at: path)
    let start = all.dropLast().joined().count
    let settling = [.map, .unmap, .sync, Self.dropping(before: start)] + Self.mapping
    let expected = Self.opening + Self.locking + Self.looking + settling + [Self.write, .sync]
    #expect(try calls() == expected + Self.ending)
  }

  @Test func `with a checkpoint, only the lines after it are checked`() throws {
    let all = try lines(inBatches: [1, 2, 1, 1])
    try put(Array(all[..<3].joined()), at: path)
    _ = try Appender(path: path).writeCheckpoint(isNew: true) { _ in }
    try put(Array(all.joined()), at: path)
    let beside: [System.Call] = Self.looking + [.stat, .stat, .read, .read]
    // What the checkpoint covers is on the device.
    let floor = all[..<3].joined().count
    let settling: [System.Call] = [.read, .sync, .dropCache(from: floor)] + Self.mapping
    // The index is used to look up the id of the draft.
    let lookingUp = [System.Call.open(path: "log.checkpoint/1.part"), .stat, .read, .read]
    let expected =
      Self.opening + Self.locking + beside + settling + lookingUp + [Self.write, .sync]
    // The file of the checkpoint is closed after reading, at a time that depends on the optimizer.
    let other: (System.Call) -> Bool = { $0 != .close }
    let calls = try calls().filter(other)
    #expect(calls == (expected + Self.ending).filter(other), "\(calls)")
  }

  @Test func `a log is opened, locked, settled, written and synced`() throws {
    let all = try lines(inBatches: [1, 2])
    try put(all.flatMap { $0 }, at: path)
    let expected =
      Self.opening + Self.locking + Self.looking + Self.settling(from: all[0].count)
      + [Self.write, .sync] + Self.ending
    #expect(try calls() == expected)
  }

  @Test func `if the last batch is a single line, nothing before it is checked again`()
    throws
  {
    let all = try lines(inBatches: [1, 3, 1])
    try put(all.flatMap { $0 }, at: path)
    let expected =
      Self.opening + Self.locking + Self.looking
      + Self.settling(from: all.dropLast().joined().count) + [Self.write, .sync] + Self.ending
    #expect(try calls() == expected)
  }

  @Test func `the folder of a log with a single batch is synced again`() throws {
    try put(Array(try lines(inBatches: [2]).joined()), at: path)
    let expected =
      Self.opening + Self.locking + Self.looking + Self.settling(from: 0, isFirst: true)
      + [Self.write, .sync] + Self.ending
    #expect(try calls() == expected)
  }

  @Test func `of a torn log, the copy is synced, then the log is cut, then the cut is synced`()
    throws
  {
    let all = try lines(inBatches: [1, 2])
    let sound = all.joined().count
    try put(all.flatMap { $0 } + [0x7B], at: path)
    let copying: [System.Call] =
      [.open(path: "log.torn-\(sound)"), Self.write, .sync, .close] + Self.folderSync
    let expected =
      Self.opening + Self.locking + Self.looking + Self.settling(from: all[0].count) + copying
      + [.truncate(to: sound), .map, .sync, .unmap, Self.write, .sync] + Self.ending
    #expect(try calls() == expected)
  }

  @Test func `a missing last newline is written and synced before anything follows it`() throws {
    let all = try lines(inBatches: [1, 1])
    try put(Array(all.joined().dropLast()), at: path)
    let expected =
      Self.opening + Self.locking + Self.looking + Self.settling(from: 0, isFirst: true)
      + [Self.write, .map, .sync, .unmap, Self.write, .sync] + Self.ending
    #expect(try calls() == expected)
    #expect(try bytes(at: path).starts(with: all.joined()))
  }

  @Test func `a refusal or a duplicate makes no call that changes a file`() throws {
    let all = try lines(inBatches: [1, 2])
    try put(all.flatMap { $0 }, at: path)
    let draft = Draft(id: Samples.id(1), user: "ann", like(1))
    let expected =
      Self.opening + Self.locking + Self.looking + Self.settling(from: all[0].count)
      + [.unlock, .close, .unmap]
    #expect(try calls(of: [draft]) == expected)
  }

  @Test func `after a failed sync the bytes are cut, and the next appender checks the log again`()
    throws
  {
    let all = try lines(inBatches: [1, 2])
    let sound = all.joined().count
    try put(all.flatMap { $0 }, at: path)
    let syncs = Counter()
    let faults = Faults { call, _ in call == .sync && syncs.next() == 2 ? .fails(EIO) : nil }
    let appender = try Appender(path: path, system: faults.system)
    #expect(failure { try append([Draft(like(9))], with: appender) }?.kind == .durabilityUnknown)
    let failed =
      Self.opening + Self.locking + Self.looking + Self.settling(from: all[0].count)
      + [Self.write, .sync, .truncate(to: sound), .unlock]
    #expect(faults.calls.map(named) == failed)
    try append([Draft(like(9))], with: appender)
    let next =
      Self.locking + [.unmap] + Self.looking + Self.settling(from: all[0].count)
      + [Self.write, .sync, .map, .unmap, .unlock]
    #expect(faults.calls.map(named).dropFirst(failed.count) == next[...])
  }

  @Test func `after a failed write the bytes are cut, and the cut is synced`() throws {
    let all = try lines(inBatches: [1, 2])
    try put(all.flatMap { $0 }, at: path)
    let faults = Faults { call, _ in call.isWrite ? .fails(ENOSPC) : nil }
    #expect(
      failure { try append([Draft(like(9))], to: path, system: faults.system) }?.kind == .system)
    let behind = faults.calls.map(named).split { $0 == Self.write }.last ?? []
    #expect(behind == [.truncate(to: all.joined().count), .sync, .unlock, .close, .unmap])
  }

  @Test func `a log that others hold is requested again, and the right file is locked`() throws {
    let all = try lines(inBatches: [1, 2])
    try put(all.flatMap { $0 }, at: path)
    let tries = Counter()
    let (path, old) = (path, folder.file("old"))
    let faults = Faults { call, _ in
      guard call == .flock else { return nil }
      let attempt = tries.next()
      if attempt == 1 { return .fails(EWOULDBLOCK) }
      // An editor saves the file meanwhile.
      if attempt == 2 {
        #expect(throws: Never.self) {
          try FileManager.default.moveItem(atPath: path, toPath: old)
          try FileManager.default.copyItem(atPath: old, toPath: path)
        }
      }
      return nil
    }
    try append([Draft(like(9))], to: path, system: faults.system)
    let expected =
      Self.opening + [.flock, .sleep(milliseconds: 1)] + Self.locking + Self.opening + [.close]
      + Self.locking
    #expect(faults.calls.map(named).starts(with: expected))
    #expect(try shown(Log(path: path)) == [1, 2, 3, 4])
    #expect(try shown(Log(path: old)) == [1, 2, 3])
  }
}
