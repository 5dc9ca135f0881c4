import TestSupport
import Testing

@testable import Events

/// Tests of every single flipped bit of a log.
@Suite struct FlipTests {
  /// The outcome of a flipped bit for a reader.
  enum Outcome: Hashable {
    /// Refused as damage, by readers and by the next append.
    case damaged
    /// The last line no longer ends properly: its batch is not shown, and the next append sets its bytes aside. Only
    /// a flip of the last newline has this outcome.
    case torn
    /// The last line has another `seq`: a gap, after which no checksum is checked. `verify` reports it.
    case gap
    /// The name `sum` of the last line became an unknown field, so the line has no checksum. `verify` reports it.
    case unsummed
  }

  /// A log, the sizes of its batches, and whether every flip is tried in every way. Otherwise most flips are read
  /// from the previous line on.
  struct Flipped: CustomTestStringConvertible {
    let testDescription: String
    let sizes: [Int]
    let isThorough: Bool
  }

  static let logs = [
    Flipped(
      testDescription: "60 records",
      sizes: [1, 1, 3, 1, 10, 1, 1, 2, 20, 1, 1, 1, 5, 1, 1, 1, 3, 1, 1, 1, 2, 1],
      isThorough: Reliability.isFull),
    Flipped(testDescription: "a batch at the end", sizes: [1, 2, 3], isThorough: true),
  ]

  @Test(arguments: logs)
  func `every flipped bit is found, except at the ends of the chain, and none is repaired`(
    _ log: Flipped
  ) throws {
    let all = try lines(inBatches: log.sizes)
    let whole = all.flatMap { $0 }
    let lastLine = whole.count - (all.last?.count ?? 0)
    let decoder = LineDecoder()
    let bench = try DamageBench()
    var tally = DamageTally()
    var outcomes: [Outcome?: Int] = [:]
    var bytes = whole
    var start = 0
    for (number, line) in all.enumerated() {
      let isNearEnd = number > all.count - 3
      // Reading up to the next line is enough, since earlier lines are unaffected.
      let end = isNearEnd ? whole.count : start + line.count + all[number + 1].count
      for index in stride(from: start, to: start + line.count, by: Reliability.step) {
        for bit in 0..<8 {
          tally.count += 1
          bytes[index] = whole[index] ^ 1 << UInt8(bit)
          let place = "bit \(bit) of byte \(index), '\(Character(Unicode.Scalar(whole[index])))'"
          if log.isThorough || (index + bit) % 48 == 0 || isNearEnd {
            let outcome = try outcome(bytes, of: log.sizes, place, &tally)
            outcomes[outcome, default: 0] += 1
            check(outcome, at: index, of: whole.count, lastLine, place, &tally)
          } else {
            let isFound = Self.isRefused(bytes[start..<end], behind: number, all, decoder)
            tally.expect(isFound, "\(place): not found")
          }
          let isAppended = log.isThorough ? index % 8 == bit : index % 29 == 0 || index >= lastLine
          if Reliability.isFull || isAppended {
            try checkAppend(bench, bytes, whole, all, log.sizes.last ?? 0, index, &tally)
          }
        }
        bytes[index] = whole[index]
      }
      start += line.count
    }
    #expect(try shown(whole).count == all.count)
    #expect(tally.wrong == [])
    if !Reliability.isSample {
      #expect(tally.count == whole.count * 8)
      // The flips produce each way in which the last line can hide one.
      #expect(Set(outcomes.keys) == [.damaged, .torn, .gap, .unsummed])
      #expect(outcomes[.torn] == 8)
    }
    guard log.sizes.count > 3 else { return }
    Reliability.print(
      "bits flipped", tally.count, of: whole.count * 8, wrong: tally.wrong.count,
      "the last newline's are torn ends")
  }

  /// Returns the outcome for readers and `verify`, or nil if they find nothing.
  private func outcome(
    _ bytes: [UInt8], of sizes: [Int], _ place: String, _ tally: inout DamageTally
  ) throws -> Outcome? {
    let log = Log(bytes, name: "log")
    let found = Verification(log).findings
    tally.expect(!found.isEmpty, "\(place): verify finds nothing")
    var reader = log.lines()
    var count = 0
    do throws(LogError) {
      while try reader.next() != nil {
        _ = try reader.event()
        count += 1
      }
    } catch {
      tally.expect(error.kind == .damaged, "\(place): refused as \(error.kind)")
      return .damaged
    }
    if try log.tail().torn != nil {
      tally.expect(count == sizes.dropLast().reduce(0, +), "\(place): shows \(count) of a torn log")
      return .torn
    }
    tally.expect(count == sizes.reduce(0, +), "\(place): shows \(count)")
    if found.contains(where: { $0.kind == .gap }) { return .gap }
    return found.contains { $0.kind == .noSum } ? .unsummed : nil
  }

  /// Checks whether a flip at `index` may have this outcome.
  private func check(
    _ outcome: Outcome?, at index: Int, of count: Int, _ lastLine: Int, _ place: String,
    _ tally: inout DamageTally
  ) {
    switch outcome {
    case .damaged: break
    case .torn: tally.expect(index == count - 1, "\(place): torn")
    case .gap: tally.expect((lastLine + 7..<lastLine + 9).contains(index), "\(place): a gap")
    case .unsummed:
      tally.expect((count - 25..<count - 22).contains(index), "\(place): without a sum")
    case nil: tally.expect(false, "\(place): not found")
    }
  }

  /// Checks that an append keeps all acknowledged events and repairs nothing. It may set aside bytes that look torn,
  /// after a flip of the last newline.
  private func checkAppend(
    _ bench: DamageBench, _ bytes: [UInt8], _ whole: [UInt8], _ all: [[UInt8]], _ lastSize: Int,
    _ index: Int, _ tally: inout DamageTally
  ) throws {
    try bench.begin(bytes)
    var aside: Appended.SetAside?
    let error = failure {
      aside = try append([Draft(like(999))], to: bench.path, system: Faults.unsynced).setAside
    }
    let place = "byte \(index)"
    // Only readers find a flip in the middle; an append checks only the end.
    tally.expect(
      error == nil || error?.kind == .damaged, "\(place): refused as \(error?.message ?? "")")
    let after = try bench.bytes()
    if index == whole.count - 1 {
      let start = whole.count - all.suffix(lastSize).joined().count
      tally.expect(after.starts(with: whole[..<start]), "\(place): sound bytes changed")
      let kept = try aside.map { try bench.takeAside($0) }
      tally.expect(kept == Array(bytes[start...]), "\(place): set aside other bytes")
    } else {
      tally.expect(aside == nil, "\(place): set aside")
      tally.expect(after.starts(with: bytes), "\(place): an append mended it")
      tally.expect(error == nil || after == bytes, "\(place): a refused append wrote")
    }
  }

  /// Returns whether a reader refuses `bytes`, a line and its successors, after the first `count` of `lines`.
  ///
  /// The checks and their order are the same, but earlier lines are not read again.
  private static func isRefused(
    _ bytes: ArraySlice<UInt8>, behind count: Int, _ lines: [[UInt8]], _ decoder: LineDecoder
  ) -> Bool {
    var previous =
      count > 0 ? Bytes.of(Array(lines[count - 1].dropLast())) { try? decoder.logged($0) } : nil
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      let envelope = Bytes.of(Array(line)) { line -> Envelope? in
        guard let envelope = try? decoder.logged(line),
          (try? decoder.check(envelope, line, after: previous)) != nil,
          (try? decoder.body(envelope, line)) != nil
        else { return nil }
        return envelope
      }
      guard let envelope else { return true }
      previous = envelope
    }
    return false
  }
}
