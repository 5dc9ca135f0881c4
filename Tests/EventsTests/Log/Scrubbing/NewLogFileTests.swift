import Foundation
import TestSupport
import Testing

@testable import Events

@Suite struct NewLogFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("replog-new-\(UUID().uuidString)").path

  private func inFolder(_ body: (_ path: String) throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder + "/out.jsonl")
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @Test func `a log gets its name when it is complete, and only its owner may read it`() throws {
    try inFolder { path in
      let file = try NewLogFile(path, system: System())
      try file.write(Array("{}\n".utf8))
      #expect(names == ["out.jsonl.unfinished"])
      try file.finish()
      #expect(names == ["out.jsonl"])
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func `an abandoned log leaves nothing behind`() throws {
    try inFolder { path in
      do { _ = try NewLogFile(path, system: System()) }
      #expect(names.isEmpty)
    }
  }

  @Test func `an existing file with that name is not overwritten, before or after the writing`()
    throws
  {
    try inFolder { path in
      let file = try NewLogFile(path, system: System())
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: LogError.self) { try file.finish() }
      #expect(throws: LogError.self) { _ = try NewLogFile(path, system: System()) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }
  }

  @Test func `the leftovers of a crash are removed, and a file that another process writes is not`()
    throws
  {
    try inFolder { path in
      try Data("left".utf8).write(to: URL(fileURLWithPath: path + ".unfinished"))
      try #require(chmod(path + ".unfinished", 0o1600) == 0)
      let file = try NewLogFile(path, system: System())
      let error = #expect(throws: LogError.self) { _ = try NewLogFile(path, system: System()) }
      #expect(error?.message == "another process is writing this file")
      try file.finish()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
    }
  }

  @Test func `a full disk or a failed sync leaves no log behind`() throws {
    for isFull in [true, false] {
      try inFolder { path in
        var system = System()
        system.fault = { call in
          if isFull, call.isWrite { return .fails(ENOSPC) }
          return !isFull && call == .sync ? .fails(EIO) : nil
        }
        #expect(throws: LogError.self) {
          let file = try NewLogFile(path, system: system)
          try file.write([1])
          try file.finish()
        }
        #expect(names.isEmpty)
      }
    }
  }
}
