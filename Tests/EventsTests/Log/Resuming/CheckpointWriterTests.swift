import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of the files that a writer writes again, keeps and removes.
@Suite struct CheckpointWriterTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("log") }
  var checkpoint: String { Checkpoint.path(of: path) }

  /// Creates a log of likes by two users in turn, and extends its checkpoint.
  private func extend(
    to count: Int, _ fill: (inout CheckpointWriter) throws -> Void = { _ in }
  ) throws {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for seq in 1...count {
      let event = Event(
        id: Samples.id(seq), at: Samples.start, user: seq % 2 == 0 ? "ann" : "bob", like(seq),
        seq: seq)
      sum = try event.write(to: &bytes, previousSum: sum)
    }
    try put(bytes, at: path)
    _ = try Appender(path: path, system: Faults.unsynced)
      .writeCheckpoint(isNew: false, fill)
  }

  private func manifest() throws -> Checkpoint.Manifest {
    try #require(Log(path: path).checkpoint).manifest
  }

  private func parts() throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: checkpoint)
      .compactMap(PartFiles.number).sorted()
  }

  // MARK: - Indexes

  @Test
  func `fifteen indexes and a new one are merged, and their files are removed with the next one`()
    throws
  {
    for count in 1...16 { try extend(to: count) }
    #expect(try manifest().segments.map(\.level) == [1 << 10] + Array(repeating: 0, count: 15))
    #expect(try parts() == Array(1...16))
    try extend(to: 17)
    let merged = try manifest()
    #expect(merged.segments.map(\.level) == [1 << 10, 1])
    #expect(merged.segments.map(\.count) == [1, 16])
    #expect(merged.old == Array(2...16))
    // A reader of the previous manifest may still open them.
    #expect(try parts() == Array(1...17))
    try extend(to: 18)
    #expect(try parts() == [1, 17, 18])
    let log = try Log(path: path)
    let reader = try #require(CheckpointReader(of: log))
    for seq in 1...18 {
      let places = try reader.checkpoint.places(of: Samples.id(seq), isOwn: true)
      #expect(try places.map { try log.line(at: $0, LineDecoder()).line.seq } == [seq])
    }
    var seqs: [Int] = []
    let state = try reader.state("none", of: "bob") { (_: inout PostLiked?, event) in
      seqs.append(event.seq)
    }
    #expect(state == nil && seqs == Array(stride(from: 1, through: 17, by: 2)))
  }

  @Test(arguments: [0, 1])
  func `indexes with more lines than may be merged at once stay unchanged`(_ more: Int) throws {
    for count in 1...16 { try extend(to: count) }
    var other = try manifest()
    // With this many lines in the second index, the last fifteen and the new one have 131,072.
    let second = other.segments[1]
    other.segments[1] = .init(
      number: second.number, size: second.size, stamp: second.stamp, range: second.range,
      count: 1 << 17 - 15 + more, level: second.level, ids: second.ids, streams: second.streams)
    try put(other.bytes, at: checkpoint + "/manifest")
    chmod(checkpoint + "/manifest", 0o600)
    try extend(to: 17)
    let levels = try manifest().segments.map(\.level)
    #expect(levels == (more == 0 ? [1 << 10, 1] : [1 << 10] + Array(repeating: 0, count: 16)))
  }

  @Test func `an index that cannot be merged is damage, and leaves the checkpoint unchanged`()
    throws
  {
    for count in 1...16 { try extend(to: count) }
    let before = try bytes(at: checkpoint + "/manifest")
    #expect(throws: Checkpoint.Damage.self) {
      try extend(to: 17) { writer in
        writer.keep("all", [1])
        try FileManager.default.removeItem(atPath: checkpoint + "/2.part")
      }
    }
    #expect(try bytes(at: checkpoint + "/manifest") == before)
    #expect(try parts() == [1] + Array(3...16))
    #expect(!FileManager.default.fileExists(atPath: checkpoint + "/manifest.new"))
  }

  // MARK: - States

  @Test func `a changed state without a user is written again`() throws {
    try extend(to: 10) { $0.keep("all", [1, 2]) }
    let first = try manifest()
    try extend(to: 12) { $0.keep("all", [1, 2]) }
    let same = try manifest()
    #expect(same.commons.map(\.place) == first.commons.map(\.place))
    #expect(same.commons.map(\.end) == [same.position.end])
    #expect(same.states == first.states)
    try extend(to: 14) { $0.keep("all", [1, 3]) }
    let changed = try manifest()
    #expect(changed.commons.count == 1)
    #expect(changed.commons[0].place.file != first.commons[0].place.file)
    #expect(changed.states.map(\.number) == [changed.commons[0].place.file])
    #expect(changed.old == first.states.map(\.number))
  }

  @Test func `a file of states is removed when its last state was written again`() throws {
    let size = 100
    func keep(_ users: [Name]) -> (inout CheckpointWriter) -> Void {
      { writer in
        for user in users { writer.keep([("s", [UInt8](repeating: 1, count: size))], of: user) }
      }
    }
    try extend(to: 10, keep(["ann", "bob"]))
    let first = try #require(manifest().states.first)
    #expect(first.live == first.size)
    try extend(to: 12, keep(["ann"]))
    let second = try manifest().states
    #expect(second.map(\.number) == [first.number, second[1].number])
    #expect(second[0].live == first.size - second[1].size)
    try extend(to: 14, keep(["bob"]))
    #expect(try manifest().states.map(\.number).contains(first.number) == false)
    #expect(try manifest().old == [first.number])
    #expect(try parts().contains(first.number))
    try extend(to: 16)
    #expect(try !parts().contains(first.number))
  }

  @Test(arguments: [(992, 32), (993, 33)])
  func `states of a user are due from 32 lines on that are eight times their size`(
    _ size: Int, _ lines: Int
  ) throws {
    func due(_ count: Int) throws -> [Name] {
      var due: [Name] = []
      try extend(to: count) { due = $0.dueUsers(effort: 1 << 20) }
      return due
    }
    #expect(try due(62) == [])
    #expect(try due(63) == ["bob"])
    #expect(try due(64) == ["ann"])
    try extend(to: 66) { writer in
      writer.keep([("s", [UInt8](repeating: 1, count: size))], of: "ann")
    }
    // The table in front of the state takes 32 bytes; a line counts as 256.
    #expect(try manifest().states.map(\.size) == [size + 32])
    #expect(try !due(66 + 2 * (lines - 1)).contains("ann"))
    #expect(try due(66 + 2 * lines).contains("ann"))
  }

  @Test
  func `a state without a user is due when the lines of its areas are several times its size`()
    throws
  {
    func isDue(_ count: Int, _ name: String, _ areas: Areas = [.feed]) throws -> Bool {
      var isDue = false
      try extend(to: count) { isDue = try $0.isDue(name, areas) }
      return isDue
    }
    #expect(try isDue(10, "small"))
    try extend(to: 20) { writer in
      let isDue = try writer.isDue("small", [.feed])
      #expect(isDue)
      writer.keep("small", [1])
      writer.keep("large", [UInt8](repeating: 1, count: 5_000))
    }
    #expect(try !isDue(21, "small"))
    #expect(try !isDue(51, "small"))
    #expect(try isDue(52, "small"))
    // 32 lines are 8,192 bytes; four times the large state is 20,000 and the table.
    #expect(try !isDue(90, "large"))
    #expect(try isDue(110, "large"))
    #expect(try !isDue(111, "small", [.plan]))
    #expect(try isDue(112, "small", [.feed, .sessions]))
    #expect(try isDue(112, "none", [.plan]))
  }

  // MARK: - Events

  private func seqs(_ writer: CheckpointWriter, of user: Name) throws -> [Int] {
    var seqs: [Int] = []
    try writer.forEachEvent(of: user) { seqs.append($0.seq) }
    return seqs
  }

  @Test func `the events of a user are those in the new lines`() throws {
    try extend(to: 10) { writer in
      #expect(writer.users == ["ann", "bob"])
      let bob = try seqs(writer, of: "bob")
      #expect(bob == [1, 3, 5, 7, 9])
    }
    try extend(to: 13) { writer in
      let found = try ["ann", "bob", "nobody"].map { try seqs(writer, of: $0) }
      #expect(found == [[12], [11, 13], []])
    }
  }

  /// Overwrites a byte of the log like another program; the mapping changes too.
  private func flip(_ place: Int) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(place))
    let byte = try #require(try file.read(upToCount: 1)?.first)
    try file.seek(toOffset: UInt64(place))
    try file.write(contentsOf: [byte ^ 1])
    try file.close()
  }

  @Test(arguments: [(10, LogError.Kind.damaged), (-1, .system)])
  func `a line that changes meanwhile is not read in place of the indexed one`(
    _ place: Int, _ kind: LogError.Kind
  ) throws {
    var error: LogError?
    // The last pages are copied.
    try extend(to: 600) { writer in
      let second = try #require(writer.log.bytes.firstIndex(of: 0x0A, from: 0)) + 1
      try flip(second + place)
      error = failure { try seqs(writer, of: "ann") }
    }
    #expect(error?.kind == kind, "\(String(describing: error))")
    if kind == .system { #expect(error?.message == "cannot read the lines that were just indexed") }
  }
}
