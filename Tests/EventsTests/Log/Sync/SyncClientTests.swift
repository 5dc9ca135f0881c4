import Testing

@testable import Events
@testable import TestSupport

/// Tests of a device and its remote, in one process.
@Suite struct SyncClientTests: SyncSuite {
  let folder: TemporaryFolder

  init() throws { folder = try Self.folderWithClub() }

  private func pending(_ path: String) throws -> Int? {
    try PendingEvents(ofLogAt: path, system: System())?.count
  }

  /// Checks that the view of a log has these events, and none twice.
  private func requireOnce(_ drafts: [Draft], in path: String) throws {
    let seen = try ids(path)
    #expect(Set(seen).count == seen.count)
    #expect(Set(seen).isSuperset(of: drafts.compactMap(\.id)))
  }

  @Test func `a log that is not synced has no companion file, and commands append to it`() throws {
    #expect(try record(CrashRun.drafts(1, note: 0, from: 50), on: club).acknowledgements.count == 1)
    #expect(try folder.names == ["club"])
    #expect(try pending(club) == nil)
  }

  @Test func `events wait in their own file until they are synced`() throws {
    #expect(try sync(phone).received == 2)
    // The second sync finds no refused events.
    #expect(try sync(phone).received == 0)
    #expect(try folder.names == ["club", "phone", "phone.pending", "phone.sync"])
    #expect(try bytes(at: phone) == bytes(at: club))
    let before = try bytes(at: phone)
    let appended = try record(CrashRun.drafts(3, note: 0, from: 10), on: phone)
    #expect(appended.acknowledgements.map(\.event.seq) == [3, 4, 5])
    #expect(try bytes(at: phone) == before)
    let view = try Log(path: phone, showsPending: true, system: System())
    #expect(view.accepted == 2)
    #expect(try shown(view) == [1, 2, 3, 4, 5])
    // The same ids again are duplicates, and other content under one is a conflict.
    let again = try record(CrashRun.drafts(3, note: 0, from: 10), on: phone)
    #expect(again.acknowledgements.map(\.isDuplicate) == [true, true, true])
    #expect(
      failure { try record(CrashRun.drafts(1, note: 5, from: 10), on: phone) }?.kind == .conflict)
    #expect(try pending(phone) == 3)
    let report = try sync(phone)
    #expect(report.taken.map(\.seq) == [3, 4, 5] && report.waiting == 0)
    #expect(try bytes(at: phone) == bytes(at: club))
    #expect(try Log(path: club).tail().seq == 5)
    #expect(try bytes(at: phone + ".pending").isEmpty)
    #expect(try sync(phone).taken.isEmpty)
  }

  @Test func `the log stays the same file, and its reader continues`() throws {
    try sync(phone)
    let log = try Log(path: phone)
    let inode = try System().status(path: phone).identity
    _ = try record(CrashRun.drafts(1, note: 0, from: 10), on: phone)
    try append(CrashRun.drafts(1, note: 0, from: 20), to: club)
    try sync(phone)
    #expect(try System().status(path: phone).identity == inode)
    #expect(try shown(log) == [1, 2])
  }

  @Test func `a refused unit is kept with its reason, and leaves the view`() throws {
    try sync(phone)
    var booking = CrashRun.drafts(1, note: 0, from: 10)
    booking[0].body = SetLogged(session: "s", exercise: CapJudge.booking, reps: 1, weight: nil).body
    struct Full: UnitJudge {
      func begin(_ log: Log) {}
      func note(taken events: [Event]) {}
      func verdict(on unit: [Draft]) -> UnitVerdict {
        unit.contains { CapJudge.isBooking($0.body) }
          ? .refused(.init(.invalidInput, "the class is full", help: "wait"))
          : .taken(notes: ["hi"])
      }
    }
    _ = try record(booking, on: phone)
    _ = try record(CrashRun.drafts(2, note: 0, from: 30), on: phone)
    let report = try sync(phone, judge: Full())
    #expect(report.refused.map(\.ids) == [booking.compactMap(\.id)])
    #expect(report.taken.count == 2 && report.notes == ["hi"])
    let refused = try RefusedEvents(ofLogAt: phone, system: System()).units
    #expect(refused.map(\.reason?.why) == ["the class is full"])
    #expect(refused.first?.events.map(\.id) == booking.compactMap(\.id))
    #expect(!(try ids(phone).contains(booking[0].id ?? Samples.id(0))))
    #expect(try pending(phone) == 0)
    #expect(try bytes(at: phone) == bytes(at: club))
  }

  @Test
  func `a unit that cannot be decided is given up after five answers, until it is retried`()
    throws
  {
    try sync(phone)
    _ = try record(CrashRun.drafts(1, note: 0, from: 10), on: phone)
    for _ in 0..<SyncState.mostFailures {
      #expect(try sync(phone, judge: Broken()).failed.count == 1)
    }
    #expect(try sync(phone, judge: Broken()).failed.isEmpty)
    #expect(try sync(phone).taken.isEmpty)
    #expect(try SyncClient(path: phone, now: Samples.start, system: System()).retry() == 1)
    #expect(try sync(phone).taken.count == 1)
  }

  @Test func `events that depend on a unit that was given up wait with it`() throws {
    try sync(phone)
    let start = SessionStarted(title: "Legs").body
    let started = try record([Draft(user: "ann", start)], on: phone)
    let session = Name(try #require(started.acknowledgements.first).event.id)
    _ = try record([Draft(user: "ann", .logged(session, "squat", 5))], on: phone)
    for _ in 0..<SyncState.mostFailures { try sync(phone, judge: Broken()) }
    _ = try record([Draft(user: "ann", start)], on: phone)
    // Only the second session is offered.
    #expect(try sync(phone).taken.count == 1)
    #expect(try pending(phone) == 2)
    #expect(try SyncClient(path: phone, now: Samples.start, system: System()).retry() == 1)
    #expect(try sync(phone).taken.count == 2)
  }

  @Test func `a failed connection does not count as an attempt`() throws {
    final class Dead: SyncChannel {
      func send(_ bytes: [UInt8]) {}
      func receive() -> [UInt8] { [] }
    }
    try sync(phone)
    _ = try record(CrashRun.drafts(1, note: 0, from: 10), on: phone)
    for _ in 0..<9 {
      var client = try SyncClient(path: phone, now: Samples.start, system: System())
      #expect(failure { try client.sync(over: Dead()) }?.code == .connectionLost)
    }
    let state = SyncState(DeviceFiles(of: phone, System()), System())
    #expect(state.failures.isEmpty && state.lost?.count == 9)
    // People may edit the file.
    var edited = state
    edited.lost = SyncState.LostConnection(at: Samples.start, why: "x", count: .max)
    try edited.write(to: DeviceFiles(of: phone, System()), System())
    var client = try SyncClient(path: phone, now: Samples.start, system: System())
    #expect(failure { try client.sync(over: Dead()) }?.code == .connectionLost)
    #expect(try sync(phone).taken.count == 1)
    #expect(SyncState(DeviceFiles(of: phone, System()), System()).lost == nil)
  }

  @Test func `a pending event without an id and a time gets both`() throws {
    try sync(phone)
    _ = try record([Draft(user: "ann", CrashRun.drafts(1, note: 0, from: 10)[0].body)], on: phone)
    #expect(try pending(phone) == 1)
    #expect(try sync(phone).taken.count == 1)
  }

  @Test func `a dropped unit moves to the refused ones`() throws {
    try sync(phone)
    let drafts = CrashRun.drafts(2, note: 0, from: 10)
    _ = try record(drafts, on: phone)
    let client = try SyncClient(path: phone, now: Samples.start, system: System())
    #expect(try client.drop(try #require(drafts[1].id)).map(\.count) == [2])
    #expect(try pending(phone) == 0)
    #expect(try client.drop(try #require(drafts[1].id)).isEmpty)
    #expect(
      try RefusedEvents(ofLogAt: phone, system: System()).units.map(\.reason?.code) == [.dropped])
  }

  @Test func `events that depend on a dropped unit are dropped with it, and no others`() throws {
    try sync(phone)
    let (start, template) = (Samples.id(900), Name("\(Samples.id(800))"))
    func draft(_ number: Int, _ body: Event.Body) -> Draft {
      Draft(id: Samples.id(900 + number), at: Samples.start, user: "ann", body)
    }
    func set(_ session: EventID) -> Event.Body {
      SetLogged(session: Name("\(session)"), exercise: "squat", reps: 5, weight: nil).body
    }
    let units = [
      draft(0, SessionStarted(session: nil).body),
      draft(1, set(start)),
      draft(2, set(Samples.id(1))),
      draft(3, SetRemoved(set: Samples.id(901)).body),
      // A template that was there before is defined again.
      draft(4, TemplateDefined(template: template, name: "Push", exercises: []).body),
      draft(5, TemplateDeleted(template: template).body),
    ]
    for unit in units { _ = try record([unit], on: phone) }
    let client = try SyncClient(path: phone, now: Samples.start, system: System())
    let dropped = try client.drop(start).flatMap { $0 }.map(\.id)
    #expect(dropped == [0, 1, 3].map { Samples.id(900 + $0) })
    #expect(
      try PendingEvents(ofLogAt: phone, system: System())?.units.map(\.ids)
        == [902, 904, 905].map { [Samples.id($0)] })
    #expect(try RefusedEvents(ofLogAt: phone, system: System()).units.count == 3)
    #expect(try client.drop(Samples.id(904)).flatMap { $0 }.map(\.id) == [Samples.id(904)])
  }

  @Test func `counts that were edited in the file of a device are limited`() throws {
    try sync(phone)
    _ = try record(CrashRun.drafts(1, note: 0, from: 10), on: phone)
    let files = DeviceFiles(of: phone, System())
    for (written, read) in [(-3, 0), (Int.min, 0), (Int.max, 1_000_000), (2, 2)] {
      var state = SyncState(files, System())
      let id = try #require(CrashRun.drafts(1, note: 0, from: 10)[0].id)
      state.failures = [SyncState.Failures(id: id, count: written, why: "x")]
      state.lost = SyncState.LostConnection(at: Samples.start, why: "x", count: written)
      try state.write(to: files, System())
      var known = SyncState(files, System())
      #expect(known.failures.map(\.count) == [read] && known.lost?.count == read)
      known.fail(id, why: "y")
      #expect(known.failures.map(\.count) == [read + 1])
    }
  }

  @Test func `the refusal of an event in the future suggests a step that applies to a sync`() throws
  {
    try sync(phone)
    var drafts = CrashRun.drafts(1, note: 0, from: 10)
    drafts[0].at = Samples.start.adding(seconds: 9 * 86_400)
    _ = try record(drafts, on: phone)
    var defaults = draftDefaults()
    defaults.latest = Samples.start
    let server = try SyncServer(
      path: club, judge: CapJudge(), defaults: defaults, mayRestore: true, system: System(),
      words: \.description)
    var client = try SyncClient(path: phone, now: Samples.start, system: System())
    let refused = try client.sync(over: LocalChannel(to: server)).refused
    let id = try #require(drafts[0].id)
    #expect(refused.map(\.reason.code) == [.inFuture])
    #expect(
      refused.first?.reason.help
        == "compare the clocks of both machines, then submit it again: submit the refused event \(id) again"
    )
  }

  @Test func `if the remote lost events, nothing changes until they are restored`() throws {
    try append(CrashRun.drafts(3, note: 0, from: 10), to: club)
    try append(CrashRun.drafts(1, note: 0, from: 20), to: club)
    let whole = try bytes(at: club)
    try sync(phone)
    _ = try record(CrashRun.drafts(1, note: 0, from: 30), on: phone)
    let first = try lines(inBatches: [1])
    let cut = Array(whole.prefix(try end(of: 2, in: whole)))
    #expect(!first.isEmpty && cut.count < whole.count)
    try put(cut, at: club)
    #expect(failure { try sync(phone) }?.code == .diverged)
    #expect(try bytes(at: club) == cut && bytes(at: phone) == whole && pending(phone) == 1)
    #expect(failure { try sync(phone, .restoring, mayRestore: false) }?.kind == .refused)
    #expect(try sync(phone, .restoring).taken.count == 1)
    #expect(try bytes(at: club).starts(with: whole) && bytes(at: phone) == bytes(at: club))
  }

  /// Returns the end of the line of an event.
  private func end(of seq: Int, in log: [UInt8]) throws -> Int {
    var lines = Log(log, name: "log").lines()
    while let line = try lines.next() { if line.seq == seq { return lines.range.upperBound + 1 } }
    return 0
  }

  @Test
  func `with another log, nothing changes until it is adopted, and missing events are submitted`()
    throws
  {
    try sync(phone)
    let own = CrashRun.drafts(1, note: 0, from: 30)
    _ = try record(own, on: phone)
    let before = try bytes(at: phone)
    System().remove(club)
    try append(CrashRun.drafts(2, note: 3, from: 70), to: club)
    let other = try bytes(at: club)
    #expect(failure { try sync(phone) }?.code == .diverged)
    #expect(try bytes(at: club) == other && bytes(at: phone) == before && pending(phone) == 1)
    let report = try sync(phone, .adopting)
    #expect(report.taken.count == 3)
    #expect(try bytes(at: try #require(report.kept)) == before)
    #expect(try bytes(at: club).starts(with: other) && bytes(at: phone) == bytes(at: club))
    #expect(try ids(phone).contains(own[0].id ?? Samples.id(0)))
  }

  @Test func `a remote that is itself synced with another log is refused`() throws {
    try sync(phone)
    #expect(
      failure {
        try SyncServer(
          path: phone, judge: CapJudge(), defaults: draftDefaults(), mayRestore: true,
          system: System(), words: \.description)
      }?.kind == .conflict)
  }

  @Test func `a device that crashes at any call of a sync continues with the next one`() throws {
    for powerFails in [false, true] {
      var call = 0
      while true {
        let machine = try VirtualMachine()
        let server = { [club] in
          LocalChannel(
            to: try SyncServer(
              path: club, judge: CapJudge(), defaults: draftDefaults(), mayRestore: false,
              system: System(), words: \.description))
        }
        func sync() throws {
          var client = try SyncClient(path: machine.log, now: Samples.start, system: machine.system)
          _ = try client.sync(over: try server())
        }
        try sync()
        let drafts = CrashRun.drafts(2, note: 0, from: 1_000 + call * 10 + (powerFails ? 5 : 0))
        _ = try append(
          drafts, with: Appender(path: machine.log, writesPending: true, system: machine.system))
        machine.kill(after: call)
        _ = failure { try sync() }
        let isOver = !machine.isDead
        machine.restart()
        var random = SeededGenerator(seed: UInt64(call))
        if powerFails { try machine.losePower(&random) }
        try requireOnce(drafts, in: machine.log)
        try sync()
        #expect(try bytes(at: machine.log) == bytes(at: club))
        try requireOnce(drafts, in: machine.log)
        if isOver { break }
        call += Reliability.isSample ? 5 : 1
      }
      #expect(call > 30)
    }
  }

  @Test func `a device that crashes at any call of an adoption has each event once`() throws {
    var call = 0
    while true {
      let machine = try VirtualMachine()
      func sync(_ mode: SyncMode) throws {
        let server = try SyncServer(
          path: club, judge: CapJudge(), defaults: draftDefaults(), mayRestore: true,
          system: System(), words: \.description)
        var client = try SyncClient(path: machine.log, now: Samples.start, system: machine.system)
        _ = try client.sync(over: LocalChannel(to: server), mode)
      }
      System().remove(club)
      let accepted = CrashRun.drafts(2, note: 0, from: 0)
      try append(accepted, to: club)
      try sync(.usual)
      let waiting = CrashRun.drafts(2, note: 0, from: 30)
      _ = try append(
        waiting, with: Appender(path: machine.log, writesPending: true, system: machine.system))
      // A position that the adoption must not trust.
      var state = SyncState()
      state.reconciled = LogPosition(try Log(path: machine.log).tail())
      try state.write(to: DeviceFiles(of: machine.log, System()), System())
      System().remove(club)
      try append(CrashRun.drafts(2, note: 3, from: 70), to: club)
      machine.kill(after: call)
      _ = failure { try sync(.adopting) }
      let isOver = !machine.isDead
      machine.restart()
      try requireOnce(accepted + waiting, in: machine.log)
      try sync(.adopting)
      #expect(try bytes(at: machine.log) == bytes(at: club))
      try requireOnce(accepted + waiting, in: machine.log)
      if isOver { break }
      call += Reliability.isSample ? 5 : 1
    }
    #expect(call > 30)
  }

  @Test func `the failures of a unit are reset when it is accepted`() throws {
    try sync(phone)
    _ = try record(CrashRun.drafts(1, note: 0, from: 10), on: phone)
    try sync(phone, judge: Broken())
    let files = DeviceFiles(of: phone, System())
    #expect(SyncState(files, System()).failures.map(\.count) == [1])
    #expect(try sync(phone).taken.count == 1)
    #expect(SyncState(files, System()).failures.isEmpty)
  }

  @Test func `a position with another checksum is not in the log`() throws {
    let log = try Log(path: club)
    var position = LogPosition(try log.tail())
    #expect(log.holds(position))
    position.sum ^= 1
    #expect(!log.holds(position))
  }

  @Test func `drafts that were decided on an older state are decided again under the lock`() throws
  {
    let appender = try Appender(path: club)
    let old = try Log(path: club)
    try append(CrashRun.drafts(1, note: 0, from: 20), to: club)
    var seen: [Int] = []
    var left = [CrashRun.drafts(1, note: 0, from: 40)]
    let appended = try appender.append(
      CrashRun.drafts(1, note: 0, from: 30), decidedBy: old, defaults: draftDefaults(),
      again: { seen.append(try $0.tail().seq) }, next: { _ in left.popLast() ?? [] })
    #expect(seen == [3] && appended.count == 1)
    let last = try Log(path: club).wholeEvents().last
    #expect(last?.id == CrashRun.drafts(1, note: 0, from: 40)[0].id)
  }
}

/// A judge whose disk is full.
struct Broken: UnitJudge {
  func begin(_ log: Log) {}
  func note(taken events: [Event]) {}
  func verdict(on unit: [Draft]) throws -> UnitVerdict {
    throw LogError(.system, "club", "the disk is full")
  }
}
