import TestSupport
import Testing

@testable import Events

/// Tests that a repair removes the necessary lines and no others.
@Suite struct RepairPlanTests {
  /// Returns the lines that a repair of `bytes` would remove.
  static func removed(_ bytes: [UInt8]) -> [Int] {
    RepairPlan(Log(bytes, name: "log")).removed.map(\.line)
  }

  static func removed(_ lines: [[UInt8]]) -> [Int] { removed(lines.flatMap { $0 }) }

  /// Returns the log after a repair of `bytes`.
  static func repaired(_ bytes: [UInt8]) throws -> [UInt8] {
    var made: [UInt8] = []
    for piece in RepairPlan(Log(bytes, name: "log")).pieces {
      switch piece {
      case .bytes(let range): made += bytes[range]
      case .alone(let line):
        try Bytes.of(Array(bytes[line])) { try LineDecoder().whole($0) }
          .write(to: &made, previousSum: nil)
      }
    }
    return made
  }

  static func changed(_ line: [UInt8], _ text: String, to other: String) -> [UInt8] {
    Array(String(decoding: line, as: UTF8.self).replacing(text, with: other).utf8)
  }

  @Test func `only lines that are not events, or were changed, are removed`() throws {
    let all = try lines(inBatches: [1, 3, 1, 1])
    for place in all.indices {
      for line in [
        Array("x\n".utf8), [0x0A], RepairPlanTests.changed(all[place], "ann", to: "bob"),
        RepairPlanTests.changed(all[place], "\n", to: "\r\n"),
        RepairPlanTests.changed(all[place], "post-", to: "\u{1}"),
      ] {
        var lines = all
        lines[place] = line
        #expect(RepairPlanTests.removed(lines) == [place + 1])
      }
    }
  }

  @Test func `if positions decrease, the longest increasing run is kept`() throws {
    let all = try lines(inBatches: [1, 1, 1, 1, 1, 1])
    func removed(_ order: [Int]) -> [Int] { RepairPlanTests.removed(order.map { all[$0 - 1] }) }
    #expect(removed([1, 2, 2, 3]) == [3])
    #expect(removed([1, 3, 2, 4]).count == 1)
    #expect(removed([1, 2, 3, 1, 2, 3, 4]) == [4, 5, 6])
    // One line with a wrong position does not cost the lines after it.
    #expect(removed([1, 6, 2, 3, 4]) == [2])
    var wild = all
    wild[1] = RepairPlanTests.changed(all[1], "\"seq\":2", to: "\"seq\":92")
    #expect(RepairPlanTests.removed(wild) == [2])
    // Of two lines with one position, the one that continues the checksums is kept.
    wild[1] = RepairPlanTests.changed(all[1], "\"seq\":2", to: "\"seq\":3")
    #expect(RepairPlanTests.removed(wild) == [2])
  }

  @Test(arguments: [
    [0, 1, 2], [3, 1, 2, 3], [5, 5, 5], [0, 0], [], [4, 3, 2, 1], [2, 9, 3, 9, 4],
  ])
  func `the increasing run has the maximum length`(_ seqs: [Int]) {
    let chosen = LongestRun.flags(seqs.map { LongestRun.Line(seq: $0, sum: nil) })
    let run = zip(seqs, chosen).filter(\.1).map(\.0)
    #expect(zip(run, run.dropFirst()).allSatisfy { $0 < $1 } && !run.contains(0))
    // The loop tries all subsets.
    var longest = 0
    for mask in 0..<(1 << seqs.count) {
      let subset = seqs.indices.filter { mask >> $0 & 1 == 1 }.map { seqs[$0] }
      if !subset.contains(0), zip(subset, subset.dropFirst()).allSatisfy({ $0 < $1 }) {
        longest = max(longest, subset.count)
      }
    }
    #expect(run.count == longest)
  }

  @Test(arguments: 0..<40)
  func `no longer run of lines can follow each other`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<9).map { _ in
      LongestRun.Line(
        seq: Int.random(in: 1...6, using: &random), sum: random.next() % 3,
        continued: random.next() % 4 == 0 ? nil : random.next() % 3,
        isLinked: random.next() % 2 == 0)
    }
    func accepts(_ run: [LongestRun.Line]) -> Bool {
      var (last, sum): (Int, UInt64?) = (0, 0)
      for line in run {
        guard line.seq > last, line.seq > last + 1 || line.continued == sum else { return false }
        (last, sum) = (line.seq, line.sum)
      }
      return true
    }
    func weight(_ run: [LongestRun.Line]) -> Int {
      run.count * 100 + run.count(where: \.isLinked)
    }
    let chosen = zip(lines, LongestRun.flags(lines)).filter(\.1).map(\.0)
    var heaviest = 0
    for mask in 0..<(1 << lines.count) {
      let run = lines.indices.filter { mask >> $0 & 1 == 1 }.map { lines[$0] }
      if accepts(run) { heaviest = max(heaviest, weight(run)) }
    }
    #expect(accepts(chosen) && weight(chosen) == heaviest)
  }

  @Test func `a run has no position after a gap that leaves no room for later events`() {
    let last = LogFormat.lastAfterGap
    let lines = [1, last + 1, 2, last, last + 1].map { LongestRun.Line(seq: $0, sum: nil) }
    #expect(LongestRun.flags(lines) == [true, false, true, true, true])
  }

  @Test func `an intact line after changed copies of itself is kept`() throws {
    let all = try lines(inBatches: [1, 1, 3, 1])
    let copies = all.map { RepairPlanTests.changed($0, "ann", to: "bob") }
    for place in all.indices {
      for count in 1...3 {
        let changed = Array(repeating: copies[place], count: count)
        let bytes = (all[..<place] + changed + all[place...]).flatMap { $0 }
        #expect(RepairPlanTests.removed(bytes) == Array(place + 1...place + count))
        #expect(try RepairPlanTests.repaired(bytes) == all.flatMap { $0 })
        #expect(
          RepairPlan(Log(bytes, name: "log")).removed.first?.reason
            == LineDecoder.wrongSum(1).message)
      }
    }
    // Changed copies of consecutive lines.
    let pairs = zip(copies, all).flatMap { [$0, $0, $1] }
    #expect(try RepairPlanTests.repaired(pairs.flatMap { $0 }) == all.flatMap { $0 })
    // The intact line of a log with one event, and a block of lines after its changed copy.
    #expect(RepairPlanTests.removed([copies[0], all[0]]) == [1])
    let blocks = [all[0], copies[1], all[2]] + all[1...]
    #expect(try RepairPlanTests.repaired(blocks.flatMap { $0 }) == all.flatMap { $0 })
    #expect(RepairPlanTests.removed(blocks) == [2, 3])
    // The intact line follows a line without a checksum.
    let rest = try zip(all.prefix(2), [nil, 0] as [UInt64?]).map { line, sum in
      var written: [UInt8] = []
      try Bytes.of(line) { try LineDecoder().whole($0) }.write(to: &written, previousSum: sum)
      return written
    }
    let changed = RepairPlanTests.changed(rest[1], "ann", to: "bob")
    #expect(RepairPlanTests.removed([rest[0], changed, rest[1]]) == [2])
  }

  @Test func `of two events with the same id, the first is kept`() throws {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (seq, number) in [(1, 1), (2, 1), (3, 3)] {
      let event = Event(id: Samples.id(number), at: Samples.start, user: nil, like(seq), seq: seq)
      sum = try event.write(to: &bytes, previousSum: sum)
    }
    let plan = RepairPlan(Log(bytes, name: "log"))
    #expect(plan.removed.map(\.line) == [2] && plan.kept == 2)
    #expect(plan.removed.first?.reason == "an earlier event has the same id \(Samples.id(1))")
  }

  @Test func `a torn end is left to the next append`() throws {
    let all = try lines(inBatches: [1, 1, 3])
    let torn = Array(all[4].prefix(50))
    for lines in [[all[0], Array("x\n".utf8), all[1]], [all[0], all[1], Array("x\n".utf8)]] {
      let bytes = lines.flatMap { $0 } + torn
      let plan = RepairPlan(Log(bytes, name: "log"))
      #expect(plan.removed.count == 1 && plan.torn?.count == torn.count)
      #expect(try RepairPlanTests.repaired(bytes) == all[0] + all[1] + torn)
    }
    // A torn end alone needs no repair.
    let plan = RepairPlan(Log(all[0] + torn, name: "log"))
    #expect(plan.isHealthy && plan.torn != nil)
    let cut = RepairPlan(Log(Array("x\n".utf8) + all[0] + all[1] + all[2], name: "log"))
    #expect(cut.torn?.count == all[2].count)
  }

  @Test func `a torn end after an incomplete batch is removed`() throws {
    // The lines are consecutive, as if somebody had removed some lines and renumbered the others.
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for (seq, batch) in [(1, 1), (2, 3), (3, 4), (4, 1)] {
      let event = Event(id: Samples.id(seq), at: Samples.start, user: "ann", like(seq), seq: seq)
      sum = try event.write(to: &bytes, batch: batch, previousSum: sum)
    }
    try RepairPlanTests.check(bytes, "whole lines")
    let plan = RepairPlan(Log(bytes, name: "log"))
    #expect(plan.removed.map(\.line) == [3] && plan.kept == 2 && plan.unchained == [2])
    #expect(plan.torn == nil)
    for count in [1, 60] { try RepairPlanTests.check(bytes.dropLast(count), "\(count) cut off") }
  }

  @Test func `a cut batch that no longer continues the line before it is removed`() throws {
    let all = try lines(inBatches: [1, 2, 1, 1, 1])
    // The line before the batch is out of order, and so are the lines of the batch without it.
    let bytes = [all[3], all[4], all[5], all[0], all[1]].flatMap { $0 }
    try RepairPlanTests.check(bytes, "behind a removed line")
    let plan = RepairPlan(Log(bytes, name: "log"))
    #expect(plan.removed.map(\.line) == [4, 5] && plan.kept == 3 && plan.torn == nil)
    // A batch that continues the line before that one is still torn.
    let other = [all[0], Array("x\n".utf8), all[1]].flatMap { $0 }
    try RepairPlanTests.check(other, "behind a damaged line")
  }

  @Test(arguments: ["hello", "[1]", " {\"seq\":1", "\u{FEFF}"])
  func `a file that is not a log is damaged, and nothing in it can be kept`(_ text: String) throws {
    try RepairPlanTests.check(Array(text.utf8), "")
    let plan = RepairPlan(Log(Array(text.utf8), name: "log"))
    #expect(failure { try plan.requireRepairable("log") }?.kind == .damaged)
  }

  @Test func `the rest of a batch at the end remains visible`() throws {
    let all = try lines(inBatches: [1, 3])
    let bytes = Array((all[0] + all[1] + all[2]) + Array("x\n".utf8))
    let plan = RepairPlan(Log(bytes, name: "log"))
    #expect(plan.removed.map(\.line) == [4] && plan.unchained == [2, 3])
    let made = try RepairPlanTests.repaired(bytes)
    #expect(made.starts(with: all[0]))
    #expect(try shown(made) == [1, 2, 3])
    // Without the repair no reader would show the batch, because a crash leaves the same.
    #expect(try shown(all[0] + all[1] + all[2]) == [1])
    // In the middle of a log, such a batch needs no repair.
    let more = try lines(inBatches: [1, 3, 1])
    let inMiddle = [more[0], more[1], Array("x\n".utf8), more[3], more[4]]
    #expect(RepairPlan(Log(inMiddle.flatMap { $0 }, name: "log")).unchained == [])
  }

  @Test func `a last line without a newline is kept unchanged`() throws {
    let all = try lines(inBatches: [1, 1])
    let bytes = Array(all[0] + Array("x\n".utf8) + all[1].dropLast())
    let plan = RepairPlan(Log(bytes, name: "log"))
    #expect(plan.removed.map(\.line) == [2] && plan.kept == 2 && plan.torn == nil)
    #expect(try RepairPlanTests.repaired(bytes) == all[0] + all[1].dropLast())
    // A line that loses batch and checksum is written again, with its newline.
    let batch = try lines(inBatches: [1, 3])
    let cut = Array(batch[0] + batch[1] + Array("x\n".utf8) + batch[2].dropLast())
    #expect(RepairPlan(Log(cut, name: "log")).unchained == [2, 4])
    let made = try RepairPlanTests.repaired(cut)
    #expect(try shown(made) == [1, 2, 3] && made.last == 0x0A)
  }

  @Test func `if many lines are removed, the first are listed in order, and all are counted`()
    throws
  {
    let all = try lines(inBatches: Array(repeating: 1, count: 300))
    // A misplaced line is found after a line that is not an event.
    var lines = Array(all[..<2] + all[..<2])
    for line in all[2...] { lines += [line, [0x0A]] }
    lines.append(all[5])
    let plan = RepairPlan(Log(lines.flatMap { $0 }, name: "log"))
    #expect(plan.removedCount == 2 + 298 + 1 && plan.kept == 300)
    let places = [3, 4] + (0..<98).map { 6 + 2 * $0 }
    #expect(plan.removed.map(\.line) == places)
  }

  @Test func `a log whose line ends were changed can be restored`() throws {
    let all = try lines(inBatches: [1, 2]).map { $0.dropLast() + [0x0D, 0x0A] }
    let plan = RepairPlan(Log(all.flatMap { $0 }, name: "log"))
    #expect(
      failure { try plan.requireRepairable("log") }?.help?.description.contains("CRLF") == true)
  }

  @Test(arguments: [99, 100, 101, 150])
  func `a hundred lines are listed, and all are counted`(_ count: Int) throws {
    let bad = [[UInt8]](repeating: Array("x\n".utf8), count: count)
    let plan = RepairPlan(Log(Array((try lines(inBatches: [1]) + bad).joined()), name: "log"))
    #expect(plan.removed.count == min(count, 100))
    #expect(plan.removedCount == count)
  }

  @Test func `plans that differ in any line have different digests`() throws {
    let good = try lines(inBatches: [1])
    let digests = [["x", "yyy", "z"], ["yyy", "x", "z"], ["x", "yyy", "zz"]].map { bad in
      let lines = bad.map { Array("\($0)\n".utf8) }
      return RepairPlan(Log((good + lines).flatMap { $0 }, name: "log")).digest
    }
    #expect(Set(digests).count == 3)
  }

  @Test func `a file without any event cannot be repaired`() {
    let plan = RepairPlan(Log(Array("hello\nthere\n".utf8), name: "log"))
    #expect(plan.kept == 0)
    #expect(failure { try plan.requireRepairable("log") }?.kind == .damaged)
  }

  /// Checks the properties of the repair of any bytes.
  ///
  /// - Returns: Whether there is something to repair.
  @discardableResult
  static func check(_ bytes: [UInt8], _ comment: Comment) throws -> Bool {
    let log = Log(bytes, name: "log")
    let plan = RepairPlan(log)
    #expect(plan.isHealthy == !Verification(log).isDamaged, comment)
    guard !plan.isHealthy else { return false }
    let made = try repaired(bytes)
    let after = Log(made, name: "log")
    #expect(!Verification(after).isDamaged, comment)
    #expect(RepairPlan(after).isHealthy, comment)
    // Every kept event is shown.
    #expect(try shown(after).count == plan.kept, comment)
    if plan.unchained.isEmpty {
      let sources = Set(bytes.split(separator: 0x0A, omittingEmptySubsequences: false))
      let lines = made.split(separator: 0x0A)
      #expect(lines.allSatisfy(sources.contains), comment)
    }
    return true
  }

  @Test(arguments: [[1, 1, 1, 1, 1], [3, 2, 1], [1, 5], [6]])
  func `a flipped bit loses at most one line`(_ sizes: [Int]) throws {
    let all = try lines(inBatches: sizes)
    let whole = all.flatMap { $0 }
    var (tried, damaged) = (0, 0)
    for index in whole.indices {
      for bit in 0..<8 where (index * 8 + bit) % (Reliability.isSample ? 115 : 23) == 0 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        tried += 1
        if try RepairPlanTests.check(bytes, "bit \(bit) of byte \(index)") { damaged += 1 }
        // A missing newline joins two lines; an additional one splits a line.
        let plan = RepairPlan(Log(bytes, name: "log"))
        let isNewline = whole[index] == 0x0A || bytes[index] == 0x0A
        if !plan.isHealthy { #expect(plan.kept >= all.count - (isNewline ? 2 : 1)) }
      }
    }
    // Most flips are damage.
    #expect(damaged > tried * 9 / 10)
  }

  @Test(arguments: 0..<6)
  func `a log with any damage to its lines is sound after a repair`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let good = try lines(inBatches: [1, 3, 1, 2, 4, 1])
    var damaged = 0
    for round in 0..<60 {
      var all = good
      for _ in 0...random.next() % 4 where !all.isEmpty {
        let place = Int.random(in: 0..<all.count, using: &random)
        let other = Int.random(in: 0..<all.count, using: &random)
        switch random.next() % 5 {
        case 0: all.remove(at: place)
        case 1: all.insert(all[place], at: other)
        case 2: all.swapAt(place, other)
        case 3: all[place] = DifferentialTests.mutated(all[place], &random)
        default: all.insert([0, 0, 0x0A], at: place)
        }
      }
      if try RepairPlanTests.check(all.flatMap { $0 }, "seed \(seed), round \(round)") {
        damaged += 1
      }
    }
    #expect(damaged > 30)
  }
}
