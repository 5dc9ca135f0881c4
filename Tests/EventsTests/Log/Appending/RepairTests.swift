import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests that a repair is complete or has no effect, and keeps a copy of the log.
@Suite struct RepairTests {
  /// Returns a log of seven events with a changed third line, and the repaired log.
  static func damaged() throws -> (bytes: [UInt8], repaired: [UInt8]) {
    var all = try lines(inBatches: [1, 3, 1, 1, 1])
    all[2] = RepairPlanTests.changed(all[2], "ann", to: "bob")
    let bytes = all.flatMap { $0 }
    return (bytes, (all[..<2] + all[3...]).flatMap { $0 })
  }

  @discardableResult
  static func repair(_ path: String, _ system: System = System()) throws -> Repaired? {
    try Appender(path: path, system: system).repair(RepairPlan(Log(path: path)))
  }

  @Test func `a damaged log is repaired, and the original is kept next to it`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let (bytes, repaired) = try RepairTests.damaged()
    try put(bytes, at: path)
    try put(Array("replogCP".utf8) + [UInt8](repeating: 1, count: 72), at: path + ".checkpoint")
    let done = try #require(try RepairTests.repair(path))
    #expect(done.original == path + ".before-repair")
    #expect(try TestSupport.bytes(at: path) == repaired)
    #expect(try TestSupport.bytes(at: done.original) == bytes)
    #expect(try folder.names == ["log", "log.before-repair"])
    #expect(try mode(of: path) == 0o600 && mode(of: done.original) == 0o600)
    #expect(try shown(Log(path: path)) == [1, 2, 4, 5, 6, 7])
    try append([Draft(like(9))], to: path)
    #expect(try shown(Log(path: path)).last == 8)
    // A second repair finds nothing. The copy for other damage gets another name.
    #expect(try RepairTests.repair(path) == nil)
    try put(bytes, at: path)
    #expect(try RepairTests.repair(path)?.original == path + ".before-repair.2")
  }

  @Test(arguments: [false, true])
  func `a healthy log is not touched`(_ isTorn: Bool) throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let whole = Array(try lines(inBatches: [1, 3, 1]).joined()) + (isTorn ? [0x7B, 0x22] : [])
    try put(whole, at: path)
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    let faults = Faults()
    #expect(try RepairTests.repair(path, faults.system) == nil)
    #expect(!faults.calls.contains { $0 == .sync || $0.isWrite || $0.isTruncate })
    #expect(try folder.names == ["log"])
    #expect(try TestSupport.bytes(at: path) == whole)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.modificationDate] as? Date == old)
  }

  @Test func `the rest of a batch at the end is written without its mark, and stays`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let all = try lines(inBatches: [1, 3])
    let bytes = all[0] + all[1] + all[2] + Array("x\n".utf8)
    try put(bytes, at: path)
    let done = try #require(try RepairTests.repair(path))
    #expect(done.plan.unchained == [2, 3] && done.plan.kept == 3)
    #expect(try TestSupport.bytes(at: path) == RepairPlanTests.repaired(bytes))
    #expect(try TestSupport.bytes(at: done.original) == bytes)
    try append([Draft(like(9))], to: path)
    #expect(try shown(Log(path: path)) == [1, 2, 3, 4])
    #expect(try !Verification(Log(path: path)).isDamaged)
  }

  @Test func `nothing is done if the log changed after the plan was shown`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let good = try lines(inBatches: [1])[0]
    let bad = Array(String(repeating: "x\n", count: 500).utf8)
    try put(good + bad, at: path)
    let plan = RepairPlan(try Log(path: path))
    #expect(plan.removedCount == 500)
    // The number of lines is the same, and the last line differs but has the same length.
    try put(good + bad.dropLast(2) + Array("y\n".utf8), at: path)
    #expect(RepairPlan(try Log(path: path)).removed == plan.removed)
    #expect(failure { try Appender(path: path).repair(plan) }?.kind == .conflict)
    try put(good + bad, at: path)
    #expect(try Appender(path: path).repair(plan)?.plan.removedCount == 500)
    #expect(try TestSupport.bytes(at: path) == good)
  }

  @Test func `a plan that was not shown is not executed`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let (bytes, _) = try RepairTests.damaged()
    try put(bytes, at: path)
    let plan = RepairPlan(try Log(path: path))
    try put(Array("x\n".utf8) + bytes, at: path)
    let error = failure { try Appender(path: path).repair(plan) }
    #expect(error?.kind == .conflict)
    #expect(try folder.names == ["log"])
    // Events appended in the meantime are kept.
    try put(bytes, at: path)
    try append([Draft(like(9))], to: path)
    #expect(try Appender(path: path).repair(plan)?.plan.kept == 7)
    #expect(try shown(Log(path: path)) == [1, 2, 4, 5, 6, 7, 8])
  }

  @Test func `nothing is done if nothing can be kept`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(Array("hello\n".utf8), at: path)
    #expect(failure { try RepairTests.repair(path) }?.kind == .damaged)
    #expect(try folder.names == ["log"])
    #expect(try TestSupport.bytes(at: path) == Array("hello\n".utf8))
  }

  @Test func `a repair through a link repairs the file itself`() throws {
    let folder = TemporaryFolder()
    let (bytes, repaired) = try RepairTests.damaged()
    try FileManager.default.createDirectory(
      atPath: folder.file("inner"), withIntermediateDirectories: true)
    try put(bytes, at: folder.file("inner/log"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "inner/log")
    let done = try #require(try RepairTests.repair(folder.file("link")))
    #expect(done.original.hasSuffix("/inner/log.before-repair"))
    #expect(try folder.names == ["inner", "link"])
    let type = try FileManager.default.attributesOfItem(atPath: folder.file("link"))[.type]
    #expect(type as? FileAttributeType == .typeSymbolicLink)
    #expect(try TestSupport.bytes(at: folder.file("inner/log")) == repaired)
  }

  @Test func `an appender that has the old file open continues in the new one`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let good = Array(try lines(inBatches: [1, 1]).joined())
    try put(good, at: path)
    let appender = try Appender(path: path)
    try append([Draft(like(3))], with: appender)
    let all = try TestSupport.bytes(at: path)
    try put([], at: path)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data("x\n".utf8 + all))
    try file.close()
    let repairer = try Appender(path: path)
    _ = try repairer.repair(RepairPlan(Log(path: path)))
    try append([Draft(like(4))], with: appender)
    // The appender that repaired the log can append too.
    try append([Draft(like(5))], with: repairer)
    #expect(try shown(Log(path: path)) == [1, 2, 3, 4, 5])
    #expect(try TestSupport.bytes(at: path + ".before-repair") == Array("x\n".utf8) + all)
  }

  @Test func `another file with the temporary name stays, and the log is not repaired`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let bytes = try RepairTests.damaged().bytes
    try put(bytes, at: path)
    try put([7], at: path + ".repairing")
    let error = failure { try RepairTests.repair(path) }
    #expect(error?.kind == .refused && error?.file.hasSuffix("/log.repairing") == true)
    #expect(error?.help == "move it away, then try again")
    #expect(try TestSupport.bytes(at: path) == bytes)
    #expect(try TestSupport.bytes(at: path + ".repairing") == [7])
    #expect(try folder.names == ["log", "log.repairing"])
    // A process that ended left it.
    try #require(chmod(path + ".repairing", 0o1600) == 0)
    #expect(try RepairTests.repair(path) != nil)
    #expect(try folder.names == ["log", "log.before-repair"])
    #expect(try mode(of: path) == 0o600)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to somebody else"))
  func `a log that root repairs keeps its owner, and so does the copy`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(try RepairTests.damaged().bytes, at: path)
    try #require(chown(path, 4321, 4321) == 0)
    let done = try #require(try RepairTests.repair(path))
    for file in [path, done.original] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.ownerAccountID] as? Int == 4321)
      #expect(attributes[.groupOwnerAccountID] as? Int == 4321)
    }
  }

  /// Checks that `folder` contains the old or the new log, and in the latter case a copy of the old one.
  ///
  /// - Returns: Whether it contains the new log.
  static func judge(_ folder: TemporaryFolder, _ comment: Comment) throws -> Bool {
    let (bytes, repaired) = try damaged()
    let log = try TestSupport.bytes(at: folder.file("log"))
    #expect(log == bytes || log == repaired, comment)
    guard log == repaired else { return false }
    let kept = try TestSupport.bytes(at: folder.file("log.before-repair"))
    #expect(kept == bytes, comment)
    return true
  }

  /// Returns the number of calls of a repair without faults.
  static func callCount() throws -> Int {
    let folder = TemporaryFolder()
    try put(try damaged().bytes, at: folder.file("log"))
    let faults = Faults()
    try repair(folder.file("log"), faults.system)
    return faults.calls.count
  }

  @Test(arguments: [EIO, ENOSPC, EACCES, EINTR], [false, true])
  func `any system call may fail, once or permanently`(_ code: Int32, _ isForEver: Bool) throws {
    let count = try RepairTests.callCount()
    #expect(count >= 15)
    // An endless interruption would block the repair.
    if isForEver, code == EINTR { return }
    var outcomes: Set<Bool> = []
    for failing in 0..<count {
      let folder = TemporaryFolder()
      let path = folder.file("log")
      try put(try RepairTests.damaged().bytes, at: path)
      let faults = Faults { _, earlier in
        earlier == failing || isForEver && earlier > failing ? .fails(code) : nil
      }
      let comment: Comment = "call \(failing) of \(count) fails with \(code)"
      var isDone = false
      do { isDone = try RepairTests.repair(path, faults.system) != nil } catch {
        let error = try #require(error as? LogError, comment)
        #expect([.system, .durabilityUnknown].contains(error.kind), comment)
        if error.kind == .system {
          #expect(try TestSupport.bytes(at: path) == RepairTests.damaged().bytes, comment)
          // If every call fails, the created files cannot be removed.
          if !isForEver { #expect(try folder.names == ["log"], comment) }
        }
      }
      outcomes.insert(try RepairTests.judge(folder, comment))
      // On a system without faults the repair then succeeds, and nothing acknowledged is lost.
      if !isDone { _ = try RepairTests.repair(path) }
      try append([Draft(like(9))], to: path)
      #expect(try shown(Log(path: path)) == [1, 2, 4, 5, 6, 7, 8], comment)
    }
    #expect(outcomes == [false, true])
  }

  @Test(arguments: [1, 7, 300])
  func `short writes are completed`(_ length: Int) throws {
    let folder = TemporaryFolder()
    try put(try RepairTests.damaged().bytes, at: folder.file("log"))
    let faults = Faults { call, _ in call.isWrite ? .shortened(to: length) : nil }
    #expect(try RepairTests.repair(folder.file("log"), faults.system) != nil)
    #expect(try RepairTests.judge(folder, "writes of \(length)"))
    #expect(faults.calls.count { $0.isWrite } > 3)
  }

  /// The test covers a process that dies before its n-th call, for every n.
  @Test func `a crash leaves the old log or the new one, and the next repair completes it`() throws
  {
    let folder = TemporaryFolder()
    try put(try RepairTests.damaged().bytes, at: folder.file("log"))
    let states = Monitor<[TemporaryFolder]>([])
    let faults = Faults { _, _ in
      do {
        let state = TemporaryFolder()
        for name in try folder.names {
          try FileManager.default.copyItem(atPath: folder.file(name), toPath: state.file(name))
        }
        states.alone { $0.append(state) }
      } catch { Issue.record(error) }
      return nil
    }
    try RepairTests.repair(folder.file("log"), faults.system)
    let left = states.alone { $0 }
    #expect(left.count == faults.calls.count)
    #expect(try Set(left.map { try $0.names.count }) == [1, 2, 3])
    var outcomes: Set<Bool> = []
    for (index, state) in left.enumerated() {
      outcomes.insert(try RepairTests.judge(state, "before call \(index)"))
      _ = try RepairTests.repair(state.file("log"))
      #expect(try shown(Log(path: state.file("log"))) == [1, 2, 4, 5, 6, 7], "\(index)")
      #expect(try !state.names.contains("log.repairing"))
    }
    #expect(outcomes == [false, true])
  }

  @Test func `the copy and the new log are synced before the renaming, and the folder after it`()
    throws
  {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(try RepairTests.damaged().bytes, at: path)
    let faults = Faults()
    try RepairTests.repair(path, faults.system)
    let calls = faults.calls.filter {
      switch $0 {
      case .stat, .map, .unmap, .read, .resolve, .close, .unlock, .remove, .list: false
      default: true
      }
    }
    let place = try System().realPath(path)
    let copy = calls.firstIndex(of: .open(path: place + ".before-repair")) ?? 0
    let kinds = calls[copy...].map { $0.isWrite ? "write" : "\($0)" }
    let parent = System.Call.open(path: System.folder(of: place))
    #expect(
      kinds == [
        "\(System.Call.open(path: place + ".before-repair"))", "write", "sync",
        "\(System.Call.open(path: place + ".repairing"))", "write", "write", "sync",
        "\(parent)", "sync", "flock", "\(System.Call.rename(to: place))", "own", "\(parent)",
        "sync",
      ])
    #expect(calls[copy - 1] == .sync)
  }

  @Test func `a log that took the name meanwhile is not overwritten by a repair`() throws {
    let folder = TemporaryFolder()
    let (path, aside) = (folder.file("log"), folder.file("aside"))
    let damaged = try RepairTests.damaged().bytes
    try put(damaged, at: path)
    let plan = RepairPlan(try Log(path: path))
    let other = Array(try lines(inBatches: [3]).joined())
    let locks = Counter()
    let faults = Faults { call, _ in
      // The second lock is on the repaired log, which is about to be renamed.
      guard call == .flock, locks.next() == 2 else { return nil }
      #expect(throws: Never.self) {
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        try put(other, at: path)
      }
      return nil
    }
    let error = failure { try Appender(path: path, system: faults.system).repair(plan) }
    #expect(error?.kind == .conflict)
    #expect(try bytes(at: path) == other)
    #expect(try bytes(at: aside) == damaged)
    #expect(try folder.names == ["aside", "log"])
  }

  @Test func `nobody appends to the new log before its name is durable`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(try RepairTests.damaged().bytes, at: path)
    let seen = Monitor<[LogError.Kind?]>([])
    let renamed = Monitor(false)
    let faults = Faults { call, _ in
      if case .rename = call { renamed.alone { $0 = true } }
      // This is the sync of the folder after the rename.
      guard call == .sync, renamed.alone({ $0 }) else { return nil }
      let error = failure { try append([Draft(like(9))], to: path, patience: 0) }
      seen.alone { $0.append(error?.kind) }
      return nil
    }
    try RepairTests.repair(path, faults.system)
    #expect(seen.alone { $0 } == [.system])
    try append([Draft(like(9))], to: path)
  }
}
