import Testing

@testable import Events
@testable import TestSupport

/// Tests of damage of every kind at every place of a log, and of truncated logs.
@Suite struct DamageSweepTests {
  @Test(arguments: [
    ("single", [Int](repeating: 1, count: 100)), ("batched", [Int](repeating: 10, count: 10)),
  ])
  func `a log that is truncated in its last 100 records is what was acknowledged by then`(
    _ words: String, _ sizes: [Int]
  ) throws {
    let all = try lines(inBatches: sizes)
    let whole = all.flatMap { $0 }
    let first = all.dropLast(100).joined().count
    let bench = try DamageBench()
    var tally = DamageTally()
    var appended = 0
    // The end of each batch, and the number of events up to it.
    var ends = [(offset: 0, events: 0)]
    for size in sizes {
      let events = (ends.last?.events ?? 0) + size
      ends.append((all[..<events].joined().count, events))
    }
    for end in stride(from: first, through: whole.count, by: Reliability.step) {
      tally.count += 1
      // A line that lacks only its newline is complete.
      let last = try #require(ends.last { $0.offset <= end || $0.offset == end + 1 })
      let left = Array(whole[..<end])
      let log = Log(left, name: "log")
      let tail = try log.tail()
      tally.expect(tail.seq == last.events, "another prefix at \(end)")
      tally.expect(tail.end == min(end, last.offset), "another end at \(end)")
      // The lines before the last batch are the same for every truncation within it.
      if Reliability.isFull || end % 61 == 0 || end - last.offset < 2 {
        tally.expect(try shown(log) == Array(1..<last.events + 1), "another prefix at \(end)")
        tally.expect(!Verification(log).isDamaged, "damage at \(end)")
      }
      // Near the ends of batches, every case is always tried.
      let isNear = end - last.offset < 2 || end > 0 && whole[end - 1] == UInt8(ascii: "\n")
      guard Reliability.isFull || isNear || end % 13 == 0 else { continue }
      appended += 1
      try checkAppend(bench, left, sound: last, &tally)
    }
    #expect(try bench.folder.names == ["log"])
    #expect(tally.wrong == [])
    let goal = whole.count - first + 1
    Reliability.print(
      "cut at every byte, \(words)", tally.count, of: goal, wrong: tally.wrong.count,
      "\(appended) of them appended to")
  }

  /// Checks that an append to a truncated log sets the bytes after `sound` aside, and that the next append changes
  /// nothing.
  private func checkAppend(
    _ bench: DamageBench, _ left: [UInt8], sound: (offset: Int, events: Int),
    _ tally: inout DamageTally
  ) throws {
    let place = "cut at \(left.count)"
    try bench.begin(left)
    let done = try append([Draft(like(999))], to: bench.path, system: Faults.unsynced)
    let aside = try done.setAside.map { try bench.takeAside($0) } ?? []
    tally.expect(aside == Array(left.dropFirst(sound.offset)), "\(place): set aside other bytes")
    let now = try bench.bytes()
    tally.expect(now.starts(with: left.prefix(sound.offset)), "\(place): sound bytes changed")
    let tail = try Log(now, name: "log").tail()
    tally.expect(tail.seq == sound.events + 1 && tail.end == now.count, "\(place): the append")
    let again = try append([], to: bench.path, system: Faults.unsynced)
    tally.expect(
      try again.setAside == nil && bench.bytes() == now, "\(place): a second open changes it")
  }

  @Test func `every deletion, duplication or swap of lines is found`() throws {
    let sizes = [1, 1, 3, 1, 10, 1, 1, 2, 20, 1, 1, 1, 5, 1, 1, 1, 3, 1, 1, 1, 2, 1]
    let all = try lines(inBatches: sizes)
    let bench = try DamageBench()
    var tally = DamageTally()
    var hidden = 0
    func check(_ lines: [[UInt8]], isDamage: Bool, _ words: String) throws {
      let bytes = lines.flatMap { $0 }
      tally.count += 1
      tally.expect(!Verification(Log(bytes, name: "log")).findings.isEmpty, words)
      tally.expect(!isDamage || damage(bytes) != nil, "\(words): readers take it")
      guard Reliability.isFull || tally.count % 6 == 0 else { return }
      try bench.begin(bytes)
      _ = bench.appending()
      let left = try bench.bytes()
      tally.expect(left.starts(with: bytes), "\(words): mended")
    }
    for place in all.indices {
      var doubled = all
      doubled.insert(all[place], at: place)
      try check(doubled, isDamage: true, "line \(place + 1) doubled")
      for other in stride(from: place + 1, to: all.count, by: Reliability.step) {
        var swapped = all
        swapped.swapAt(place, other)
        try check(swapped, isDamage: true, "lines \(place + 1) and \(other + 1) swapped")
      }
      var deleted = all
      deleted.remove(at: place)
      if place == all.count - 1 {
        // The remaining lines are a valid log; only evidence from outside can show the loss.
        let findings = Verification(Log(deleted.flatMap { $0 }, name: "log")).findings
        #expect(findings.allSatisfy { $0.kind == .neverBegun })
        hidden += 1
      } else {
        try check(deleted, isDamage: false, "line \(place + 1) deleted")
      }
    }
    #expect(tally.wrong == [])
    Reliability.print(
      "lines deleted, doubled, swapped", tally.count, of: 60 + 60 * 59 / 2 + 59,
      wrong: tally.wrong.count, "the last line deleted is a sound log and is not counted")
    #expect(hidden == 1)
  }

  @Test(arguments: [("single", [1, 1, 1]), ("batched", [2, 1, 12])])
  func
    `NUL bytes from a sector boundary of the last batch on are torn, and before a good line damage`(
      _ words: String, _ sizes: [Int]
    ) throws
  {
    let note = String(repeating: "x", count: 1900)
    let drafts = CrashRun.drafts(sizes.reduce(0, +), note: note.count, from: 0)
    let bench = try DamageBench()
    try bench.begin([])
    var rest = drafts[...]
    for size in sizes {
      try append(Array(rest.prefix(size)), to: bench.path, system: Faults.unsynced)
      rest = rest.dropFirst(size)
    }
    let whole = try bytes(at: bench.path)
    let last = try lastBatch(whole, sizes.last ?? 0)
    let before = drafts.count - (sizes.last ?? 0)
    var tally = DamageTally()
    let boundaries = [last.start] + (last.start / 512 + 1...whole.count / 512).map { $0 * 512 }
    for start in boundaries where start < whole.count {
      let left = whole[..<start] + [UInt8](repeating: 0, count: whole.count - start)
      tally.count += 1
      try bench.begin(Array(left))
      tally.expect(try shown(Log(path: bench.path)).count == before, "NULs from \(start)")
      let done = try append([Draft(like(999))], to: bench.path, system: Faults.unsynced)
      let aside = try done.setAside.map { try bytes(at: $0.path) }
      tally.expect(aside == Array(left[last.start...]), "set aside other bytes from \(start)")
    }
    // The same sectors are lost, and a valid line follows.
    let good = whole[last.lastLine...]
    for start in boundaries where start < last.lastLine {
      var left = whole
      let end = min(start + 512, last.lastLine)
      left.replaceSubrange(start..<end, with: [UInt8](repeating: 0, count: end - start))
      if sizes.last == 1 { left += good }
      tally.count += 1
      try bench.begin(left)
      tally.expect(damage(left) != nil, "NULs before a good line at \(start) are believed")
      tally.expect(bench.appending()?.kind == .damaged, "an append builds on NULs at \(start)")
      tally.expect(try bytes(at: bench.path) == left, "NULs at \(start) are mended")
    }
    #expect(tally.wrong == [])
    #expect(tally.count > 3)
    Reliability.print("NULs, \(words)", tally.count, of: tally.count, wrong: tally.wrong.count)
  }

  /// Returns the start of the last batch of `size` lines, and of its last line.
  private func lastBatch(_ bytes: [UInt8], _ size: Int) throws -> (start: Int, lastLine: Int) {
    let newlines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    let start = newlines[newlines.count - 1 - size] + 1
    return (start, newlines[newlines.count - 2] + 1)
  }
}
