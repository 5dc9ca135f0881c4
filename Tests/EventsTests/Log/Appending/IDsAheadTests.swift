import Foundation
import Testing

@testable import Events
@testable import TestSupport

/// Tests of ids that a thread reads before an appender needs them.
@Suite struct IDsAheadTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("log") }

  /// Returns the events of a log that is long enough to be read ahead.
  private func drafts(from first: Int) -> [Draft] {
    CrashRun.drafts(450, note: 10_000, from: first)
  }

  private func idsAhead(isCancelled: Bool = false) -> IDsAhead {
    let ids = IDsAhead()
    ids.read(path, usesCheckpoint: true, isCancelled: { isCancelled }, system: System())
    return ids
  }

  @Test func `the ids that were read are known, and so are the ids of later events`() throws {
    let known = drafts(from: 0)
    try append(known, to: path)
    let ids = idsAhead()
    let later = Draft(id: Samples.id(7), at: Samples.start, like(7))
    try append([later], to: path)
    let appender = try Appender(path: path)
    appender.use(ids)
    try appender.locked { _ in }
    #expect(appender.hasReadLog)
    let new = Draft(id: Samples.id(8), at: Samples.start, like(8))
    let again = try append([known[3], later, new], with: appender).acknowledgements
    #expect(again.map(\.event.seq) == [4, 451, 452])
    #expect(again.map(\.isDuplicate) == [true, true, false])
  }

  @Test func `the ids of another log are ignored`() throws {
    let (old, known) = (drafts(from: 0), drafts(from: 1_000))
    try append(old, to: path)
    let ids = idsAhead()
    try FileManager.default.removeItem(atPath: path)
    try append(known, to: path)
    let appender = try Appender(path: path)
    appender.use(ids)
    let again = try append([known[3], old[3]], with: appender).acknowledgements
    #expect(again.map(\.isDuplicate) == [true, false])
  }

  @Test func `the ids are known for events that wait to be synced`() throws {
    let known = drafts(from: 0)
    try append(known, to: path)
    try put([], at: path + ".pending")
    let appender = try Appender(path: path, writesPending: true, system: System())
    appender.use(idsAhead())
    let new = Draft(id: Samples.id(8), at: Samples.start, like(8))
    for isKnown in [false, true] {
      let again = try append([known[3], new], with: appender).acknowledgements
      #expect(again.map(\.event.seq) == [4, 451])
      #expect(again.map(\.isDuplicate) == [true, isKnown])
    }
  }

  @Test func `without ids the appender reads the log itself`() throws {
    let known = drafts(from: 0)
    try append(known, to: path)
    let appender = try Appender(path: path)
    appender.use(idsAhead(isCancelled: true))
    try appender.locked { _ in }
    #expect(!appender.hasReadLog)
    #expect(try append([known[3]], with: appender).acknowledgements.map(\.isDuplicate) == [true])
    #expect(appender.hasReadLog)
  }

  @Test func `a short log and a missing one are not read ahead`() throws {
    #expect(idsAhead().wait() == nil)
    try append([Draft(like(1))], to: path)
    #expect(idsAhead().wait() == nil)
  }

  @Test func `events that a checkpoint covers are not read ahead`() throws {
    let known = drafts(from: 0)
    try append(known, to: path)
    #expect(idsAhead().wait() != nil)
    _ = try Appender(path: path).writeCheckpoint(isNew: true) { $0.keep("all", [1]) }
    #expect(idsAhead().wait() == nil)
    let appender = try Appender(path: path)
    appender.use(idsAhead())
    #expect(try append([known[3]], with: appender).acknowledgements.map(\.isDuplicate) == [true])
    #expect(!appender.hasReadLog)
  }
}
