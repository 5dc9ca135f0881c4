import Testing

@testable import Events
@testable import TestSupport

/// Tests of syncs that change nothing.
@Suite struct SyncPreviewTests: SyncSuite {
  let folder: TemporaryFolder

  init() throws { folder = try Self.folderWithClub() }

  private func preview(_ mode: SyncMode, over channel: Bool) throws -> SyncReport {
    var preview = try SyncPreview(ofLogAt: phone, system: System())
    preview.mayRestore = !channel
    return try preview.report(
      with: channel ? .channel(LocalChannel(to: try server())) : .path(club), mode,
      judge: CapJudge(), draftDefaults(), words: \.description)
  }

  private func bookings(_ count: Int, from number: Int) -> [Draft] {
    CrashRun.drafts(count, note: 0, from: number).map { draft in
      var draft = draft
      draft.body = SetLogged(session: "s", exercise: CapJudge.booking, reps: 1, weight: nil).body
      return draft
    }
  }

  private func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try folder.names { files[name] = try bytes(at: folder.file(name)) }
    return files
  }

  /// Checks that both kinds of previews change nothing and tell what the sync then does.
  private func requireSame(_ mode: SyncMode = .usual) throws -> SyncReport {
    let before = try files()
    let previews = try [false, true].map { try preview(mode, over: $0) }
    #expect(try files() == before)
    let report = try sync(mode)
    for preview in previews {
      #expect(preview.taken == report.taken && preview.received == report.received)
      #expect(preview.refused.map(\.ids) == report.refused.map(\.ids))
      #expect(preview.refused.map(\.reason) == report.refused.map(\.reason))
      #expect(preview.waiting == report.waiting && preview.seq == report.seq)
      #expect(preview.restored == report.restored && preview.adopted == report.adopted)
      #expect(preview.duplicates == report.duplicates && preview.givenUp == report.givenUp)
    }
    return report
  }

  @Test func `the preview covers a first sync, and a sync that sends and refuses`() throws {
    #expect(try requireSame().received == 2)
    for number in 0..<4 { try record(bookings(1, from: 10 + number)) }
    try record(CrashRun.drafts(3, note: 0, from: 30))
    try append(CrashRun.drafts(2, note: 0, from: 50), to: club)
    let report = try requireSame()
    #expect(report.taken.count == 5 && report.refused.count == 2 && report.received == 7)
  }

  @Test func `units that were given up are not submitted`() throws {
    _ = try sync()
    try record(CrashRun.drafts(2, note: 0, from: 10))
    let files = DeviceFiles(of: phone, System())
    var state = SyncState(files, System())
    let id = try #require(CrashRun.drafts(1, note: 0, from: 10)[0].id)
    for _ in 0..<SyncState.mostFailures { state.fail(id, why: "the disk is full") }
    try state.write(to: files, System())
    let report = try requireSame()
    #expect(report.givenUp == 2 && report.waiting == 2 && report.taken.isEmpty)
  }

  @Test func `the preview reports a divergence like the sync`() throws {
    try append(CrashRun.drafts(2, note: 0, from: 10), to: club)
    _ = try sync()
    try record(CrashRun.drafts(1, note: 0, from: 30))
    let whole = try bytes(at: club)
    var lines = Log(whole, name: "log").lines()
    _ = try lines.next()
    _ = try lines.next()
    try put(Array(whole.prefix(lines.range.upperBound + 1)), at: club)
    let error = failure { try sync() }
    #expect(error?.code == .diverged)
    #expect(failure { try preview(.usual, over: false) } == error)
    // A server may write only as some users, so it restores nothing.
    let served = failure { try preview(.usual, over: true) }
    #expect(served == failure { try sync(phone, mayRestore: false) })
    #expect(served?.help?.steps == [.request(.restoreFromCopy)])
    #expect(error?.help?.steps == [.request(.restoreRemote)])
    #expect(try requireSame(.restoring).restored == 2)
    System().remove(club)
    try append(CrashRun.drafts(2, note: 3, from: 70), to: club)
    let other = failure { try sync() }
    #expect(other?.code == .diverged)
    for channel in [false, true] {
      #expect(failure { try preview(.usual, over: channel) } == other)
    }
    #expect(try requireSame(.adopting).adopted == 2)
  }

  @Test func `pending events of an erased person are refused, with their dependents`() throws {
    _ = try sync()
    let start = Draft(
      id: Samples.id(60), at: Samples.start, user: "ann", SessionStarted(title: nil).body)
    func set(_ id: Int, in session: Name) -> Draft {
      Draft(
        id: Samples.id(id), at: Samples.start, user: "ben",
        SetLogged(session: session, exercise: "squat", reps: 1, weight: nil).body)
    }
    try record([start])
    try record([set(61, in: Name(Samples.id(60)))])
    try record([set(62, in: "s")])
    System().remove(club)
    let erasure = Draft(
      id: Samples.id(71), at: Samples.start, user: nil,
      PersonErased(person: "erased", values: 1).body)
    try append([set(70, in: "s"), erasure], to: club)
    let report = try requireSame(.adopting)
    #expect(report.refused.map(\.ids) == [[Samples.id(60)], [Samples.id(61)]])
    #expect(report.refused.allSatisfy { $0.reason.code == .dropped } && report.hasErasure)
    #expect(report.taken.map(\.id) == [Samples.id(62)])
    #expect(try RefusedEvents(ofLogAt: phone, system: System()).units.count == 2)
  }

  @Test func `a torn end stays where it is`() throws {
    _ = try sync()
    try record(CrashRun.drafts(1, note: 0, from: 30))
    try put(try bytes(at: phone) + Array("{\"seq\":3,".utf8), at: phone)
    try put(try bytes(at: club).dropLast(), at: club)
    let before = try files()
    #expect(try preview(.usual, over: false).taken.map(\.seq) == [3])
    #expect(try files() == before)
  }
}
