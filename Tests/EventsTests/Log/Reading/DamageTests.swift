import TestSupport
import Testing

@testable import Events

/// Tests that content that no append leaves is refused with its position and never changed.
@Suite struct DamageTests {
  /// Checks that readers and appenders refuse `bytes` with the same error, and leave them unchanged.
  static func refused(
    _ bytes: [UInt8], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> LogError? {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(bytes, at: path)
    let error = failure { try shown(Log(path: path)) }
    #expect(error?.kind == .damaged, comment, sourceLocation: sourceLocation)
    #expect(error?.file == path, comment, sourceLocation: sourceLocation)
    _ = failure { try append([Draft(like(9))], to: path, expecting: -1) }
    #expect(try TestSupport.bytes(at: path) == bytes, comment, sourceLocation: sourceLocation)
    #expect(try folder.names == ["log"], comment, sourceLocation: sourceLocation)
    return error
  }

  @Test(arguments: [
    ("", 1, "expected '{', found the end of the line"),
    ("x", 1, "expected '{', found 'x'"),
    ("{}", 1, "expected the field 'type', found none"),
    (#"{"seq":2,"type":"A","data":{}}"#, 1, "expected the field 'id', found none"),
    (
      #"{"seq":2,"id":"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11","type":"A","data":{}}"#, 1,
      "expected the field 'at', found none"
    ),
    (#"{"type":"A","data":{}}"#, 1, "expected the field 'seq', found none"),
    ("\u{feff}{}", 1, "expected '{', found byte 0xef (a byte order mark?)"),
    ("\0\0\0", 1, "expected '{', found a NUL byte"),
  ])
  func `a bad line that ends in a newline is refused at any position`(
    _ line: String, _ column: Int, _ message: String
  ) throws {
    let good = try lines(inBatches: [1, 3, 1])
    for place in 0...good.count {
      var all = good
      all.insert(Array((line + "\n").utf8), at: place)
      let error = try DamageTests.refused(all.flatMap { $0 }, "line \(place + 1)")
      #expect(error?.line == place + 1)
      #expect(error?.column == column)
      #expect(error?.message == message)
      #expect(error?.help != nil)
    }
  }

  @Test func `CRLF line ends are reported as such`() throws {
    let text = String(decoding: Array(try lines(inBatches: [1, 1]).joined()), as: UTF8.self)
    let bytes = Array(text.replacing("\n", with: "\r\n").utf8)
    let error = try DamageTests.refused(bytes)
    #expect(error?.message == "the line must end in LF, got CRLF")
    // The error names the first damaged line, not the last one, where the search for the end began.
    #expect(error?.line == 1)
  }

  @Test func `the checksum refuses a changed line, at the place of the checksum`() throws {
    for place in 0..<5 {
      var all = try lines(inBatches: [1, 3, 1])
      let text = String(decoding: all[place], as: UTF8.self)
      all[place] = Array(text.replacing("post-\(place + 1)", with: "post-9").utf8)
      let error = try DamageTests.refused(all.flatMap { $0 })
      #expect(error?.line == place + 1)
      #expect(error?.column == all[place].count - 25)
      #expect(
        error?.message
          == "'sum' does not match the checksum of the line: the line was changed")
      #expect(
        error?.excerpt == LogError.Excerpt(head: "{\"seq\":\(place + 1),…  ", character: "\""))
    }
  }

  @Test func `an append does not follow a last line that readers refuse`() throws {
    var all = try lines(inBatches: [1, 1, 1])
    all[2] = Array(String(decoding: all[2], as: UTF8.self).replacing("ann", with: "bob").utf8)
    for bytes in [all, [all[0], all[1], all[1]], [all[0], all[1], all[0]]] {
      let folder = TemporaryFolder()
      let path = folder.file("log")
      try put(bytes.flatMap { $0 }, at: path)
      let error = failure { try append([Draft(like(9))], to: path) }
      #expect(error?.kind == .damaged)
      #expect(error?.line == 3)
      #expect(try TestSupport.bytes(at: path) == bytes.flatMap { $0 })
    }
  }

  @Test func `a line without a checksum is accepted, and the next one starts a new chain`() throws {
    var bare: [UInt8] = []
    for seq in 1...3 {
      let event = Event(id: Samples.id(seq), at: Samples.start, user: nil, like(seq), seq: seq)
      try event.write(to: &bare, previousSum: nil)
    }
    #expect(try shown(bare) == [1, 2, 3])
    var all = bare
    let event = Event(id: Samples.id(4), at: Samples.start, user: nil, like(4), seq: 4)
    let sum = try event.write(to: &all, previousSum: 0)
    try Event(id: Samples.id(5), at: Samples.start, user: nil, like(5), seq: 5)
      .write(to: &all, previousSum: sum)
    #expect(try shown(all) == [1, 2, 3, 4, 5])
    var wrong = bare
    try event.write(to: &wrong, previousSum: 1)
    #expect(damage(wrong)?.line == 4)
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(bare, at: path)
    try append([Draft(like(4))], to: path)
    #expect(try shown(Log(path: path)) == [1, 2, 3, 4])
  }

  @Test func `nothing but the end may follow a checksum`() throws {
    let line = String(decoding: try lines(inBatches: [1])[0], as: UTF8.self)
    let moved = line.replacing("\"}\n", with: "\",\"x\":1}\n")
    let error = damage(Array(moved.utf8))
    #expect(error?.message == "'sum' must be the last field")
    #expect(error?.line == 1)
  }

  @Test func `a position that does not increase is refused`() throws {
    let all = try lines(inBatches: [1, 1, 1, 1])
    #expect(
      damage(Array([all[0], all[2], all[1], all[3]].joined()))?.message
        == "'seq' must be more than 3, got 2")
    #expect(
      damage(Array([all[0], all[0]].joined()))?.message == "'seq' must be more than 1, got 1"
    )
  }

  @Test(arguments: [[1, 1, 1, 1, 1, 1], [2, 1, 3], [1, 4, 1], [6]])
  func `a line that is duplicated or swapped with the next is found`(_ sizes: [Int]) throws {
    let all = try lines(inBatches: sizes)
    for place in all.indices {
      var doubled = all
      doubled.insert(all[place], at: place)
      #expect(damage(doubled.flatMap { $0 }) != nil, "line \(place + 1) doubled")
      guard place + 1 < all.count else { continue }
      var swapped = all
      swapped.swapAt(place, place + 1)
      #expect(damage(swapped.flatMap { $0 }) != nil, "line \(place + 1) swapped")
    }
  }

  @Test func `a deleted line leaves a gap: the next line is not checked, and later ones are`()
    throws
  {
    let all = try lines(inBatches: [1, 1, 1, 1, 1])
    for place in 0..<4 {
      var rest = all
      rest.remove(at: place)
      #expect(try shown(rest.flatMap { $0 }) == [1, 2, 3, 4, 5].filter { $0 != place + 1 })
      let found = Verification(Log(rest.flatMap { $0 }, name: "log")).findings
        .filter { $0.kind != .neverBegun }
      #expect(found.map(\.kind) == [.gap] && found.map(\.line) == [place + 1])
      for changed in place..<rest.count {
        var lines = rest
        let text = String(decoding: lines[changed], as: UTF8.self)
        lines[changed] = Array(text.replacing("ann", with: "bob").utf8)
        let error = damage(lines.flatMap { $0 })
        // After the gap, the previous checksum is unknown.
        #expect(error?.line == (changed == place ? nil : changed + 1))
      }
    }
  }

  @Test func `an error contains nobody's data`() throws {
    for line in try lines(inBatches: [1, 1]) {
      for end in 0..<line.count - 1 {
        let error = try #require(damage(line[..<end] + [0x01, 0x0A]))
        let words = [error.message, "\(error.help ?? "")", error.excerpt?.head ?? ""].joined()
        #expect(!words.contains("ann") && !words.contains("post-"))
        #expect(error.line == 1)
        #expect((1...end + 1).contains(error.column ?? 0))
      }
    }
  }

  @Test func `an empty log has no events`() throws {
    #expect(try shown([]) == [])
    #expect(try Log([], name: "log").tail() == Tail(end: 0, seq: 0, sum: 0))
  }
}
