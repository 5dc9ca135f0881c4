import TestSupport
import Testing

@testable import Events

/// The union of random logs, which depends only on their events.
@Suite struct LogUnionTests {
  /// A source of logs that share events: decisions of one to four facts of a user at a time.
  private struct Source {
    var random: SeededGenerator
    let decisions: [[Event]]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      var facts = RandomFacts(seed: seed, isWithinLimits: true)
      // Positions beyond their limits occur, and an append refuses them.
      var rest = facts.events(40).filter { $0.breach == nil }[...]
      var decisions: [[Event]] = []
      while let first = rest.first {
        // Few different times, so that many decisions have the same.
        let at = Samples.start.adding(seconds: Int64(random.next() % 5))
        let size = Int(random.next() % 4) + 1
        decisions.append(
          rest.prefix(size).map {
            // The ids are in another order than the events.
            let id = EventID(high: 0x0199_f3a2_7c10_7000, low: 1 << 63 | random.next() >> 2)
            var event = Event(id: id, at: at, user: first.user, $0.body)
            event.unknown = $0.unknown
            return event
          })
        rest = rest.dropFirst(size)
      }
      (self.random, self.decisions) = (random, decisions)
    }

    private mutating func oneOf(_ count: Int) -> Bool { random.next() % UInt64(count) == 0 }

    /// Returns a log of some of the decisions in any order, whole or in part, each a batch or not.
    mutating func log() throws -> Log {
      var lines = NewLines(ofLog: "random.jsonl")
      for decision in decisions.shuffled(using: &random) where !oneOf(3) {
        let part = oneOf(5) ? Array(decision.dropFirst(Int(random.next() % 3))) : decision
        let isBatch = !oneOf(3)
        for (place, event) in part.enumerated() {
          try lines.append(event, batch: isBatch && place == 0 ? part.count : 1)
        }
      }
      return Log(lines.bytes, name: "random.jsonl")
    }
  }

  private func union(_ logs: Log...) throws -> Log { try union(logs) }

  private func union(_ logs: [Log]) throws -> Log {
    var union = try LogUnion(of: logs)
    var bytes: [UInt8] = []
    try union.forEachRun(ofLog: "union.jsonl") { bytes += $0 }
    return Log(bytes, name: "union.jsonl")
  }

  /// Returns the pieces of a log, each as a log.
  private func pieces(
    of log: Log, by key: (LineReader.Line, LineReader) -> String
  ) throws -> [Log] {
    let pieces = try LogPieces(of: log, by: key)
    return try pieces.keys.map { key in
      var bytes: [UInt8] = []
      try pieces.forEachLines(of: key) { bytes += $0 }
      return Log(bytes, name: key)
    }
  }

  private func bytes(_ log: Log) -> [UInt8] { withExtendedLifetime(log) { log.bytes.array } }

  @Test(arguments: 0..<Reliability.randomLogs.count)
  func `union is commutative, associative and idempotent, to the byte`(_ seed: Int) throws {
    var source = Source(seed: UInt64(seed))
    let (a, b, c) = (try source.log(), try source.log(), try source.log())
    let ab = try union(a, b)
    #expect(bytes(ab) == bytes(try union(b, a)))
    #expect(bytes(try union(ab, c)) == bytes(try union(a, try union(b, c))))
    #expect(bytes(try union(ab, c)) == bytes(try union(c, a, b)))
    #expect(bytes(ab) == bytes(try union(ab, ab)))
    #expect(bytes(ab) == bytes(try union(ab, a)))
    #expect(bytes(try union(a)) == bytes(try union(a, a)))
  }

  @Test(arguments: 0..<Reliability.randomLogs.count)
  func `the pieces of a log by user or by day have the union of the log, to the byte`(
    _ seed: Int
  ) throws {
    var source = Source(seed: UInt64(3_000 + seed))
    let log = try source.log()
    let whole = bytes(try union(log))
    #expect(bytes(try union(pieces(of: log) { line, _ in line.user?.text ?? "" })) == whole)
    #expect(bytes(try union(pieces(of: log) { line, _ in "\(line.at.day)" })) == whole)
    // A piece of pieces has gaps, too.
    let users = try pieces(of: log) { line, _ in line.user?.text ?? "" }
    let parts = try users.flatMap { try pieces(of: $0) { line, _ in "\(line.at.day)" } }
    #expect(bytes(try union(parts)) == whole)
  }

  @Test(arguments: 0..<Reliability.randomLogs.count)
  func `pieces by type or by area have the same events, and add nothing to the union of the log`(
    _ seed: Int
  ) throws {
    var source = Source(seed: UInt64(4_000 + seed))
    let log = try source.log()
    let whole = try union(log)
    let byType = try pieces(of: log) { _, lines in lines.type }
    let byArea = try pieces(of: log) { line, _ in line.area.map { "\($0)" } ?? "" }
    for pieces in [byType, byArea] {
      let ids = Set(try union(pieces).wholeEvents().map(\.id))
      #expect(ids == Set(try whole.wholeEvents().map(\.id)))
      #expect(bytes(try union(pieces + [log])) == bytes(whole))
      #expect(bytes(try union([whole] + pieces.reversed())) == bytes(whole))
    }
  }

  @Test(arguments: 0..<20)
  func `the pieces of a log in the order of time have the union in the order of the log`(
    _ seed: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var lines = NewLines(ofLog: "log")
    for moment in 0..<20 {
      let size = Int(random.next() % 4) + 1
      for place in 0..<size {
        // The ids are in another order than the events.
        let id = EventID(high: 0x0199_f3a2_7c10_7000, low: 1 << 63 | random.next() >> 2)
        let at = Samples.start.adding(seconds: Int64(moment) * 9_000)
        let event = Event(id: id, at: at, user: moment % 3 == 0 ? "ann" : "bob", like(place))
        try lines.append(event, batch: place == 0 ? size : 1)
      }
    }
    let log = Log(lines.bytes, name: "log")
    let users = try pieces(of: log) { line, _ in line.user?.text ?? "" }
    let days = try pieces(of: log) { line, _ in "\(line.at.day)" }
    #expect(users.count == 2 && days.count > 1)
    for pieces in [users, days] { #expect(bytes(try union(pieces)) == lines.bytes) }
  }

  @Test(arguments: 0..<20)
  func `a union has each event once, in the order of time, and keeps the order within decisions`(
    _ seed: Int
  ) throws {
    var source = Source(seed: UInt64(1_000 + seed))
    let logs = [try source.log(), try source.log()]
    let merged = try union(logs[0], logs[1]).wholeEvents()
    let given = try logs.flatMap { try $0.wholeEvents() }
    #expect(Set(merged.map(\.id)) == Set(given.map(\.id)))
    #expect(Set(merged.map(\.id)).count == merged.count)
    // Only events that refer to others come after events of a later time.
    let created = Set(merged.flatMap(\.createdEntities))
    for (place, event) in merged.enumerated().dropFirst()
    where event.at.milliseconds < merged[place - 1].at.milliseconds {
      let run = merged[place...].prefix { $0.at == event.at && $0.user == event.user }
      #expect(run.contains { !created.isDisjoint(with: $0.referencedEntities) }, "\(event.seq)")
    }
    #expect(merged.map(\.seq) == Array(1...max(1, merged.count)).prefix(merged.count).map { $0 })
    // A decision that is a batch in one of the logs is not torn apart.
    for log in logs {
      var lines = log.lines()
      var rest: [EventID] = []
      while let line = try lines.next() {
        guard lines.batch > 1 else { continue }
        let first = try #require(merged.firstIndex { $0.id == lines.id })
        rest = [lines.id]
        for _ in 1..<lines.batch {
          _ = try #require(try lines.next())
          rest.append(lines.id)
        }
        #expect(Array(merged[first...].prefix(rest.count).map(\.id)) == rest, "\(line.seq)")
      }
    }
  }

  @Test func `an event comes after those that it refers to, even if its time is earlier`() throws {
    func event(_ number: Int, seconds: Int64, by user: Name = "ann", _ body: Event.Body) -> Event {
      Event(id: Samples.id(number), at: Samples.start.adding(seconds: seconds), user: user, body)
    }
    let events = [
      event(1, seconds: 9, .started("s")), event(2, seconds: 5, .logged("s", "squat", 5)),
      event(3, seconds: 1, .revised(Samples.id(2), reps: 6)), event(4, seconds: 7, like(1)),
      // A session of the same name, which is another user's.
      event(5, seconds: 3, by: "ben", .logged("s", "squat", 5)),
    ]
    let parts = try (0..<3).map { part in
      var lines = NewLines(ofLog: "part")
      for (place, event) in events.enumerated() where place % 3 == part { try lines.append(event) }
      return Log(lines.bytes, name: "part")
    }
    let merged = try union(parts[0], try union(parts[1], parts[2]))
    #expect(try merged.wholeEvents().map(\.id) == [5, 4, 1, 2, 3].map { Samples.id($0) })
    #expect(bytes(merged) == bytes(try union(try union(parts[2], parts[0]), parts[1])))
  }

  @Test(
    arguments: [
      ([[], [], []], [0, 1, 2]), ([[2], [], [], [0]], [1, 2, 0, 3]),
      ([[3], [3], [0], [], []], [3, 0, 1, 2, 4]), ([[1], [0], [1]], [0, 1, 2]),
      ([[1], [2], [0], []], [3, 0, 2, 1]), ([[1, 2], [], [], [0, 0]], [1, 2, 0, 3]),
    ] as [([[Int]], [Int])])
  func `a run comes after the runs that it needs, and otherwise in its place`(
    _ needs: [[Int]], _ order: [Int]
  ) {
    #expect(RunOrder.order(needs) == order)
  }

  @Test func `an id with different content is a conflict that names both places`() throws {
    let first = events([.by("ann", like(1)), .by("ann", like(2))])
    var other = first
    other[1].body = like(3)
    let error = #expect(throws: LogError.self) {
      _ = try LogUnion(of: [
        Log(lines(first), name: "a.jsonl"), Log(lines(other), name: "b.jsonl"),
      ])
    }
    #expect(error?.kind == .conflict)
    #expect(error?.place == "b.jsonl:2")
    #expect(error?.message.hasSuffix("a.jsonl:2") == true)
  }

  /// Returns a log of one batch of events of one moment; their ids are in the opposite order of the numbers.
  private func moment(_ numbers: Int...) throws -> [UInt8] {
    var lines = NewLines(ofLog: "log")
    for (place, number) in numbers.enumerated() {
      let event = Event(id: Samples.id(9 - number), at: Samples.start, user: "ann", like(number))
      try lines.append(event, batch: place == 0 ? numbers.count : 1)
    }
    return lines.bytes
  }

  @Test func `events of one moment in different orders are a conflict, even in a cycle`() throws {
    for logs in [
      [try moment(1, 2), try moment(2, 1)], [try moment(1, 2, 3), try moment(3, 1)],
      // No log tells whether 2 comes before 3.
      [try moment(1, 2), try moment(1, 3)], [try moment(1, 3), try moment(2, 3)],
      [try moment(1, 2, 4), try moment(1, 3, 4)],
    ] {
      for logs in [logs, logs.reversed()] {
        let logs = logs.map { Log($0, name: "log") }
        let error = #expect(throws: LogError.self) { _ = try LogUnion(of: logs) }
        #expect(error?.kind == .conflict)
      }
    }
  }

  @Test func `a log that lacks events of one moment keeps the order of the others`() throws {
    let whole = try moment(1, 2, 3, 4)
    for logs in [
      [try moment(1, 2, 3, 4), try moment(1, 3)], [try moment(1, 2, 3, 4), try moment(2, 4)],
      [try moment(1, 3, 4), try moment(1, 2, 4), try moment(2, 3)],
      [try moment(1, 4), try moment(1, 2, 3, 4), try moment(1, 4)],
      [try moment(1, 4), try moment(2, 4), try moment(1, 2, 3), try moment(3, 4)],
    ] {
      for logs in [logs, logs.reversed()] {
        var union = try LogUnion(of: logs.map { Log($0, name: "log") })
        var bytes: [UInt8] = []
        try union.forEachRun(ofLog: "union") { bytes += $0 }
        #expect(bytes == whole)
      }
    }
  }

  @Test func `events of one moment stay together, even if they exceed a batch`() throws {
    var lines = NewLines(ofLog: "log")
    for place in 0...Log.largestBatch {
      // The ids are in another order than the events.
      let id = Samples.id(2 * Log.largestBatch - place)
      let event = Event(id: id, at: Samples.start, user: "ann", like(place))
      try lines.append(event, batch: place == 0 ? Log.largestBatch : 1)
    }
    var union = try LogUnion(of: [Log(lines.bytes, name: "log")])
    var bytes: [UInt8] = []
    try union.forEachRun(ofLog: "union") { bytes += $0 }
    #expect(bytes == lines.bytes)
  }

  @Test func `the events of two users in one batch are in the order of their ids`() throws {
    var lines = NewLines(ofLog: "log")
    for (place, user) in ["ann", "ben"].enumerated() {
      let event = Event(
        id: Samples.id(2 - place), at: Samples.start, user: Name(user), like(place))
      try lines.append(event, batch: 2 - place)
    }
    let union = try self.union(Log(lines.bytes, name: "log"))
    #expect(try union.wholeEvents().map(\.id) == [Samples.id(1), Samples.id(2)])
  }

  @Test func `in a piece, the lines of a batch before and after another piece's are two batches`()
    throws
  {
    var lines = NewLines(ofLog: "log")
    let likes = [true, true, false, true, true, true]
    for (place, isLike) in likes.enumerated() {
      let event = Event(
        id: Samples.id(place + 1), at: Samples.start, user: "ann",
        isLike ? like(place) : .clearedType(.monday))
      try lines.append(event, batch: place == 0 ? likes.count : 1)
    }
    let log = Log(lines.bytes, name: "log")
    let pieces = try LogPieces(of: log) { _, lines in lines.type }
    var bytes: [UInt8] = []
    try pieces.forEachLines(of: "PostLiked") { bytes += $0 }
    let batches = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: #""batch":"#).dropFirst().first.map { String($0.prefix(1)) } ?? "-"
    }
    #expect(batches == ["2", "-", "3", "-", "-"])
  }

  @Test(arguments: 0..<20)
  func `all pieces of a log, appended, give the same set of events`(_ seed: Int) throws {
    let folder = TemporaryFolder()
    var source = Source(seed: UInt64(2_000 + seed))
    let log = try source.log()
    let pieces = try LogPieces(of: log) { line, lines in
      seed % 2 == 0 ? lines.type : line.user?.text ?? ""
    }
    var drafts: [Draft] = []
    for key in pieces.keys {
      try pieces.forEachLines(of: key) { bytes throws(LogError) in
        let piece = Log(bytes, name: key)
        for event in try piece.wholeEvents() { drafts.append(Draft(event)) }
      }
    }
    #expect(pieces.keys.reduce(0) { $0 + pieces.count(of: $1) } == drafts.count)
    guard !drafts.isEmpty else { return }
    try append(drafts, to: folder.file("log"))
    func content(_ log: Log) throws -> [[UInt8]] {
      try log.wholeEvents().map(\.sortedContent).sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(try content(Log(path: folder.file("log"))) == content(log))
  }
}

extension Draft {
  fileprivate init(_ event: Event) {
    self.init(
      id: event.id, at: event.at, user: event.user, body: event.body, unknown: event.unknown)
  }
}
