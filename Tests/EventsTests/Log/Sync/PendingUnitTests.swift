import Testing

@testable import Events
@testable import TestSupport

/// Tests of units when the remote already has, refuses or lacks some of their events.
@Suite struct PendingUnitTests: SyncSuite {
  let folder: TemporaryFolder

  init() throws {
    folder = try Self.folderWithClub()
    try sync()
  }

  private func refused() throws -> [RefusedEvents.Unit] {
    try RefusedEvents(ofLogAt: phone, system: System()).units
  }

  @Test func `events that another device synced leave their unit, and the others wait`() throws {
    let drafts = CrashRun.drafts(4, note: 0, from: 10)
    try record(drafts)
    var other = drafts[1]
    other.user = "ben"
    try append([drafts[0], other], to: club)
    let report = try sync()
    #expect(report.taken.map(\.id) == drafts[2...].compactMap(\.id))
    #expect(report.refused.map(\.ids) == [[drafts[1].id].compactMap(\.self)])
    #expect(report.refused.first?.reason.code == .conflict && report.waiting == 0)
    #expect(try bytes(at: phone) == bytes(at: club))
    #expect(try ids(phone).count == 6)
    #expect(try refused().flatMap(\.events).map(\.user) == ["ann"])
    #expect(try refused().first?.reason?.code == .conflict)
  }

  @Test func `a reader sees the rest of a unit before the next sync`() throws {
    let drafts = CrashRun.drafts(3, note: 0, from: 10)
    try record(drafts)
    try append([drafts[1]], to: club)
    // A sync that died before it changed the pending events.
    try put(try bytes(at: club), at: phone)
    #expect(try ids(phone).count == 5 && Set(ids(phone)).isSuperset(of: drafts.compactMap(\.id)))
    #expect(try PendingEvents(ofLogAt: phone, system: System())?.units.map(\.ids.count) == [2])
  }

  @Test func `a refused id cannot be recorded again, but it can be submitted again`() throws {
    struct Full: UnitJudge {
      func begin(_ log: Log) {}
      func note(taken events: [Event]) {}
      func verdict(on unit: [Draft]) -> UnitVerdict {
        .refused(.init(.invalidInput, "the class is full", help: "wait"))
      }
    }
    let drafts = CrashRun.drafts(2, note: 0, from: 10)
    try record(drafts)
    #expect(try sync(judge: Full()).refused.count == 1)
    let error = failure { try record(drafts) }
    #expect(error?.kind == .conflict)
    #expect(error?.help?.steps == drafts.first?.id.map { [Remedy.Step.retryRefused($0)] })
    #expect(try refused().count == 1 && ids(phone).count == 2)
    let client = try SyncClient(path: phone, now: Samples.start, system: System())
    #expect(try client.retryRefused(Samples.id(7)) == 0)
    #expect(try client.retryRefused(try #require(drafts[1].id)) == 2)
    #expect(try refused().isEmpty && ids(phone).count == 4)
    #expect(try sync().taken.count == 2)
    #expect(try Log(path: phone).wholeEvents().suffix(2).allSatisfy { $0.unknown == nil })
  }

  @Test func `a log without checksums is adopted, with all its events`() throws {
    var own: [UInt8] = []
    let drafts = CrashRun.drafts(3, note: 0, from: 10)
    for (number, draft) in drafts.enumerated() {
      let event = try #require(draft.event(at: nil, seq: number + 1))
      try event.write(to: &own, previousSum: nil)
    }
    for name in try folder.names where name.hasPrefix("phone") {
      System().remove(folder.file(name))
    }
    try put(own, at: phone)
    #expect(failure { try sync() }?.code == .diverged)
    let report = try sync(.adopting)
    #expect(report.taken.map(\.id) == drafts.compactMap(\.id) && report.adopted == 2)
    #expect(try bytes(at: phone) == bytes(at: club) && ids(phone).count == 5)
  }

  @Test func `the mark of a provisional position is not content`() throws {
    let line = String(decoding: try lines(inBatches: [1])[0], as: UTF8.self)
      .replacing("\n", with: "")
    let draft = { (text: String) in try Bytes.of(Array(text.utf8)) { try Draft(line: $0) } }
    let marked = String(line.dropLast()) + ",\"pending\":true}"
    #expect(try draft(marked) == draft(line))
    let own = String(line.dropLast()) + ",\"pending\":\"soon\",\"app\":1}"
    #expect(try draft(own).unknown != nil)
  }
}
