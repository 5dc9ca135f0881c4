import TestSupport
import Testing

@testable import Events

@Suite struct LogPrefixesTests {
  /// Returns a log of batches of these sizes, as appends write them.
  private func batches(_ sizes: [Int]) throws -> Log {
    var (bytes, sum, seq): ([UInt8], UInt64, Int) = ([], 0, 0)
    for size in sizes {
      for place in 0..<size {
        seq += 1
        let event = Event(
          id: id(seq), at: moment("2026-03-02T12:00:00Z"), user: "ann", .liked("p"), seq: seq)
        sum = try event.write(to: &bytes, batch: place == 0 ? size : 1, previousSum: sum)
      }
    }
    return Log(bytes, name: "test.jsonl")
  }

  @Test func `each prefix is a whole, sound log`() throws {
    let log = try batches([1, 3, 1, 2])
    let prefixes = try LogPrefixes(log)
    #expect(prefixes.batches.map(\.seqs) == [[1], [2, 3, 4], [5], [6, 7]])
    for (count, last) in [0, 1, 4, 5, 7].enumerated() {
      let part = Log(try prefixes.bytes(count), name: "part.jsonl")
      #expect(try part.tail().seq == last)
      #expect(try part.tail().torn == nil)
      #expect(!Verification(part).isDamaged)
    }
    #expect(try prefixes.bytes(4) == log.bytes.array)
  }

  @Test func `a truncated batch becomes a whole batch of fewer events`() throws {
    let prefixes = try LogPrefixes(batches([1, 3, 1]))
    for cut in 1...3 {
      let part = Log(try prefixes.bytes(1, andEvents: cut), name: "part.jsonl")
      #expect(try part.tail().seq == 1 + cut)
      #expect(try part.tail().torn == nil)
      #expect(!Verification(part).isDamaged)
    }
    #expect(try prefixes.bytes(1, andEvents: 3) == prefixes.bytes(2))
  }

  @Test func `a batch from which a filter removed lines is not torn`() throws {
    let all = try batches([1, 3, 1])
    var kept: [UInt8] = []
    var lines = all.lines()
    while let line = try lines.next() {
      if line.seq != 3 { kept += lines.line.array + [0x0A] }
    }
    let prefixes = try LogPrefixes(Log(kept, name: "test.jsonl"))
    #expect(prefixes.batches.map(\.seqs) == [[1], [2], [4], [5]])
    let part = Log(try prefixes.bytes(2), name: "part.jsonl")
    #expect(try part.tail().seq == 2)
    #expect(try part.tail().torn == nil)
  }

  @Test func `an empty log has one prefix`() throws {
    let prefixes = try LogPrefixes(Log([], name: "test.jsonl"))
    #expect(prefixes.batches.isEmpty)
    #expect(try prefixes.bytes(0).isEmpty)
  }
}
