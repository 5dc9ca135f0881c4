import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of the names of the files next to a log that hold its data.
@Suite struct CompanionsTests {
  private let system = System()

  @Test func `the companions of a log are its checkpoint and its copies, in order`() throws {
    let folder = TemporaryFolder()
    let names = [
      "log", "log.before-repair", "log.before-repair.2", "log.checkpoint", "log.old-3",
      "log.pending", "log.pending.torn-9", "log.refused", "log.repairing", "log.sync", "log.torn-7",
      "log.before", "log2.checkpoint", "log.checkpoints", "log.pending2", "other.torn-7",
    ]
    for name in names { try put([], at: folder.file(name)) }
    let log = folder.file("log")
    #expect(system.companions(ofLog: log) == names[1...10].map(folder.file))
    #expect(system.companions(ofLog: folder.file("none")) == [])
    #expect(system.companions(ofLog: folder.file("missing/log")) == [])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "log")
    #expect(system.companions(ofLog: folder.file("link")).count == 10)
  }

  @Test func `a path is a checkpoint by its name or by the target of its link`() throws {
    let folder = TemporaryFolder()
    let log = folder.file("log")
    let checkpoint = folder.file("log.checkpoint")
    for path in [
      checkpoint, checkpoint + "/", checkpoint + "/part", folder.path + "/./log.checkpoint",
    ] {
      #expect(system.isCheckpoint(path, ofLog: log), "\(path)")
    }
    for path in [log, log + ".checkpoints", folder.path, folder.file("other/log.checkpoint")] {
      #expect(!system.isCheckpoint(path, ofLog: log), "\(path)")
    }
    try FileManager.default.createDirectory(atPath: checkpoint, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("alias"), withDestinationPath: "log.checkpoint")
    #expect(system.isCheckpoint(folder.file("alias"), ofLog: log))
    #expect(system.isCheckpoint(folder.file("alias/part"), ofLog: log))
  }
}
