import Events
import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// Whatever is done to a checkpoint, or to the log under it, every view shows what it shows without.
@Suite struct CheckpointTests {
  private let folder: TemporaryFolder
  private let path: String
  private var file: String { Checkpoint.path(of: path) }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("log")
  }

  /// A synthetic log of some users.
  private static let sample: [UInt8] = {
    var sample = SampleLog(events: 130, users: 3, seed: 12)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    return bytes
  }()

  /// Where the first `count` lines of the sample end.
  private static func end(_ count: Int) -> Int {
    sample.indices.filter { sample[$0] == UInt8(ascii: "\n") }[count - 1] + 1
  }

  private static let views = ["user", "plan", "feed", "history", "pbs", "ids"]

  /// What a command prints, and how it ends.
  @discardableResult
  private func run(_ words: String...) -> String {
    var shell = Shell(output: .collected([]))
    // A checkpoint is of no time.
    let now = words.contains("checkpoint") ? [] : ["--now", "2027-01-01T12:00:00Z"]
    let status = Replog.run(words + ["--log", path] + now, &shell)
    guard case .collected(let bytes) = shell.output else { return "" }
    return String(decoding: bytes, as: UTF8.self) + "? \(status)"
  }

  private func shown(_ options: String...) -> [String] {
    CheckpointTests.views.map { view in
      var shell = Shell(output: .collected([]))
      let status = Replog.run([view, "--json", "--log", path] + options, &shell)
      guard case .collected(let bytes) = shell.output else { return "" }
      return String(decoding: bytes, as: UTF8.self) + "? \(status)"
    }
  }

  /// Puts the first `count` lines there, with a checkpoint.
  private func keep(_ count: Int = 120) throws {
    try put(Array(CheckpointTests.sample[..<CheckpointTests.end(count)]), at: path)
    _ = try Appender(path: path, usesCheckpoint: false).writeCheckpoint()
  }

  private func expectSame(_ comment: Comment) {
    #expect(shown() == shown("--no-checkpoint"), comment)
  }

  @Test func `with one, without one, and when it is gone`() throws {
    try keep()
    let before = shown("--no-checkpoint")
    #expect(before.allSatisfy { $0.hasSuffix("? done") && $0.count > 20 })
    #expect(try Log(path: path).checkpoint != nil)
    #expect(shown() == before)
    for user in ["ann", "ben", "nobody"] {
      #expect(shown("--user", user) == shown("--user", user, "--no-checkpoint"))
    }
    for view in ["history", "pbs"] {
      #expect(run(view, "--all-users") == run(view, "--all-users", "--no-checkpoint"))
    }
    try FileManager.default.removeItem(atPath: file)
    #expect(shown() == before)
    #expect(try folder.names == ["log"])
  }

  @Test(arguments: ["no sums", "a gap"])
  func `a log whose last sum does not stand for all of it has none`(_ kind: String) throws {
    let lines = CheckpointTests.sample.split(separator: UInt8(ascii: "\n")).map(Array.init)
    var kept = Array(lines[..<60])
    if kind == "a gap" {
      kept.remove(at: 20)
    } else {
      kept[20] = Array(kept[20].dropLast(26)) + [UInt8(ascii: "}")]
    }
    try put(Array(kept.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")], at: path)
    for options in [["--dry-run"], []] {
      var shell = Shell(output: .collected([]))
      #expect(Replog.run(["checkpoint", "--log", path] + options, &shell) == .refused)
    }
    #expect(try folder.names == ["log"])
  }

  @Test func `one that others may write is not believed`() throws {
    try keep()
    #expect(try Log(path: path).checkpoint != nil)
    #expect(chmod(file, 0o620) == 0)
    #expect(try Log(path: path).checkpoint == nil)
  }

  @Test func `a batch that was changed is not built on, though a checkpoint stands behind it`()
    throws
  {
    try put(
      Array(CheckpointTests.sample.split(separator: UInt8(ascii: "\n"))[0]) + [0x0A], at: path)
    let appender = try Appender(path: path)
    _ = try appender.locked { log in
      try log.append(
        (0..<10).map { _ in
          Draft(
            user: "ann",
            .sessions(
              .setLogged(
                SetLogged(
                  session: "s", exercise: "squat", reps: 5, weight: nil))))
        },
        supplying: Supply(now: Timestamp(milliseconds: 0)))
    }
    _ = try appender.writeCheckpoint()
    var bytes = try bytes(at: path)
    let place = try #require(
      String(decoding: bytes, as: UTF8.self).range(of: "squat").map { text in
        String(decoding: bytes, as: UTF8.self).utf8.distance(
          from: String(decoding: bytes, as: UTF8.self).startIndex, to: text.lowerBound)
      })
    bytes[place] = UInt8(ascii: "S")
    try put(bytes, at: path)
    #expect(throws: LogError.self) {
      try Appender(path: path).locked { log in
        try log.append(
          [Draft(user: "ann", .sessions(.sessionEnded(SessionEnded(session: "s"))))],
          supplying: Supply(now: Timestamp(milliseconds: 0)))
      }
    }
  }

  @Test func `truncated at 100 random lengths`() throws {
    try keep()
    let (whole, before) = (try bytes(at: file), shown("--no-checkpoint"))
    var chance = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let length = Int.random(in: 0..<whole.count, using: &chance)
      try put(Array(whole[..<length]), at: file)
      #expect(shown() == before, "\(length) bytes")
    }
  }

  @Test func `with 1,000 random bits flipped`() throws {
    try keep()
    let (whole, before) = (try bytes(at: file), shown("--no-checkpoint"))
    var chance = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      var flipped = whole
      let place = Int.random(in: 0..<whole.count, using: &chance)
      flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      try put(flipped, at: file)
      #expect(shown() == before, "byte \(place)")
    }
  }

  @Test func `the log replaced, shortened, edited or grown under it`() throws {
    try keep()
    let sample = CheckpointTests.sample
    var other = SampleLog(events: 130, users: 3, seed: 11)
    var replaced: [UInt8] = []
    while other.next(into: &replaced) {}
    try put(replaced, at: path)
    expectSame("replaced")
    for count in [1, 60, 119, 121, 130] {
      try put(Array(sample[..<CheckpointTests.end(count)]), at: path)
      expectSame("\(count) lines")
    }
    for cut in [1, 50, 150] {
      try put(Array(sample[..<(CheckpointTests.end(120) - cut)]), at: path)
      expectSame("cut by \(cut)")
      try put(Array(sample[..<(CheckpointTests.end(121) - cut)]), at: path)
      expectSame("the tail cut by \(cut)")
    }
    // Without the first line, by somebody who lets replog make the rest of it a log again.
    let rest = folder.file("rest")
    try put(Array(sample[CheckpointTests.end(1)...]), at: rest)
    let drafts = try sample[CheckpointTests.end(1)...].split(separator: UInt8(ascii: "\n"))
      .map { try Bytes.of(Array($0)) { try Draft(line: $0) } }
    try FileManager.default.removeItem(atPath: path)
    _ = try Appender(path: path, usesCheckpoint: false).locked { log in
      try log.append(drafts, supplying: Supply(now: moment("2027-01-01T12:00:00Z")))
    }
    expectSame("edited")
  }

  @Test func `a tail that is damaged is named with and without`() throws {
    try keep()
    var damaged = CheckpointTests.sample
    damaged[CheckpointTests.end(125) - 30] ^= 1
    try put(damaged, at: path)
    expectSame("damaged")
    #expect(run("pbs").hasSuffix("? damagedLog"))
  }

  @Test func `a batch that a crash cut short behind it`() throws {
    try keep()
    let drafts = (0..<5).map { Draft(user: "ann", .logged("s", "squat", $0 + 1, Weight(500))) }
    _ = try Appender(path: path).locked { log in
      try log.append(drafts, supplying: Supply(now: moment("2027-01-01T12:00:00Z"), seed: 1))
    }
    let whole = try bytes(at: path)
    for cut in stride(from: CheckpointTests.end(120), through: whole.count, by: 97) {
      try put(Array(whole[..<cut]), at: path)
      expectSame("cut at \(cut)")
    }
  }

  @Test func `facts behind it that concern what is before it`() throws {
    try keep(130)
    let commands = [
      ["sign-in", "--provider", "google", "--subject", "77", "--email", "zoe@example.com"],
      ["sign-out"], ["sign-out"], ["sign-out"],
      ["sign-in", "--provider", "google", "--subject", "78", "--email", "ann@example.org"],
      ["session", "start"], ["set", "log", "squat", "5x100kg", "--new"],
      ["set", "revise", "last", "6x100kg"], ["set", "remove", "last"], ["session", "discard"],
      ["plan", "add", "monday", "squat", "--new"], ["plan", "share", "monday", "--title", "t"],
      ["post", "like", "last"], ["plan", "save", "last", "--to", "friday"],
      ["post", "delete", "last"], ["sign-up", "--email", "zoe@example.org"],
    ]
    for words in commands {
      let twin = folder.file("twin")
      try put(bytes(at: path), at: twin)
      var mine = Shell(output: .collected([]))
      var theirs = Shell(output: .collected([]))
      let rest = ["--json", "--now", "2027-01-01T12:00:00Z", "--seed", "4"]
      let status = Replog.run(words + rest + ["--log", path], &mine)
      #expect(status == Replog.run(words + rest + ["--log", twin, "--no-checkpoint"], &theirs))
      #expect(try bytes(at: path) == bytes(at: twin), "\(words)")
      guard case .collected(let one) = mine.output, case .collected(let other) = theirs.output
      else { return }
      // A help names its log.
      let text = String(decoding: other, as: UTF8.self).replacing(twin, with: path)
      #expect(String(decoding: one, as: UTF8.self) == text)
      expectSame("behind \(words)")
    }
    #expect(try Log(path: path).checkpoint?.position.seq == 130)
    #expect(try Log(path: path).tail().seq > 138)
  }

  @Test func `a set put right that the checkpoint had let go`() throws {
    let facts: [Fact] = [
      .signedIn("ann"), .by("ann", .started("s")),
      .by("ann", .logged("s", "squat", 8, Weight(600))), .by("ann", .ended("s")),
      .by("ann", .started("t")), .by("ann", .logged("t", "squat", 5, Weight(100))),
    ]
    try put(lines(events(facts)), at: path)
    _ = try Appender(path: path).writeCheckpoint()
    let revised = facts + [.by("ann", .revised(id(3), reps: 8, Weight(60)))]
    try put(lines(events(revised)), at: path)
    expectSame("revised")
    #expect(run("pbs").contains("5  100 kg"))
    // From now on it lets go of nothing of ann's.
    _ = try Appender(path: path).writeCheckpoint()
    let removed = revised + [.by("ann", .removed(id(6)))]
    try put(lines(events(removed)), at: path)
    expectSame("removed")
    #expect(run("pbs").contains("480 kg"))
  }

  @Test func `an append writes it when the log has grown far enough, and not before`() throws {
    let supply = Supply(now: moment("2027-01-01T12:00:00Z"), seed: 1)
    let appender = try Appender(path: path)
    func append(_ count: Int) throws {
      let drafts = (0..<count).map { Draft(user: "ann", .logged("s", Name("e\($0)"), 5, nil)) }
      _ = try appender.locked { try $0.append(drafts, supplying: supply) }
      appender.refreshCheckpoint()
    }
    try append(100)
    #expect(try folder.names == ["log"])
    try append(300)
    #expect(try Log(path: path).checkpoint?.position.seq == 400)
    try append(100)
    #expect(try Log(path: path).checkpoint?.position.seq == 400)
    try append(300)
    #expect(try Log(path: path).checkpoint?.position.seq == 800)
    expectSame("grown")
  }

  @Test func `one of which a part is damaged is written anew, not on`() throws {
    try keep()
    var damaged = try bytes(at: file)
    damaged[20] ^= 1
    try put(damaged, at: file)
    #expect(run("checkpoint").hasSuffix("? done"))
    try put(CheckpointTests.sample, at: path)
    #expect(run("checkpoint").hasSuffix("? done"))
    let onward = try bytes(at: file)
    try FileManager.default.removeItem(atPath: file)
    #expect(run("checkpoint").hasSuffix("? done"))
    #expect(try bytes(at: file).count == onward.count)
    expectSame("anew")
  }

  @Test func `readers and writers at once always see what is there`() throws {
    try keep(40)
    let (path, before) = (path, shown("--user", "ann", "--no-checkpoint"))
    let done = Flag()
    let writer = Thread {
      for _ in 0..<60 {
        do {
          _ = try Appender(path: path).writeCheckpoint()
          try Appender(path: path).locked { log in
            _ = try log.append(
              [Draft(user: "ben", .chose(.monday, "Legs"))],
              supplying: Supply(now: moment("2027-01-01T12:00:00Z")))
          }
        } catch { Issue.record(error) }
      }
      done.set()
    }
    writer.start()
    var rounds = 0
    while !done.isSet || rounds == 0 {
      #expect(shown("--user", "ann") == before)
      rounds += 1
    }
    expectSame("afterwards")
  }

  /// Set once, by another thread.
  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }
}
