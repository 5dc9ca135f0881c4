import Foundation
import TestSupport
import Testing

@testable import Events

/// Everything that can be said of a log, found where it is.
@Suite struct VerificationTests {
  /// What is found in a log of these facts, as `kind line`.
  static func found(_ facts: [Fact]) -> [String] { found(log(events(facts))) }

  static func found(_ log: Log) -> [String] {
    Verification(log).findings.map { "\($0.kind.rawValue) \($0.line.map(String.init) ?? "-")" }
  }

  /// A log of sets in one session, each `hours` after the first.
  static func sets(_ hours: [Int], by users: [Name] = ["ann"]) -> [Fact] {
    let start = moment("2026-03-02T12:00:00Z")
    var facts: [Fact] = []
    for (index, hour) in hours.enumerated() {
      let user = users[index % users.count]
      let body = Event.Body.plan(
        .workoutTypeChosen(WorkoutTypeChosen(day: .monday, type: "Legs")))
      facts.append(
        Fact(user: user, at: start.adding(seconds: Int64(hour) * 3600), body: body))
    }
    return facts
  }

  @Test func `a log of many parts is seen as one`() throws {
    var all = try lines(inBatches: Array(repeating: 1, count: 1_500))
    #expect(all.joined().count > 1 << 17)
    let sound = Verification(Log(Array(all.joined()), name: "log"))
    #expect(sound.findings.allSatisfy { $0.kind == .neverBegun })
    #expect((sound.events, sound.lastSeq, sound.isDamaged) == (1_500, 1_500, false))
    let last = try #require(try json(Array(all[1_499].dropLast()))["sum"])
    #expect(sound.lastSum.map { JSON.string($0) } == last)
    #expect(Verification(Log([], name: "log")).lastSum == nil)
    // A line that was changed, far behind the first part, and one that is none.
    all[1_300] = RepairPlanTests.changed(all[1_300], "ann", to: "bob")
    all[1_400] = [0x0A]
    let damaged = Verification(Log(Array(all.joined()), name: "log"))
    let damages = damaged.findings.filter { $0.severity == .damage }
    #expect(
      damages.map { "\($0.kind.rawValue) \($0.line ?? 0)" }
        == ["wrong-sum 1301", "unreadable 1401"])
    #expect(damaged.damages == 2 && damaged.events == 1_499)
  }

  @Test func `a time that runs back by more than a day is said once a stretch`() {
    #expect(VerificationTests.found(VerificationTests.sets([100, 76, 100])) == [])
    #expect(
      VerificationTests.found(VerificationTests.sets([100, 75, 0, 1, 2, 99, 3, 4]))
        == ["time-runs-back 2", "time-runs-back 7"])
    // Another user has a clock of their own, and so has nobody.
    #expect(VerificationTests.found(VerificationTests.sets([100, 0], by: ["ann", "ben"])) == [])
    let nobody = VerificationTests.sets([100, 0]).map { Fact(user: nil, at: $0.at, body: $0.body) }
    #expect(VerificationTests.found(nobody) == ["time-runs-back 2"])
  }

  @Test func `what was never begun is named once, and what was is not`() {
    func logged(_ session: Name) -> Event.Body {
      .sessions(.setLogged(SetLogged(session: session, exercise: "squat", reps: 5, weight: nil)))
    }
    func started(_ session: Name?) -> Event.Body {
      .sessions(.sessionStarted(SessionStarted(session: session)))
    }
    let facts: [Event.Body] = [
      started(nil), logged(name(1)),
      started("evening"), logged("evening"),
      logged("lost"), logged("lost"),
      .sessions(.setRevised(SetRevised(set: id(2), reps: 4))),
      .sessions(.setRemoved(SetRemoved(set: id(99)))),
      .sessions(.sessionEnded(SessionEnded(session: "evening"))),
      .sessions(.sessionDiscarded(SessionDiscarded(session: "morning"))),
      .feed(.postLiked(PostLiked(post: "p"))),
      .plan(.planShared(PlanShared(post: "p2", day: .monday, title: "T", exercises: []))),
      .feed(.postLiked(PostLiked(post: "p2"))),
      .plan(.planSaved(PlanSaved(post: "p3", day: .monday, exercises: []))),
      .identity(.userSignedOut(UserSignedOut())),
      .identity(.userSignedOut(UserSignedOut(session: "s"))),
      .identity(
        .userSignedIn(UserSignedIn(provider: "password", email: "a@example.com", session: "t"))),
      .identity(.sessionRenewed(SessionRenewed(session: "t", expiresAt: Samples.start))),
    ]
    let found = VerificationTests.found(facts.map { .by("ann", $0) })
    #expect(found == [5, 8, 10, 11, 14, 16].map { "never-begun \($0)" })
    // A name in capitals is the same id, whose text is another.
    let capitals = Name(name(1).text.uppercased())
    let shouted = [.by("ann", started(nil)), Fact.by("ann", logged(capitals))]
    #expect(VerificationTests.found(shouted) == [])
  }

  @Test func `a batch cut short in the middle is named, and what is there of it is shown`() throws {
    let all = try lines(inBatches: [1, 3, 1])
    for (removed, line) in [([2], 2), ([3], 2), ([2, 3], 2), ([1], nil), ([4], nil)] {
      let rest = all.indices.filter { !removed.contains($0) }.map { all[$0] }
      let log = Log(Array(rest.joined()), name: "log")
      let cut = Verification(log).findings.filter { $0.kind == .cutBatch }
      #expect(cut.map(\.line) == (line.map { [$0] } ?? []), "without \(removed)")
      #expect(try shown(log).count == rest.count)
    }
    // A mark within another one's reach.
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (seq, batch) in [(1, 3), (2, 2), (3, 1)] {
      let event = Event(id: Samples.id(seq), at: Samples.start, user: nil, like(seq), seq: seq)
      sum = try event.write(to: &bytes, batch: batch, previousSum: sum)
    }
    let nested = Verification(Log(bytes, name: "log")).findings.filter { $0.kind == .cutBatch }
    #expect(nested.map(\.line) == [1])
  }

  @Test func `an id used twice is damage, whatever the content`() throws {
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

  @Test func `the first hundred of a kind are listed and the rest are counted`() throws {
    var bytes: [UInt8] = []
    for seq in 1...350 {
      try Event(
        id: Samples.id(seq), at: Samples.start, user: nil,
        .plan(.dayCleared(DayCleared(day: .monday))), seq: seq
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
    (0o644, 0o700, ["can read this file"]), (0o622, 0o700, ["can write this file"]),
    (0o600, 0o777, ["can write the folder"]), (0o600, 0o1777, []),
    (0o660, 0o770, ["can write this file", "can write the folder"]),
  ])
  func `permissions that let others in are named`(
    _ file: Int, _ folder: Int, _ expected: [String]
  ) throws {
    let outer = try TemporaryFolder()
    let inner = outer.file("inner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try put(Array(try lines(inBatches: [1]).joined()), at: inner + "/log")
    try FileManager.default.setAttributes(
      [.posixPermissions: file], ofItemAtPath: inner + "/log")
    try FileManager.default.setAttributes([.posixPermissions: folder], ofItemAtPath: inner)
    // The folder that counts is that of the file itself.
    try FileManager.default.createSymbolicLink(
      atPath: outer.file("link"), withDestinationPath: "inner/log")
    for path in [inner + "/log", outer.file("link")] {
      let found = Verification(try Log(path: path)).findings
        .filter { $0.kind == .openPermissions }
      #expect(found.count == expected.count)
      for (finding, part) in zip(found, expected) { #expect(finding.message.contains(part)) }
    }
  }

  @Test func `the folder of every link on the way is looked at`() throws {
    let folder = try TemporaryFolder()
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
        .filter { $0.message.contains("can write the folder") }
      #expect(found.count == 1, "\(name)")
      #expect(chmod(folder.file(name), 0o755) == 0)
    }
    // A link to itself ends it.
    #expect(failure { try Log(path: folder.file("own/loop")) }?.help?.contains("links") == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a folder that somebody else owns is named`() throws {
    let folder = try TemporaryFolder()
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

  @Test func `a member called like a secret is named with its place`() throws {
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

  @Test(arguments: [
    ("password", "password"), ("userPassword2", "password"), ("pass.word", "password"),
    ("pass\u{200B}word", "password"), ("DB PASSWD", "passwd"), ("passphrase_hint", "passphrase"),
    ("passCode", "passcode"), ("mySecretSauce", "secret"), ("x-api-key", "apikey"),
    ("stripeApiKeyLive", "apikey"), ("privateKeyPem", "privatekey"), ("ssh_key", "sshkey"),
    ("awsCredentials", "credential"), ("deviceToken", "token"), ("to\u{212A}en", "token"),
    ("push.tokens", "tokens"), ("PWD", "pwd"), ("p-i-n", "pin"), ("Set-Cookie", "setcookie"),
    ("JWT", "jwt"), ("Bearer", "bearer"), ("pass", "pass"),
  ])
  func `a name is a secret's however it is spelled`(_ name: String, _ listed: String) {
    #expect(SecretName.listed(name) == listed)
  }

  @Test(arguments: [
    "", "_", "passing", "passes", "pins", "spin", "opinion", "tokenized", "tokens2", "compass",
    "key", "keyword", "bypass", "cookieJar", "word", "пароль", "pässword",
  ])
  func `a name that only reminds of one is any name`(_ name: String) {
    #expect(SecretName.listed(name) == nil)
  }

  @Test(arguments: [
    "https://ann:pw@example.com/a", "https://example.com/p?token=1", "//ann:pw@example.com",
    "https://example.com/p?passw%6Frd=x", "https://example.com/p?a=1&t%6fken=1#", "ann:pw@h/a//b",
    "https://ann%3Apw@example.com", "https:/\\ann:pw@example.com", "https:///ann:pw@example.com",
    " //ann:pw@example.com", "https:\t//ann:pw@example.com", "https:/\n/ann:pw@example.com",
  ])
  func `an address that lets somebody in is a secret`(_ address: String) {
    #expect(SecretName.isIn(address: address))
  }

  @Test(arguments: [
    "https://example.com/ann.png", "https://example.com:8080/a@b:c", "ann.png", "", "%", "a%2",
    "https:",
    "https://ann@example.com/a?size=3%20", "https://example.com/?q=a:b@c",
  ])
  func `an address that lets nobody in is none`(_ address: String) {
    #expect(!SecretName.isIn(address: address))
  }

  @Test func `no field of any event is called like a secret`() throws {
    for body in Samples.full {
      let fields = try #require(body.payload).fieldNames
      #expect(!fields.names.isEmpty)
      let names = fields.nested.values.reduce(fields.names) { $0.union($1.names) }
      #expect(names.filter { SecretName.listed($0) != nil } == [])
      var line: [UInt8] = []
      try Event(id: id(1), at: Samples.start, user: "ann", body, seq: 1)
        .write(to: &line, previousSum: 0)
      #expect(Bytes.of(line) { SecretName.first(in: $0)?.name } == nil)
    }
  }
}

/// Ids by the hundred thousand, against the library's set.
@Suite struct IDSetTests {
  @Test func `a set of ids says what a set says`() {
    var random = SeededGenerator(seed: 1)
    for expected in [0, 5_000] {
      var ids = IDSet(expecting: expected)
      var others: Set<EventID> = []
      for _ in 0..<40_000 {
        // Few enough that many come twice; the first of them all is all zeros.
        let id = EventID(high: random.next() % 3, low: random.next() % 9_000)
        #expect(ids.contains(id) == others.contains(id))
        #expect(ids.insert(id) == others.insert(id).inserted)
      }
      let zero = EventID(high: 0, low: 0)
      #expect(ids.contains(zero) == others.contains(zero))
      _ = ids.insert(zero)
      #expect(ids.contains(zero))
    }
  }
}
