import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of failing disks: a typed error, never a false acknowledgement, and a valid log afterwards.
@Suite struct FaultTests {
  /// The content of the log before the failing append.
  enum Before: CaseIterable, Sendable {
    case nothing, events, tornEnd, lackingNewline

    func content() throws -> [UInt8]? {
      let lines = try lines(inBatches: [1, 2])
      switch self {
      case .nothing: return nil
      case .events: return lines.flatMap { $0 }
      case .tornEnd: return lines.flatMap { $0 } + lines[0].prefix(40)
      case .lackingNewline: return Array(lines.joined().dropLast())
      }
    }

    var count: Int { self == .nothing ? 0 : 3 }
  }

  static let drafts = (11...13).map { Draft(id: Samples.id($0), at: Samples.start, like($0)) }

  /// An error that describes a wrong result of a failing disk.
  struct Wrong: Error { let words: String }

  /// Appends with `faults`, checks the result, and appends again on a system without faults.
  static func run(_ before: Before, _ faults: Faults) throws {
    let folder = TemporaryFolder(inMemory: true)
    let path = folder.file("log")
    let content = try before.content()
    if let content { try put(content, at: path) }
    let result = Result { try append(drafts, to: path, system: faults.system, patience: 1) }
    let isThere = FileManager.default.fileExists(atPath: path)
    let present = isThere ? try shown(Log(path: path)) : []
    let whole = Array(1..<before.count + 4)
    switch result {
    case .success(let done):
      try expect(done.acknowledgements.map(\.isDuplicate) == [false, false, false], "duplicates")
      try expect(present == whole, "a false acknowledgement")
    case .failure(let error):
      // The append is complete or absent, and everything acknowledged before is present.
      let kind = (error as? LogError)?.kind
      try expect(kind == .system || kind == .durabilityUnknown, "the kind of the error")
      try expect([before.count, before.count + 3].contains(present.count), "a part of a batch")
    }
    if isThere { try expect(!Verification(Log(path: path)).isDamaged, "verify calls it damaged") }
    let retried = try append(drafts, to: path)
    try expect(
      retried.acknowledgements.map(\.event.seq) == Array(whole.suffix(3)), "the next append")
    try expect(try shown(Log(path: path)) == whole, "the log after the next append")
    guard before == .tornEnd, let content else { return }
    let torn = content[(try lines(inBatches: [1, 2]).joined().count)...]
    let kept = try folder.names.filter { $0.hasPrefix("log.torn-") }
      .map { try bytes(at: folder.file($0)) }
    try expect(kept.contains(Array(torn)), "the torn bytes are lost")
  }

  private static func expect(_ condition: Bool, _ words: String) throws {
    guard condition else { throw Wrong(words: words) }
  }

  /// Returns the number of calls of an append without faults.
  static func callCount(_ before: Before) throws -> Int {
    let faults = Faults()
    try run(before, faults)
    return faults.calls.count
  }

  @Test(arguments: Before.allCases, [1, 7, 100, 1000])
  func `a short write is completed`(_ before: Before, _ length: Int) throws {
    let faults = Faults { call, _ in call.isWrite ? .shortened(to: length) : nil }
    try FaultTests.run(before, faults)
    #expect(faults.calls.contains { $0.isWrite })
  }

  @Test(arguments: Before.allCases, [ENOSPC, EFBIG, EDQUOT, EIO])
  func `a short write that cannot be completed is removed, and may be retried`(
    _ before: Before, _ code: Int32
  ) throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    if let content = try before.content() { try put(content, at: path) }
    let writes = Counter()
    let faults = Faults { call, _ in
      // Setting the torn end aside writes less than 100 bytes.
      guard case .write(let count) = call, count > 100 else { return nil }
      return writes.next() == 1 ? .shortened(to: 99) : .fails(code)
    }
    let error = failure { try append(FaultTests.drafts, to: path, system: faults.system) }
    #expect(error?.kind == .system)
    #expect(error?.message.hasPrefix("cannot append; the log is unchanged: ") == true)
    let help = [EFBIG: "ulimit -f", EIO: "the disk may be failing"][code]
    #expect(
      error?.help?.description.contains(
        help ?? "free up disk space, then send the same events again")
        == true)
    let sound = try lines(inBatches: [1, 2]).joined()
    #expect(try bytes(at: path) == (before == .nothing ? [] : Array(sound)))
    try append(FaultTests.drafts, to: path)
    #expect(try shown(Log(path: path)).count == before.count + 3)
  }

  @Test func `after a failed write nothing is written under the same lock`() throws {
    let folder = TemporaryFolder()
    let count = Counter()
    let faults = Faults { call, _ in call.isWrite && count.next() == 1 ? .fails(EIO) : nil }
    let appender = try Appender(path: folder.file("log"), system: faults.system)
    let errors = try appender.locked { log in
      let defaults = draftDefaults()
      var errors: [String] = []
      for draft in FaultTests.drafts {
        do throws(LogError) { _ = try log.append([draft], defaults: defaults) } catch {
          errors.append(error.message)
        }
      }
      return errors
    }
    let refused = "cannot append after a failed write under the same lock"
    #expect(errors.count == 3)
    #expect(errors.dropFirst() == [refused, refused])
    try append(FaultTests.drafts, with: appender)
    #expect(try shown(Log(path: appender.path)) == [1, 2, 3])
  }

  @Test(arguments: [EIO, ENOSPC, EINTR])
  func `a failed sync is final: the bytes are removed, and no second sync is tried`(_ code: Int32)
    throws
  {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let content = try #require(try Before.events.content())
    try put(content, at: path)
    // The first sync is for the existing content, the second one for the batch.
    let faults = Faults { call, _ in nil }
    _ = try Appender(path: path, system: faults.system).locked { log in try shown(log.log) }
    let looked = faults.calls.filter { $0 == .sync }.count
    #expect(looked == 1)

    let failing = FailingSync(second: code)
    let appender = try Appender(path: path, system: failing.faults.system)
    let error = failure { try append(FaultTests.drafts, with: appender) }
    #expect(error?.kind == .durabilityUnknown && error?.code == .durabilityUnknown)
    #expect(
      error?.message.hasPrefix("cannot write the events to disk: ") == true
        && error?.message.hasSuffix("; nothing is acknowledged") == true)
    #expect(try bytes(at: path) == content)
    let behind = failing.faults.calls.split { $0.isWrite }.last ?? []
    #expect(Array(behind) == [.sync, .truncate(to: content.count), .unlock])
    // The same appender looks at the log again, and syncs the rest before it relies on it.
    let done = try append(FaultTests.drafts, with: appender)
    #expect(done.acknowledgements.map(\.event.seq) == [4, 5, 6])
    let after = failing.faults.calls.dropFirst(
      failing.faults.calls.firstIndex(
        of: .truncate(to: content.count)
      ).map { $0 + 1 } ?? 0)
    let sync = try #require(after.firstIndex(of: .sync))
    // The first mapping finds the start of the last batch; the second one is the basis of the append.
    let map = try #require(after.lastIndex(of: .map))
    #expect(sync + 1 < map && after[sync + 1].isDropCache)
  }

  @Test func `nothing is appended to bytes that cannot be synced at opening`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let content = try #require(try Before.events.content())
    try put(content, at: path)
    let faults = Faults { call, _ in call == .sync ? .fails(EIO) : nil }
    let error = failure { try append(FaultTests.drafts, to: path, system: faults.system) }
    #expect(error?.kind == .durabilityUnknown)
    #expect(faults.calls.filter { $0 == .sync }.count == 1)
    #expect(!faults.calls.contains { $0.isWrite })
    #expect(try bytes(at: path) == content)
  }

  @Test
  func `the whole last batch, however long, and the bytes before it are dropped from the cache`()
    throws
  {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let note = String(repeating: "x", count: 9_000)
    let sets = (1...200).map { _ in
      Draft(
        user: "ann",
        SetLogged(session: "s", exercise: "e", reps: 1, weight: nil, note: note).body)
    }
    try append([Draft(like(1))], to: path)
    let start = try bytes(at: path).count
    try append(sets, to: path)
    #expect(try bytes(at: path).count - start > Log.longestLine)
    let faults = Faults { _, _ in nil }
    try append([Draft(like(2))], to: path, system: faults.system)
    // A copy of a log writes several batches at once.
    #expect(faults.calls.filter(\.isDropCache) == [.dropCache(from: 0)])
  }

  @Test func `durability is unknown if a failed write cannot be removed`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let content = try #require(try Before.events.content())
    try put(content, at: path)
    let writes = Counter()
    let faults = Faults { call, _ in
      if call.isTruncate { return .fails(EIO) }
      guard call.isWrite else { return nil }
      return writes.next() == 1 ? .shortened(to: 99) : .fails(ENOSPC)
    }
    let error = failure { try append(FaultTests.drafts, to: path, system: faults.system) }
    #expect(error?.kind == .durabilityUnknown)
    #expect(try shown(Log(path: path)) == [1, 2, 3])
    let done = try append(FaultTests.drafts, to: path)
    #expect(done.setAside == Appended.SetAside(path: path + ".torn-\(content.count)", count: 99))
  }

  @Test func `a log whose torn end was set aside can be read even if the write failed`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let content = try #require(try Before.events.content())
    try put(content + [UInt8](repeating: 0x78, count: 3 << 20), at: path)
    let count = Counter()
    // The first write contains the torn bytes.
    let faults = Faults { call, _ in call.isWrite && count.next() == 2 ? .fails(EIO) : nil }
    let appender = try Appender(path: path, system: faults.system)
    let seqs = try appender.locked { log in
      let defaults = draftDefaults()
      #expect(throws: LogError.self) { try log.append(FaultTests.drafts, defaults: defaults) }
      return try shown(log.log)
    }
    #expect(seqs == [1, 2, 3])
    #expect(try bytes(at: path) == content)
  }

  @Test func `a torn end that cannot be set aside leaves no copy, even after repeated attempts`()
    throws
  {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let left = Array(try lines(inBatches: [1, 1]).joined()) + Array("{\"seq\":3".utf8)
    try put(left, at: path)
    // The syncs of the log, of the copy, and of its folder.
    for number in 2...3 {
      let count = Counter()
      let faults = Faults { call, _ in call == .sync && count.next() == number ? .fails(EIO) : nil }
      let error = failure { try append([Draft(like(3))], to: path, system: faults.system) }
      #expect(error?.kind == .system && error?.help != nil)
      #expect(error?.file.hasPrefix(path) == true)
      #expect(try folder.names == ["log"] && bytes(at: path) == left)
    }
  }

  @Test func `the end of a log is not mapped while its cache is dropped`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let mapped = Mapped()
    let faults = Faults { call, _ in
      if call.isDropCache { mapped.note() }
      return nil
    }
    let appender = try Appender(path: path, system: faults.system)
    try append([Draft(id: Samples.id(1), like(1))], with: appender)
    mapped.memory = appender.logEnd?.log.memory
    try append([Draft(like(2))], to: path)
    try append([Draft(id: Samples.id(1), like(1))], with: appender)
    #expect(mapped.seen == [false])
  }

  @Test func `these tests detect a forgotten write`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let faults = Faults { call, _ in call.isWrite ? .forgotten : nil }
    _ = failure { try append(FaultTests.drafts, to: path, system: faults.system) }
    #expect(try shown(Log(path: path)) == [])
  }

  @Test(arguments: [EIO, EACCES])
  func `an error says that the log cannot be read`(_ code: Int32) throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(try #require(try Before.events.content()), at: path)
    for kind in [System.Call.open(path: path), .stat, .map] {
      let faults = Faults { call, _ in call == kind ? .fails(code) : nil }
      let error = failure { try Log(path: path, system: faults.system) }
      #expect(error?.kind == .system)
      #expect(error?.file == path)
      #expect(error?.message.hasPrefix("cannot read the log: ") == true)
    }
  }
}

/// Faults that fail the second sync, which is for the first batch.
private struct FailingSync {
  let faults: Faults

  init(second code: Int32) {
    let count = Counter()
    faults = Faults { call, _ in call == .sync && count.next() == 2 ? .fails(code) : nil }
  }
}

/// A record of whether a mapping exists at certain times; used by one thread only.
private final class Mapped: @unchecked Sendable {
  weak var memory: Memory?
  var seen: [Bool] = []

  func note() { seen.append(memory != nil) }
}

extension System.Call {
  fileprivate var isDropCache: Bool {
    if case .dropCache = self { true } else { false }
  }
}
