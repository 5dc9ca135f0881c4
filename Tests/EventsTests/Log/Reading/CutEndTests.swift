import TestSupport
import Testing

@testable import Events

/// Logs that end within a batch or a line, by a crash or by a filter.
@Suite struct CutEndTests {
  private let folder = TemporaryFolder()
  private let all: [[UInt8]]

  init() throws {
    all = try lines(inBatches: [1, 1, 3])
  }

  /// Returns the error for lines of the log that come from a pipe, and for the same lines in a file.
  private func cutEnds(_ places: [Int], dropping count: Int = 0) throws -> [LogError?] {
    let bytes = Array(places.flatMap { all[$0] }.dropLast(count))
    try put(bytes, at: folder.file("log"))
    return try [Log(bytes, name: "pipe"), Log(path: folder.file("log"))].map { log in
      var log = log
      return try log.cutEnd()
    }
  }

  @Test func `a whole log, and whole lines without a batch, do not count as truncated`() throws {
    for places in [[0, 1, 2, 3, 4], [0, 1], [1], [0, 3, 4], []] {
      #expect(try cutEnds(places) == [nil, nil], "\(places)")
    }
  }

  @Test func `a crash can truncate a file, but not a pipe`() throws {
    #expect(try cutEnds([0, 1, 2, 3]).map { $0?.line } == [3, nil])
    #expect(try cutEnds([0, 1, 2], dropping: 9).map { $0?.line } == [3, nil])
    #expect(try cutEnds([0, 1, 2]).first??.kind == .damaged)
  }

  @Test func `the whole lines of an incomplete batch are counted, in a file and in a pipe`() throws
  {
    for (places, count, lines) in [
      ([0, 1, 2, 3], 0, 2), ([0, 1, 2, 3], 9, 1), ([0, 1, 2], 9, 0), ([0, 1], 0, 0),
      ([0, 1, 2, 3, 4], 0, 0),
    ] {
      let bytes = Array(places.flatMap { all[$0] }.dropLast(count))
      try put(bytes, at: folder.file("log"))
      for log in [Log(bytes, name: "pipe"), try Log(path: folder.file("log"))] {
        let batch = try log.cutBatch()
        #expect(batch?.lines ?? 0 == lines && batch?.size ?? 3 == 3, "\(places) \(count)")
      }
    }
  }

  @Test func `a file changes while another process has its lock, or if its size is another one`()
    throws
  {
    let (system, path) = (System(), folder.file("log"))
    let bytes = [0, 2, 3].flatMap { all[$0] }
    try put(bytes, at: path)
    let log = try Log(path: path)
    #expect(!system.isChanging(log))
    let writer = try system.open(path, for: .appending)
    #expect(try system.lock(writer))
    #expect(system.isChanging(log))
    #expect(!system.isChanging(Log(bytes, name: path)))
    system.unlock(writer)
    #expect(!system.isChanging(log))
    _ = try system.write(all[4][...], to: writer)
    #expect(system.isChanging(log))
  }

  @Test func `filtered lines of a batch count as truncated in a file, too`() throws {
    for places in [[0, 2], [1, 2, 3], [2], [2, 3]] {
      let cut = try cutEnds(places)
      #expect(cut[0]?.message == cut[1]?.message && cut[0] != nil, "\(places)")
    }
    #expect(
      try cutEnds([0, 2, 3])[1]?.message.contains("of 3 lines must be complete, got 2") == true)
  }

  @Test func `an incomplete batch after the event before it is torn in spite of a gap elsewhere`()
    throws
  {
    let path = folder.file("repaired")
    let all = try lines(inBatches: [1, 1, 1, 3])
    for places in [[0, 2, 3], [0, 2, 3, 4]] {
      let bytes = places.flatMap { all[$0] }
      try put(bytes, at: path)
      var log = try Log(path: path)
      #expect(try log.cutEnd() == nil, "\(places)")
      #expect(!Verification(log).isDamaged && RepairPlan(log).isHealthy, "\(places)")
      var pipe = Log(bytes, name: "pipe")
      #expect(try pipe.cutEnd() != nil, "\(places)")
    }
  }

  @Test func `a repaired log does not count as truncated`() throws {
    let all = try lines(inBatches: [1, 1, 1, 3])
    for place in 0..<3 {
      var damaged = Array(all[..<5])
      damaged[place] = Array("x\n".utf8)
      try put(RepairPlanTests.repaired(damaged.flatMap { $0 }), at: folder.file("repaired"))
      var log = try Log(path: folder.file("repaired"))
      #expect(try log.cutEnd() == nil, "\(place)")
      // A batch after an unreadable line is not torn: its events are kept.
      #expect(try shown(log).count == (place == 2 ? 4 : 2), "\(place)")
    }
  }
}
