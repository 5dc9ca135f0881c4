import Foundation
import TestSupport
import Testing

@testable import Events

// Tests of other files in place of the folder or in it, and of other processes that use it.
extension CheckpointTests {
  @Test func `writing does not wait for something that is not a file`() throws {
    try make()
    try FileManager.default.removeItem(atPath: manifest)
    #expect(mkfifo(manifest, 0o600) == 0)
    #expect(try Log(path: path).checkpoint == nil)
    try FileManager.default.removeItem(atPath: checkpoint)
    #expect(mkfifo(checkpoint, 0o600) == 0)
    #expect(try Log(path: path).checkpoint == nil)
  }

  @Test func `a folder replaces a file of the first release, or a link`() throws {
    for _ in 0..<2 {
      let footer = Array("replogCP".utf8) + [UInt8](repeating: 1, count: 72)
      try put(Array("states, directory".utf8) + footer, at: checkpoint)
      try put(log(80), at: path)
      #expect(try Log(path: path).checkpoint == nil)
      try write(isNew: false)
      #expect(try parts(Log(path: path)).count == 131)
      try FileManager.default.removeItem(atPath: checkpoint)
      try FileManager.default.createSymbolicLink(atPath: checkpoint, withDestinationPath: "nothing")
      try write(isNew: false)
      #expect(try parts(Log(path: path)).count == 131)
      try FileManager.default.removeItem(atPath: checkpoint)
    }
  }

  @Test func `a file that is not a checkpoint, or a link to one, is left alone`() throws {
    try put(log(80), at: path)
    let footer = Array("replogCP".utf8) + [UInt8](repeating: 1, count: 72)
    let backup = try bytes(at: path)
    for content in [[1], Array("precious".utf8), backup, footer + [1], Array(footer.dropFirst())] {
      try put(content, at: checkpoint)
      let error = failure { try write() }
      #expect(error?.kind == .system)
      #expect(
        error?.message == "cannot write the checkpoint: a file of that name is not a checkpoint")
      #expect(try bytes(at: checkpoint) == content)
    }
    try FileManager.default.removeItem(atPath: checkpoint)
    try put(footer, at: folder.file("other"))
    try FileManager.default.createSymbolicLink(
      atPath: checkpoint, withDestinationPath: folder.file("other"))
    #expect(failure { try write() }?.kind == .system)
    #expect(try bytes(at: folder.file("other")) == footer)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: checkpoint) != "")
  }

  @Test func `a folder with any other content is left alone`() throws {
    try put(log(3), at: path)
    try FileManager.default.createDirectory(atPath: checkpoint, withIntermediateDirectories: false)
    try put([1], at: checkpoint + "/mine")
    let error = failure { try write() }
    #expect(error?.file == checkpoint)
    #expect(
      error?.message == "cannot write the checkpoint: a folder of that name contains other files")
    #expect(try part == [checkpoint + "/mine"])
    try FileManager.default.removeItem(atPath: checkpoint + "/mine")
    try write()
    #expect(try Log(path: path).checkpoint != nil)
  }

  @Test func `the leftovers of a crash during writing are removed`() throws {
    try make(60)
    try put([1, 2, 3], at: manifest + ".new")
    try put([1, 2, 3], at: checkpoint + "/3.part")
    try make(80, isNew: false)
    #expect(try Log(path: path).checkpoint?.position.seq == 80)
    #expect(try !part.contains(manifest + ".new"))
    #expect(try parts(Log(path: path)).count == 131)
    // Without a manifest, the owner of each part is unknown.
    try FileManager.default.removeItem(atPath: manifest)
    try write(isNew: false)
    #expect(try part.count == 3)
    #expect(try parts(Log(path: path)).count == 131)
  }

  @Test func `an error names a name that is permanently taken, and the log continues`() throws {
    try make()
    let before = try parts(Log(path: path))
    for isFolder in [true, false] {
      if isFolder {
        try FileManager.default.createDirectory(
          atPath: manifest + ".new", withIntermediateDirectories: false)
      } else {
        try FileManager.default.createSymbolicLink(
          atPath: manifest + ".new", withDestinationPath: "nothing")
      }
      let error = failure { try write() }
      #expect(error?.file == manifest + ".new")
      #expect(error?.message == "cannot write the checkpoint: file exists")
      #expect(try parts(Log(path: path)) == before)
      try FileManager.default.removeItem(atPath: manifest + ".new")
    }
    #expect(try write() != nil)
  }

  @Test func `leftovers that nobody can remove do not count as another process`() throws {
    try make()
    try put([1, 2, 3], at: manifest + ".new")
    var system = System()
    system.fault = { call in if case .remove = call { .fails(EIO) } else { nil } }
    let error = failure { try write(system: system) }
    #expect(error?.file == manifest + ".new")
    #expect(error?.message == "cannot write the checkpoint: file exists")
  }

  @Test func `two processes do not write at once`() throws {
    try make()
    let written = try Appender(path: path).writeCheckpoint(isNew: true) { writer in
      #expect(try write() == nil)
      writer.keep("mine", try state("x"))
    }
    #expect(written != nil)
    let log = try Log(path: path)
    let reader = try #require(CheckpointReader(of: log))
    #expect(try (reader.state("mine", of: [.feed]) { _, _ in } as PostLiked?)?.post == "x")
  }

  @Test func `a process that read the manifest before its replacement continues to read`() throws {
    try make(60)
    let before = try Log(path: path)
    try make(80, isNew: false)
    #expect(before.checkpoint?.position.seq == 60)
    #expect(try parts(before)[..<41] == parts(Log(path: path))[..<41])
  }

  // MARK: - Checkpoints of other logs

  /// Puts another log of the same form at the path, as a program that rewrites a log does.
  private func replaceLog(seed: UInt64 = 2) throws {
    try put(log(80, seed: seed), at: folder.file("new"))
    try #require(rename(folder.file("new"), path) == 0)
  }

  private func findings() throws -> [Verification.Finding.Kind] {
    Verification(try Log(path: path)).findings.map(\.kind).filter { $0 == .unfitCheckpoint }
  }

  @Test func `the next append removes a checkpoint of another log, and a verification reports it`()
    throws
  {
    try make()
    #expect(try findings() == [])
    try replaceLog()
    #expect(try findings() == [.unfitCheckpoint])
    // Reading changes nothing, and neither does an append that is refused.
    _ = try Log(path: path)
    #expect(throws: LogError.self) { try append([Draft(like(9))], to: path, expecting: 7) }
    #expect(try folder.names == ["log", "log.checkpoint"])
    try append([Draft(like(9))], to: path)
    #expect(try folder.names == ["log"])
    #expect(try findings() == [])
    try write()
    try append([Draft(like(10))], to: path)
    #expect(try Log(path: path).checkpoint?.position.seq == 81)
    // A damaged one may hold anything, too.
    try put([1, 2, 3], at: manifest)
    #expect(try findings() == [.unfitCheckpoint])
    try append([Draft(like(11))], to: path)
    #expect(try folder.names == ["log"])
  }

  @Test func `a longer log, and a copy of a log, keep their checkpoint`() throws {
    try make(60)
    try put(log(80), at: path)
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("copy"))
    try #require(rename(folder.file("copy"), path) == 0)
    #expect(try findings() == [])
    try append([Draft(like(90))], to: path)
    #expect(try Log(path: path).checkpoint?.position.seq == 60)
  }

  @Test func `a checkpoint of another log that a process is writing is left to that process`()
    throws
  {
    try make()
    try replaceLog()
    let lock = try CheckpointFolder(path: checkpoint, system: System()).lock()
    try append([Draft(like(9))], to: path)
    #expect(try part.contains(manifest) && part.contains(manifest + ".new"))
    withExtendedLifetime(lock) {}
  }

  @Test func `an unreadable log does not affect its checkpoint`() throws {
    try make()
    try replaceLog()
    let reads = Counter()
    var system = System()
    // The first read is of the manifest, the second of the log.
    system.fault = { $0 == .read && reads.next() == 2 ? .fails(EIO) : nil }
    let file = try System().open(path, for: .reading)
    var isUnfit = true
    #expect(Checkpoint(of: path, file, system, isUnfit: &isUnfit) == nil)
    #expect(!isUnfit && reads.next() == 3)
  }

  @Test func `no checkpoint is written for a log that was replaced meanwhile`() throws {
    try put(log(80), at: path)
    let error = failure {
      try Appender(path: path).writeCheckpoint(isNew: true) { _ in try replaceLog() }
    }
    #expect(error?.kind == .conflict)
    #expect(
      error?.message == "another file replaced the log after it was read")
    #expect(try folder.names == ["log"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to somebody else"))
  func `files that root writes next to a log belong to the log's owner`() throws {
    try put(log(80) + [0x7B], at: path)
    try #require(chown(path, 4321, 4322) == 0)
    for isNew in [true, false] {
      if !isNew { try #require(chown(checkpoint, 0, 0) == 0) }
      _ = try append([Draft(like(9))], to: path)
      try write()
      let written = try folder.names.filter { $0 != "log.checkpoint" }.map { folder.file($0) }
      for file in try [checkpoint, checkpoint + "/manifest"] + part + written {
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.ownerAccountID] as? Int == 4321, "\(file)")
        #expect(attributes[.groupOwnerAccountID] as? Int == 4322, "\(file)")
      }
      #expect(try folder.names.contains { $0.hasPrefix("log.torn-") })
      #expect(try Log(path: path).checkpoint != nil)
    }
  }
}
