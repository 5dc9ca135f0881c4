import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests that look-ups by id return the same as a dictionary of all lines, and do not depend on the log's length.
@Suite struct CheckpointIndexTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("log") }

  /// Returns lines of sets and sessions; some contain ids in notes or escapes, or repeat an id.
  private func sample(_ count: Int, seed: UInt64) throws -> [[UInt8]] {
    var chance = SeededGenerator(seed: seed)
    var lines: [[UInt8]] = []
    var sum: UInt64 = 0
    for seq in 1...count {
      let other = Samples.id(Int.random(in: 1...count, using: &chance))
      let note =
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: other.description
        case 1: "\"\(other)\" \\ \n"
        case 2: other.description.uppercased()
        default: "plain"
        }
      let session = Name(Samples.id(Int.random(in: 1...count, using: &chance)))
      let id = Int.random(in: 0..<20, using: &chance) == 0 ? other : Samples.id(seq)
      let event = Event(
        id: id, at: Samples.start, user: Name("u\(seq % 7)"),
        SetLogged(session: session, exercise: "squat", reps: 5, weight: nil, note: note).body,
        seq: seq)
      var line: [UInt8] = []
      sum = try event.write(to: &line, previousSum: sum)
      lines.append(line)
    }
    return lines
  }

  private func extend() throws {
    _ = try Appender(path: path).writeCheckpoint(isNew: false) { _ in }
  }

  @Test(arguments: Reliability.some(0..<6)) func `the index finds what a dictionary finds`(
    _ seed: UInt64
  )
    throws
  {
    let all = try sample(900, seed: seed)
    var chance = SeededGenerator(seed: seed)
    var count = 0
    while count < 850 {
      count = min(count + Int.random(in: 1...40, using: &chance), 850)
      try put(all[..<count].flatMap { $0 }, at: path)
      try extend()
    }
    try put(all.flatMap { $0 }, at: path)
    let log = try Log(path: path)
    let checkpoint = try #require(log.checkpoint)
    #expect(checkpoint.manifest.segments.count > 1)
    #expect(checkpoint.manifest.segments.contains { $0.level > 0 })
    var own: [EventID: [Int]] = [:]
    var named: [EventID: [Int]] = [:]
    var tail: [Int] = []
    var lines = log.lines()
    while let line = try lines.next() {
      guard lines.offset < checkpoint.position.end else {
        tail.append(line.seq)
        continue
      }
      own[lines.id, default: []].append(lines.offset)
      let texts = String(decoding: lines.line.array, as: UTF8.self).split(separator: "\"")
      for id in Set(texts.compactMap { EventID(String($0)) }) {
        named[id, default: []].append(line.seq)
      }
    }
    for seq in 1...910 {
      let id = Samples.id(seq)
      #expect(try checkpoint.places(of: id, isOwn: true) == own[id] ?? [], "\(seq)")
      var found: [Int] = []
      #expect(try log.forEachLine(holding: id) { line, _ in found.append(line.seq) })
      #expect(found == (named[id] ?? []) + tail, "\(seq)")
    }
  }

  @Test func `an append answers the same with and without a checkpoint`() throws {
    let all = try sample(300, seed: 9)
    try put(all[..<250].flatMap { $0 }, at: path)
    try extend()
    try put(all.flatMap { $0 }, at: path)
    let twin = folder.file("twin")
    try put(all.flatMap { $0 }, at: twin)
    let events = try Log(path: path, usesCheckpoint: false).wholeEvents()
    for number in stride(from: 0, to: 300, by: 7) {
      let event = events[number]
      let same = Draft(id: event.id, at: event.at, user: event.user, event.body)
      let other = Draft(id: event.id, at: event.at, user: "else", event.body)
      let new = Draft(id: Samples.id(1_000 + number), at: event.at, user: event.user, event.body)
      for draft in [same, other, new] {
        for expected in [nil, 1] as [Int?] {
          let (mine, theirs) = (answer(draft, expected, path), answer(draft, expected, twin))
          #expect(mine == theirs.replacing(twin, with: path), "line \(number)")
        }
      }
    }
    #expect(try bytes(at: path) == bytes(at: twin))
  }

  private func answer(_ draft: Draft, _ expected: Int?, _ path: String) -> String {
    do {
      let appender = try Appender(
        path: path, usesCheckpoint: path == self.path, system: Faults.unsynced)
      return "\(try append([draft], with: appender, expecting: expected).acknowledgements)"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a changed line is never acknowledged`() throws {
    let all = try sample(60, seed: 3)
    try put(all.flatMap { $0 }, at: path)
    try extend()
    let events = try Log(path: path, usesCheckpoint: false).wholeEvents()
    var bytes = all.flatMap { $0 }
    let place = all[..<20].joined().count
    let squat = try #require(String(decoding: all[20], as: UTF8.self).range(of: "squat"))
    let text = String(decoding: all[20], as: UTF8.self)
    bytes[place + text.utf8.distance(from: text.startIndex, to: squat.lowerBound)] ^= 1
    try put(bytes, at: path)
    let event = events[20]
    let draft = Draft(id: event.id, at: event.at, user: event.user, event.body)
    #expect(failure { try append([draft], to: path) }?.kind == .damaged)
    #expect(try TestSupport.bytes(at: path) == bytes)
  }

  /// A counter of the bytes read and written in a folder.
  private final class Traffic: Sendable {
    let counts = Monitor((read: 0, written: 0, calls: 0))

    func system(of folder: String) -> System {
      var system = Faults.unsynced
      system.witness = { call, path, result in
        guard path.contains(folder) else { return }
        self.counts.alone { counts in
          counts.calls += 1
          if case .read = call { counts.read += result }
          if case .write = call { counts.written += result }
        }
      }
      return system
    }
  }

  @Test func `a lookup reads little, however long the log is`() throws {
    var read: [Int] = []
    for count in [500, 8_000] {
      try put(Array(sample(count, seed: 1).joined()), at: path)
      _ = try Appender(path: path).writeCheckpoint(isNew: true) { _ in }
      let traffic = Traffic()
      let system = traffic.system(of: ".part")
      let log = try Log(path: path, system: system)
      _ = try log.checkpoint?.places(of: Samples.id(77), isOwn: true)
      let counts = traffic.counts.alone { $0 }
      #expect(counts.read > 0 && counts.read < 2_048)
      #expect(counts.calls <= 5)
      read.append(counts.read)
    }
    #expect(read[1] < read[0] * 3)
  }

  @Test func `at most three times the stored size is written`() throws {
    let traffic = Traffic()
    let system = traffic.system(of: "log.checkpoint")
    let all = try sample(12_000, seed: 5)
    var state: [UInt8] = []
    try put([], at: path)
    let log = try #require(FileHandle(forWritingAtPath: path))
    for count in stride(from: 200, through: all.count, by: 200) {
      try log.write(contentsOf: Data(all[count - 200..<count].joined()))
      _ = try Appender(path: path, system: system).writeCheckpoint(isNew: false) { writer in
        for user in writer.dueUsers(effort: 1 << 18) {
          // The state is as large as a history.
          state = [UInt8](repeating: 7, count: count / 7 * 24)
          writer.keep([("history", state)], of: user)
        }
      }
    }
    let written = traffic.counts.alone { $0.written }
    let size = try #require(
      try Appender(path: path).writeCheckpoint(isNew: true) { writer in
        for user in writer.users { writer.keep([("history", state)], of: user) }
      }
    ).size
    #expect(written <= 3 * size, "\(written) bytes written, \(size) kept")
    let files = try FileManager.default.contentsOfDirectory(atPath: path + ".checkpoint")
    #expect(files.count == 3)
  }

  @Test func `states are due when the lines since then are several times their size`() throws {
    let all = try sample(1_400, seed: 2)
    func due(_ count: Int, keeping size: Int?, effort: Int = 1 << 30) throws -> [Name] {
      try put(all[..<count].flatMap { $0 }, at: path)
      var due: [Name] = []
      _ = try Appender(path: path).writeCheckpoint(isNew: false) { writer in
        due = writer.dueUsers(effort: effort)
        guard let size else { return }
        for user in due { writer.keep([("s", [UInt8](repeating: 1, count: size))], of: user) }
      }
      return due
    }
    #expect(try due(70, keeping: nil).isEmpty)
    #expect(try due(350, keeping: 4_000).count == 7)
    // 50 lines per user are 12,800 bytes, less than 8 times 4,000.
    #expect(try due(700, keeping: nil).isEmpty)
    // About 150 lines per user, and states of 4,000 bytes, are 42,000.
    #expect(try due(1_385, keeping: nil, effort: 60_000).count == 1)
    #expect(try due(1_392, keeping: nil, effort: 90_000).count == 2)
    #expect(try due(1_399, keeping: nil, effort: 1).count == 1)
  }
}
