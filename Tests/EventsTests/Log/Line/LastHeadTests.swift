import TestSupport
import Testing

@testable import Events

/// Tests that a reader with a previous line reads the next line like a new reader.
@Suite struct LastHeadTests {
  /// Returns a description of all fields of a head, or of its absence.
  private func described(_ head: CanonicalHead?) -> String {
    head.map {
      "\($0.seq) \($0.id) \($0.at) \($0.at.offsetMinutes) \($0.user?.text ?? "-") \($0.type?.name ?? "-") "
        + "\($0.typeName) \($0.version) \($0.batch) \($0.data)"
    } ?? "none"
  }

  /// Returns lines that sometimes share user, zone and type; some heads have one changed byte.
  private func lines(_ count: Int, from first: Int, _ random: inout SeededGenerator) throws
    -> [[UInt8]]
  {
    let users: [Name?] = [
      nil, "ann", "zoë", "a-user-of-24-characters", Name(String(repeating: "u", count: 60)),
    ]
    let zones = ["Z", "+01:00", "-05:30", "+00:00"]
    var (user, zone) = (users[1], zones[1])
    var body = Samples.full[0]
    return try (0..<count).map { number in
      if random.chance(300) { user = users.randomElement(using: &random) ?? nil }
      if random.chance(300) { zone = zones.randomElement(using: &random) ?? "Z" }
      if random.chance(200) { body = Samples.full.randomElement(using: &random) ?? body }
      let at = moment("2026-03-0\(random.chance(100) ? 3 : 2)T18:04:\(10 + number % 50).250\(zone)")
      let seq = first + number + (random.chance(20) ? 7 : 0)
      let event = Event(id: id(number + 1), at: at, user: user, body, seq: seq)
      var line: [UInt8] = []
      try event.write(to: &line, previousSum: 0)
      if random.chance(150) {
        line[Int.random(in: 0..<170, using: &random) % line.count] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      return line
    }
  }

  @Test(arguments: [1, 92, 995, 99_990, 9_999_980, 9_999_999_985, 999_999_999_999_000])
  func `the last heads are read correctly across every carry of the seq`(_ first: Int) throws {
    var random = SeededGenerator(seed: UInt64(first))
    var (read, refused) = (0, 0)
    for _ in 0..<20 {
      let lines = try lines(60, from: first, &random)
      let bytes = lines.flatMap { $0 } + [UInt8](repeating: UInt8(ascii: " "), count: 256)
      Bytes.of(bytes) { bytes in
        let scratch = Scratch()
        withExtendedLifetime(scratch) {
          var knowing = CanonicalLines(bytes, scratch.view)
          var start = 0
          for line in lines {
            var fresh = CanonicalLines(bytes, scratch.view)
            let (mine, its) = (knowing.head(at: start), fresh.head(at: start))
            #expect(described(mine) == described(its), "\(String(decoding: line, as: UTF8.self))")
            (read, refused) = mine == nil ? (read, refused + 1) : (read + 1, refused)
            start += line.count
          }
        }
      }
    }
    #expect(read > 600 && refused > 40, "\(read) read, \(refused) refused")
  }

  @Test(arguments: 1...34) func `a text matches itself, and no text that differs in a byte`(
    _ count: Int
  ) {
    let text = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let bytes =
      [UInt8](repeating: UInt8(ascii: "-"), count: 3) + text
      + [UInt8](repeating: UInt8(ascii: "+"), count: 40)
    let short = Bytes.of(bytes) { ShortText($0, in: 3..<3 + count) }
    #expect(short.count == (count <= 32 ? count : 0))
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      let matches = Bytes.of(changed) { short.matches($0, at: 3) }
      #expect(matches == (count <= 32 && !(3..<3 + count).contains(place)), "byte \(place)")
    }
    #expect(!Bytes.of(bytes) { ShortText().matches($0, at: 0) })
  }

  @Test func `the end of a line gives its seq and checksum, and no other line's`() throws {
    var lines: [UInt8] = []
    let sum = try Event(id: id(1), at: Samples.start, user: "ann", like(1), seq: 12_345).write(
      to: &lines, previousSum: 7)
    let scratch = Scratch()
    withExtendedLifetime(scratch) {
      func last(_ bytes: [UInt8], before end: Int? = nil) -> (seq: Int, sum: UInt64)? {
        Bytes.of(bytes) { CanonicalLines($0, scratch.view).last(before: end ?? bytes.count) }
      }
      let found = last(lines)
      #expect(found?.seq == 12_345 && found?.sum == sum)
      #expect(last(Array("\n".utf8) + lines)?.seq == 12_345)
      for place in [0, 3, 6, lines.count - 1, lines.count - 2, lines.count - 10, lines.count - 22] {
        var changed = lines
        changed[place] = UInt8(ascii: "!")
        #expect(last(changed) == nil, "byte \(place)")
      }
      for end in 1..<lines.count { #expect(last(lines, before: end) == nil) }
    }
  }
}
