import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests that an id is looked up by the checkpoint, or searched in the log if that fails.
@Suite struct LogEndTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("log") }
  var checkpoint: String { Checkpoint.path(of: path) }

  /// Returns the draft of the like at `seq` in `lines(inBatches:)`.
  private func draft(_ seq: Int) -> Draft {
    Draft(
      id: Samples.id(seq), at: Samples.start.adding(seconds: Int64(seq)), user: "ann", like(seq))
  }

  /// Creates a log of 40 likes, with the first 30 in a checkpoint.
  private func make() throws {
    let all = try lines(inBatches: Array(repeating: 1, count: 40))
    try put(all[..<30].flatMap { $0 }, at: path)
    try writeCheckpoint()
    try put(all.flatMap { $0 }, at: path)
  }

  @Test func `after an unreadable line, all lines are checked, and the append is refused`()
    throws
  {
    var all = try lines(inBatches: [1, 1, 1])
    all[0][0] = UInt8(ascii: "x")
    let log = Log(Array(all.joined()), name: "log")
    let error = failure { _ = try DryRun(of: log) }
    #expect(error?.kind == .damaged && error?.line == 1)
  }

  private func writeCheckpoint(isNew: Bool = false) throws {
    _ = try Appender(path: path).writeCheckpoint(isNew: isNew) { $0.keep("all", [1]) }
  }

  private func expectKnown(_ appender: Appender) throws {
    let done = try append([draft(7), draft(35), draft(41), draft(30)], with: appender)
    #expect(done.acknowledgements.map(\.event.seq) == [7, 35, 41, 30])
    #expect(done.acknowledgements.map(\.isDuplicate) == [true, true, false, true])
  }

  @Test func `an event that claims a position after the end is damage, and is not acknowledged`()
    throws
  {
    try make()
    let log = try bytes(at: path)
    let old = Array(#"{"seq":17,"#.utf8)
    let place = try #require(log.indices.first { log[$0...].starts(with: old) })
    var changed = log
    changed[place + 7] = UInt8(ascii: "9")
    // The bytes are changed in place, so that the checkpoint still belongs to the log.
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: UInt64(place + 7))
    try file.write(contentsOf: Array("9".utf8))
    try file.close()
    #expect(try bytes(at: path) == changed)
    #expect(try Log(path: path).checkpoint != nil)
    for drafts in [[draft(17)], [draft(99), draft(17)], [draft(17), draft(99)]] {
      let error = failure { try append(drafts, to: path) }
      #expect(error?.kind == .damaged)
      #expect(error?.line == 17)
    }
    #expect(try bytes(at: path) == changed)
  }

  @Test func `if the index is missing, all lines are checked`() throws {
    try make()
    for name in try FileManager.default.contentsOfDirectory(atPath: checkpoint)
    where name.hasSuffix(".part") {
      try FileManager.default.removeItem(atPath: checkpoint + "/" + name)
    }
    #expect(try Log(path: path).checkpoint != nil)
    try expectKnown(try Appender(path: path))
    // An unknown id is new.
    let done = try append([draft(99)], to: path)
    #expect(done.acknowledgements.map(\.event.seq) == [42])
  }

  @Test func `if the checkpoint cannot be read again, all lines are checked`() throws {
    try make()
    let isGone = Monitor(false)
    let faults = Faults { call, _ in
      guard case .open(let path) = call, path.hasSuffix("/manifest") else { return nil }
      return isGone.alone { $0 } ? .fails(EIO) : nil
    }
    let appender = try Appender(path: path, system: faults.system)
    #expect(try append([draft(3)], with: appender).acknowledgements.map(\.event.seq) == [3])
    #expect(appender.lastLook?.checkpoint != nil)
    isGone.alone { $0 = true }
    #expect(try appender.writeCheckpoint(isNew: true) { $0.keep("all", [1]) } != nil)
    #expect(appender.lastLook?.checkpoint == nil)
    try expectKnown(appender)
  }

  @Test func `if an earlier checkpoint replaces the checkpoint, all ids are still known`() throws {
    let all = try lines(inBatches: Array(repeating: 1, count: 40))
    try put(all[..<20].flatMap { $0 }, at: path)
    try writeCheckpoint()
    try FileManager.default.copyItem(atPath: checkpoint, toPath: folder.file("earlier"))
    try put(all.flatMap { $0 }, at: path)
    try writeCheckpoint()
    let appender = try Appender(path: path)
    try append([draft(3)], with: appender)
    try FileManager.default.removeItem(atPath: checkpoint)
    try FileManager.default.copyItem(atPath: folder.file("earlier"), toPath: checkpoint)
    // The appender looks at the log again, because another one appended.
    try append([draft(41)], to: path)
    let done = try append([draft(30), draft(7), draft(42)], with: appender)
    #expect(appender.lastLook?.checkpoint?.position.seq == 20)
    #expect(done.acknowledgements.map(\.event.seq) == [30, 7, 42])
    #expect(done.acknowledgements.map(\.isDuplicate) == [true, true, false])
  }

  @Test func `ids that another appender wrote are known after batches without ids`() throws {
    let appender = try Appender(path: path)
    try append([draft(1)], with: appender)
    try append([draft(1)], with: appender)
    try append([draft(2)], to: path)
    // Without a seed, no id is looked up for this batch.
    let unseeded = DraftDefaults(now: Samples.start)
    try append([Draft(like(3))], with: appender, by: unseeded)
    let done = try append([draft(2), draft(1), draft(4)], with: appender)
    #expect(done.acknowledgements.map(\.event.seq) == [2, 1, 4])
    #expect(done.acknowledgements.map(\.isDuplicate) == [true, true, false])
  }

  @Test func `ids with the same hash are distinguished by their lines`() throws {
    try make()
    // All ids that begin like the key have the hash 0.
    let key = try #require(Log(path: path).checkpoint).manifest.key
    let (one, other) = (EventID(high: key, low: 1), EventID(high: key, low: 2))
    #expect(LineIndex.hash(one, key: key) == LineIndex.hash(other, key: key))
    try append([Draft(id: one, at: Samples.start, like(1))], to: path)
    try writeCheckpoint()
    let done = try append([other, one].map { Draft(id: $0, at: Samples.start, like(1)) }, to: path)
    #expect(done.acknowledgements.map(\.event.id) == [other, one])
    #expect(done.acknowledgements.map(\.isDuplicate) == [false, true])
  }

  @Test func `a line that moved within the checkpoint is damage, and the other lines are known`()
    throws
  {
    try make()
    var bytes = try bytes(at: path)
    let text = String(decoding: bytes, as: UTF8.self)
    // Line 4 loses a byte and line 5 gains one, so that all other bytes keep their offsets.
    let moved = text.replacing("post-4\"", with: "post-\"").replacing("post-5\"", with: "post-55\"")
    try #require(moved.utf8.count == text.utf8.count)
    bytes = Array(moved.utf8)
    try put(bytes, at: path)
    chmod(path, 0o600)
    try #require(Log(path: path).checkpoint != nil)
    let error = failure { try append([draft(5)], to: path) }
    #expect(error?.kind == .damaged)
    #expect(try TestSupport.bytes(at: path) == bytes)
    let done = try append([draft(8)], to: path)
    #expect(done.acknowledgements.map(\.isDuplicate) == [true])
  }

  @Test func `an id that changed places with another is found in its new place`() throws {
    try put(linesWithoutSums([1, 2, 3]), at: path)
    let appender = try Appender(path: path)
    let one = Draft(id: Samples.id(1), at: Samples.start, like(7))
    #expect(try append([one], with: appender).acknowledgements.map(\.event.seq) == [1])
    // Written in place: the file keeps its inode.
    let file = try System().open(path, for: .appending)
    try System().truncate(file, to: 0)
    _ = try System().write(linesWithoutSums([2, 1, 3, 4])[...], to: file)
    let again = try append([one], with: appender)
    #expect(again.acknowledgements.map(\.event.seq) == [2])
    #expect(again.acknowledgements.map(\.isDuplicate) == [true])
  }

  @Test func `an appender knows how much it read to look up ids`() throws {
    let appender = try Appender(path: path, system: Faults.unsynced)
    #expect(!appender.hasReadLog && appender.lastLook == nil)
    let text = String(repeating: "x", count: 9_000)
    let edits = (0..<500).map { number in
      Draft(PostEdited(post: Name("p\(number)"), title: nil, description: text).body)
    }
    try append(edits, with: appender)
    #expect(!appender.hasReadLog)
    try append([draft(1)], with: appender)
    #expect(appender.hasReadLog)
  }

  @Test func `an appender reports the progress of a pass over its log`() throws {
    try put(Array(lines(inBatches: Array(repeating: 1, count: 2_500)).joined()), at: path)
    let appender = try Appender(path: path)
    let seen = Monitor<[[Int]]>([])
    appender.onProgress = { done, total in seen.alone { $0.append([done, total]) } }
    try append([draft(2_501)], with: appender)
    let log = try #require(appender.lastLook)
    seen.alone { $0 = [] }
    #expect(RepairPlan(log).isHealthy)
    let calls = seen.alone { $0 }
    #expect(calls.count >= 2)
    #expect(calls.map(\.[0]) == calls.map(\.[0]).sorted())
    #expect(calls.allSatisfy { $0[0] > 0 && $0[0] < $0[1] })
  }
}
