import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of signals that request the end of the process; each test has a separate process.
@Suite struct SignalTests {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Restores the default effect of all signals.
  private static func reset() {
    for number in numbers { signal(number, SIG_DFL) }
    System.unblock(numbers)
  }

  private static func make(_ path: String, _ body: () -> Void = {}) throws {
    let system = System()
    _ = try system.makeRemovedOnSignal(path) { () throws(SystemError) in
      let file = try system.open(path, for: .creating)
      body()
      return file
    }
  }

  @Test(arguments: numbers)
  func `a signal during the creation of a file waits, and then removes the file`(_ number: Int32)
    async
    throws
  {
    let folder = TemporaryFolder()
    let path = folder.file("out")
    await #expect(processExitsWith: .signal(number)) {
      [path = path as String, number = number as Int32] in
      SignalTests.reset()
      try SignalTests.make(path) { raise(number) }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: numbers)
  func `a signal during the replacement of a file leaves the old file`(
    _ number: Int32
  ) async throws {
    let folder = TemporaryFolder()
    let path = folder.file("pbs.json")
    try put(Array("old".utf8), at: path)
    await #expect(processExitsWith: .signal(number)) {
      [path = path as String, number = number as Int32] in
      SignalTests.reset()
      var system = System()
      system.fault = { call in
        if case .sync = call { raise(number) }
        return nil
      }
      try system.replaceFile(path, with: Array("new".utf8), isShared: true, isCommand: true)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pbs.json"])
    #expect(try bytes(at: path) == Array("old".utf8))
  }

  @Test func `a signal after the replacement of a file removes nothing`() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("pbs.json")
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
      SignalTests.reset()
      try System().replaceFile(path, with: [], isShared: true, isCommand: true)
      // Another process may be writing such a file by now.
      try put([], at: path + ".unfinished")
      raise(SIGTERM)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["pbs.json", "pbs.json.unfinished"])
  }

  @Test(arguments: numbers)
  func `after a file was replaced, a signal has its former effect`(_ number: Int32) async throws {
    let folder = TemporaryFolder()
    await #expect(processExitsWith: .success) {
      [path = folder.file("pbs.json") as String, number = number as Int32] in
      SignalTests.reset()
      let system = System()
      try system.replaceFile(path, with: [], isShared: true, isCommand: true)
      try system.catchingInterruption {
        raise(number)
        try #require(system.isInterrupted)
      }
    }
  }

  @Test(arguments: numbers)
  func `an ignored signal stays ignored, and the file stays`(_ number: Int32) async throws {
    let folder = TemporaryFolder()
    let path = folder.file("out")
    await #expect(processExitsWith: .success) {
      [path = path as String, number = number as Int32] in
      SignalTests.reset()
      signal(number, SIG_IGN)
      try SignalTests.make(path)
      raise(number)
      System().catchInterruptions()
      raise(number)
      try #require(!System().isInterrupted)
    }
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a handled signal stays handled, and the file stays`() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("out")
    await #expect(processExitsWith: .success) { [path = path as String] in
      SignalTests.reset()
      System().catchInterruptions()
      try SignalTests.make(path)
      raise(SIGTERM)
      try #require(System().isInterrupted)
    }
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
