import Testing

@testable import Events
@testable import TestSupport

/// Tests of an appender that adds several batches to the pending events of a device.
@Suite struct PendingAppendTests: SyncSuite {
  let folder: TemporaryFolder
  private let appender: Appender

  init() throws {
    folder = try Self.folderWithClub()
    appender = try Appender(path: folder.file("phone"), writesPending: true, system: System())
    try sync()
  }

  /// The identity of the bytes that the appender read.
  private var read: ObjectIdentifier? {
    appender.device.map { ObjectIdentifier($0.end.log.memory) }
  }

  /// Checks that a decision of the appender sees the log of a new reader.
  private func requireView(_ note: Comment? = nil) throws {
    let seen = try appender.locked { $0.log.bytes.array }
    let view = try Log(path: phone, showsPending: true, system: System())
    #expect(seen == view.bytes.array, note)
  }

  @Test func `batches follow the pending events that were read once`() throws {
    try append(CrashRun.drafts(2, note: 0, from: 10), with: appender)
    let first = read
    for number in 1...30 {
      let drafts = CrashRun.drafts(number % 3 + 1, note: 0, from: 100 * number)
      try append(drafts, with: appender)
      try requireView("batch \(number)")
      #expect(read == first)
      let again = try append(drafts, with: appender)
      #expect(again.acknowledgements.allSatisfy { $0.isDuplicate })
    }
    #expect(
      failure { try append(CrashRun.drafts(1, note: 5, from: 100), with: appender) }?.kind
        == .conflict)
    try sync()
    #expect(try bytes(at: phone) == bytes(at: club))
    try requireView()
  }

  @Test func `batches without room behind the pending events are read with them`() throws {
    try append(CrashRun.drafts(1, note: 0, from: 10), with: appender)
    let first = read
    for number in 1...20 {
      try append(CrashRun.drafts(10, note: 9_000, from: 100 * number), with: appender)
    }
    #expect(read != first)
    try requireView()
  }

  @Test func `a sync that changed only one file is seen before the next batch`() throws {
    let own = CrashRun.drafts(2, note: 0, from: 10)
    try append(own, with: appender)
    try append(CrashRun.drafts(1, note: 0, from: 20), to: club)
    #expect(try sync(judge: Broken()).waiting == 2)
    try requireView("events of the remote")
    #expect(try append(own, with: appender).acknowledgements.allSatisfy { $0.isDuplicate })
    // A sync that died after it kept the refused events, and before it removed them from the pending ones.
    let files = DeviceFiles(of: phone, System())
    try put(try bytes(at: files.pending), at: files.refused)
    try requireView("refused events")
    #expect(failure { try append(own, with: appender) }?.kind == .conflict)
  }

  @Test func `changes by others between two batches are seen`() throws {
    let own = CrashRun.drafts(2, note: 0, from: 10)
    try append(own, with: appender)
    try record(CrashRun.drafts(3, note: 0, from: 20))
    try requireView("another appender")
    try append(CrashRun.drafts(1, note: 0, from: 30), with: appender)
    let client = try SyncClient(path: phone, now: Samples.start, system: System())
    let id = try #require(own[1].id)
    #expect(try client.drop(id).count == 1)
    try requireView("dropped events")
    #expect(failure { try append(own, with: appender) }?.kind == .conflict)
    #expect(try client.retryRefused(id) == 2)
    try requireView("events that are offered again")
    #expect(try append(own, with: appender).acknowledgements.allSatisfy { $0.isDuplicate })
    try append(CrashRun.drafts(1, note: 0, from: 40), to: club)
    try sync()
    try requireView("a sync")
    #expect(
      try append(CrashRun.drafts(1, note: 0, from: 50), with: appender)
        .acknowledgements.map(\.event.seq) == [10])
  }
}
