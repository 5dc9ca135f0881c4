import Foundation
import Testing

@testable import Events
@testable import TestSupport

/// Tests of a log that is followed as it grows; an endless wait fails by the time limit.
@Suite(.hangLimit) struct FollowedLogTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("log") }

  private func write(_ lines: [[UInt8]]) throws { try put(lines.flatMap { $0 }, at: path) }

  /// Writes bytes at the end of the file, like another program.
  private static func grow(_ path: String, by bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  /// Returns the change of the next part, and the `seq` of each of its lines.
  private func next(_ followed: FollowedLog) throws -> (FollowedLog.Change, [Int]) {
    let part = try #require(try followed.next())
    var (lines, shown) = (part.lines(), [Int]())
    while let line = try lines.next() {
      shown.append(line.seq)
      _ = try lines.event()
    }
    return (part.change, shown)
  }

  @Test func `existing lines come first, then appended ones`() throws {
    let all = try lines(inBatches: [2, 3, 1])
    try write(Array(all[..<2]))
    let followed = FollowedLog(path: path)
    #expect(try next(followed) == (.appended, [1, 2]))
    try write(Array(all[..<5]))
    #expect(try next(followed) == (.appended, [3, 4, 5]))
    try write(all)
    #expect(try next(followed) == (.appended, [6]))
  }

  @Test func `an append ends a wait`() throws {
    try append([Draft(user: "ann", like(1))], to: path)
    let followed = FollowedLog(path: path)
    #expect(try next(followed) == (.appended, [1]))
    let writer = Thread { [path] in _ = try? append([Draft(user: "ann", like(2))], to: path) }
    writer.start()
    #expect(try next(followed) == (.appended, [2]))
  }

  @Test func `a batch is shown when all of it has arrived`() throws {
    let all = try lines(inBatches: [1, 3])
    try write(Array(all[..<1]))
    let followed = FollowedLog(path: path)
    #expect(try next(followed) == (.appended, [1]))
    let rest = all[1...].flatMap { $0 }
    try Self.grow(path, by: Array(rest.dropLast(5)))
    let writer = Thread { [path] in
      Thread.sleep(forTimeInterval: 0.15)
      try? Self.grow(path, by: Array(rest.suffix(5)))
    }
    writer.start()
    #expect(try next(followed).1 == [2, 3, 4])
  }

  @Test func `no line is shown while an appender holds the lock`() throws {
    try append([Draft(user: "ann", like(1))], to: path)
    let followed = FollowedLog(path: path)
    #expect(try next(followed) == (.appended, [1]))
    let (isWritten, isReleased) = (DispatchSemaphore(value: 0), Monitor(false))
    let writer = Thread { [path] in
      try? Appender(path: path).locked { log in
        _ = try log.append([Draft(user: "ann", like(2))], defaults: draftDefaults(2))
        isWritten.signal()
        Thread.sleep(forTimeInterval: 0.15)
        isReleased.alone { $0 = true }
      }
    }
    writer.start()
    isWritten.wait()
    #expect(try next(followed) == (.appended, [2]))
    #expect(isReleased.alone { $0 })
  }

  @Test func `events that wait to be synced end a wait, and so does a sync that moves them`() throws
  {
    let club = folder.file("club")
    try append([Draft(id: Samples.id(1), at: Samples.start, user: "ann", like(1))], to: club)
    func sync() throws {
      let server = try SyncServer(
        path: club, judge: CapJudge(), defaults: draftDefaults(), mayRestore: false,
        system: System(), words: \.description)
      var client = try SyncClient(path: path, now: Samples.start, system: System())
      _ = try client.sync(over: LocalChannel(to: server))
    }
    func record(_ number: Int) throws -> EventID {
      let draft = Draft(id: Samples.id(number), at: Samples.start, user: "ann", like(number))
      let appender = try Appender(path: path, writesPending: true, system: System())
      _ = try append([draft], with: appender)
      return Samples.id(number)
    }
    try sync()
    let followed = FollowedLog(path: path, showsPending: true)
    #expect(try next(followed) == (.appended, [1]))
    #expect(try followed.partSoFar().part == nil)
    _ = try record(2)
    let part = try #require(try followed.next())
    #expect(part.isOfPending && part.change == .appended)
    let id = try record(3)
    #expect(try next(followed) == (.appended, [2]))
    #expect(try SyncClient(path: path, now: Samples.start, system: System()).drop(id).count == 1)
    #expect(try followed.next()?.isOfPending == true)
    try sync()
    #expect(try next(followed) == (.appended, [2]))
    #expect(try followed.next()?.isOfPending == true)
    #expect(try followed.partSoFar().part == nil)
    // A log whose waiting events are not asked for shows none.
    _ = try record(4)
    let alone = FollowedLog(path: path)
    #expect(try next(alone) == (.appended, [1, 2]))
    _ = try record(5)
    #expect(try alone.partSoFar().part == nil)
  }

  @Test func `following waits for a log that does not exist yet`() throws {
    let followed = FollowedLog(path: path)
    let first = try #require(try followed.next())
    #expect(first.isMissing && first.change == .appended)
    try write(try lines(inBatches: [2]))
    #expect(try next(followed) == (.appended, [1, 2]))
  }

  @Test func `another file with the same events is followed further`() throws {
    let all = try lines(inBatches: [1, 1, 1, 1])
    try write(Array(all[..<3]))
    let followed = FollowedLog(path: path)
    _ = try next(followed)
    // A repair or an editor leaves another file, here with lines without checksums.
    let bare = all.map { line -> [UInt8] in
      let text = String(decoding: line, as: UTF8.self)
      return Array((text.prefix { $0 != "\n" }.components(separatedBy: ",\"sum\"")[0] + "}\n").utf8)
    }
    try put(bare.flatMap { $0 }, at: folder.file("new"))
    #expect(rename(folder.file("new"), path) == 0)
    #expect(try next(followed) == (.rewritten, [4]))
  }

  @Test func `another log is shown from its first event, even in the same file`() throws {
    try write(try lines(inBatches: [3]))
    let followed = FollowedLog(path: path)
    _ = try next(followed)
    try append([Draft(user: "ben", like(7))], to: folder.file("other"))
    let other = try bytes(at: folder.file("other"))
    try put(other, at: folder.file("new"))
    #expect(rename(folder.file("new"), path) == 0)
    #expect(try next(followed) == (.replaced, [1]))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(try lines(inBatches: [2]).flatMap { $0 }))
    #expect(try next(followed) == (.replaced, [1, 2]))
  }

  @Test func `a log that disappears and returns is followed further`() throws {
    let all = try lines(inBatches: [1, 1])
    try write(Array(all[..<1]))
    let followed = FollowedLog(path: path)
    _ = try next(followed)
    try FileManager.default.removeItem(atPath: path)
    let part = try #require(try followed.next())
    #expect(part.isMissing && part.change == .removed)
    try write(all)
    #expect(try next(followed) == (.rewritten, [2]))
  }

  @Test func `a line without a newline is shown once`() throws {
    let all = try lines(inBatches: [1, 1, 1])
    try write([all[0], Array(all[1].dropLast())])
    let followed = FollowedLog(path: path)
    #expect(try next(followed) == (.appended, [1, 2]))
    // The newline comes with the next event, and the line is still the one that was read last.
    try write(all)
    #expect(try next(followed) == (.appended, [3]))
  }

  @Test func `damage is an error with its place`() throws {
    try write(try lines(inBatches: [2]) + [Array("{\"seq\":3,x}\n".utf8)])
    let error = failure { try FollowedLog(path: path).next() }
    #expect(error?.kind == .damaged && error?.line == 3)
  }

  @Test func `a folder is not a log`() throws {
    let error = failure { try FollowedLog(path: folder.path).next() }
    #expect(error?.kind == .system)
  }

  @Test func `if the kernel reports nothing, the file is checked nevertheless`() throws {
    var system = System()
    system.fault = { $0 == .watch ? .fails(38) : nil }
    let all = try lines(inBatches: [1, 1])
    try write([all[0]])
    let followed = FollowedLog(path: path, system: system)
    #expect(try next(followed) == (.appended, [1]))
    let writer = Thread { [path] in
      Thread.sleep(forTimeInterval: 0.05)
      try? Self.grow(path, by: all[1])
    }
    writer.start()
    #expect(try next(followed).1 == [2])
  }
}
