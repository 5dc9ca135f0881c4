import TestSupport
import Testing

@testable import Events

/// Copies of a log, which continue it byte for byte.
@Suite struct CopiedLinesTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("copy") }
  private let all: [[UInt8]]

  init() throws {
    all = try lines(inBatches: [1, 3, 1, 2])
  }

  private func copies(_ range: Range<Int>) throws -> CopiedLines {
    var copies = CopiedLines()
    for place in range {
      try Bytes.of(Array(all[place].dropLast())) { try copies.append($0, place + 1) }
    }
    return copies
  }

  private func append(_ copies: CopiedLines) throws {
    _ = try Appender(path: path).locked { log in try log.append(copies) }
  }

  @Test func `a copy continues with the next lines, and has the same bytes`() throws {
    try append(copies(0..<1))
    try append(copies(1..<4))
    try append(copies(4..<7))
    #expect(try bytes(at: path) == all.flatMap { $0 })
  }

  @Test func `a batch reports its missing lines until its last one`() throws {
    #expect(try (1...3).map { try copies(1..<1 + $0).missing } == [2, 1, 0])
    #expect(try copies(1..<3).cutBatch().message.contains("got 2 of its 3 lines"))
    #expect(try copies(0..<5).missing == 0)
  }

  @Test func `several batches are joined, in their order only`() throws {
    var joined = try copies(0..<1)
    try joined.append(copies(1..<4))
    #expect(joined.bytes == all[..<4].flatMap { $0 })
    #expect(throws: LogError.self) { try joined.append(copies(5..<7)) }
  }

  @Test func `any other line than the next one is a conflict, and changes nothing`() throws {
    try append(copies(0..<4))
    let before = try bytes(at: path)
    for range in [0..<1, 3..<4, 5..<7] {
      let error = #expect(throws: LogError.self) { try append(copies(range)) }
      #expect(error?.kind == .conflict)
    }
    #expect(try bytes(at: path) == before)
  }

  @Test func `a line of another log at the right position is a conflict`() throws {
    try append(copies(0..<1))
    var other = all[1]
    other[other.count - 60] ^= 1
    let line = Array(other.dropLast())
    #expect(throws: LogError.self) {
      var copies = CopiedLines()
      try Bytes.of(line) { try copies.append($0, 1) }
      try append(copies)
    }
    #expect(try bytes(at: path) == all[0])
  }

  @Test func `a torn end of the copy is set aside first`() throws {
    try put(all[0] + Array(all[1].dropLast(5)), at: path)
    try append(copies(1..<4))
    #expect(try bytes(at: path) == all[..<4].flatMap { $0 })
  }
}
