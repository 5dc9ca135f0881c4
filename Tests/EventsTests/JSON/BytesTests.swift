import TestSupport
import Testing

@testable import Events

@Suite struct BytesTests {
  @Test func `first and last index equal the standard library's`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let array = (0..<Int.random(in: 0..<70, using: &random)).map { _ in
        UInt8([0, 1, 9, 10, 11, 0x80, 0x8A, 0xFF].randomElement(using: &random) ?? 0)
      }
      let end = Int.random(in: 0...array.count, using: &random)
      Bytes.of(array) { bytes in
        for byte in [0, 10, 0x8A, 0xFF] as [UInt8] {
          #expect(bytes.firstIndex(of: byte, from: end) == array[end...].firstIndex(of: byte))
          #expect(bytes.lastIndex(of: byte, before: end) == array[..<end].lastIndex(of: byte))
        }
      }
    }
  }

  @Test func `plain text ends at the first byte that is not plain`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let array = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random) | (random.next() % 9 == 0 ? 0 : 0x40) & 0x7F
      }
      let start = Int.random(in: 0...array.count, using: &random)
      let expected =
        array[start...].firstIndex { $0 < 0x20 || $0 >= 0x80 || $0 == 0x22 || $0 == 0x5C }
        ?? array.count
      #expect(Bytes.of(array) { $0.plainEnd(from: start) } == expected, "\(array)")
    }
  }

  @Test func `the first of three bytes is found where a byte by byte search finds it`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let array = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        // Neighbours of the three bytes, and bytes with another top bit, which a borrow may affect.
        UInt8(
          [0x2B, 0x2C, 0x2D, 0x0A, 0x0B, 0x0D, 0x0E, 0xAC, 0x8A, 0x00, 0x01, 0x61, 0x61, 0x61]
            .randomElement(using: &random) ?? 0)
      }
      let start = Int.random(in: 0...array.count, using: &random)
      let expected = array[start...].firstIndex { [0x2C, 0x0A, 0x0D].contains($0) }
      #expect(
        Bytes.of(array) { $0.firstIndex(ofAny: 0x2C, 0x0A, 0x0D, from: start) }
          == expected ?? array.count, "\(array)")
      let lines = Bytes.of(array) { bytes in
        (bytes.lineEnds(in: 0..<start), (0..<start).count { bytes.endsLine(at: $0) })
      }
      #expect(lines.0 == lines.1, "\(array)")
    }
  }

  @Test func `an empty view has no bytes and equals another empty view`() {
    Bytes.of([]) { one in
      #expect(one.count == 0)
      #expect(one.array == [])
      #expect(one.firstIndex(of: 0) == nil)
      #expect(one.lastIndex(of: 0, before: 0) == nil)
      #expect(one.equals("", in: 0..<0))
      #expect(!one.has("a", at: 0))
      #expect(!one.has("a", at: -1))
    }
  }
}
