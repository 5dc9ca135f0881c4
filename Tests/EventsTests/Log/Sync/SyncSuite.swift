@testable import Events
@testable import TestSupport

/// A suite about a device and its remote, each with a log in one folder.
protocol SyncSuite {
  var folder: TemporaryFolder { get }
}

extension SyncSuite {
  /// The path of the remote's log.
  var club: String { folder.file("club") }
  /// The path of the device's log.
  var phone: String { folder.file("phone") }

  /// Creates a folder in which the remote's log has two events.
  static func folderWithClub() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try append(CrashRun.drafts(2, note: 0, from: 0), to: folder.file("club"))
    return folder
  }

  func server(mayRestore: Bool = true, judge: any UnitJudge = CapJudge()) throws -> SyncServer {
    try SyncServer(
      path: club, judge: judge, defaults: draftDefaults(), mayRestore: mayRestore,
      system: System(), words: \.description)
  }

  @discardableResult
  func sync(
    _ path: String, _ mode: SyncMode = .usual, mayRestore: Bool = true,
    judge: any UnitJudge = CapJudge()
  ) throws -> SyncReport {
    let server = try server(mayRestore: mayRestore, judge: judge)
    var client = try SyncClient(path: path, now: Samples.start, system: System())
    client.mayRestore = mayRestore
    return try client.sync(over: LocalChannel(to: server), with: .path(club), mode)
  }

  @discardableResult
  func sync(
    _ mode: SyncMode = .usual, judge: any UnitJudge = CapJudge()
  ) throws -> SyncReport { try sync(phone, mode, judge: judge) }

  /// Records events of a device, which then wait to be synced.
  @discardableResult
  func record(_ drafts: [Draft], on path: String) throws -> Appended {
    try append(drafts, with: Appender(path: path, writesPending: true, system: System()))
  }

  @discardableResult
  func record(_ drafts: [Draft]) throws -> Appended { try record(drafts, on: phone) }

  /// Returns the events that the views of a device show.
  func ids(_ path: String) throws -> [EventID] {
    try Log(path: path, showsPending: true, system: System()).wholeEvents().map(\.id)
  }
}
