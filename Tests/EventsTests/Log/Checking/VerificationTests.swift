import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests that a verification finds all errors of a log with their positions.
@Suite struct VerificationTests {
  /// Returns the findings in a log of these facts, as `kind line`.
  static func found(_ facts: [Fact]) -> [String] { found(log(events(facts))) }

  static func found(_ log: Log) -> [String] {
    Verification(log).findings.map { "\($0.kind.rawValue) \($0.line.map(String.init) ?? "-")" }
  }

  /// Returns a log of sets in one session, each `hours` after the first.
  static func sets(_ hours: [Int], by users: [Name] = ["ann"]) -> [Fact] {
    let start = moment("2026-03-02T12:00:00Z")
    var facts: [Fact] = []
    for (index, hour) in hours.enumerated() {
      let user = users[index % users.count]
      let body = WorkoutTypeChosen(day: .monday, type: "Legs").body
      facts.append(Fact(user: user, at: start.adding(seconds: Int64(hour) * 3600), body: body))
    }
    return facts
  }

  @Test func `a time more than a day ahead of the clock is reported, if there is a clock`() {
    let log = log(events(Self.sets([0, 24, 25, 0, 900])))
    let now = moment("2026-03-02T12:00:00Z")
    let found = Verification(log, at: now).findings.filter { $0.kind == .future }
    #expect(found.map(\.line) == [3, 5])
    #expect(found.allSatisfy { $0.severity == .harmless })
    #expect(!Verification(log).findings.contains { $0.kind == .future })
  }

  @Test func `a log of many parts is verified as one`() throws {
    var all = try lines(inBatches: Array(repeating: 1, count: 1_500))
    #expect(all.joined().count > 1 << 17)
    let sound = Verification(Log(all.flatMap { $0 }, name: "log"))
    #expect(sound.findings.allSatisfy { $0.kind == .neverBegun })
    #expect((sound.events, sound.lastSeq, sound.isDamaged) == (1_500, 1_500, false))
    let last = try #require(try json(Array(all[1_499].dropLast()))["sum"])
    #expect(sound.lastSum.map { JSON.string($0) } == last)
    #expect(Verification(Log([], name: "log")).lastSum == nil)
    // A changed line, far after the first part, and a line that is not an event.
    all[1_300] = RepairPlanTests.changed(all[1_300], "ann", to: "bob")
    all[1_400] = [0x0A]
    let damaged = Verification(Log(all.flatMap { $0 }, name: "log"))
    let damages = damaged.findings.filter { $0.severity == .damage }
    #expect(
      damages.map { "\($0.kind.rawValue) \($0.line ?? 0)" }
        == ["wrong-sum 1301", "unreadable 1401"])
    #expect(damaged.damages == 2 && damaged.events == 1_499)
  }

  @Test func `lines that cannot be read are all counted, and the first hundred listed`() throws {
    let good = try lines(inBatches: Array(repeating: 1, count: 40))
    // Several parts have unreadable lines, of every kind.
    let bad = Array("\n\nx\n {\n\n{}\n\t\n".utf8) + Array(repeating: 0x0A, count: 20_000)
    var bytes: [UInt8] = []
    for (number, line) in good.enumerated() {
      bytes += number < 30 ? [0x0A] : bad
      bytes += line
    }
    let picture = Verification(Log(bytes, name: "log"))
    let unreadable = picture.findings.filter { $0.kind == .unreadable }
    let expected = zip(
      1..., bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    )
    .filter { Bytes.of(Array($0.1)) { (try? LineDecoder().logged($0)) == nil } }.map(\.0)
    #expect(unreadable.compactMap(\.line) == Array(expected.prefix(100)))
    #expect(picture.omitted.first { $0.kind == .unreadable }?.count == expected.count - 100)
    #expect(picture.events == 40)
  }

  @Test func `a time that goes back by more than a day is reported once per stretch`() {
    #expect(VerificationTests.found(VerificationTests.sets([100, 76, 100])) == [])
    #expect(
      VerificationTests.found(VerificationTests.sets([100, 75, 0, 1, 2, 99, 3, 4]))
        == ["time-runs-back 2", "time-runs-back 7"])
    // The latest time counts, not the time of the previous line; a day is exact to the millisecond.
    #expect(
      VerificationTests.found(VerificationTests.sets([100, 80, 70])) == ["time-runs-back 3"])
    var facts = VerificationTests.sets([100, 76])
    facts[1].at = facts[1].at.map {
      Timestamp(milliseconds: $0.milliseconds - 1, offsetMinutes: $0.offsetMinutes)
    }
    #expect(VerificationTests.found(facts) == ["time-runs-back 2"])
    // Each user has a separate clock, and so have events of no user.
    #expect(VerificationTests.found(VerificationTests.sets([100, 0], by: ["ann", "ben"])) == [])
    let nobody = VerificationTests.sets([100, 0]).map { Fact(user: nil, at: $0.at, body: $0.body) }
    #expect(VerificationTests.found(nobody) == ["time-runs-back 2"])
  }

  @Test func `imported and late events may be older than earlier ones`() {
    let start = moment("2026-03-02T12:00:00Z")
    func found(_ hours: [Int], _ id: EventID) -> [String] {
      let events = events(VerificationTests.sets(hours))
      return VerificationTests.found(
        log(
          events.map { $0.seq == 2 ? Event(id: id, at: $0.at, user: $0.user, $0.body, seq: 2) : $0 }
        ))
    }
    func made(_ milliseconds: Int64) -> EventID {
      EventID(milliseconds: start.milliseconds + milliseconds, random: (0, 1))
    }
    let imported = EventID(derivedFrom: ["set", "1"])
    #expect(found([100, 0, 200], imported) == [])
    #expect(found([100, 0, 200], made(86_400_001)) == [])
    #expect(found([100, 0, 200], made(86_400_000)) == ["time-runs-back 2"])
    let random = EventID(high: 0x1234_5678_9ABC_4DEF, low: 0x8123_4567_89AB_CDEF)
    #expect(found([100, 0, 200], random) == ["time-runs-back 2"])
    #expect(found([100, -600_000, 200], imported) == ["time-runs-back 2"])
    #expect(found([100, -600_000, 200], made(0)) == ["time-runs-back 2"])
    // The clock of the user also ignores these events.
    #expect(found([0, 400, 100], imported) == [])
    #expect(found([0, 400, 100], random) == ["time-runs-back 3"])
  }

  @Test func `a missing creation is reported once, and an existing one is not`() {
    func logged(_ session: Name) -> Event.Body {
      SetLogged(session: session, exercise: "squat", reps: 5, weight: nil).body
    }
    func started(_ session: Name?) -> Event.Body {
      SessionStarted(session: session).body
    }
    let facts: [Event.Body] = [
      started(nil), logged(name(1)),
      started("evening"), logged("evening"),
      logged("lost"), logged("lost"),
      SetRevised(set: id(2), reps: 4).body,
      SetRemoved(set: id(99)).body,
      SessionEnded(session: "evening").body,
      SessionDiscarded(session: "morning").body,
      PostLiked(post: "p").body,
      PlanShared(post: "p2", day: .monday, title: "T", exercises: []).body,
      PostLiked(post: "p2").body,
      PlanSaved(post: "p3", day: .monday, exercises: []).body,
      UserSignedOut().body,
      UserSignedOut(session: "s").body,
      UserSignedIn(provider: "password", email: "a@example.com", session: "t").body,
      SessionRenewed(session: "t", expiresAt: Samples.start).body,
    ]
    let found = VerificationTests.found(facts.map { .by("ann", $0) })
    #expect(found == [5, 8, 10, 11, 14, 16].map { "never-begun \($0)" })
    // A name in capital letters is the same id with another text.
    let capitals = Name(name(1).text.uppercased())
    let shouted = [.by("ann", started(nil)), Fact.by("ann", logged(capitals))]
    #expect(VerificationTests.found(shouted) == [])
  }

  @Test
  func `a batch that is cut short in the middle is reported, and its remaining events are shown`()
    throws
  {
    let all = try lines(inBatches: [1, 3, 1])
    for (removed, line) in [([2], 2), ([3], 2), ([2, 3], 2), ([1], nil), ([4], nil)] {
      let rest = all.indices.filter { !removed.contains($0) }.map { all[$0] }
      let log = Log(rest.flatMap { $0 }, name: "log")
      let cut = Verification(log).findings.filter { $0.kind == .cutBatch }
      #expect(cut.map(\.line) == (line.map { [$0] } ?? []), "without \(removed)")
      #expect(try shown(log).count == rest.count)
    }
    // A batch size within the range of another batch.
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (seq, batch) in [(1, 3), (2, 2), (3, 1)] {
      let event = Event(id: Samples.id(seq), at: Samples.start, user: nil, like(seq), seq: seq)
      sum = try event.write(to: &bytes, batch: batch, previousSum: sum)
    }
    let nested = Verification(Log(bytes, name: "log")).findings.filter { $0.kind == .cutBatch }
    #expect(nested.map(\.line) == [1])
  }

  @Test func `a duplicate id is damage, with the same or other content`() throws {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (seq, number) in [(1, 1), (2, 2), (3, 1)] {
      let event = Event(
        id: Samples.id(number), at: Samples.start, user: nil, like(number), seq: seq)
      sum = try event.write(to: &bytes, previousSum: sum)
    }
    let verification = Verification(Log(bytes, name: "log"))
    #expect(verification.findings.last?.kind == .usedTwice)
    #expect(verification.isDamaged && verification.damages == 1)
  }

  @Test func `the first hundred findings of a kind are listed and the rest are counted`() throws {
    var bytes: [UInt8] = []
    for seq in 1...350 {
      try Event(
        id: Samples.id(seq), at: Samples.start, user: nil,
        DayCleared(day: .monday).body, seq: seq
      ).write(to: &bytes, previousSum: nil)
    }
    let verification = Verification(Log(bytes + Array("x\n".utf8), name: "log"))
    #expect(verification.findings.count == 101)
    #expect(verification.omitted.map(\.kind) == [.noSum])
    #expect(verification.omitted.map(\.count) == [250])
    #expect(verification.damages == 1 && verification.events == 350)
  }

  @Test(arguments: [
    (0o600, 0o700, []), (0o640, 0o755, ["can read this file"]),
    (0o644, 0o700, ["can read this file"]), (0o622, 0o700, ["can write to this file"]),
    (0o600, 0o777, ["can write to its folder"]), (0o600, 0o1777, []),
    (0o660, 0o770, ["can write to this file", "can write to its folder"]),
  ])
  func `permissions that let others in are reported`(
    _ file: Int, _ folder: Int, _ expected: [String]
  ) throws {
    let outer = TemporaryFolder()
    let inner = outer.file("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try put(Array(try lines(inBatches: [1]).joined()), at: inner + "/log")
    try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: inner + "/log")
    try FileManager.default.setAttributes([.posixPermissions: folder], ofItemAtPath: inner)
    // The folder of the file itself is checked.
    try FileManager.default.createSymbolicLink(
      atPath: outer.file("link"), withDestinationPath: "inner/log")
    for path in [inner + "/log", outer.file("link")] {
      let found = Verification(try Log(path: path)).findings
        .filter { $0.kind == .openPermissions }
      try #require(found.count == expected.count)
      for (finding, part) in zip(found, expected) { #expect(finding.message.contains(part)) }
    }
  }

  @Test func `the folder of every link on the way is checked`() throws {
    let folder = TemporaryFolder()
    for name in ["end", "middle", "own"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o755])
    }
    try put(Array(try lines(inBatches: [1]).joined()), at: folder.file("own/log"))
    for (link, target) in [
      ("end/log", "../middle/log"), ("middle/log", folder.file("own/log")), ("own/loop", "loop"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(link), withDestinationPath: target)
    }
    for name in ["end", "middle", "own"] {
      #expect(chmod(folder.file(name), 0o777) == 0)
      let found = Verification(try Log(path: folder.file("end/log"))).findings
        .filter { $0.message.contains("folder") && $0.message.contains("can write") }
      #expect(found.count == 1, "\(name)")
      #expect(chmod(folder.file(name), 0o755) == 0)
    }
    // A link to itself ends the search.
    #expect(
      failure { try Log(path: folder.file("own/loop")) }?.help?.description.contains("links")
        == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a folder of another owner is reported`() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("inner"), withIntermediateDirectories: true)
    let path = folder.file("inner/log")
    try put(Array(try lines(inBatches: [1]).joined()), at: path)
    for (file, isNamed) in [(0, true), (4321, false), (1234, true)] {
      #expect(chown(folder.file("inner"), 4321, 0) == 0 && chown(path, UInt32(file), 0) == 0)
      let found = Verification(try Log(path: path)).findings
        .filter { $0.kind == .openPermissions && $0.message.contains("(user 4321)") }
      #expect(found.count == (isNamed ? 1 : 0), "\(file)")
    }
  }

  @Test func `a member named like a secret is reported with its place`() throws {
    let head =
      #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250+01:00","type":"#
    for (rest, column) in [
      (#""SignedInBefore","data":{"a":[{"Access-Token":"x"}]}}"#, 32),
      (#""DayCleared","data":{"day":"monday"},"password":"x"}"#, 38),
      (#""DayCleared","data":{"day":"monday","p\u0061ssword_hash":"x"}}"#, 37),
      (#""DayCleared","data":{"day":"monday","passing":["password"]}}"#, nil),
    ] {
      let log = Log(Array((head + rest + "\n").utf8), name: "log")
      let found = Verification(log).findings.filter { $0.kind == .secret }
      let start = head.utf8.count
      #expect(found.first?.column == column.map { $0 + start }, "\(rest)")
      #expect(!found.contains { $0.message.contains("x\"") })
      #expect(try shown(log) == [1])
    }
  }
}
