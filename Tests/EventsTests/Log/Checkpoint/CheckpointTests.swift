import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of the checkpoint folder next to a log, which is used only if everything fits.
@Suite struct CheckpointTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("log") }
  var checkpoint: String { Checkpoint.path(of: path) }
  var manifest: String { checkpoint + "/manifest" }

  static let users = (0..<40).map { Name("user-\($0)") }

  /// Returns a log of `count` likes by 40 users in turn.
  func log(_ count: Int, seed: UInt64 = 1) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for seq in 1...count {
      let event = Event(
        id: Samples.id(seq), at: Samples.start.adding(seconds: Int64(seq)),
        user: CheckpointTests.users[seq % 40], like(seq &* Int(seed)), seq: seq)
      sum = try event.write(to: &bytes, previousSum: sum)
    }
    return bytes
  }

  /// Creates a log of `count` likes, and a checkpoint with a state for each user and one of no user.
  @discardableResult
  func make(_ count: Int = 80, isNew: Bool = true) throws -> Appender.WrittenCheckpoint? {
    try put(log(count), at: path)
    return try write(isNew: isNew)
  }

  @discardableResult
  func write(isNew: Bool = true, system: System = System()) throws -> Appender.WrittenCheckpoint? {
    try Appender(path: path, system: system).writeCheckpoint(isNew: isNew) { writer in
      for user in writer.users { writer.keep([("likes", try state(user))], of: user) }
      writer.keep("all", try state("all"))
    }
  }

  func state(_ name: Name) throws -> [UInt8] {
    var writer = StateWriter()
    try writer.payload(PostLiked(post: name))
    return writer.bytes
  }

  /// Returns the states of a checkpoint, and the lines that it finds for each id.
  func parts(_ log: Log) throws -> [String] {
    let reader = try #require(CheckpointReader(of: log))
    var parts: [String] = []
    for user in CheckpointTests.users {
      let state: PostLiked? = try reader.state("likes", of: user) { _, _ in }
      parts.append("\(user) \(state?.post.text ?? "-") \(try reader.holdsEvents(of: user))")
    }
    let all: PostLiked? = try reader.state("all", of: [.feed]) { _, _ in }
    parts.append(all?.post.text ?? "-")
    for seq in 1...90 {
      let ids = try reader.checkpoint.places(of: Samples.id(seq), isOwn: true)
      parts.append("\(try ids.map { try log.line(at: $0, LineDecoder()).line.seq })")
    }
    return parts
  }

  var part: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: checkpoint).sorted().map {
        checkpoint + "/" + $0
      }
    }
  }

  func copyCheckpoint(to name: String) throws {
    try FileManager.default.copyItem(atPath: checkpoint, toPath: folder.file(name))
  }

  func restoreCheckpoint(from name: String) throws {
    try? FileManager.default.removeItem(atPath: checkpoint)
    try FileManager.default.copyItem(atPath: folder.file(name), toPath: checkpoint)
  }

  @Test func `an appender uses no checkpoint beyond its look at the log`() throws {
    try put(log(80), at: path)
    let appender = try Appender(path: path, system: System())
    try appender.locked { _ in }
    try append([Draft(user: "ann", like(1))], to: path)
    try write()
    appender.useNewestCheckpoint()
    #expect(appender.lastLook?.checkpoint == nil)
    try appender.locked { _ in }
    appender.useNewestCheckpoint()
    #expect(appender.lastLook?.checkpoint?.position.seq == 81)
  }

  @Test func `every state and every line is found, and nothing else`() throws {
    let written = try make()
    let log = try Log(path: path)
    let found = try parts(log)
    for (number, user) in CheckpointTests.users.enumerated() {
      #expect(found[number] == "\(user) \(user) true")
    }
    #expect(found[40] == "all")
    for seq in 1...90 { #expect(found[40 + seq] == (seq <= 80 ? "[\(seq)]" : "[]")) }
    let reader = try #require(CheckpointReader(of: log))
    #expect(try !reader.holdsEvents(of: "nobody"))
    #expect(try (reader.state("other", of: [.feed]) { _, _ in } as PostLiked?) == nil)
    #expect(log.checkpoint?.position.seq == 80)
    #expect(log.checkpoint?.position.end == log.bytes.count)
    let size = try part.reduce(0) { $0 + (try bytes(at: $1)).count }
    #expect(written == .init(seq: 80, size: size, path: checkpoint))
  }

  @Test func `a checkpoint that was not rebuilt is read together with the lines after it`() throws {
    try make(80)
    try put(log(90), at: path)
    let appender = try Appender(path: path)
    _ = try appender.writeCheckpoint(isNew: false) { writer in
      #expect(writer.users.count == 10)
      writer.keep([("likes", try state("changed"))], of: "user-3")
    }
    let log = try Log(path: path)
    let reader = try #require(CheckpointReader(of: log))
    func read(_ user: Name) throws -> [String] {
      var later: [String] = []
      let state: PostLiked? = try reader.state("likes", of: user) { _, event in
        later.append("\(event.seq)")
      }
      return [state?.post.text ?? "-"] + later
    }
    #expect(try read("user-3") == ["changed"])
    #expect(try read("user-4") == ["user-4", "84"])
    #expect(try read("user-20") == ["user-20"])
    // For a state that is not kept, all lines are folded.
    var all: [Int] = []
    _ = try reader.state("unknown", of: "user-4") { (_: inout PostLiked?, event) in
      all.append(event.seq)
    }
    #expect(all == [4, 44, 84])
  }

  @Test func `only the owner can read the checkpoint, and nothing else is left in the folder`()
    throws
  {
    try make()
    #expect(try mode(of: checkpoint) == 0o700)
    for file in try part { #expect(try mode(of: file) == 0o600) }
    #expect(try folder.names == ["log", "log.checkpoint"])
    #expect(
      try part.map { $0.dropFirst(checkpoint.count + 1) } == ["1.part", "2.part", "manifest"])
  }

  @Test func `a checkpoint that others can write or own is not trusted`() throws {
    try make()
    let sound = try parts(Log(path: path))
    for file in try part + [checkpoint] {
      let before = try #require(try mode(of: file))
      for bits in [0o020, 0o002] {
        #expect(chmod(file, mode_t(before | bits)) == 0)
        let log = try Log(path: path)
        #expect(log.checkpoint == nil || (try? parts(log)) == nil, "\(file)")
      }
      #expect(chmod(file, mode_t(before)) == 0)
      #expect(try parts(Log(path: path)) == sound)
    }
    let status = try System().status(path: manifest)
    #expect(Checkpoint.Trust(owners: [status.owner.user]).covers(status))
    #expect(!Checkpoint.Trust(owners: [status.owner.user + 1]).covers(status))
    guard geteuid() == 0 else { return }
    for file in try part + [checkpoint] {
      #expect(chown(file, 4242, getgid()) == 0)
      let log = try Log(path: path)
      #expect(log.checkpoint == nil || (try? parts(log)) == nil, "\(file)")
      #expect(chown(file, 0, getgid()) == 0)
    }
    #expect(try parts(Log(path: path)) == sound)
  }

  @Test func `a change to any byte of the manifest makes all of it ignored`() throws {
    try make()
    let whole = try bytes(at: manifest)
    for place in whole.indices {
      var changed = whole
      changed[place] ^= 1
      try put(changed, at: manifest)
      #expect(try Log(path: path).checkpoint == nil, "byte \(place)")
    }
  }

  @Test func `every flipped bit in a part is noticed`() throws {
    try make()
    let sound = try parts(Log(path: path))
    var chance = SeededGenerator(seed: 3)
    for file in try part.dropLast() {
      let whole = try bytes(at: file)
      for _ in 0..<300 / Reliability.step {
        var flipped = whole
        let place = Int.random(in: 0..<whole.count, using: &chance)
        flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        try put(flipped, at: file)
        chmod(file, 0o600)
        let log = try Log(path: path)
        // The other bytes are in buckets that no look-up here reads.
        if let found = try? parts(log) { #expect(found == sound, "\(file), byte \(place)") }
      }
      try put(whole, at: file)
      chmod(file, 0o600)
    }
    #expect(try parts(Log(path: path)) == sound)
  }

  @Test func `truncated, longer, missing or older files are not used`() throws {
    try make(60)
    try copyCheckpoint(to: "old")
    try make(80, isNew: false)
    let sound = try parts(Log(path: path))
    try copyCheckpoint(to: "new")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("new")).sorted() {
      let file = checkpoint + "/" + name
      let whole = try bytes(at: file)
      let others = try (part + [folder.file("old/manifest")]).filter { $0 != file }.map(bytes(at:))
      for change in [Array(whole.dropLast()), whole + [0], [], Array(whole.reversed())] + others {
        try put(change, at: file)
        chmod(file, 0o600)
        let log = try Log(path: path)
        if log.checkpoint?.position.seq == 80 {
          if let found = try? parts(log) { #expect(found == sound, "\(name)") }
        }
      }
      try FileManager.default.removeItem(atPath: file)
      let log = try Log(path: path)
      if log.checkpoint != nil, let found = try? parts(log) { #expect(found == sound) }
      try restoreCheckpoint(from: "new")
    }
    #expect(try parts(Log(path: path)) == sound)
    // The manifest is from another time, the parts are from this one.
    try put(bytes(at: folder.file("old/manifest")), at: manifest)
    chmod(manifest, 0o600)
    #expect(try Log(path: path).checkpoint?.position.seq == 60)
    let old = try parts(Log(path: path))
    #expect(old[..<41] == sound[..<41])
  }

  @Test func `a manifest with two sizes for one file leads nowhere outside of it`() throws {
    try make(80)
    let whole = try #require(try Log(path: path).checkpoint).manifest
    var other = whole
    let states = try #require(whole.states.first)
    // The range is beyond the end of the states file, according to its size in the manifest.
    let beyond = StatePlace(
      file: states.number, offset: states.size + 64, head: 64, total: 64, end: 1)
    other.states = [
      .init(number: states.number, size: states.size + 4096, stamp: states.stamp, live: 1)
    ]
    other.commons[0].place = beyond
    other.segments[0] = .init(
      number: states.number, size: states.size, stamp: states.stamp,
      range: whole.segments[0].range, count: 1, level: 0,
      ids: .init(start: 0, size: 16, bits: 0), streams: .init(start: 0, size: 16, bits: 0))
    try put(other.bytes, at: manifest)
    chmod(manifest, 0o600)
    let log = try Log(path: path)
    let checkpoint = try #require(log.checkpoint)
    for _ in 0..<20 { #expect(throws: (any Error).self) { try checkpoint.stream(1) } }
    #expect(throws: Checkpoint.Damage.self) { try checkpoint.state(1, at: beyond, of: []) { _ in } }
  }

  @Test func `an index that points outside its part of the log is damage`() throws {
    try make(60)
    try put(log(80), at: path)
    try write(isNew: false)
    var other = try #require(try Log(path: path).checkpoint).manifest
    try #require(other.segments.count == 2)
    // The first index is said to end a line earlier.
    let end = try log(59).count
    for (place, range) in [0..<end, end..<other.position.end].enumerated() {
      let segment = other.segments[place]
      other.segments[place] = .init(
        number: segment.number, size: segment.size, stamp: segment.stamp, range: range,
        count: segment.count, level: segment.level, ids: segment.ids, streams: segment.streams)
    }
    try put(other.bytes, at: manifest)
    chmod(manifest, 0o600)
    let checkpoint = try #require(try Log(path: path).checkpoint)
    func places(_ user: Name) throws -> Int {
      try checkpoint.places(of: StreamKey.user(user).hash(other.key), from: 0).count
    }
    #expect(try places("user-19") == 2)
    #expect(throws: Checkpoint.Damage.self) { try places("user-20") }
  }

  @Test func `a manifest whose next file number is out of range is not used`() throws {
    try make(80)
    let sound = try parts(Log(path: path))
    var other = try #require(try Log(path: path).checkpoint).manifest
    for next in [0, PartFiles.lastNumber, LogFormat.lastPosition] {
      other.next = next
      try put(other.bytes, at: manifest)
      chmod(manifest, 0o600)
      #expect(try Log(path: path).checkpoint == nil, "\(next)")
    }
    try put([], at: checkpoint + "/\(LogFormat.lastPosition).part")
    try write()
    #expect(
      try part.map { $0.dropFirst(checkpoint.count + 1) } == ["3.part", "4.part", "manifest"])
    try write(isNew: false)
    #expect(try parts(Log(path: path)) == sound)
  }

  @Test
  func `a log that has grown keeps its checkpoint; a truncated, changed or replaced one does not`()
    throws
  {
    try make(50)
    let grown = try log(60)
    let ends = grown.indices.filter { grown[$0] == 0x0A }.map { $0 + 1 }
    func fits(_ bytes: [UInt8]) throws -> Bool {
      try put(bytes, at: path)
      return try Log(path: path).checkpoint != nil
    }
    #expect(try fits(grown))
    #expect(try fits(Array(grown[..<ends[49]])))
    #expect(try !fits(Array(grown[..<ends[48]])))
    #expect(try !fits(log(60, seed: 2)))
    #expect(try !fits([]))
    var changed = grown
    changed[ends[48] + 60] ^= 1
    #expect(try !fits(changed))
    // The last line is unchanged, but no longer continues the line before it.
    changed = grown
    changed[ends[48] - 4] ^= 1
    #expect(try !fits(changed))
    #expect(try fits(grown))
  }

  @Test func `a log does not use the checkpoint of another log with equally long lines`()
    throws
  {
    try make(50)
    var (other, sum): ([UInt8], UInt64) = ([], 0)
    for seq in 1...50 {
      let event = Event(
        id: Samples.id(seq), at: Samples.start.adding(seconds: Int64(seq + 60)),
        user: CheckpointTests.users[seq % 40], like(seq), seq: seq)
      sum = try event.write(to: &other, previousSum: sum)
    }
    #expect(try other.count == bytes(at: path).count)
    try put(other, at: path)
    #expect(try Log(path: path).checkpoint == nil)
  }

  @Test func `lines of one mebibyte are supported`() throws {
    let text = String(repeating: "x", count: 9_999)
    let long = PlanShared(
      day: .monday, title: "t", description: text,
      exercises: (0..<9_000).map { PlannedExercise(exercise: Name("exercise-\($0)")) }
    ).body
    try append([Draft(long), Draft(long), Draft(long)], to: path)
    try write()
    #expect(try Log(path: path).checkpoint != nil)
  }

  @Test func `a line of several pages before the last one is supported`() throws {
    let long = PostEdited(post: "p", description: String(repeating: "x", count: 9_000)).body
    try append([Draft(long), Draft(long)], to: path)
    for count in 3...5 {
      try append([Draft(like(count))], to: path)
      try write()
      #expect(try Log(path: path).checkpoint?.position.seq == count)
    }
  }

  @Test func `a log whose last line has no checksum, or no end, cannot have a checkpoint`() throws {
    for end in [#","sum":"0000000000000000""#, ""] {
      let line =
        #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250Z","type":"X","data":{}"#
      try put(Array((line + "}\n").utf8), at: path)
      let error = failure { try write() }
      if end.isEmpty { #expect(error?.kind == .refused) }
      #expect(try folder.names == ["log"])
    }
    try put(Array(lines(inBatches: [2]).joined().dropLast()), at: path)
    #expect(failure { try write() }?.kind == .refused)
    #expect(try folder.names == ["log"])
  }

  @Test(arguments: [true, false])
  func `if a checkpoint cannot be written, the previous one and the log stay unchanged`(
    _ isNew: Bool
  ) throws {
    try make(60)
    try put(log(80), at: path)
    let grown = try bytes(at: path)
    try copyCheckpoint(to: "before")
    let counting = Faults()
    try write(isNew: isNew, system: counting.system)
    try restoreCheckpoint(from: "before")
    for failing in 0..<counting.calls.count {
      let faults = Faults { _, earlier in earlier == failing ? .fails(EIO) : nil }
      _ = try? write(isNew: isNew, system: faults.system)
      let log = try Log(path: path)
      let call = counting.calls[failing]
      let seq = log.checkpoint?.position.seq
      #expect(seq == 60 || seq == 80, "call \(failing), \(call)")
      #expect(try parts(log).count == 131, "call \(failing), \(call)")
      #expect(try bytes(at: path) == grown)
      try restoreCheckpoint(from: "before")
    }
  }

  @Test(arguments: [#""seq":"#, #""at":"#, #""type":"#])
  func `a damaged line under an id in the index is damage, and the id is not new`(
    _ member: String
  ) throws {
    try make()
    var text = String(decoding: try bytes(at: path), as: UTF8.self)
    let id = Samples.id(7).description
    let line = try #require(text.split(separator: "\n").first { $0.contains("\"id\":\"\(id)\"") })
    text = text.replacing(line, with: line.replacing(member, with: member.dropLast() + ";"))
    try put(Array(text.utf8), at: path)
    chmod(path, 0o600)
    try #require(Log(path: path).checkpoint != nil)
    let error = failure {
      _ = try append([Draft(id: Samples.id(7), at: Samples.start, user: "ann", like(7))], to: path)
    }
    #expect(error?.kind == .damaged, "\(String(describing: error))")
    #expect(try bytes(at: path) == Array(text.utf8))
  }

  @Test func `a checkpoint of a build that knew other events keeps no states, but finds lines`()
    throws
  {
    try make()
    let whole = try bytes(at: manifest)
    var other = Array(whole.dropLast(8))
    other.replaceSubrange(16..<24, with: [9, 9, 9, 9, 9, 9, 9, 9])
    other.append(word: Bytes.of(other) { XXH64.hash($0) })
    try put(other, at: manifest)
    chmod(manifest, 0o600)
    let log = try Log(path: path)
    #expect(log.checkpoint?.isCompatible == false)
    #expect(CheckpointReader(of: log) == nil)
    #expect(try log.checkpoint?.places(of: Samples.id(7), isOwn: true).count == 1)
    // The checkpoint is not extended.
    _ = try Appender(path: path).writeCheckpoint(isNew: false) { writer in
      #expect(writer.log.checkpoint == nil)
    }
    #expect(try Log(path: path).checkpoint?.isCompatible == true)
  }

  @Test func `an append ends in the same state as without a checkpoint`() throws {
    let batches = try lines(inBatches: [5, 3])
    try put(batches[..<5].flatMap { $0 }, at: path)
    try write()
    for cut in [0, 1, 40, 200] {
      let whole = batches.flatMap { $0 }
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
}
