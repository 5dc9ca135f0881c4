import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of text files by path, in the encodings that imports accept.
@Suite struct TextFilesOnDiskTests {
  private let system = System()

  private func file(_ content: [UInt8], _ body: (String) throws -> Void) throws {
    let folder = TemporaryFolder()
    try put(content, at: folder.file("export.csv"))
    try body(folder.file("export.csv"))
  }

  @Test func `a UTF-8 file is read in windows`() throws {
    let line = "2026-03-02,Größe\n"
    let content = Array(String(repeating: line, count: 80_000).utf8)
    try file(content) { path in
      let text = try system.text(at: path)
      #expect(text.encoding == .utf8 && text.count == content.count)
      #expect(text.windowSize < text.count)
      #expect(try text.bytes() == content)
      #expect(try text.beginning() == Array(content.prefix(1 << 20)))
      var reader = try CSVReader(text)
      var rows = 0
      while let row = try reader.next() {
        rows += 1
        #expect(row.fields == ["2026-03-02", "Größe"])
      }
      #expect(rows == 80_000)
      #expect(try system.text(at: path, limit: 4 << 20).bytes == content)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func `a file that has no size is read to its end`() throws {
    let text = try system.text(at: "/proc/self/status")
    #expect(String(decoding: try text.bytes(), as: UTF8.self).hasPrefix("Name:"))
  }

  @Test func `a file that is too large is refused before it is read`() throws {
    try file([]) { path in
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.truncate(atOffset: UInt64(System.largestText) + 1)
      let error = #expect(throws: LogError.self) { try system.text(at: path) }
      #expect(error?.kind == .refused && error?.file == path && error?.help != nil)
    }
  }

  @Test func `an absolute path resolves a link in its folder`() throws {
    let folder = TemporaryFolder()
    let (real, link) = (folder.file("real"), folder.file("link"))
    try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    #expect(system.absolutePath(of: link + "/log").hasSuffix("/real/log"))
    #expect(system.absolutePath(of: "/log") == "/log")
    #expect(system.absolutePath(of: folder.file("none/log")) == folder.file("none/log"))
  }

  @Test func `a Windows-1252 file is decoded as a whole`() throws {
    try file(Array("Gr".utf8) + [0xF6, 0xDF, 0x65]) { path in
      let text = try system.text(at: path)
      #expect(text.encoding == .windows1252)
      #expect(try text.bytes() == Array("Größe".utf8))
      let (bytes, encoding) = try system.text(at: path, limit: 100)
      #expect(encoding == .windows1252 && bytes == Array("Größe".utf8))
    }
  }

  @Test func `half a code unit at the end of a file becomes a replacement character`() throws {
    try file([0xFF, 0xFE, 0x61, 0, 0x62]) { path in
      let found = try system.text(at: path).bytes()
      #expect(found == Array("a\u{FFFD}".utf8))
    }
    try file([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8]) { path in
      let found = try system.text(at: path).bytes()
      #expect(found == Array("a\u{FFFD}".utf8))
    }
  }

  @Test func `temporary files are in the folder that TMPDIR names, if it is set`() {
    var system = System()
    system.environmentOverrides["TMPDIR"] = "/some/folder"
    #expect(system.temporaryFolder == "/some/folder")
    system.environmentOverrides["TMPDIR"] = ""
    #expect(system.temporaryFolder == "/tmp")
  }

  @Test func `a long decoded file is kept in an unnamed file`() throws {
    let folder = TemporaryFolder()
    let row = Array("2026-03-02,Gr".utf8) + [0xF6, 0xDF, 0x65, 0x0A]
    let count = 1_000_000
    try file(Array(repeatElement(row, count: count).joined())) { path in
      var system = System()
      system.environmentOverrides["TMPDIR"] = folder.path
      let text = try system.text(at: path)
      let rowSize = "2026-03-02,Größe\n".utf8.count
      #expect(text.encoding == .windows1252 && text.count == count * rowSize)
      #expect(text.count > TextBuffer.largestHeld && text.windowSize < text.count)
      let bytes = try text.bytes()
      let isSame = stride(from: 0, to: bytes.count, by: rowSize).allSatisfy {
        bytes[$0..<$0 + rowSize].elementsEqual("2026-03-02,Größe\n".utf8)
      }
      #expect(isSame)
      #expect(try system.contents(ofFolder: folder.path) == [])
    }
  }

  @Test func `if a text cannot be stored while it is read, the error has a next step`() throws {
    var system = System()
    system.environmentOverrides["TMPDIR"] = "/no/such/folder"
    let part = [UInt8](repeating: 0x61, count: 1 << 20)
    var text = TextBuffer(system)
    for _ in 0..<16 { try text.append(part) }
    let error = try #require(refusal { () throws(ImportError) in try text.append(part) })
    #expect(error.kind == .unreadable)
    #expect(
      error.message
        == "cannot store a temporary copy in /no/such/folder: no such file or directory")
    #expect(error.help == "set TMPDIR to a folder with more space")
    #expect(LogError(error, in: "x").kind == .system)
    system.fault = { call in if case .write = call { .fails(EFBIG) } else { nil } }
    system.environmentOverrides = [:]
    var limited = TextBuffer(system)
    let other = refusal { () throws(ImportError) in
      for _ in 0...16 { try limited.append(part) }
    }
    #expect(other?.help?.description.contains("ulimit -f") == true)
  }

  @Test func `if a file cannot be read further, the error has the reason`() throws {
    try file(Array("a,b\n".utf8)) { path in
      let reads = Counter()
      var system = System()
      system.fault = { call in call == .read && reads.next() > 1 ? .fails(EIO) : nil }
      let error = failure { try system.text(at: path) }
      #expect(error?.kind == .system && error?.file == path)
      #expect(error?.message == "cannot continue reading: input/output error")
    }
  }

  @Test func `a text of more than 256 MiB is refused`() throws {
    var system = System()
    system.fault = { call in if case .write = call { .forgotten } else { nil } }
    let part = [UInt8](repeating: 0x61, count: 1 << 20)
    var text = TextBuffer(system, limit: System.largestText)
    for _ in 0..<256 { try text.append(part) }
    let error = refusal { () throws(ImportError) in try text.append([0x61]) }
    #expect(error?.message == "expected at most 268,435,456 bytes, found more")
    #expect(error?.help == "split the file between two sessions, and import the parts")
  }

  @Test func `invalid bytes are refused with their place`() throws {
    try file(Array("a,b\nc,".utf8) + [0x00, 0xFF, 0x81]) { path in
      let error = failure { try system.text(at: path) }
      #expect(error?.kind == .refused && error?.line == 2 && error?.column == 4)
      #expect(
        error?.message == "expected text in UTF-8, UTF-16 or Windows-1252, found other bytes")
    }
  }

  @Test func `a missing or overlong file is an error with a next step`() throws {
    let missing = failure { try system.text(at: "/no/such/export.csv") }
    #expect(missing?.help == "name an existing file, or '-' for standard input")
    #expect(LogError.larger("-", 1_000).message == "expected at most 1,000 bytes, found more")
    #expect(LogError.larger("-", 1).file == "standard input")
  }

  @Test func `a file that became shorter is an error, and none of it is used`() throws {
    try file(Array(String(repeating: "a,b\n", count: 1_000).utf8)) { path in
      let text = try system.text(at: path)
      try put(Array("a,b\n".utf8), at: path)
      let error = refusal { () throws(ImportError) in try text.bytes() }
      #expect(error?.kind == .unreadable)
      #expect(error?.message == "the file became shorter while it was read")
      #expect(error?.help == "import it again")
    }
  }

  @Test func `a clock with known times has the same offset for all other times`() {
    let clock = WallClock.known([1_000: 60], else: 120)
    #expect(clock.offsetMinutes(atWall: 1_000) == 60)
    #expect(clock.offsetMinutes(atWall: 2_000) == 120)
  }
}

/// Tests of the last lines of a log, and of drafts that are only checked.
@Suite struct NewestLinesTests {
  private func read(_ log: Log, _ size: Int) throws -> [Int] {
    var seqs: [Int] = []
    try log.forEachLine(inLast: size) { line, _ in seqs.append(line.seq) }
    return seqs
  }

  @Test func `the lines that begin in the last bytes are read in order`() throws {
    let lines = try lines(inBatches: [1, 1, 1, 1])
    let log = Log(lines.flatMap { $0 }, name: "log")
    #expect(try read(log, 1 << 20) == [1, 2, 3, 4])
    #expect(try read(log, lines[3].count) == [4])
    #expect(try read(log, lines[3].count + lines[2].count + 1) == [3, 4])
    #expect(try read(log, 1) == [])
    #expect(try read(Log([], name: "empty"), 9) == [])
  }

  @Test func `drafts can be checked without being kept`() throws {
    var dryRun = try DryRun(of: Log([], name: "log"))
    let draft = Draft(id: Samples.id(1), at: Samples.start, user: "ann", like(1))
    try dryRun.check([draft], defaults: draftDefaults())
    try dryRun.check([draft], defaults: draftDefaults())
    let wrong = Draft(at: Timestamp(milliseconds: .max, offsetMinutes: 0), like(1))
    #expect(throws: LogError.self) { try dryRun.check([wrong], defaults: draftDefaults()) }
  }
}
