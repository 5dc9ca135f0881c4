import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of cases that a quick look at a line, at the end of a log or next to it could miss.
@Suite struct QuickLookTests {
  /// Returns a line with these members and the correct checksum.
  private static func line(_ members: String, after sum: UInt64 = 0) -> [UInt8] {
    let covered = Array("{\(members)".utf8)
    let sum = Bytes.of(covered) { XXH64.hash($0, seed: sum) }
    return covered + Array(",\"sum\":\"".utf8) + hexadecimal(sum) + Array("\"}\n".utf8)
  }

  private static let head =
    #""seq":1,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","at":"2026-03-02T18:04:11.250Z""#

  @Test(arguments: [
    #""user":"ann","type":"PostLiked","data":{"post":"p"}"#,
    #""type":"PostLiked","data":{"post":"p"},"user":"ann""#,
    #""type":"PostLiked","data":{"post":"p"},"user":"ann","trace":{"a":1}"#,
    #""type":"PostLiked","data":{"post":"p","x":{"y":{}}},"user":"ann","trace":{"a":{}}"#,
  ])
  func `a field is read wherever it is`(_ members: String) throws {
    let log = Log(Self.line(Self.head + "," + members), name: "log")
    var lines = log.lines()
    let line = try #require(try lines.next())
    #expect(line.user == "ann")
    #expect(try lines.event().body == .liked("p"))
    #expect(Verification(log).damages == 0)
  }

  @Test(arguments: [
    #""type":"PostLiked","data":{"post":"p"},"user":"ann","user":"ben","trace":{"a":1}"#,
    #""type":"PostLiked","data":{"post":"p"},"data":{"post":"q"}"#,
  ])
  func `a duplicate field is refused by every reader`(_ members: String) {
    let log = Log(Self.line(Self.head + "," + members), name: "log")
    #expect(throws: LogError.self) {
      var lines = log.lines()
      while try lines.next() != nil {}
    }
    #expect(Verification(log).isDamaged)
  }

  @Test(arguments: [#", "sum":""#, #","s\u0075m":""#])
  func `a checksum with another spelling of its name covers nothing`(_ name: String) {
    let covered = Array("{\(Self.head),\"type\":\"PostLiked\",\"data\":{\"post\":\"p\"}".utf8)
    for end in [covered, covered + [UInt8(ascii: ",")]] {
      let sum = Bytes.of(end) { XXH64.hash($0) }
      let line = covered + Array(name.utf8) + hexadecimal(sum) + Array("\"}\n".utf8)
      #expect(damage(line)?.message == "'sum' must be the last field")
    }
  }

  @Test func `after a gap a line is read completely, even if nobody wants it`() throws {
    let all = try lines(inBatches: [1, 1, 1])
    var bad = all[2]
    let place = try #require(
      Bytes.of(bad) { bytes in (0..<bytes.count).first { bytes.has(#""post""#, at: $0) } })
    bad[place + 1] = 0xFF
    let log = Log(all[0] + bad, name: "log")
    #expect(throws: LogError.self) {
      var lines = log.lines()
      while try lines.next() != nil {}
    }
  }

  @Test func `a torn end of any length is kept while it is cut off`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let all = try lines(inBatches: [1, 9000])
    let torn = all.joined().dropLast(10)
    #expect(torn.count > 1 << 20)
    try put(Array(torn), at: path)
    let log = try Log(path: path)
    // A mapping of the truncated bytes would kill the process.
    #expect(truncate(path, off_t(all[0].count)) == 0)
    #expect(log.bytes.array == Array(torn))
    #expect(try shown(log) == [1])
  }

  @Test(arguments: ["hello world", " ", "[1]", "\u{feff}{"])
  func `text that cannot begin a line is not a torn end`(_ text: String) throws {
    #expect(damage(Array(text.utf8))?.kind == .damaged)
    #expect(Verification(Log(Array(text.utf8), name: "log")).isDamaged)
  }

  @Test func `the companions of a log are next to the file, not next to a link to it`() throws {
    let folder = TemporaryFolder()
    for name in ["real", "links"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    let path = folder.file("links/log")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../real/log")
    let all = try lines(inBatches: [1])
    try put(all[0] + Array("{\"seq\":2".utf8), at: folder.file("real/log"))
    let opened = Opened()
    var system = System()
    system.witness = { call, _, _ in opened.note(call) }
    let aside = try #require(try append([Draft(like(9))], to: path, system: system).setAside)
    let real = try System().realPath(folder.file("real/log"))
    #expect(aside.path == real + ".torn-\(all[0].count)")
    #expect(opened.paths.contains(System.folder(of: real)))
    #expect(!opened.paths.contains(folder.file("links")))
  }

  @Test func `an unresolvable link does not count as a file`() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "log")
    let before = try lines(inBatches: [1])[0] + [0x7B]
    try put(before, at: folder.file("log"))
    for failing in 1...2 {
      let resolved = Counter()
      var system = System()
      system.fault = { call in call == .resolve && resolved.next() == failing ? .fails(EIO) : nil }
      let error = failure { try append([Draft(like(9))], to: folder.file("link"), system: system) }
      #expect(error?.kind == .system)
      #expect(try bytes(at: folder.file("log")) == before)
      #expect(try folder.names == ["link", "log"])
    }
  }

  @Test func `a copy of a torn end that cannot be cut off is removed again`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(try lines(inBatches: [1])[0] + [0x7B], at: path)
    var system = System()
    system.fault = { call in if case .truncate = call { .fails(EPERM) } else { nil } }
    for _ in 0..<3 {
      #expect(throws: LogError.self) { try append([Draft(like(9))], to: path, system: system) }
    }
    #expect(try folder.names == ["log"])
  }

  @Test func `a new folder is synced together with its entry`() throws {
    let folder = TemporaryFolder()
    let opened = Opened()
    var system = System()
    system.witness = { call, _, _ in opened.note(call) }
    try system.makeFolders(folder.file("a/b"))
    #expect(opened.paths == [folder.path, folder.file("a")])
    #expect(opened.syncs == 2)
  }
}

/// The opened paths, and the number of syncs.
private final class Opened: @unchecked Sendable {
  private(set) var paths: [String] = []
  private(set) var syncs = 0

  func note(_ call: System.Call) {
    if case .open(let path) = call { paths.append(path) }
    if call == .sync { syncs += 1 }
  }
}
