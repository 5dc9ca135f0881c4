import TestSupport
import Testing

@testable import Events

/// Every single bit of a small log, the other way round.
@Suite struct FlipTests {
  /// What a reader makes of a flipped bit.
  enum Outcome: Hashable {
    /// Refused as damage, by readers and by the next append.
    case damaged
    /// The end of the last line no longer looks written to its end: that batch is not shown, and the
    /// next append sets its bytes aside. Only a flip of the last newline can do this.
    case torn
    /// The last line says another `seq`: a gap, behind which no sum is checked. `verify` reports it.
    case gap
    /// The name `sum` of the last line became the name of an unknown field: the line has no sum.
    /// `verify` reports it.
    case unsummed
  }

  static func outcome(_ bytes: [UInt8], of sizes: [Int]) throws -> Outcome? {
    let log = Log(bytes, name: "log")
    var reader = log.lines()
    var count = 0
    do throws(LogError) {
      while try reader.next() != nil {
        _ = try reader.event()
        count += 1
      }
    } catch {
      #expect(error.kind == .damaged)
      return .damaged
    }
    if try log.tail().torn != nil {
      #expect(count == sizes.dropLast().reduce(0, +))
      return .torn
    }
    #expect(count == sizes.reduce(0, +))
    let found = Verification(log).findings.map(\.message)
    if found.contains(where: { $0.contains("missing before seq") }) { return .gap }
    return found.contains("the line has no sum") ? .unsummed : nil
  }

  @Test(arguments: [[1, 1, 1], [1, 2, 3]])
  func `every flipped bit is found, but for the ends of the chain`(_ sizes: [Int]) throws {
    let lines = try lines(inBatches: sizes)
    let whole = Array(lines.joined())
    let last = whole.count - (lines.last?.count ?? 0)
    for index in stride(from: 0, to: whole.count, by: Reliability.step) {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        let outcome = try FlipTests.outcome(bytes, of: sizes)
        let place: Comment =
          "bit \(bit) of byte \(index), '\(Character(Unicode.Scalar(whole[index])))'"
        switch outcome {
        case .damaged: break
        case .torn: #expect(index == whole.count - 1, place)
        case .gap: #expect((last + 7..<last + 9).contains(index), place)
        case .unsummed: #expect((whole.count - 25..<whole.count - 22).contains(index), place)
        case nil: Issue.record("not found: \(place)")
        }
      }
    }
  }

  @Test func `no flip makes an append forget what was acknowledged before it`() throws {
    let lines = try lines(inBatches: [1, 2, 1])
    let whole = Array(lines.joined())
    let folder = try TemporaryFolder()
    let path = folder.file("log")
    for index in stride(from: 0, to: whole.count, by: Reliability.step) {
      var bytes = whole
      bytes[index] ^= 1 << UInt8(index % 8)
      try put(bytes, at: path)
      let error = failure { try append([Draft(like(9))], to: path, system: Faults.unsynced) }
      // A flip in the middle is for readers: an append looks at the end alone.
      #expect(error == nil || error?.kind == .damaged)
      let after = try TestSupport.bytes(at: path)
      if index == whole.count - 1 {
        let start = whole.count - lines[3].count
        #expect(after.starts(with: whole[..<start]))
        #expect(try TestSupport.bytes(at: path + ".torn-\(start)") == Array(bytes[start...]))
      } else {
        #expect(after.starts(with: bytes))
        #expect(error == nil || after == bytes)
      }
    }
  }
}
