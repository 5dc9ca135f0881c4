import Foundation
import TestSupport
import Testing

@testable import Events

/// The container: parts by key beside a log, believed only where everything fits.
@Suite struct CheckpointTests {
  let folder: TemporaryFolder
  let path: String
  var file: String { Checkpoint.path(of: path) }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("log")
  }

  private static let keys = (0..<40).map { Checkpoint.Key("part", Name("user-\($0)")) }

  /// Puts a log of so many likes there, and a checkpoint with a part for each of 40 keys.
  @discardableResult
  private func make(_ count: Int = 3, code: UInt64 = 0) throws -> Appender.WrittenCheckpoint? {
    try put(Array(lines(inBatches: [count]).joined()), at: path)
    return try Appender(path: path).writeCheckpoint { _, writer in
      for (number, key) in CheckpointTests.keys.enumerated() { try writer.add(key, part(number)) }
      try writer.add(Checkpoint.Key("flag"))
      return code
    }
  }

  private func part(_ number: Int) -> PostLiked {
    PostLiked(post: Name(String(repeating: "post \(number) ", count: number)))
  }

  private func parts(_ checkpoint: Checkpoint) throws -> [PostLiked?] {
    let reader = CheckpointReader(checkpoint)
    return try CheckpointTests.keys.map { try reader.state($0) }
  }

  @Test func `every part comes back under its key, and no other`() throws {
    let written = try make(code: 7)
    let checkpoint = try #require(try Log(path: path).checkpoint)
    #expect(try parts(checkpoint) == (0..<40).map { part($0) })
    #expect(try checkpoint.holds(Checkpoint.Key("flag")))
    #expect(try !checkpoint.holds(Checkpoint.Key("part", "user-40")))
    #expect(try CheckpointReader(checkpoint).state(Checkpoint.Key("part")) as PostLiked? == nil)
    #expect(try Set(checkpoint.keys()) == Set(CheckpointTests.keys + [Checkpoint.Key("flag")]))
    #expect(checkpoint.code == 7)
    #expect(checkpoint.position.seq == 3)
    #expect(try checkpoint.position.end == bytes(at: path).count)
    #expect(try written == .init(seq: 3, size: bytes(at: file).count, path: file))
  }

  @Test func `what was not made anew is taken over from the one before`() throws {
    try make(code: 7)
    let before = try #require(try Log(path: path).checkpoint)
    let changed = CheckpointTests.keys[5]
    // More than is kept before it is written.
    let long = PostLiked(post: Name(String(repeating: "long", count: 300_000)))
    let appender = try Appender(path: path, usesCheckpoint: false)
    let written = try appender.writeCheckpoint { _, writer in
      try writer.add(changed, long)
      try writer.addRest(of: before)
      return 8
    }
    let after = try #require(try Log(path: path).checkpoint)
    #expect(try written?.size == bytes(at: file).count)
    #expect(try after.code == 8 && Set(after.keys()) == Set(before.keys()))
    #expect(try parts(after) == (0..<40).map { $0 == 5 ? long : part($0) })
    #expect((appender.lastLook?.checkpoint == nil))
    // What was opened before it was replaced stays as it was.
    #expect(try parts(before) == (0..<40).map { part($0) })
  }

  @Test func `what is damaged in the one before is not taken over`() throws {
    try make()
    let before = try #require(try Log(path: path).checkpoint)
    // In place: this is the file that is open.
    let handle = try #require(FileHandle(forWritingAtPath: file))
    let place = try #require(try bytes(at: file).firstIndex(of: UInt8(ascii: "p")))
    try handle.seek(toOffset: UInt64(place))
    try handle.write(contentsOf: Data("q".utf8))
    try handle.close()
    let changed = try bytes(at: file)
    #expect(throws: Checkpoint.Damage.self) {
      try Appender(path: path).writeCheckpoint { _, writer in
        try writer.addRest(of: before)
        return 9
      }
    }
    #expect(try bytes(at: file) == changed)
    #expect(try folder.names == ["log", "log.checkpoint"])
  }

  @Test func `a key with a user knows whose it is`() {
    #expect(Checkpoint.Key("part", "a/b").user(of: "part") == "a/b")
    #expect(Checkpoint.Key("part", "").user(of: "part") == "")
    #expect(Checkpoint.Key("part").user(of: "part") == nil)
    #expect(Checkpoint.Key("party", "ann").user(of: "part") == nil)
  }

  @Test func `only its owner may read it, and nothing else is left in the folder`() throws {
    try make()
    #expect(try mode(of: file) == 0o600)
    #expect(try folder.names == ["log", "log.checkpoint"])
  }

  @Test func `no bit of it can be flipped without being noticed or meaning nothing`() throws {
    try make()
    let whole = try bytes(at: file)
    let sound = try parts(#require(try Log(path: path).checkpoint))
    var chance = SeededGenerator(seed: 3)
    var noticed = 0
    let count = 1_000 / Reliability.step
    for _ in 0..<count {
      var flipped = whole
      let place = Int.random(in: 0..<whole.count, using: &chance)
      flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      try put(flipped, at: file)
      guard let checkpoint = try Log(path: path).checkpoint else {
        noticed += 1
        continue
      }
      for (number, key) in CheckpointTests.keys.enumerated() {
        do {
          let found: PostLiked? = try CheckpointReader(checkpoint).state(key)
          #expect(found == sound[number], "byte \(place)")
        } catch {
          noticed += 1
          break
        }
      }
    }
    // The rest hit the part that says something by being there.
    #expect(noticed > count * 9 / 10)
  }

  @Test func `one that ends early is none`() throws {
    try make()
    let whole = try bytes(at: file)
    for length in 0..<whole.count where length % 7 == 0 || whole.count - length < 100 {
      try put(Array(whole[..<length]), at: file)
      #expect(try Log(path: path).checkpoint == nil, "\(length) bytes")
    }
    try put(whole + [0], at: file)
    #expect(try Log(path: path).checkpoint == nil)
  }

  @Test func `a log that has grown keeps it; one that was cut, changed or replaced does not`()
    throws
  {
    try make(5)
    let checkpoint = try bytes(at: file)
    let grown = try lines(inBatches: [5, 2])
    func fits(_ lines: [[UInt8]]) throws -> Bool {
      try put(Array(lines.joined()), at: path)
      return try Log(path: path).checkpoint != nil
    }
    #expect(try fits(grown))
    #expect(try fits(Array(grown[..<5])))
    #expect(try !fits(Array(grown[..<4])))
    #expect(try !fits(Array(lines(inBatches: [1, 4]))))
    #expect(try !fits([]))
    var changed = grown
    changed[4][60] ^= 1
    #expect(try !fits(changed))
    // The last line is as it was, and no longer follows from the one before.
    changed = grown
    changed[3][changed[3].count - 4] ^= 1
    #expect(try !fits(changed))
    #expect(try bytes(at: file) == checkpoint)
  }

  @Test func `lines of a mebibyte are no hindrance`() throws {
    let text = String(repeating: "x", count: 9_999)
    let long = Event.Body.plan(
      .planShared(
        PlanShared(
          day: .monday, title: "t",
          description: text,
          exercises: (0..<9_000).map { PlannedExercise(exercise: Name("exercise-\($0)")) })))
    try append([Draft(long), Draft(long), Draft(long)], to: path)
    _ = try Appender(path: path).writeCheckpoint { _, _ in 0 }
    #expect(try Log(path: path).checkpoint != nil)
  }

  @Test func `a log whose last line has no sum, or no end, can have none`() throws {
    for end in [#","sum":"0000000000000000""#, ""] {
      let line =
        #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250Z","type":"X","data":{}"#
      try put(Array((line + "}\n").utf8), at: path)
      let error = failure { try Appender(path: path).writeCheckpoint { _, _ in 0 } }
      if end.isEmpty { #expect(error?.kind == .refused) }
      #expect(try folder.names == ["log"])
    }
    try put(Array(lines(inBatches: [2]).joined().dropLast()), at: path)
    #expect(failure { try Appender(path: path).writeCheckpoint { _, _ in 0 } }?.kind == .refused)
    #expect(try folder.names == ["log"])
  }

  @Test func `what is not a file is not waited for`() throws {
    try make()
    try FileManager.default.removeItem(atPath: file)
    #expect(mkfifo(file, 0o600) == 0)
    #expect(try Log(path: path).checkpoint == nil)
  }

  @Test func `what a crash left of the writing is thrown away`() throws {
    try put([1, 2, 3], at: file + ".new")
    try make()
    #expect(try Log(path: path).checkpoint != nil)
    #expect(try folder.names == ["log", "log.checkpoint"])
  }

  @Test func `a name that is taken for good is named, and the log goes on`() throws {
    try make()
    let before = try bytes(at: file)
    for isFolder in [true, false] {
      if isFolder {
        try FileManager.default.createDirectory(
          atPath: file + ".new", withIntermediateDirectories: false)
      } else {
        try FileManager.default.createSymbolicLink(
          atPath: file + ".new", withDestinationPath: "nothing")
      }
      let error = failure { try Appender(path: path).writeCheckpoint { _, _ in 0 } }
      #expect(error?.file == file + ".new")
      #expect(error?.message == "cannot write the checkpoint: file exists")
      #expect(try bytes(at: file) == before)
      try append([Draft(like(9))], to: path)
      try FileManager.default.removeItem(atPath: file + ".new")
    }
    #expect(try Appender(path: path).writeCheckpoint { _, _ in 7 } != nil)
    #expect(try Log(path: path).checkpoint?.code == 7)
  }

  @Test func `what a crash left and nobody can take away is not another process`() throws {
    try make()
    try put([1, 2, 3], at: file + ".new")
    var system = System()
    system.fault = { call in if case .remove = call { .fails(EIO) } else { nil } }
    let error = failure { try Appender(path: path, system: system).writeCheckpoint { _, _ in 0 } }
    #expect(error?.file == file + ".new")
    #expect(error?.message == "cannot write the checkpoint: file exists")
  }

  @Test func `two do not write at once`() throws {
    try make()
    let before = try bytes(at: file)
    let written = try Appender(path: path).writeCheckpoint { _, writer in
      let other = try Appender(path: path).writeCheckpoint { _, _ in 1 }
      #expect(other == nil)
      try writer.add(Checkpoint.Key("mine"))
      return 2
    }
    #expect(written != nil)
    #expect(try Log(path: path).checkpoint?.code == 2)
    #expect(try bytes(at: file) != before)
  }

  @Test func `one that cannot be written leaves the one before, and the log, as they were`() throws
  {
    try make()
    let (log, before) = (try bytes(at: path), try bytes(at: file))
    let counting = Faults()
    _ = try Appender(path: path, system: counting.system).writeCheckpoint { _, _ in 0 }
    try put(before, at: file)
    for failing in 0..<counting.calls.count {
      let faults = Faults { _, earlier in earlier == failing ? .fails(EIO) : nil }
      _ = try? Appender(path: path, system: faults.system).writeCheckpoint { _, _ in 9 }
      let checkpoint = try Log(path: path).checkpoint
      let call = counting.calls[failing]
      #expect(checkpoint?.code == 9 || checkpoint?.code == 0, "call \(failing), \(call)")
      #expect(try bytes(at: path) == log)
      try put(before, at: file)
    }
  }

  @Test func `an append ends where it would without`() throws {
    try make(5)
    let batches = try lines(inBatches: [5, 3])
    for cut in [0, 1, 40, 200] {
      let whole = Array(batches.joined())
      let torn = Array(whole[..<(batches[..<5].joined().count + cut)])
      var ends: [[UInt8]] = []
      for usesCheckpoint in [true, false] {
        try put(torn, at: path)
        let appender = try Appender(path: path, usesCheckpoint: usesCheckpoint)
        #expect((appender.lastLook == nil))
        try append([Draft(id: Samples.id(77), user: "ann", like(77))], with: appender)
        #expect((appender.lastLook?.checkpoint != nil) == usesCheckpoint)
        ends.append(try bytes(at: path))
      }
      #expect(ends[0] == ends[1], "\(cut) bytes of a batch")
    }
  }

  @Test func `what is before a checkpoint is not looked at to find the end`() throws {
    // As if the first line began a batch of ten: then all of the log would be torn.
    var all = try lines(inBatches: [10])
    all.removeLast(7)
    try put(Array(all.joined()), at: path)
    #expect(try Log(path: path).tail().end == 0)
    let end = all.joined().count
    let envelope = try Bytes.of(Array(all[2].dropLast())) { try LineDecoder().logged($0) }
    guard var writer = try CheckpointWriter(of: path, System()) else {
      Issue.record("nobody else writes it")
      return
    }
    try writer.add(Checkpoint.Key("part"))
    _ = try writer.finish(
      Checkpoint.Position(end: end, seq: 3, sum: try #require(envelope.sum)), code: 0)
    #expect(try Log(path: path).tail().end == end)
    #expect(try Log(path: path, usesCheckpoint: false).tail().end == 0)
  }
}
