import Foundation
import TestSupport
import Testing

@testable import Events

@Suite struct AppenderTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("events.jsonl") }

  @Test func `an append writes a canonical line, with mode 0600`() throws {
    let draft = Draft(id: Samples.id(1), at: Samples.start, user: "ann", like(1))
    let done = try append([draft], to: path)
    let head =
      #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00","#
      + #""user":"ann","type":"PostLiked","data":{"post":"post-1"}"#
    let sum = String(decoding: hexadecimal(XXH64Tests.hash(Array(head.utf8))), as: UTF8.self)
    #expect(
      String(decoding: try bytes(at: path), as: UTF8.self) == head + #","sum":"\#(sum)"}"# + "\n")
    #expect(try mode(of: path) == 0o600)
    #expect(done.setAside == nil)
    #expect(done.acknowledgements.map(\.event.seq) == [1])
    #expect(done.acknowledgements.map(\.isDuplicate) == [false])
    #expect(try folder.names == ["events.jsonl"])
  }

  @Test func `an event after the latest time is refused, unless the log has it already`() throws {
    var defaults = draftDefaults(1)
    let late = defaults.now.adding(seconds: 60)
    let drafts = [Draft(at: defaults.now, like(1)), Draft(at: late, like(2))]
    defaults.latest = late
    let done = try append(drafts, to: path, by: defaults)
    #expect(done.acknowledgements.count == 2)
    defaults.latest = defaults.now
    let refused = failure { try append(drafts, to: path, by: defaults) }
    #expect(refused?.code == .inFuture && refused?.draft == 1 && refused?.kind == .refused)
    #expect(try Log(path: path).tail().seq == 2)
    let known = Draft(id: done.acknowledgements[1].event.id, at: late, like(2))
    let again = try append([known], to: path, by: defaults)
    #expect(again.acknowledgements.map(\.isDuplicate) == [true])
  }

  @Test func `a refused append removes the file that it created, and no other`() throws {
    let refused = Draft(user: "ann", PostLiked(post: " ").body)
    #expect(failure { try append([refused], to: path) }?.kind == .refused)
    #expect(try folder.names == [])
    try put([], at: path)
    #expect(failure { try append([refused], to: path) }?.kind == .refused)
    #expect(try folder.names == ["events.jsonl"])
  }

  @Test func `an id from a seed differs if the log or the batch already has it`() throws {
    let defaults = draftDefaults(1)
    let first = try append([Draft(like(1)), Draft(like(2))], to: path, by: defaults)
    let ids = first.acknowledgements.map(\.event.id)
    // The other log has the second event only. Its id is the one that the seed generates for the next event.
    let other = folder.file("other")
    try append([Draft(id: ids[1], like(2))], to: other, by: defaults)
    let made = try append([Draft(like(3))], to: other, by: defaults)
    #expect(made.acknowledgements.map(\.isDuplicate) == [false])
    #expect(made.acknowledgements[0].event.id != ids[1])
    #expect(Verification(try Log(path: other)).damages == 0)
    // In one batch, the given id belongs to the event after the one for which the seed generates it.
    let third = folder.file("third")
    let both = try append([Draft(like(1)), Draft(id: ids[0], like(2))], to: third, by: defaults)
    #expect(both.acknowledgements[1].event.id == ids[0])
    #expect(both.acknowledgements[0].event.id != ids[0])
    // Everything else is unchanged: the same seed generates the same log.
    let again = folder.file("again")
    #expect(
      try append([Draft(like(1)), Draft(like(2))], to: again, by: defaults).acknowledgements
        .map(\.event.id) == ids)
  }

  @Test func `texts that only look alike are different content for the same id`() throws {
    func draft(_ title: String) -> Draft {
      Draft(id: Samples.id(1), at: Samples.start, user: "ann", SessionStarted(title: title).body)
    }
    try append([draft("caf\u{E9}")], to: path)
    #expect(failure { try append([draft("cafe\u{301}")], to: path) }?.kind == .conflict)
    #expect(try append([draft("caf\u{E9}")], to: path).acknowledgements[0].isDuplicate)
  }

  @Test func `another log of the same size, written into the file, is read again`() throws {
    func content(_ word: String) throws -> [UInt8] {
      var bytes: [UInt8] = []
      var sum: UInt64 = 0
      for seq in 1...3 {
        let event = Event(
          id: Samples.id(seq), at: Samples.start, user: "ann", .chose(.monday, word), seq: seq)
        sum = try event.write(to: &bytes, previousSum: sum)
      }
      return bytes
    }
    let appender = try Appender(path: path)
    try put(content("Legs"), at: path)
    try append(
      [Draft(id: Samples.id(4), at: Samples.start, user: "ann", .chose(.monday, "Legs"))],
      with: appender)
    let grown = try bytes(at: path)
    let other = try content("Push")
    try put(other, at: path)
    try append(
      [Draft(id: Samples.id(4), at: Samples.start, user: "ann", .chose(.monday, "Push"))], to: path)
    #expect(try bytes(at: path).count == grown.count)
    let done = try append([Draft(like(5))], with: appender)
    #expect(done.acknowledgements[0].event.seq == 5)
    #expect(try bytes(at: path).starts(with: other))
    #expect(Verification(try Log(path: path)).damages == 0)
    // A damaged end prevents any append.
    try put(Array(try bytes(at: path).dropLast(3)) + Array("\"x\n".utf8.suffix(3)), at: path)
    #expect(failure { try append([Draft(like(6))], with: appender) }?.kind == .damaged)
  }

  @Test
  func `a second look finds an empty log unchanged, and an unreadable log is an error`()
    throws
  {
    try put([], at: path)
    let failing = Counter()
    let faults = Faults { call, _ in
      // This is the second look at the log, which contains an event.
      call == .read && failing.next() == 1 ? .fails(EIO) : nil
    }
    let appender = try Appender(path: path, system: faults.system)
    for _ in 0..<2 { try appender.locked { _ in } }
    try append([Draft(like(1))], with: appender)
    let before = try bytes(at: path)
    let error = failure { try append([Draft(like(2))], with: appender) }
    #expect(error?.kind == .system)
    #expect(error?.message.hasPrefix("cannot check the log") == true)
    #expect(try bytes(at: path) == before)
    #expect(try append([Draft(like(2))], with: appender).acknowledgements[0].event.seq == 2)
  }

  @Test func `missing parts of a draft are supplied`() throws {
    let done = try append([Draft(like(1)), Draft(like(2))], to: path)
    let events = done.acknowledgements.map(\.event)
    let expected = draftDefaults(2)
    #expect(events.map(\.id) == [expected.id(seq: 1), expected.id(seq: 2)])
    #expect(events.allSatisfy { $0.at == Samples.start && $0.user == nil })
  }

  @Test func `missing parts of a draft are supplied without a seed, too`() throws {
    let random = DraftDefaults(now: Samples.start)
    let done = try append([Draft(like(1)), Draft(like(2))], to: path, by: random)
    let events = done.acknowledgements.map(\.event)
    #expect(events.map(\.seq) == [1, 2] && Set(events.map(\.id)).count == 2)
    #expect(events.allSatisfy { $0.id.high >> 16 == UInt64(Samples.start.milliseconds) })
  }

  @Test func `without a seed every id is new, has version 7, and contains the time of the append`()
  {
    let random = DraftDefaults(now: Samples.start)
    let ids = (1...100).flatMap { [random.id(seq: $0), random.newID()] }
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.high >> 16 == UInt64(Samples.start.milliseconds))
      #expect(id.high >> 12 & 0xF == 7 && id.low >> 62 == 2)
    }
    // With a seed, ids are repeatable, and an id for another entity differs from the id of an event.
    let seeded = (draftDefaults(1), draftDefaults(1), draftDefaults(2))
    #expect(seeded.0.newID() == seeded.1.newID() && seeded.0.newID() != seeded.2.newID())
    #expect(!(1...100).contains { seeded.0.id(seq: $0) == seeded.0.newID() })
  }

  @Test func `batches follow one another without gaps, each with its size`() throws {
    var expected: [[UInt8]] = []
    for (index, size) in [1, 3, 2, 1].enumerated() {
      let drafts = (0..<size).map { place in
        let seq = expected.count + place + 1
        return Draft(
          id: Samples.id(seq), at: Samples.start.adding(seconds: Int64(seq)), user: "ann", like(seq)
        )
      }
      let done = try append(drafts, to: path, expecting: expected.count)
      #expect(done.acknowledgements.map(\.event.seq) == (1...size).map { expected.count + $0 })
      expected = try lines(inBatches: Array([1, 3, 2, 1].prefix(index + 1)))
      #expect(try bytes(at: path) == expected.flatMap { $0 })
    }
    #expect(try shown(Log(path: path)) == Array(1...7))
  }

  @Test func `an appender that wrote last continues where it was`() throws {
    let appender = try Appender(path: path)
    for seq in 1...5 { try append([Draft(id: Samples.id(seq), like(seq))], with: appender) }
    try append([Draft(like(6))], to: path)
    try append([Draft(id: Samples.id(7), like(7))], with: appender)
    let again = try append([Draft(id: Samples.id(2), like(2))], with: appender)
    #expect(again.acknowledgements.map(\.event.seq) == [2])
    #expect(try shown(Log(path: path)) == Array(1...7))
  }

  @Test func `the same id with the same content is acknowledged and not written again`() throws {
    let drafts = (1...3).map { Draft(id: Samples.id($0), at: Samples.start, user: "ann", like($0)) }
    try append(drafts, to: path)
    let before = try bytes(at: path)
    // The expectation fails, but a retry of a successful append succeeds.
    let again = try append(drafts, to: path, expecting: 0)
    #expect(again.acknowledgements.map(\.event.seq) == [1, 2, 3])
    #expect(again.acknowledgements.allSatisfy { $0.isDuplicate })
    #expect(try bytes(at: path) == before)
    let timeless = try append([Draft(id: Samples.id(2), user: "ann", like(2))], to: path)
    #expect(timeless.acknowledgements.map(\.event.at) == [Samples.start])
    let mixed = try append([drafts[2], Draft(id: Samples.id(9), like(9)), drafts[0]], to: path)
    #expect(mixed.acknowledgements.map(\.event.seq) == [3, 4, 1])
    #expect(mixed.acknowledgements.map(\.isDuplicate) == [true, false, true])
    #expect(try shown(Log(path: path)) == [1, 2, 3, 4])
  }

  @Test(arguments: [
    Draft(id: Samples.id(2), at: Samples.start, user: "ann", like(9)),
    Draft(id: Samples.id(2), at: Samples.start, user: "bob", like(2)),
    Draft(id: Samples.id(2), at: Samples.start, like(2)),
    Draft(id: Samples.id(2), at: Samples.start.adding(seconds: 1), user: "ann", like(2)),
    Draft(id: Samples.id(2), user: "ann", PostUnliked(post: "post-2").body),
  ])
  func `the same id with different content is a conflict, and nothing is written`(
    _ other: Draft
  ) throws {
    try append(
      (1...2).map { Draft(id: Samples.id($0), at: Samples.start, user: "ann", like($0)) }, to: path)
    let before = try bytes(at: path)
    let error = failure { try append([Draft(like(5)), other], to: path, expecting: 7) }
    #expect(error?.kind == .conflict)
    #expect(error?.message == "seq 2 has the same id \(Samples.id(2)) with different content")
    #expect(try bytes(at: path) == before)
  }

  @Test func `a batch may hold an id twice only with the same content`() throws {
    let one = Draft(id: Samples.id(1), like(1))
    let done = try append([one, one, Draft(id: Samples.id(2), like(2))], to: path)
    #expect(done.acknowledgements.map(\.event.seq) == [1, 1, 2])
    #expect(done.acknowledgements.map(\.isDuplicate) == [false, true, false])
    let before = try bytes(at: path)
    let error = failure {
      try append([Draft(id: Samples.id(3), like(3)), Draft(id: Samples.id(3), like(4))], to: path)
    }
    #expect(error?.kind == .conflict)
    #expect(try bytes(at: path) == before)
  }

  @Test func `an id whose event cannot be read is damage and not a duplicate`() throws {
    // The checksum is correct and the envelope is valid, so only reading the data finds the error.
    let head =
      #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00","#
      + #""type":"PostLiked","data":{"post":5}"#
    let sum = String(decoding: hexadecimal(XXH64Tests.hash(Array(head.utf8))), as: UTF8.self)
    let line = Array((head + #","sum":"\#(sum)"}"# + "\n").utf8)
    try put(line, at: path)
    let error = failure { try append([Draft(id: Samples.id(1), like(1))], to: path) }
    #expect(error?.kind == .damaged)
    #expect(error?.line == 1)
    #expect(error?.message == "expected a string for 'post', found a number")
    #expect(try bytes(at: path) == line)
  }

  @Test(arguments: [
    (#""user":"ann""#, #""user":"bob""#), (#""seq":2"#, #""seq":1"#), (#""seq":2"#, #""seq":3"#),
    (#""sum":""#, #""sum":"x"#), (#""post":"post-2""#, #""post":"post-3""#),
  ])
  func `a changed line is not a duplicate`(_ old: String, _ new: String) throws {
    let drafts = (1...5).map { Draft(id: Samples.id($0), at: Samples.start, user: "ann", like($0)) }
    for draft in drafts { try append([draft], to: path) }
    var lines = try bytes(at: path).split(separator: 0x0A).map {
      String(decoding: $0, as: UTF8.self)
    }
    lines[1] = lines[1].replacing(old, with: new)
    try put(Array((lines.joined(separator: "\n") + "\n").utf8), at: path)
    let left = try bytes(at: path)
    let error = failure { try append([drafts[1]], to: path) }
    #expect(error?.kind == .damaged)
    #expect(try bytes(at: path) == left)
  }

  @Test func `a line with a changed checksum alone is not a duplicate`() throws {
    let drafts = (1...5).map { Draft(id: Samples.id($0), at: Samples.start, user: "ann", like($0)) }
    for draft in drafts { try append([draft], to: path) }
    var left = try bytes(at: path)
    let end = left.split(separator: 0x0A)[1].endIndex - 3
    left[end] = left[end] == 0x30 ? 0x31 : 0x30
    try put(left, at: path)
    let error = failure { try append([drafts[1]], to: path) }
    #expect(error?.kind == .damaged && error?.line == 2)
    // Whether the next line was changed is unknown.
    #expect(failure { try append([drafts[2]], to: path) }?.line == 3)
    try append([drafts[3]], to: path)
    #expect(try bytes(at: path) == left)
  }

  @Test func `an id is searched for in every line, and an invalid id is refused`() throws {
    // The damage is before the last batch and the line before it, which every append checks.
    let all = try lines(inBatches: [1, 1, 1, 2])
    let damaged = all[0] + Array("x\n".utf8) + all[2...].joined()
    try put(damaged, at: path)
    let error = failure { try append([Draft(id: Samples.id(9), like(9))], to: path) }
    #expect(error?.kind == .damaged)
    #expect(error?.line == 2)
    #expect(try bytes(at: path) == damaged)
  }

  @Test func `unknown fields and types may be written in any order`() throws {
    func line(_ data: String) -> String {
      #"{"id":"\#(Samples.id(1))","type":"X","data":\#(data)}"#
    }
    try append([draft(line(#"{"l":[{"a":1,"b":2}],"m":3}"#))], to: path)
    let again = try append([draft(line(#"{"m":3,"l":[{"b":2,"a":1}]}"#))], to: path)
    #expect(again.acknowledgements.map(\.isDuplicate) == [true])
    // In a list, the order is part of the content.
    let other = failure { try append([draft(line(#"{"m":3,"l":[{"b":1,"a":2}]}"#))], to: path) }
    #expect(other?.kind == .conflict)
  }

  @Test func `an unknown field makes the content of an id different`() throws {
    let plain = #"{"id":"\#(Samples.id(1))","type":"PostLiked","data":{"post":"p"}}"#
    let more = #"{"id":"\#(Samples.id(1))","type":"PostLiked","data":{"mood":1,"post":"p"}}"#
    try append([draft(more)], to: path)
    #expect(try append([draft(more)], to: path).acknowledgements.map(\.isDuplicate) == [true])
    #expect(failure { try append([try draft(plain)], to: path) }?.kind == .conflict)
  }

  @Test func `if an expectation fails, the append is a conflict and writes nothing`() throws {
    try append([Draft(like(1))], to: path, expecting: 0)
    let before = try bytes(at: path)
    for expected in [0, 2, -1] {
      let error = failure { try append([Draft(like(2))], to: path, expecting: expected) }
      #expect(error?.kind == .conflict)
      #expect(error?.message == "the log must end with seq \(expected), got 1")
    }
    #expect(try bytes(at: path) == before)
    try append([Draft(like(2))], to: path, expecting: 1)
    #expect(try shown(Log(path: path)) == [1, 2])
  }

  @Test func `an empty append writes nothing`() throws {
    #expect(try append([], to: path, expecting: 7).acknowledgements == [])
    #expect(try bytes(at: path) == [])
  }

  @Test func `a batch may have at most 10,000 events`() throws {
    let drafts = (1...Log.largestBatch).map { Draft(like($0)) }
    let error = failure { try append(drafts + [Draft(like(0))], to: path) }
    #expect(error?.kind == .misuse)
    #expect(error?.message == "a batch must have at most 10,000 events, got 10,001")
    #expect(try bytes(at: path) == [])
    try append(drafts, to: path)
    let whole = try bytes(at: path)
    #expect(try Log(path: path).tail().seq == Log.largestBatch)
    // The first line of the batch is 10,000 lines away, and a truncation is still detected.
    #expect(try Log(whole.dropLast(2), name: "log").tail().torn == 0..<whole.count - 2)
    #expect(try shown(whole.dropLast(1)).count == Log.largestBatch)
  }

  @Test func `a batch that undoes others may have at most 20,001 events`() throws {
    let note = EventsReverted(events: [Samples.id(1)], count: Log.largestReversal - 1)
    let drafts =
      (1..<Log.largestReversal).map { Draft(like($0)) }
      + [Draft(.corrections(.eventsReverted(note)))]
    let error = failure { try append([Draft(like(0))] + drafts, to: path) }
    #expect(error?.message == "a batch must have at most 20,001 events, got 20,002")
    try append(drafts, to: path)
    #expect(try Log(path: path).tail().seq == Log.largestReversal)
  }

  /// Returns a log of an event with `seq` 1 and of one at each of these positions.
  private func log(at positions: [Int]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (number, seq) in ([1] + positions).enumerated() {
      let event = Event(
        id: Samples.id(number + 1), at: Samples.start, user: nil, like(number), seq: seq)
      sum = try event.write(to: &bytes, previousSum: sum)
    }
    return bytes
  }

  @Test(arguments: [LogFormat.lastAfterGap + 1, Log.lastPosition])
  func `a position that leaves no room is damage, and a repair removes it`(_ seq: Int) throws {
    let (sound, damaged) = (try log(at: []), try log(at: [seq]))
    try put(damaged, at: path)
    let message =
      "'seq' must be at most 2^52 after a gap, got \(seq), which leaves no room for later events"
    for error in [
      failure { try append([Draft(like(2))], to: path) }, failure { try shown(Log(path: path)) },
    ] {
      #expect(error?.kind == .damaged && error?.line == 2 && error?.column == 1)
      #expect(error?.message == message)
    }
    #expect(try bytes(at: path) == damaged)
    let findings = Verification(try Log(path: path)).findings.filter { $0.severity == .damage }
    #expect(findings.map(\.kind) == [.noRoom] && findings.first?.message == message)
    let plan = RepairPlan(try Log(path: path))
    #expect(plan.removed.map(\.line) == [2] && plan.removed.first?.reason == message)
    #expect(try Appender(path: path).repair(plan) != nil)
    #expect(try bytes(at: path) == sound)
    try append([Draft(like(2))], to: path)
    #expect(try shown(Log(path: path)) == [1, 2])
  }

  @Test func `a position that leaves no room makes only its own line invalid`() throws {
    let last = Log.lastPosition
    try put(try log(at: [2, last - 1, last, 3]), at: path)
    let findings = Verification(try Log(path: path)).findings.filter { $0.severity == .damage }
    #expect(findings.map(\.line) == [3, 4])
    #expect(try Appender(path: path).repair(RepairPlan(Log(path: path))) != nil)
    // The checksum of the last line continued one of the removed lines.
    #expect(try bytes(at: path) == log(at: [2]))
  }

  @Test func `the last position after a gap leaves room`() throws {
    try put(try log(at: [LogFormat.lastAfterGap]), at: path)
    try append([Draft(like(2))], to: path)
    let last = LogFormat.lastAfterGap + 1
    #expect(try shown(Log(path: path)) == [1, last - 1, last])
    let verification = Verification(try Log(path: path))
    #expect(!verification.isDamaged && verification.lastSeq == last)
    #expect(RepairPlan(try Log(path: path)).isHealthy)
  }

  @Test func `a log that was damaged before its last batch has no room at the end`() throws {
    let damaged = try log(at: [Log.lastPosition - 1, Log.lastPosition])
    try put(damaged, at: path)
    let error = failure { try append([Draft(like(2))], to: path) }
    #expect(
      error
        == LogError(
          .damaged, path, "'seq' must stay below 2^53, but the log ends at \(Log.lastPosition)",
          help: "run \(.verify) to check the whole log"))
    #expect(try bytes(at: path) == damaged)
  }

  @Test func `a checked draft is refused at a time that no line can have`() throws {
    let liked = try draft(#"{"type":"PostLiked","data":{"post":"p"}}"#)
    let never = DraftDefaults(now: Timestamp(milliseconds: .max, offsetMinutes: 0), seed: 1)
    let error = failure { try append([liked], to: path, by: never) }
    #expect(error?.kind == .refused)
    #expect(error?.message == "'at' must be in the years 1…9999")
    #expect(try bytes(at: path) == [])
  }

  @Test func `a log that was damaged may grow up to the last position`() throws {
    try put(try log(at: [Log.lastPosition - 2, Log.lastPosition - 1]), at: path)
    let done = try append([Draft(like(2))], to: path)
    #expect(done.acknowledgements.map(\.event.seq) == [Log.lastPosition])
    #expect(failure { try append([Draft(like(3))], to: path) }?.kind == .damaged)
  }

  @Test func `a line may have at most 1 MiB`() throws {
    func data(_ count: Int) throws -> Draft {
      try draft(#"{"type":"A","data":{"a":"\#(String(repeating: "x", count: count))"}}"#)
    }
    var probe: [UInt8] = []
    try data(1).event(id: Samples.id(1), at: Samples.start, seq: 1)?
      .write(to: &probe, previousSum: 0)
    let room = Log.longestLine - (probe.count - 2)
    let error = failure { try append([try data(room + 1)], to: path) }
    #expect(error?.kind == .refused)
    #expect(error?.message == "an event must be at most 1 MiB long, got 1,048,577 bytes")
    #expect(try bytes(at: path) == [])
    try append([data(room)], to: path)
    #expect(try bytes(at: path).count == Log.longestLine + 1)
    #expect(try shown(Log(path: path)) == [1])
    let long = String(repeating: " ", count: Log.longestLine - 22) + #"{"type":"A","data":{}}"#
    #expect(lineError(long) == nil)
    #expect(lineError(" " + long)?.offset == Log.longestLine)
  }

  @Test(arguments: [
    (Draft(PostLiked(post: " ").body), "'post' must not begin or end with a space"),
    (Draft(user: "", like(1)), "'user' must not be empty"),
  ])
  func `a value out of range is refused, and nothing is written`(
    _ draft: Draft, _ message: String
  ) throws {
    let error = failure { try append([Draft(like(1)), draft], to: path) }
    #expect(error?.kind == .refused)
    #expect(error?.message == message)
    #expect(try bytes(at: path) == [])
  }

  @Test func `a draft that is declared checked but cannot be written is refused nevertheless`()
    throws
  {
    let set = SetLogged(session: "w", exercise: "e", reps: 5, weight: Weight(.infinity))
    let draft = Draft(.sessions(.setLogged(set))).checked()
    let error = failure { try append([Draft(like(1)), draft], to: path) }
    #expect(error?.kind == .refused && error?.draft == 1)
    #expect(error?.message == "expected a finite number, found inf")
    #expect(try bytes(at: path) == [])
  }

  @Test func `a dryRun answers as the append would, and writes nothing`() throws {
    try append([Draft(id: Samples.id(1), like(1))], to: path)
    let before = try bytes(at: path)
    let log = try Log(path: path)
    let drafts = [Draft(id: Samples.id(1), like(1)), Draft(like(2))]
    let (one, other) = (draftDefaults(2), draftDefaults(2))
    let rehearsed = try log.dryRun(drafts, defaults: one)
    #expect(try bytes(at: path) == before)
    let appended = try Appender(path: path).locked { log in
      try log.append(drafts, defaults: other)
    }
    #expect(rehearsed.acknowledgements == appended.acknowledgements)
    #expect(failure { try log.dryRun(drafts, defaults: one, expecting: 4) }?.kind == .conflict)
  }
}
