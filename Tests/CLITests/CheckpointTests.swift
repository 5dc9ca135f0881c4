import Events
import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// Whatever is done to a checkpoint, or to the log under it, every view shows what it shows without.
@Suite struct CheckpointTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("log") }
  private var file: String { Checkpoint.path(of: path) }
  /// The files of the checkpoint.
  private var parts: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: file).sorted().map { file + "/" + $0 }
    }
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

  private static let views = Views.all.map { $0.name }

  /// What a command prints, and how it ends.
  @discardableResult
  private func run(_ words: String...) -> String {
    var shell = Shell(output: .collected([]))
    // A checkpoint is of no time.
    let now = words.contains("checkpoint") ? [] : ["--now", "2027-01-01T12:00:00Z"]
    let status = Replog.run(words + ["--log", path] + now, &shell)
    return CheckpointTests.text(shell.output) + "? \(status)"
  }

  private static func text(_ output: Shell.Output) -> String {
    guard case .collected(let bytes) = output else {
      Issue.record("the output is not collected")
      return ""
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func shown(_ options: String...) -> [String] {
    CheckpointTests.views.map { view in
      var shell = Shell(output: .collected([]))
      let status = Replog.run([view, "--json", "--log", path] + options, &shell)
      return CheckpointTests.text(shell.output) + "? \(status)"
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

  @Test func `views are the same with a checkpoint, without one, and after its removal`() throws {
    try keep()
    let before = shown("--no-checkpoint")
    // The latest user has signed out, so that some are nobody's.
    #expect(before.allSatisfy { $0.hasSuffix("? done") })
    #expect(before.count { $0.count > 20 } > 2)
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

  @Test(arguments: [false, true])
  func `a name that has facts is not given to a new user, before or after the checkpoint`(
    _ isBefore: Bool
  ) throws {
    try keep()
    let now = moment("2027-01-01T12:00:00Z")
    try Appender(path: path).locked { log in
      _ = try log.append(
        [Draft(user: "gus", .catalogued("squat"))], defaults: DraftDefaults(now: now, seed: 1))
    }
    if isBefore { _ = try Appender(path: path).writeCheckpoint() }
    let log = try Log(path: path)
    let position = try #require(log.checkpoint?.position)
    #expect(position.seq == (isBefore ? 121 : 120))
    let refusal = Refusal(
      .eventsWithoutAccount, "the log has 1 event of 'gus', who has no account",
      help:
        "add \(.give(.user, "gus")) if they are yours, or \(.give(.user, "gus-2")) to begin without them"
    )
    #expect(throws: refusal) { try SignUp(email: "gus@example.com").admit(log, at: now) }
    #expect(try SignUp(email: "eve@example.com").admit(log, at: now).user == "eve")
    #expect(try SignUp(email: "gus@example.com", user: "gus").admit(log, at: now).user == "gus")
  }

  @Test(arguments: ["no sums", "a gap"])
  func `a log whose last checksum does not cover it has no checkpoint`(_ kind: String) throws {
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

  @Test func `a checkpoint that others can write is not trusted`() throws {
    try keep()
    #expect(try Log(path: path).checkpoint != nil)
    #expect(chmod(file, 0o720) == 0)
    #expect(try Log(path: path).checkpoint == nil)
  }

  @Test func `nothing is appended to a changed batch, even if a checkpoint follows it`()
    throws
  {
    try put(
      Array(CheckpointTests.sample.split(separator: UInt8(ascii: "\n"))[0]) + [0x0A], at: path)
    let appender = try Appender(path: path)
    _ = try appender.locked { log in
      try log.append(
        (0..<10).map { _ in
          Draft(user: "ann", SetLogged(session: "s", exercise: "squat", reps: 5, weight: nil).body)
        },
        defaults: DraftDefaults(now: Timestamp(milliseconds: 0)))
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
          [Draft(user: "ann", SessionEnded(session: "s").body)],
          defaults: DraftDefaults(now: Timestamp(milliseconds: 0)))
      }
    }
  }

  @Test func `checkpoint files can be truncated at random lengths`() throws {
    try keep()
    let before = shown("--no-checkpoint")
    var chance = SeededGenerator(seed: 1)
    for part in try parts {
      let whole = try bytes(at: part)
      for _ in Reliability.some(0..<30) {
        let length = Int.random(in: 0..<whole.count, using: &chance)
        try put(Array(whole[..<length]), at: part)
        #expect(shown() == before, "\(length) bytes of \(part)")
      }
      try put(whole, at: part)
    }
  }

  @Test func `checkpoint files can have random flipped bits`() throws {
    try keep()
    let before = shown("--no-checkpoint")
    var chance = SeededGenerator(seed: 2)
    for part in try parts {
      let whole = try bytes(at: part)
      for _ in Reliability.some(0..<350, ofEach: 25) {
        var flipped = whole
        let place = Int.random(in: 0..<whole.count, using: &chance)
        flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        try put(flipped, at: part)
        #expect(shown() == before, "byte \(place) of \(part)")
      }
      try put(whole, at: part)
    }
  }

  @Test func `the log can be replaced, shortened, edited or grown while a checkpoint exists`()
    throws
  {
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
      try log.append(drafts, defaults: DraftDefaults(now: moment("2027-01-01T12:00:00Z")))
    }
    expectSame("edited")
  }

  @Test func `a damaged end is reported with and without a checkpoint`() throws {
    try keep()
    var damaged = CheckpointTests.sample
    damaged[CheckpointTests.end(125) - 30] ^= 1
    try put(damaged, at: path)
    expectSame("damaged")
    #expect(run("pbs").hasSuffix("? damagedLog"))
  }

  @Test func `a batch after the checkpoint can be cut short by a crash`() throws {
    try keep()
    let drafts = (0..<5).map { Draft(user: "ann", .logged("s", "squat", $0 + 1, Weight(500))) }
    _ = try Appender(path: path).locked { log in
      try log.append(drafts, defaults: DraftDefaults(now: moment("2027-01-01T12:00:00Z"), seed: 1))
    }
    let whole = try bytes(at: path)
    for cut in stride(from: CheckpointTests.end(120), through: whole.count, by: 97) {
      try put(Array(whole[..<cut]), at: path)
      expectSame("cut at \(cut)")
    }
  }

  @Test func `facts after the checkpoint can refer to events before it`() throws {
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

  @Test func `a name is not given to a new user if only the events after the checkpoint use it`()
    throws
  {
    try put(lines(events([.signedIn("ann"), .by("ann", .started("s"))])), at: path)
    _ = try Appender(path: path).writeCheckpoint()
    try Appender(path: path).locked { log in
      _ = try log.append(
        [Draft(user: "zoe", .started("t"))],
        defaults: DraftDefaults(now: moment("2027-01-01T12:00:00Z")))
    }
    #expect(try Log(path: path).checkpoint != nil)
    let done = run(
      "sign-in", "--provider", "google", "--subject", "77", "--email", "zoe@example.com")
    #expect(done.contains("the log has 1 event of 'zoe'") && done.hasSuffix("? refused"))
    #expect(try Log(path: path).tail().seq == 3)
  }

  @Test func `a set that the checkpoint no longer has in memory can be corrected`() throws {
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
    #expect(run("pbs", "--json").contains(#""weightKg":100,"reps":5"#))
    // From now on it lets go of nothing of ann's.
    _ = try Appender(path: path).writeCheckpoint()
    let removed = revised + [.by("ann", .removed(id(6)))]
    try put(lines(events(removed)), at: path)
    expectSame("removed")
    #expect(run("pbs", "--json").contains(#""score":480"#))
  }

  @Test func `an append writes a checkpoint only after the log has grown enough`() throws {
    let defaults = DraftDefaults(now: moment("2027-01-01T12:00:00Z"), seed: 1)
    let appender = try Appender(path: path)
    func append(_ count: Int) throws {
      let drafts = (0..<count).map { Draft(user: "ann", .logged("s", Name("e\($0)"), 5, nil)) }
      _ = try appender.locked { try $0.append(drafts, defaults: defaults) }
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

  @Test func `the checkpoint command does not trust an existing checkpoint`() throws {
    try keep()
    for part in try parts {
      var damaged = try bytes(at: part)
      damaged[20] ^= 1
      try put(damaged, at: part)
    }
    try put(CheckpointTests.sample, at: path)
    #expect(run("checkpoint").hasSuffix("? done"))
    let size = try parts.reduce(0) { $0 + (try bytes(at: $1)).count }
    try FileManager.default.removeItem(atPath: file)
    #expect(run("checkpoint").hasSuffix("? done"))
    #expect(try parts.reduce(0) { $0 + (try bytes(at: $1)).count } == size)
    expectSame("anew")
  }

  @Test func `all events about an id are found with and without a checkpoint`() throws {
    try keep()
    var ids: Set<String> = []
    for line in CheckpointTests.sample.split(separator: UInt8(ascii: "\n")).prefix(120) {
      let parts = String(decoding: line, as: UTF8.self).split(separator: "\"")
      ids.formUnion(parts.filter { EventID(String($0)) != nil }.map(String.init))
    }
    #expect(ids.count > 100)
    try put(CheckpointTests.sample, at: path)
    let other = "0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11"
    for (number, id) in (ids.sorted() + [other]).enumerated() where number % 6 == 0 || id == other {
      let options = [["--json"], ["--type", "SetLogged"], ["--seq", "1-60"]][number / 6 % 3]
      for text in [id, String(id.dropLast()), id.uppercased()] {
        let words = ["log", "--about", text] + options
        var shells = [Shell(output: .collected([])), Shell(output: .collected([]))]
        let mine = Replog.run(words + ["--log", path], &shells[0])
        let theirs = Replog.run(words + ["--log", path, "--no-checkpoint"], &shells[1])
        #expect(mine == theirs)
        if text == id { #expect((mine == .done) == ids.contains(id)) }
        guard case .collected(let one) = shells[0].output,
          case .collected(let two) = shells[1].output
        else { return }
        #expect(one == two, "\(words)")
      }
    }
  }

  @Test func `concurrent readers and writers always see the same log`() throws {
    try keep(40)
    let (path, before) = (path, shown("--user", "ann", "--no-checkpoint"))
    let done = [Flag(), Flag()]
    for number in 0..<2 {
      let writer = Thread {
        for round in 0..<40 {
          do {
            let appender = try Appender(path: path)
            // nil where the other one is writing it.
            if (round + number) % 5 == 0 {
              _ = try appender.writeCheckpoint()
            } else {
              _ = try appender.extendCheckpoint(effort: 1 << 20)
            }
            try appender.locked { log in
              _ = try log.append(
                [Draft(user: "ben", .chose(.monday, "Legs"))],
                defaults: DraftDefaults(now: moment("2027-01-01T12:00:00Z")))
            }
          } catch { Issue.record(error) }
        }
        done[number].set()
      }
      writer.start()
    }
    var rounds = 0
    while !done.allSatisfy(\.isSet) || rounds == 0 {
      #expect(shown("--user", "ann") == before)
      rounds += 1
    }
    expectSame("afterwards")
  }

  /// Set once, by another thread.
  private final class Flag: Sendable {
    private let value = Monitor(false)
    var isSet: Bool { value.alone { $0 } }
    func set() { value.alone { $0 = true } }
  }
}
