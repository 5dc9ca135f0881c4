import TestSupport
import Testing

@testable import Events

/// Tests that a state is read as it was written, and that other bytes are refused.
@Suite struct StateReaderTests {
  private static let payloads = CodecTests.bodies

  private func written(_ payload: some Payload) throws -> [UInt8] {
    var writer = StateWriter()
    try writer.payload(payload)
    return writer.bytes
  }

  private func read<P: Payload>(_ type: P.Type, _ bytes: [UInt8]) throws(LineError) -> P {
    try Bytes.of(bytes) { (bytes) throws(LineError) in
      var reader = StateReader(bytes)
      let payload: P = try reader.payload()
      try reader.end()
      return payload
    }
  }

  /// Returns the value that `body` reads from these bytes, after checking that it reads all of them.
  private func take<R>(
    _ bytes: [UInt8], _ body: (inout StateReader) throws(LineError) -> R
  ) throws(LineError) -> R {
    try Bytes.of(bytes) { (bytes) throws(LineError) in
      var reader = StateReader(bytes)
      let result = try body(&reader)
      try reader.end()
      return result
    }
  }

  private func expectKept<P: Payload>(_ payload: P) throws {
    let bytes = try written(payload)
    #expect(try read(P.self, bytes) == payload)
    for count in bytes.indices {
      #expect(throws: ByteReader.damage) { try read(P.self, Array(bytes[..<count])) }
    }
    #expect(throws: ByteReader.damage) { try read(P.self, bytes + [0]) }
  }

  @Test(arguments: payloads)
  func `every payload is read back unchanged, and a truncated one is refused`(_ body: Event.Body)
    throws
  {
    let payload = try #require(body.payload)
    try expectKept(payload)
  }

  @Test func `nested objects are read back with their own bits`() throws {
    for number in 0..<1 << 10 {
      let values = (0..<10).map { number & 1 << $0 != 0 ? number - 500 : nil }
      let around = Around(
        before: number % 3 == 0 ? nil : number, inner: Optionals(values: values),
        after: number % 5 == 0 ? nil : -number)
      #expect(try read(Around.self, written(around)) == around)
    }
  }

  /// Checks that a changed state is refused, or is another state that is read as it would be written.
  private func expectSound<P: Payload>(_ payload: P, _ chance: inout SeededGenerator) throws {
    let whole = try written(payload)
    guard !whole.isEmpty else { return }
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0...chance.below(2) { bytes[chance.below(bytes.count)] = UInt8(chance.below(256)) }
      guard let found = try? read(P.self, bytes) else { continue }
      let again = try written(found)
      #expect(try written(read(P.self, again)) == again, "\(bytes)")
    }
  }

  @Test(arguments: payloads)
  func `a changed state does not crash the process`(_ body: Event.Body) throws {
    var chance = SeededGenerator(seed: 5)
    let payload = try #require(body.payload)
    try expectSound(payload, &chance)
  }

  @Test func `a number is limited to 64 bits, and a count to the remaining bytes`() throws {
    #expect(try take([0xFE] + Array(repeating: 0xFF, count: 8) + [0x01], Int.read) == Int.max)
    #expect(throws: ByteReader.damage) {
      try take(Array(repeating: 0x80, count: 10) + [0], Int.read)
    }
    #expect(try take([2, 1, 0x61, 0], [String].read) == ["a", ""])
    // The list states three strings and has two. A list that states 2^53 has none, and no memory is allocated for it.
    #expect(throws: ByteReader.damage) { try take([3, 0, 0], [String].read) }
    let huge: [UInt8] = Array(repeating: 0x80, count: 7) + [0x10]
    #expect(throws: ByteReader.damage) { try take(huge, [String].read) }
    #expect(throws: ByteReader.damage) { try take(huge, String.read) }
    let larger: [UInt8] = [0x81] + huge.dropFirst()
    #expect(throws: ByteReader.damage) { try take(larger, String.read) }
  }

  @Test func `a number without a name is refused`() throws {
    #expect(try take([2, 0, 1, 0x61, 2], [Name].read) == ["a", "a"])
    #expect(throws: ByteReader.damage) { try take([2, 0, 1, 0x61, 3], [Name].read) }
    #expect(throws: ByteReader.damage) { try take([2], Name.read) }
  }

  @Test func `a time keeps its offset, which has at most 16 bits`() throws {
    let times = [(0, 0), (Int64.max, Int16.max), (Int64.min, Int16.min), (-1, -1)].map {
      Timestamp(milliseconds: $0, offsetMinutes: $1)
    }
    var writer = StateWriter()
    try times.write(&writer)
    #expect(try take(writer.bytes, [Timestamp].read) == times)
    #expect(try take([2, 0xFE, 0xFF, 0x03], Timestamp.read).offsetMinutes == Int16.max)
    #expect(throws: ByteReader.damage) { try take([2, 0x80, 0x80, 0x04], Timestamp.read) }
  }

  @Test func `any fraction keeps its bits`() throws {
    var chance = SeededGenerator(seed: 6)
    var numbers = [0.0, -0.0, 0.25, -62.5, 0.1, 0x1p57, 0x1p58, -0x1p58, .infinity]
    numbers += (0..<200).map { _ in Double(bitPattern: chance.next()) }
    var writer = StateWriter()
    try numbers.write(&writer)
    let read = try take(writer.bytes, [Double].read)
    #expect(read.map(\.bitPattern) == numbers.map(\.bitPattern))
  }

  @Test func `a word that this build does not know is refused`() throws {
    #expect(try take([6] + Array("monday".utf8), Weekday.read) == .monday)
    #expect(throws: ByteReader.damage) { try take([6] + Array("Monday".utf8), Weekday.read) }
  }

  /// A payload whose number was a string in the first version.
  private struct Renewed: Payload {
    static let version = 2
    let number: Int

    init(number: Int) { self.number = number }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      guard f.version >= 2 else {
        number = Int(try f("text", old.map { "\($0.number)" }, .text.common)) ?? 0
        return
      }
      number = try f("number", old?.number, .any)
    }
  }

  @Test func `a state has the newest version`() throws {
    #expect(try written(Renewed(number: 7)) == [14])
    try expectKept(Renewed(number: 7))
  }
}
