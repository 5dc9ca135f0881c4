import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests that the folder is created, locked and removed by name, in spite of other files with these names.
@Suite struct CheckpointFolderTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("log") }
  var checkpoint: String { Checkpoint.path(of: path) }

  init() throws {
    try put(Array(lines(inBatches: [1, 1, 1]).joined()), at: path)
  }

  @discardableResult
  private func write(
    _ system: System = System(), isNew: Bool = true
  ) throws -> Appender.WrittenCheckpoint? {
    try Appender(path: path, system: system).writeCheckpoint(isNew: isNew) { writer in
      writer.keep("all", [1])
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: checkpoint).sorted()
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(atPath: checkpoint, withIntermediateDirectories: false)
  }

  /// Returns a system that fails to open the next manifest at the given attempt, from 1.
  private func opening(_ number: Int, fails code: Int32) -> System {
    let opened = Counter()
    return Faults { call, _ in
      guard case .open(let path) = call, path.hasSuffix("/manifest.new") else { return nil }
      return opened.next() == number ? .fails(code) : nil
    }.system
  }

  /// The last bytes of a checkpoint from the first release.
  private let ofFirstRelease = Array("replogCP".utf8) + [UInt8](repeating: 1, count: 72)

  @Test func `an error about a file that cannot be removed still names the folder`() throws {
    try put(ofFirstRelease, at: checkpoint)
    var system = System()
    system.fault = { call in if case .remove = call { .fails(EACCES) } else { nil } }
    let error = failure { try write(system) }
    #expect(error?.message == "cannot write the checkpoint: file exists")
    #expect(try bytes(at: checkpoint) == ofFirstRelease)
  }

  @Test func `a folder that cannot be read is an error`() throws {
    try put([1], at: checkpoint)
    var system = System()
    system.fault = { call in
      if case .list = call { return .fails(EACCES) }
      return nil
    }
    try FileManager.default.removeItem(atPath: checkpoint)
    try makeFolder()
    let error = failure { try write(system) }
    #expect(error?.message == "cannot write the checkpoint: permission denied")
    #expect(try names() == [])
  }

  @Test func `a leftover manifest that cannot be opened is an error`() throws {
    try makeFolder()
    try put([1], at: checkpoint + "/manifest.new")
    let error = failure { try write(opening(2, fails: EACCES)) }
    #expect(error?.message == "cannot write the checkpoint: permission denied")
    #expect(try names() == ["manifest.new"])
    #expect(try write() != nil)
    #expect(try names() == ["1.part", "2.part", "manifest"])
  }

  @Test func `a manifest that is missing when it is opened belonged to another process`() throws {
    try makeFolder()
    try put([1], at: checkpoint + "/manifest.new")
    #expect(try write(opening(2, fails: ENOENT)) == nil)
    #expect(try write() != nil)
  }

  @Test func `a new manifest that another process locks first belongs to that process`() throws {
    var system = System()
    let count = Counter()
    let asked = Monitor<[Descriptor]>([])
    let checkpoint = checkpoint
    system.fault = { call in
      // The first lock is on the new manifest.
      guard call == .flock, count.next() == 1 else { return nil }
      let other = try? System().open(checkpoint + "/manifest.new", for: .reading)
      if let other, (try? System().lock(other)) == true { asked.alone { $0.append(other) } }
      return nil
    }
    #expect(try write(system) == nil)
    #expect(asked.alone { $0.count } == 1)
    asked.alone { $0.removeAll() }
    #expect(try write() != nil)
  }

  @Test func `a new manifest that another process considers a leftover is not written to`()
    throws
  {
    let folder = CheckpointFolder(path: checkpoint, system: System())
    let (count, theirs) = (Counter(), Monitor<[Descriptor]>([]))
    var system = System()
    system.fault = { call in
      // The other process removes the file between its creation and its lock, and creates its own.
      guard call == .flock, count.next() == 1 else { return nil }
      if let file = try? folder.lock() { theirs.alone { $0.append(file) } }
      return nil
    }
    #expect(try write(system) == nil)
    let file = try #require(theirs.alone { $0.first })
    #expect(try bytes(at: checkpoint + "/manifest.new").isEmpty)
    try folder.replace([7], file)
    #expect(try bytes(at: checkpoint + "/manifest") == [7])
  }

  @Test func `a new manifest that replaces a leftover belongs to its writer`() throws {
    try makeFolder()
    let left = checkpoint + "/manifest.new"
    try put([1], at: left)
    var system = System()
    let count = Counter()
    system.fault = { call in
      // The first lock is on the abandoned file, which is open by then.
      guard call == .flock, count.next() == 1 else { return nil }
      try? FileManager.default.removeItem(atPath: left)
      try? put([2], at: left)
      return nil
    }
    #expect(try write(system) == nil)
    #expect(try bytes(at: left) == [2])
  }

  @Test(arguments: [true, false])
  func `if a call fails while leftovers exist, the checkpoint is written completely or not at all`(
    _ isNew: Bool
  ) throws {
    func prepare() throws {
      try? FileManager.default.removeItem(atPath: checkpoint)
      try write()
      try put([1, 2], at: checkpoint + "/manifest.new")
      try put([1, 2], at: checkpoint + "/3.part")
    }
    try prepare()
    let counting = Faults()
    try write(counting.system, isNew: isNew)
    for failing in counting.calls.indices {
      for code in [EIO, ENOENT] {
        try prepare()
        let faults = Faults { _, earlier in earlier == failing ? .fails(code) : nil }
        _ = try? write(faults.system, isNew: isNew)
        let log = try Log(path: path)
        let call = counting.calls[failing]
        let found = try log.checkpoint?.places(of: Samples.id(2), isOwn: true).count
        #expect(found == 1, "call \(failing), \(call), \(code)")
        #expect(try write() != nil, "call \(failing), \(call), \(code)")
      }
    }
  }

  // MARK: - Removal

  private func remove(_ system: System = System()) {
    CheckpointFolder(path: checkpoint, system: system).remove()
  }

  @Test func `all files of a checkpoint are removed with their folder`() throws {
    try write()
    try put([1], at: checkpoint + "/manifest.new")
    remove()
    #expect(try folder.names == ["log"])
    remove()
    #expect(try folder.names == ["log"])
    try put(ofFirstRelease, at: checkpoint)
    remove()
    #expect(try folder.names == ["log"])
    try put([1], at: checkpoint)
    remove()
    #expect(try folder.names == ["log", "log.checkpoint"])
  }

  @Test func `a foreign file stays, and so does the folder`() throws {
    try write()
    try put([1], at: checkpoint + "/01.part")
    try put([1], at: checkpoint + "/mine")
    remove()
    #expect(try names() == ["01.part", "mine"])
  }

  @Test func `a folder that cannot be listed is left alone`() throws {
    try write()
    var system = System()
    system.fault = { call in
      if case .list = call { return .fails(EIO) }
      return nil
    }
    remove(system)
    #expect(try names() == ["1.part", "2.part", "manifest"])
  }
}
