import Testing

@testable import Events
@testable import TestSupport

/// Tests of the remote's end of a sync.
@Suite struct SyncServerTests {
  private let folder = TemporaryFolder()
  private var club: String { folder.file("club") }

  init() throws {
    try append(CrashRun.drafts(2, note: 0, from: 0), to: club)
  }

  private func server(judge: any UnitJudge = CapJudge()) throws -> SyncServer {
    try SyncServer(
      path: club, judge: judge, defaults: draftDefaults(), mayRestore: true, system: System(),
      words: \.description)
  }

  /// Returns the fate of a unit with these lines.
  private func fate(_ lines: String..., judge: any UnitJudge = CapJudge()) throws -> UnitFate? {
    var server = try server(judge: judge)
    let answer = server.answer(.offer([lines.map { Array($0.utf8) }], restores: false))
    var rest = answer[...]
    var input = SyncInput {
      defer { rest = [] }
      return Array(rest)
    }
    guard case .unit(let fate) = try SyncAnswer(from: &input) else { return nil }
    return fate
  }

  private static func line(_ number: Int, _ rest: String) -> String {
    #"{"id":"\#(Samples.id(number))","at":"2026-03-02T18:04:11.250+01:00","user":"ann",\#(rest)}"#
  }

  @Test func `a unit that does not fit into a log is refused`() throws {
    let good = Self.line(50, #""type":"SessionEnded","data":{"session":"s"}"#)
    let before = try bytes(at: club)
    guard case .refused(let ids, let reason) = try fate(good, Self.line(51, #""type":7"#)) else {
      Issue.record("a line that is no event was taken")
      return
    }
    #expect(ids == [Samples.id(50), Samples.id(51)] && reason.code == .invalidInput)
    #expect(reason.why.hasPrefix("each line must be an event") && reason.help != nil)
    let anonymous = #"{"user":"ann","type":"SessionEnded","data":{"session":"s"}}"#
    guard case .refused(_, let other) = try fate(anonymous) else {
      Issue.record("a line without an id was taken")
      return
    }
    #expect(other.why == "an event must have an id and a time")
    let known = try #require(CrashRun.drafts(1, note: 0, from: 0)[0].id)
    let changed = good.replacing("\(Samples.id(50))", with: "\(known)")
    guard case .refused(_, let conflict) = try fate(changed) else {
      Issue.record("a known id with different content was taken")
      return
    }
    #expect(conflict.code == .conflict)
    #expect(try bytes(at: club) == before)
  }

  @Test func `a judge's error is a failure of the unit`() throws {
    struct Odd: Error {}
    struct Judge: UnitJudge {
      func begin(_ log: Log) {}
      func note(taken events: [Event]) {}
      func verdict(on unit: [Draft]) throws -> UnitVerdict { throw Odd() }
    }
    let good = Self.line(50, #""type":"SessionEnded","data":{"session":"s"}"#)
    guard case .failed(let ids, let reason) = try fate(good, judge: Judge()) else {
      Issue.record("the unit did not fail")
      return
    }
    #expect(ids == [Samples.id(50)] && reason.code == .systemFailed && reason.why == "Odd()")
  }

  @Test func `a server answers until its device closes the connection`() throws {
    var server = try server()
    let asked = ScriptedPeer([SyncRequest.have(LogPosition()).bytes])
    try server.serve(asked)
    let end = LogPosition(try Log(path: club).tail())
    #expect(asked.sent == SyncAnswer.ok(end, raw: try bytes(at: club), hasMore: false).bytes)
    let cut = ScriptedPeer([Array("{\"offer\":1}\n".utf8)])
    #expect(failure { try server.serve(cut) }?.code == .connectionLost)
    #expect(cut.sent == [])
  }

  @Test func `a rehearsal of several batches counts their drafts`() throws {
    var rehearsal = try DryRun(of: Log(path: club))
    var batches = [CrashRun.drafts(3, note: 0, from: 100), CrashRun.drafts(2, note: 0, from: 200)]
    var seen: [Int] = []
    let count = try rehearsal.check(
      defaults: draftDefaults(), next: { _ in batches.isEmpty ? [] : batches.removeFirst() },
      onCheck: { seen.append($0) })
    #expect(count == 5 && seen == [3, 2])
    var conflict = CrashRun.drafts(1, note: 5, from: 0)
    #expect(
      failure {
        try rehearsal.check(
          defaults: draftDefaults(),
          next: { _ in
            defer { conflict = [] }
            return conflict
          })
      }?.kind == .conflict)
  }

  @Test func `a filter that removed lines of a batch leaves the remaining lines separate`() throws {
    try append(CrashRun.drafts(3, note: 0, from: 10), to: club)
    let whole = Log(try bytes(at: club), name: "log")
    let units = try whole.units()
    #expect(units.map(\.ids.count) == [2, 3])
    let cut = units[1].lines[1]
    let bytes =
      whole.bytes.array(in: 0..<cut.lowerBound)
      + whole.bytes.array(in: cut.upperBound + 1..<whole.bytes.count)
    #expect(try Log(bytes, name: "log").units().map(\.ids.count) == [2, 1, 1])
  }
}
