import Foundation
import Testing

@testable import Events
@testable import TestSupport

/// Tests of the answers that a device can get at each step of a sync.
@Suite struct SyncAnswersTests {
  private let folder = TemporaryFolder()
  private var club: String { folder.file("club") }
  private var phone: String { folder.file("phone") }
  private let waiting = CrashRun.drafts(1, note: 0, from: 40)

  /// Two synced batches of the club, and one event that waits on the phone.
  init() throws {
    try append(CrashRun.drafts(2, note: 0, from: 0), to: club)
    try append(CrashRun.drafts(1, note: 0, from: 20), to: club)
    try sync()
    _ = try append(waiting, with: Appender(path: phone, writesPending: true, system: System()))
  }

  @discardableResult
  private func sync(_ mode: SyncMode = .usual, system: System = System()) throws -> SyncReport {
    let server = try SyncServer(
      path: club, judge: CapJudge(), defaults: draftDefaults(), mayRestore: true, system: System(),
      words: \.description)
    var client = try SyncClient(path: phone, now: Samples.start, system: system)
    return try client.sync(over: LocalChannel(to: server), mode)
  }

  /// Syncs with a remote that gives these answers, however it is asked.
  private func sync(_ answers: [SyncAnswer], _ mode: SyncMode = .usual) throws -> SyncReport {
    var client = try SyncClient(path: phone, now: Samples.start, system: System())
    return try client.sync(over: ScriptedPeer(answers.map(\.bytes)), mode)
  }

  private func end(of path: String) throws -> LogPosition {
    LogPosition(try Log(path: path).tail())
  }

  /// The answer of a remote that has the same log.
  private func same() throws -> SyncAnswer { .ok(try end(of: phone), raw: [], hasMore: false) }

  private func taken() throws -> SyncAnswer {
    .unit(.taken([.init(id: try #require(waiting[0].id), seq: 4)], notes: ["hello"]))
  }

  @Test(arguments: [
    (ErrorCode.logInUse, LogError.Kind.system), (.conflict, .conflict), (.diverged, .conflict),
    (.invalidInput, .refused), (.damagedLog, .damaged),
  ])
  func `a remote that cannot answer gives its reason`(_ code: ErrorCode, _ kind: LogError.Kind)
    throws
  {
    let failed = SyncAnswer.failed(.init(code, "why", help: "what to do"))
    for answers in [[failed], [try same(), failed], [try same(), try taken(), failed]] {
      let error = failure { try sync(answers) }
      #expect(error?.code == code && error?.kind == kind && error?.message == "why")
      let help: Remedy = kind == .damaged ? LogError.damagedRemote : "what to do"
      #expect(error?.help == help)
    }
    #expect(try PendingEvents(ofLogAt: phone, system: System())?.count == 1)
  }

  @Test func `an unexpected answer violates the protocol`() throws {
    let unit = SyncAnswer.unit(.untried([]))
    for answers in [
      [unit], [try same(), try same()], [try same(), try taken(), unit],
    ] {
      let error = failure { try sync(answers) }
      #expect(error?.kind == .misuse && error?.help != nil, "\(error.debugDescription)")
    }
    let later = LogPosition(seq: 9, sum: 9, bytes: try end(of: phone).bytes + 100)
    let gap = SyncAnswer.ok(later, raw: [UInt8](repeating: 0x20, count: 10), hasMore: false)
    #expect(failure { try sync([try same(), try taken(), gap]) }?.kind == .misuse)
    let diverged = [try same(), try taken(), .diverged(LogPosition())]
    #expect(failure { try sync(diverged) }?.code == .diverged)
  }

  @Test func `an event that the remote has before its lines arrive continues to wait`() throws {
    let known = SyncAnswer.unit(.duplicate([.init(id: try #require(waiting[0].id), seq: 4)]))
    let report = try sync([try same(), known, try same(), try same()])
    #expect(report.duplicates == 1 && report.waiting == 1)
    let untried = SyncAnswer.unit(.untried(waiting.compactMap(\.id)))
    #expect(try sync([try same(), untried, try same()]).waiting == 1)
    #expect(SyncState(DeviceFiles(of: phone, System()), System()).failures.isEmpty)
  }

  @Test func `a restoration ends with the first answer that is not a success`() throws {
    var lines = Log(try bytes(at: phone), name: "phone").lines()
    _ = try lines.next()
    _ = try lines.next()
    let half = LogPosition(seq: 2, sum: lines.position.sum, bytes: lines.range.upperBound + 1)
    let ids = CrashRun.drafts(1, note: 0, from: 20).compactMap(\.id)
    let places = ids.map { UnitFate.Place(id: $0, seq: 3) }
    let reason = UnitFate.Reason(.conflict, "changed")
    for answers: [SyncAnswer] in [
      [.unit(.refused(ids, reason))], [.unit(.failed(ids, reason))], [.failed(reason)],
      [.unit(.taken(places, notes: [])), .failed(reason)],
    ] {
      let error = failure { try sync([.diverged(half)] + answers, .restoring) }
      #expect(error?.code == .conflict && error?.message == "changed")
    }
    let breach: [SyncAnswer] = [.diverged(half), .unit(.duplicate(places)), .diverged(half)]
    #expect(failure { try sync(breach, .restoring) }?.kind == .misuse)
    let other = LogPosition(seq: 2, sum: 1, bytes: half.bytes)
    #expect(failure { try sync([.diverged(other)], .restoring) }?.code == .diverged)
    // A restored log that is another one again.
    let again: [SyncAnswer] = [
      .diverged(half), .unit(.untried(ids)), try same(), .diverged(half),
    ]
    #expect(failure { try sync(again, .restoring) }?.code == .diverged)
  }

  @Test func `an adopted log can arrive in parts, and its ends must be right`() throws {
    let whole = try bytes(at: club)
    let first = try Log(path: club).endOfBatch(
      after: LogPosition(), most: 1, Log(path: club).tail())
    #expect(first.seq == 2)
    let raw = Array(whole.prefix(first.bytes))
    let parts: [SyncAnswer] = [
      .diverged(LogPosition()), .ok(first, raw: raw, hasMore: true),
      .ok(try end(of: club), raw: Array(whole.dropFirst(first.bytes)), hasMore: false),
    ]
    let wrong = LogPosition(seq: 2, sum: first.sum ^ 1, bytes: first.bytes)
    for answers: [SyncAnswer] in [
      [parts[0], .failed(.init(.logInUse, "x"))], [parts[0], .ok(wrong, raw: raw, hasMore: false)],
    ] {
      #expect(failure { try sync(answers, .adopting) }?.kind == .misuse)
      #expect(try bytes(at: phone) == whole)
    }
    let rest = [try same(), .unit(.untried(waiting.compactMap(\.id))), try same()]
    let report = try sync(parts + rest, .adopting)
    #expect(report.adopted == 3 && report.waiting == 1)
    #expect(try bytes(at: phone) == whole && folder.names.contains("phone.old-3"))
    // The name is taken, and later there are no second names at all.
    #expect(try sync(parts + rest, .adopting).kept == phone + ".old-3.2")
    System().remove(club)
    try append(CrashRun.drafts(1, note: 3, from: 70), to: club)
    let unlinked = Faults { call, _ in
      if case .link = call { .fails(EOPNOTSUPP) } else { nil }
    }
    let kept = try sync(.adopting, system: unlinked.system).kept
    #expect(try bytes(at: try #require(kept)) == whole)
  }

  @Test func `events whose ids the adopted log has with different content are refused`() throws {
    System().remove(club)
    try append(
      CrashRun.drafts(2, note: 3, from: 0) + CrashRun.drafts(1, note: 3, from: 40), to: club)
    let report = try sync(.adopting)
    #expect(report.refused.map(\.reason.code) == [.conflict, .conflict])
    #expect(report.refused.flatMap(\.ids).contains { $0 == waiting[0].id })
    #expect(report.taken.map(\.id) == CrashRun.drafts(1, note: 0, from: 20).compactMap(\.id))
    #expect(try bytes(at: phone) == bytes(at: club))
  }

  @Test func `a state is read as it was written, with default values for missing members`() throws {
    var state = SyncState()
    state.remote = .command("ssh gym replog sync --serve")
    state.lost = .init(at: Samples.start, why: "silent", count: 3)
    state.reconciled = LogPosition(seq: 1, sum: 2, bytes: 3)
    state.fail(Samples.id(1), why: "full")
    #expect(SyncState(state.json) == state && state.remote?.text == "ssh gym replog sync --serve")
    #expect(SyncState.Remote.path("club.jsonl").text == "club.jsonl")
    let poor = SyncState([
      "remote": ["path": "p"], "lost": ["at": .string("\(Samples.start)")],
      "failures": [["id": .string("\(Samples.id(1))")], ["id": "x"], 7],
    ])
    #expect(poor.remote == .path("p") && poor.lost?.count == 1 && poor.lost?.why == "")
    #expect(poor.failures.map(\.count) == [0] && poor.reconciled == nil)
    #expect(SyncState(["failures": 7, "lost": ["at": "never"]]) == SyncState())
  }

  @Test func `a rehearsed retry changes nothing`() throws {
    let client = try SyncClient(path: phone, now: Samples.start, system: System())
    #expect(try client.retry(isDryRun: true) == 0 && client.retry() == 0)
    let files = DeviceFiles(of: phone, System())
    var state = SyncState(files, System())
    for _ in 0..<SyncState.mostFailures { state.fail(Samples.id(1), why: "full") }
    try state.write(to: files, System())
    #expect(try client.retry(isDryRun: true) == 1 && client.retry(isDryRun: true) == 1)
    #expect(try client.retry() == 1 && client.retry() == 0)
  }
}
