import TestSupport
import Testing

@testable import Events

@Suite struct SealTests {
  /// The batch sizes of a log of 12 events.
  static let sizes = [1, 1, 3, 1, 2, 4]

  static func log(_ lines: some Sequence<[UInt8]>) -> Log { Log(lines.flatMap { $0 }, name: "log") }

  /// Returns the lines with another event at `place`, each with the resulting checksum.
  static func rewritten(at place: Int) throws -> [[UInt8]] {
    var sum: UInt64 = 0
    return try lines(inBatches: Array(repeating: 1, count: 12)).indices.map { index in
      let event = Event(
        id: Samples.id(index + 1), at: Samples.start.adding(seconds: Int64(index + 1)),
        user: "ann", like(index == place ? 99 : index + 1), seq: index + 1)
      var line: [UInt8] = []
      sum = try event.write(to: &line, previousSum: sum)
      return line
    }
  }

  static func unsummed(_ lines: [[UInt8]]) -> [[UInt8]] {
    lines.map { line in
      let text = String(decoding: line, as: UTF8.self)
      return Array((text.prefix(text.count - 27) + "}\n").utf8)
    }
  }

  @Test func `a seal is the hash of the bytes up to the end of a line`() throws {
    let all = try lines(inBatches: SealTests.sizes)
    let log = SealTests.log(all)
    for seq in 0...12 {
      let bytes = all[0..<seq].flatMap { $0 }
      let seal = try log.seal(through: seq)
      #expect(seal.seq == seq && seal.bytes == bytes.count)
      #expect(seal.sha256 == Bytes.of(bytes) { SHA256.hash($0).text })
    }
    #expect(try log.seal() == log.seal(through: 12))
    #expect(
      try SealTests.log([]).seal().sha256
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `a seal that continues an earlier one equals the seal of the whole log`() throws {
    let all = try lines(inBatches: SealTests.sizes)
    let log = SealTests.log(all)
    let bare = SealTests.log(SealTests.unsummed(all))
    for (log, isResumable) in [(log, true), (bare, false)] {
      let seals = try (0...12).map { try log.seal(through: $0) }
      #expect(seals.dropFirst().allSatisfy { $0.isResumable == isResumable })
      for earlier in 0...12 {
        for later in earlier...12 {
          #expect(try log.seal(through: later, after: seals[earlier]) == seals[later])
        }
      }
    }
  }

  @Test func `after an earlier seal only the rest is hashed`() throws {
    let log = SealTests.log(try lines(inBatches: SealTests.sizes))
    let earlier = try log.seal(through: 6)
    let sum = try #require(earlier.continuation?.sum)
    let other = Seal(
      seq: 6, bytes: earlier.bytes, hash: earlier.hash,
      continuation: .init(sum: sum, state: SHA256().state))
    // With the state of another prefix the hash differs, so the prefix was not read again.
    let error = failure { try log.seal(after: other) }
    #expect(error?.kind == .damaged)
    #expect(error?.message.hasPrefix("the state of the seal at seq 6 must lead") == true)
  }

  @Test func `a changed hash of a resumable seal is found`() throws {
    let log = SealTests.log(try lines(inBatches: SealTests.sizes))
    for seq in 1...12 {
      let earlier = try log.seal(through: seq)
      let other = Seal(
        seq: seq, bytes: earlier.bytes, hash: SHA256().state, continuation: earlier.continuation)
      #expect(failure { try log.seal(after: other) }?.kind == .damaged)
    }
  }

  @Test func `a rewritten past with right checksums is found`() throws {
    let log = SealTests.log(try SealTests.rewritten(at: 12))
    let seals = try [3, 8, 11].map { try log.seal(through: $0) }
    #expect(SealCheck(log, seals).holds)
    let other = SealTests.log(try SealTests.rewritten(at: 5))
    #expect(!Verification(other).isDamaged)
    let check = SealCheck(other, seals.reversed())
    #expect(check.results.map(\.seal.seq) == [3, 8, 11])
    #expect(check.results.map(\.fault) == [nil, .otherContent, .otherContent])
    #expect(check.newestHeld?.seq == 3 && check.oldestBroken?.seal.seq == 8)
    #expect(throws: LogError.self) { try other.seal(after: seals[1]) }
    #expect(try other.seal(after: seals[0]) == other.seal())
  }

  @Test func `a seal that continues a forged beginning does not hold`() throws {
    let log = SealTests.log(try SealTests.rewritten(at: 12))
    let forged = SealTests.log(try SealTests.rewritten(at: 5))
    let honest = try log.seal(through: 8)
    // The forger is assumed to have kept the checksum of line 8 and the bytes of its last block.
    let state = try #require(honest.continuation?.state)
    var hash = PrefixHash(of: forged.bytes, after: honest.bytes, state)
    let kept = Seal(
      seq: 8, bytes: honest.bytes, hash: hash.hash(upTo: honest.bytes, nil),
      continuation: try Seal.Continuation(
        sum: #require(forged.seal(through: 8).continuation?.sum), state: state))
    let later = try forged.seal(after: kept)
    #expect(SealCheck(forged, [later]).results.map(\.fault) == [.otherContent])
  }

  @Test func `after a line without a checksum, no seal continues an earlier one`() throws {
    // After the line without a sum, a chain begins that no change before the line affects.
    func log(_ number: Int) throws -> Log {
      var (bytes, sum) = ([UInt8](), UInt64(0))
      for index in 0..<12 {
        let event = Event(
          id: Samples.id(index + 1), at: Samples.start, user: "ann",
          like(index == 4 ? number : index + 1), seq: index + 1)
        sum = try event.write(to: &bytes, previousSum: index == 6 ? nil : sum)
        if index == 6 { sum = 0 }
      }
      return Log(bytes, name: "log")
    }
    let (honest, forged) = (try log(5), try log(9))
    #expect(honest.bytes.count == forged.bytes.count && !Verification(forged).isDamaged)
    let seal = try honest.seal()
    #expect(seal.seq == 12 && !seal.isResumable)
    #expect(throws: LogError.self) { try forged.seal(after: seal) }
    // Nor if the seal claims that it can be continued.
    var lines = honest.lines()
    while try lines.next() != nil {}
    let claiming = Seal(
      seq: 12, bytes: seal.bytes, hash: seal.hash,
      continuation: Seal.Continuation(sum: try #require(lines.chainedSum), state: SHA256().state))
    #expect(throws: LogError.self) { try forged.seal(after: claiming) }
  }

  @Test func `the hash reveals a changed log without checksums`() throws {
    let bare = SealTests.unsummed(try SealTests.rewritten(at: 12))
    let other = SealTests.log(SealTests.unsummed(try SealTests.rewritten(at: 5)))
    let seal = try SealTests.log(bare).seal(through: 8)
    #expect(throws: LogError.self) { try other.seal(after: seal) }
    #expect(!SealCheck(other, [seal]).holds)
  }

  @Test func `a log that is shorter than its seal does not match it`() throws {
    let all = try lines(inBatches: SealTests.sizes)
    let seal = try SealTests.log(all).seal()
    let shorter = SealTests.log(all[0..<8])
    #expect(
      SealCheck(shorter, [seal]).results.map(\.fault) == [.shorter(all[0..<8].joined().count)])
    do {
      _ = try shorter.seal(after: seal)
      Issue.record("a shorter log was sealed")
    } catch {
      #expect(error.kind == .damaged && error.message.contains("the log has only"))
    }
  }

  @Test func `a position other than that of the last sealed line is found`() throws {
    let log = SealTests.log(try lines(inBatches: SealTests.sizes))
    let seal = try log.seal(through: 6)
    let other = Seal(seq: 7, bytes: seal.bytes, hash: seal.hash, continuation: nil)
    #expect(SealCheck(log, [other]).results.map(\.fault) == [.otherSeq(6)])
    #expect(throws: LogError.self) { try log.seal(after: other) }
  }

  @Test func `torn bytes are not sealed, and a missing newline does not affect a seal`() throws {
    let all = try lines(inBatches: Array(repeating: 1, count: 4))
    let whole = all.flatMap { $0 }
    #expect(
      try SealTests.log([whole, Array("{\"seq\":5".utf8)]).seal() == SealTests.log(all).seal())
    let open = Log(Array(whole.dropLast()), name: "log")
    let seal = try open.seal()
    #expect(seal.bytes == whole.count - 1)
    #expect(SealCheck(SealTests.log(all), [seal]).holds)
    #expect(try SealTests.log(all).seal(after: seal) == SealTests.log(all).seal())
  }

  @Test func `a damaged log is not sealed`() throws {
    var all = try lines(inBatches: Array(repeating: 1, count: 4))
    all[1] = RepairPlanTests.changed(all[1], "ann", to: "bob")
    #expect(throws: LogError.self) { try SealTests.log(all).seal() }
  }
}
