import Testing

@testable import Events
@testable import TestSupport

/// Tests of a device whose remote breaks the protocol, and of a server whose device does.
@Suite struct SyncBreachTests: SyncSuite {
  let folder: TemporaryFolder

  init() throws {
    folder = try Self.folderWithClub()
    try append(CrashRun.drafts(1, note: 0, from: 20), to: club)
  }

  private func error(_ answers: [UInt8]...) throws -> LogError? {
    var client = try SyncClient(path: phone, now: Samples.start, system: System())
    return failure { try client.sync(over: ScriptedPeer(answers)) }
  }

  @Test
  func `a truncated, false or misplaced part of the log is refused before anything is written`()
    throws
  {
    let raw = try bytes(at: club)
    let end = LogPosition(try Log(path: club).tail())
    let whole = SyncAnswer.ok(end, raw: raw, hasMore: false).bytes
    #expect(try error(Array(whole.dropLast(9)))?.code == .connectionLost)
    for other in [
      LogPosition(seq: end.seq, sum: end.sum ^ 1, bytes: end.bytes),
      LogPosition(seq: end.seq + 1, sum: end.sum, bytes: end.bytes),
      LogPosition(seq: end.seq, sum: end.sum, bytes: end.bytes + 1),
    ] {
      let answer = SyncAnswer.ok(other, raw: raw, hasMore: false).bytes
      #expect(try error(answer)?.kind == .misuse)
    }
    #expect(try error(SyncAnswer.ok(end, raw: [], hasMore: false).bytes)?.kind == .misuse)
    #expect((try? bytes(at: phone))?.isEmpty ?? true)
    #expect(try !System().exists(phone + ".pending"))
  }

  @Test(arguments: [SyncMode.usual, .adopting], [0, 1])
  func `damage in the remote's lines is blamed on the remote by a sync and its preview`(
    _ mode: SyncMode, _ line: Int
  ) throws {
    if mode == .adopting { try append(CrashRun.drafts(1, note: 0, from: 70), to: phone) }
    let log = try Log(path: club)
    var raw = try bytes(at: club)
    // The brace of the first line, or a digit in the id of the second one.
    let start = line == 0 ? 0 : (raw.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 40
    raw[start] = raw[start] == UInt8(ascii: "{") ? UInt8(ascii: "x") : raw[start] ^ 1
    let ok = SyncAnswer.ok(LogPosition(try log.tail()), raw: raw, hasMore: false).bytes
    let diverged = SyncAnswer.diverged(LogPosition(try log.tail())).bytes
    let answers = mode == .adopting ? [diverged, ok] : [ok]
    var client = try SyncClient(path: phone, now: Samples.start, system: System())
    var preview = try SyncPreview(ofLogAt: phone, system: System())
    for error in [
      failure {
        try preview.report(
          with: .channel(ScriptedPeer(answers)), mode, judge: CapJudge(), draftDefaults(),
          words: \.description)
      }, failure { try client.sync(over: ScriptedPeer(answers), mode) },
    ] {
      #expect(error?.kind == .damaged)
      #expect(error?.file == "the remote" && error?.line == line + 1)
      #expect(error?.help == LogError.damagedRemote)
    }
    // The preview reads the log of a path itself.
    try put(raw, at: club)
    let found = failure { try report(of: .path(club), mode) }
    #expect(found?.kind == .damaged && found?.help == LogError.damagedRemote)
  }

  private func report(of remote: SyncPreview.Remote, _ mode: SyncMode) throws -> SyncReport {
    var preview = try SyncPreview(ofLogAt: phone, system: System())
    return try preview.report(
      with: remote, mode, judge: CapJudge(), draftDefaults(), words: \.description)
  }

  @Test func `a remote with a gap or without checksums is refused, also by the preview`() throws {
    let whole = try bytes(at: club)
    let end = (whole.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
    for content in [try linesWithoutSums([1, 2]), Array(whole[end...])] {
      try put(content, at: club)
      for error in [
        failure { try report(of: .path(club), .usual) }, failure { try sync(phone) },
      ] {
        #expect(error?.kind == .conflict && error?.help == LogError.incompleteRemote)
      }
      #expect((try? bytes(at: phone))?.isEmpty ?? true)
    }
  }

  @Test func `an answer about events that were not submitted is refused`() throws {
    var client = try SyncClient(path: phone, now: Samples.start, system: System())
    _ = try client.sync(over: LocalChannel(to: server()))
    let drafts = CrashRun.drafts(1, note: 0, from: 40)
    _ = try append(drafts, with: Appender(path: phone, writesPending: true, system: System()))
    let ok = SyncAnswer.ok(LogPosition(try Log(path: phone).tail()), raw: [], hasMore: false).bytes
    for fate in [
      UnitFate.taken([.init(id: Samples.id(9), seq: 4)], notes: []), .duplicate([]),
      .refused([Samples.id(9)], .init(.invalidInput, "no")), .failed([], .init(.conflict, "no")),
      .untried([Samples.id(9)]),
    ] {
      #expect(try error(ok, SyncAnswer.unit(fate).bytes, ok) != nil)
      #expect(try PendingEvents(ofLogAt: phone, system: System())?.count == 1)
    }
  }

  @Test func `a log that was appended to before its first sync ended belongs to no device`() throws
  {
    try put(try bytes(at: club), at: phone)
    final class Late: SyncChannel {
      let local: LocalChannel
      let path: String
      init(_ local: LocalChannel, _ path: String) { (self.local, self.path) = (local, path) }
      func send(_ bytes: [UInt8]) { local.send(bytes) }
      func receive() throws -> [UInt8] {
        let answer = try local.receive()
        if !answer.isEmpty { try append(CrashRun.drafts(1, note: 0, from: 60), to: path) }
        return answer
      }
    }
    var client = try SyncClient(path: phone, now: Samples.start, system: System())
    let channel = Late(LocalChannel(to: try server()), phone)
    #expect(failure { try client.sync(over: channel) }?.kind == .conflict)
    #expect(try folder.names == ["club", "phone"])
  }

  @Test func `an invalid message is answered before the server ends`() throws {
    let channel = ScriptedPeer([Array("hello\n".utf8)])
    var server = try server()
    #expect(failure { try server.serve(channel) }?.kind == .misuse)
    var input = SyncInput { [sent = channel.sent] in sent }
    guard case .failed(let reason) = try SyncAnswer(from: &input) else {
      Issue.record("the answer is another one")
      return
    }
    #expect(reason.code == .invalidRequest && reason.help != nil)
  }

  @Test func `lost events are restored only at the end that the device was told`() throws {
    let whole = LogPosition(seq: 9, sum: 9, bytes: 9_000)
    var server = try server()
    let lines = [CrashRun.drafts(1, note: 0, from: 80)]
      .map { $0.compactMap { $0.event(at: nil, seq: 4) }.map(line) }
    func answer(_ request: SyncRequest) -> String {
      String(decoding: server.answer(request), as: UTF8.self)
    }
    let diverged = answer(.have(whole))
    #expect(diverged.hasPrefix("{\"diverged\""))
    try append(CrashRun.drafts(1, note: 0, from: 90), to: club)
    let before = try bytes(at: club)
    let refused = answer(.offer(lines, restores: true))
    #expect(refused.contains("\"code\":\"conflict\""))
    #expect(try bytes(at: club) == before)
    _ = answer(.have(whole))
    let taken = answer(.offer(lines, restores: true))
    #expect(taken.hasPrefix("{\"taken\""))
  }

  private func line(_ event: Event) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try? event.write(to: &bytes, previousSum: nil)
    return bytes.dropLast()
  }

  /// A judge that notes what it is asked, and fails at a unit.
  private final class Witness: UnitJudge {
    private(set) var asked: [[EventID]] = []
    private(set) var noted: [EventID] = []
    private(set) var begun = 0
    private let failing: Int?

    init(failing: Int? = nil) { self.failing = failing }

    func begin(_ log: Log) { begun += 1 }
    func note(taken events: [Event]) { noted += events.map(\.id) }
    func verdict(on unit: [Draft]) throws -> UnitVerdict {
      asked.append(unit.compactMap(\.id))
      guard asked.count != failing else { throw LogError(.system, "club", "the disk is full") }
      return .taken(notes: [])
    }
  }

  @Test func `only new events are judged and recorded, on states that are kept`() throws {
    let judge = Witness()
    var server = try server(judge: judge)
    let known = CrashRun.drafts(2, note: 0, from: 0)
    let new = CrashRun.drafts(1, note: 0, from: 80)
    let more = CrashRun.drafts(1, note: 0, from: 85)
    let units = [known + new, more].map { $0.compactMap { $0.event(at: nil, seq: 1) }.map(line) }
    for unit in units { _ = server.answer(.offer([unit], restores: false)) }
    #expect(judge.asked == [new, more].map { $0.compactMap(\.id) })
    #expect(judge.noted == (new + more).compactMap(\.id) && judge.begun == 1)
    try append(CrashRun.drafts(1, note: 0, from: 90), to: club)
    _ = server.answer(.offer([units[1]], restores: false))
    #expect(judge.begun == 2)
  }

  @Test func `after a failure of the remote the other units wait, and do not count as failed`()
    throws
  {
    var client = try SyncClient(path: phone, now: Samples.start, system: System())
    _ = try client.sync(over: LocalChannel(to: server()))
    for first in [40, 50, 60] {
      _ = try append(
        CrashRun.drafts(1, note: 0, from: first),
        with: Appender(path: phone, writesPending: true, system: System()))
    }
    client = try SyncClient(path: phone, now: Samples.start, system: System())
    let report = try client.sync(over: LocalChannel(to: server(judge: Witness(failing: 2))))
    #expect(report.taken.count == 1 && report.failed.count == 1 && report.waiting == 2)
    let state = SyncState(DeviceFiles(of: phone, System()), System())
    #expect(state.failures.map(\.count) == [1])
    client = try SyncClient(path: phone, now: Samples.start, system: System())
    let next = try client.sync(over: LocalChannel(to: server()))
    #expect(next.taken.count == 2)
  }
}

/// The other side of a connection, whose messages are written before.
final class ScriptedPeer: SyncChannel {
  private var answers: [[UInt8]]
  private(set) var sent: [UInt8] = []

  init(_ answers: [[UInt8]]) { self.answers = answers }

  func send(_ bytes: [UInt8]) { sent += bytes }
  func receive() -> [UInt8] { answers.isEmpty ? [] : answers.removeFirst() }
}
