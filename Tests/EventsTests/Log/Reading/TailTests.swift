import TestSupport
import Testing

@testable import Events

/// Tests of the bytes that a crash leaves after the last complete batch.
@Suite struct TailTests {
  /// Checks that the log of `left` shows `acknowledged` events, and that the next append sets the rest aside.
  static func check(
    _ left: [UInt8], acknowledged: Int, torn: Range<Int>?, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(left, at: path)
    let log = try Log(path: path)
    let expected = Array(1..<acknowledged + 1)
    #expect(try shown(log) == expected, comment, sourceLocation: sourceLocation)
    #expect(try log.tail().torn == torn, comment, sourceLocation: sourceLocation)
    #expect(try bytes(at: path) == left, "reading changed it", sourceLocation: sourceLocation)

    let done = try append([Draft(like(99))], to: path, system: Faults.unsynced)
    #expect(
      try shown(Log(path: path)) == expected + [acknowledged + 1], comment,
      sourceLocation: sourceLocation)
    guard let torn else {
      #expect(done.setAside == nil, comment, sourceLocation: sourceLocation)
      #expect(try folder.names == ["log"], comment, sourceLocation: sourceLocation)
      return
    }
    let aside = path + ".torn-\(torn.lowerBound)"
    #expect(
      done.setAside == Appended.SetAside(path: aside, count: torn.count), comment,
      sourceLocation: sourceLocation)
    #expect(try bytes(at: aside) == Array(left[torn]), comment, sourceLocation: sourceLocation)
    #expect(try mode(of: aside) == 0o600, comment, sourceLocation: sourceLocation)
    #expect(try bytes(at: path).starts(with: left[..<torn.lowerBound]), comment)
    let again = try append([Draft(like(100))], to: path, system: Faults.unsynced)
    #expect(again.setAside == nil, comment, sourceLocation: sourceLocation)
  }

  @Test(arguments: [[1], [1, 1, 3], [3]])
  func `a log that is truncated within its last batch loses only that batch`(_ sizes: [Int]) throws
  {
    let lines = try lines(inBatches: sizes)
    let whole = lines.flatMap { $0 }
    let size = sizes.last ?? 0
    let start = lines.dropLast(size).joined().count
    for end in start...whole.count {
      let isNearEnd = end - start < 3 || whole.count - end < 4
      guard isNearEnd || end % Reliability.step == 0 else { continue }
      let isWhole = end >= whole.count - 1
      try TailTests.check(
        Array(whole[..<end]), acknowledged: isWhole ? lines.count : lines.count - size,
        torn: isWhole || end == start ? nil : start..<end,
        "cut at \(end) of \(start)…\(whole.count)")
    }
  }

  @Test func `a batch that was cut short and changed is damage, and nothing is set aside`() throws {
    var all = try lines(inBatches: [1, 4])
    all.removeLast()
    all[2] = Array(String(decoding: all[2], as: UTF8.self).replacing("ann", with: "bob").utf8)
    let bytes = all.flatMap { $0 }
    #expect(try Log(bytes, name: "log").tail().torn == nil)
    #expect(damage(bytes)?.line == 3)
    let folder = TemporaryFolder()
    try put(bytes, at: folder.file("log"))
    #expect(failure { try append([Draft(like(9))], to: folder.file("log")) }?.kind == .damaged)
    #expect(try TestSupport.bytes(at: folder.file("log")) == bytes)
    #expect(try folder.names == ["log"])
  }

  @Test func `a newline that an editor removed is written with the next batch`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let whole = Array(try lines(inBatches: [1, 3]).joined())
    try put(whole.dropLast(), at: path)
    #expect(try Log(path: path).tail().lacksNewline)
    try append([Draft(id: Samples.id(5), like(5))], to: path)
    #expect(try bytes(at: path).starts(with: whole))
    #expect(try shown(Log(path: path)) == [1, 2, 3, 4, 5])
    // The index of ids must count the added newline.
    let appender = try Appender(path: path)
    try put(try bytes(at: path).dropLast(), at: path)
    for _ in 1...2 {
      for seq in 4...6 {
        let draft = Draft(id: Samples.id(seq), user: seq < 5 ? "ann" : nil, like(seq))
        try append([draft], with: appender)
      }
    }
    #expect(try shown(Log(path: path)) == [1, 2, 3, 4, 5, 6])
  }

  @Test(arguments: [[2, 1], [1, 3]])
  func `NUL bytes in place of any end of the last batch are torn`(_ sizes: [Int]) throws {
    let lines = try lines(inBatches: sizes)
    let whole = lines.flatMap { $0 }
    let size = sizes.last ?? 0
    let start = lines.dropLast(size).joined().count
    for end in stride(from: start, to: whole.count - 1, by: 3 * Reliability.step) {
      let left = whole[..<end] + [UInt8](repeating: 0, count: whole.count - end)
      try TailTests.check(
        Array(left), acknowledged: lines.count - size, torn: start..<whole.count, "NULs at \(end)")
    }
  }

  @Test(arguments: [1, 7, 4096, 10_000])
  func `NUL bytes after the last batch are torn`(_ count: Int) throws {
    let whole = Array(try lines(inBatches: [1, 2]).joined())
    let left = whole + [UInt8](repeating: 0, count: count)
    try TailTests.check(left, acknowledged: 3, torn: whole.count..<left.count, "\(count) NULs")
    let nothing = [UInt8](repeating: 0, count: count)
    try TailTests.check(nothing, acknowledged: 0, torn: 0..<count, "\(count) NULs alone")
  }

  @Test func `an existing torn file is kept`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let whole = Array(try lines(inBatches: [1]).joined())
    try put(whole + [1, 2], at: path)
    let aside = path + ".torn-\(whole.count)"
    try put([7], at: aside)
    try put([8], at: aside + ".2")
    let done = try append([Draft(like(2))], to: path)
    #expect(done.setAside == Appended.SetAside(path: aside + ".3", count: 2))
    #expect(try bytes(at: aside) == [7])
    #expect(try bytes(at: aside + ".2") == [8])
    #expect(try bytes(at: aside + ".3") == [1, 2])
  }

  @Test func `a refused append leaves the torn end where it is`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let left = Array(try lines(inBatches: [1]).joined()) + [0x7B]
    try put(left, at: path)
    #expect(failure { try append([Draft(like(2))], to: path, expecting: 9) }?.kind == .conflict)
    #expect(failure { try append([Draft(user: "", like(2))], to: path) }?.kind == .refused)
    try append([Draft(id: Samples.id(1), user: "ann", like(1))], to: path)
    #expect(try bytes(at: path) == left)
    #expect(try folder.names == ["log"])
  }

  @Test func `a batch mark whose members were filtered out delays nobody`() throws {
    let all = try lines(inBatches: [1, 4, 2])
    for dropped in 2...3 {
      var rest = all
      rest.remove(at: dropped)
      #expect(try shown(rest.flatMap { $0 }).count == 6)
    }
    // The line with the batch size is followed by lines of other batches.
    let filtered = [all[0], all[1], all[5], all[6]]
    #expect(try shown(filtered.flatMap { $0 }) == [1, 2, 6, 7])
    let ending = [all[0], all[1], all[4]]
    #expect(try shown(ending.flatMap { $0 }) == [1, 2, 5])
  }

  @Test func `at most as many lines are checked as a batch can have`() throws {
    let all = try lines(inBatches: Array(repeating: 1, count: Log.largestBatch + 1))
    let tail = try Log(all.flatMap { $0 }, name: "log").tail()
    #expect(tail.seq == Log.largestBatch + 1 && tail.torn == nil)
  }

  @Test func `the last batch may begin after the durable bytes`() throws {
    // The kernel's cache had three lines. Without the cache, the last line is gone, or its beginning is NULs.
    let all = try lines(inBatches: [1, 1, 1])
    let device = all[0] + all[1].dropLast() + [0, 0, 0]
    for left in [all[0] + all[1], device, all[0]] {
      let log = Log(left, name: "log")
      #expect(try Tail(log, floor: all.joined().count) == Tail(log, floor: 0))
    }
  }

  @Test func `nothing is appended where it would be read as the rest of a batch`() throws {
    let all = try lines(inBatches: [3, 3])
    // The first batch has only its first line left. The second one is as incomplete as after a crash.
    let left = Array((all[0] + all[3]))
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try put(left, at: path)
    #expect(try shown(Log(path: path)) == [1])
    let error = failure { try append([Draft(like(9))], to: path) }
    #expect(error?.kind == .damaged)
    #expect(error?.line == 2)
    #expect(try bytes(at: path) == left)
    #expect(try folder.names == ["log"])
    #expect(
      Verification(Log(left, name: "log")).findings.map(\.kind).suffix(2) == [
        .cutBatch, .tornBatch,
      ])
    // A repair removes the torn end, and then appends succeed.
    #expect(try Appender(path: path).repair(RepairPlan(Log(path: path))) != nil)
    try append([Draft(like(9))], to: path)
    #expect(try shown(Log(path: path)) == [1, 2])
  }

  @Test func `a log stays readable while its torn end is cut off`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    try append([Draft(id: Samples.id(1), like(1))], to: path)
    let whole = try bytes(at: path)
    try put(whole + [UInt8](repeating: 0x78, count: 500_000), at: path)
    let log = try Log(path: path)
    try append([Draft(like(2))], to: path)
    #expect(try bytes(at: path).count < 1_000)
    // Reading a mapping beyond the end of its file would kill this process.
    #expect(try shown(log) == [1])
    #expect(log.bytes[log.bytes.count - 1] == 0x78)
  }
}
