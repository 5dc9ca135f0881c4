import TestSupport
import Testing

@testable import Events

/// Tests of the bytes of a state, computed by hand.
@Suite struct StateWriterTests {
  private func written(_ body: (inout StateWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = StateWriter()
    try body(&writer)
    return writer.bytes
  }

  @Test(
    arguments: [
      (0, [0x00]), (-1, [0x01]), (1, [0x02]), (-64, [0x7F]), (64, [0x80, 0x01]),
      (300, [0xD8, 0x04]),
      (Int.max, [0xFE] + Array(repeating: 0xFF, count: 8) + [0x01]),
      (Int.min, Array(repeating: 0xFF, count: 9) + [0x01]),
    ] as [(Int, [UInt8])])
  func `a whole number is written with 7 bits per byte, the sign in the lowest bit`(
    _ number: Int, _ bytes: [UInt8]
  ) {
    #expect(written { number.write(&$0) } == bytes)
  }

  @Test(
    arguments: [
      // 250 quarters: doubled once, and doubled again for the sign.
      (62.5, [0xE8, 0x07]), (0, [0x00]), (-0.25, [0x03]),
      (-0.0, [0x02, 0, 0, 0, 0, 0, 0, 0, 0x80]),
      (0.1, [0x02, 0x9A, 0x99, 0x99, 0x99, 0x99, 0x99, 0xB9, 0x3F]),
      // 2^58 has too many quarters.
      (0x1p58, [0x02, 0, 0, 0, 0, 0, 0, 0x90, 0x43]),
      (.infinity, [0x02, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F]),
    ] as [(Double, [UInt8])])
  func `a multiple of a quarter is written as a whole number, and any other number as its bits`(
    _ number: Double, _ bytes: [UInt8]
  ) {
    #expect(written { number.write(&$0) } == bytes)
  }

  @Test func `flags, texts and words have variable lengths`() throws {
    #expect(written { true.write(&$0) } == [2])
    #expect(written { false.write(&$0) } == [0])
    #expect(written { "hé".write(&$0) } == [3, 0x68, 0xC3, 0xA9])
    #expect(written { "".write(&$0) } == [0])
    #expect(written { Weekday.monday.write(&$0) } == [6] + Array("monday".utf8))
    #expect(try written { try ["a", "", "b"].write(&$0) } == [3, 1, 0x61, 0, 1, 0x62])
  }

  @Test func `a name is written once, and afterwards as its number`() {
    let id = EventID(high: 0x0102_0304_0506_0708, low: 0x1112_1314_1516_1718)
    let bytes = written { state in
      for name in ["ann", Name(id), "ann", Name(id), "bob", "bob"] as [Name] { name.write(&state) }
    }
    let inFull: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1, 0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11]
    #expect(
      bytes == [0, 3, 0x61, 0x6E, 0x6E, 1] + inFull + [2, 3, 0, 3, 0x62, 0x6F, 0x62, 4])
    #expect(written { id.write(&$0) } == inFull)
  }

  @Test func `a time is written as the difference from the previous one`() {
    let bytes = written { state in
      for (milliseconds, offset) in [(1000, 60), (1001, 60), (900, -60)] as [(Int64, Int16)] {
        Timestamp(milliseconds: milliseconds, offsetMinutes: offset).write(&state)
      }
    }
    #expect(bytes == [0xD0, 0x0F, 0x78, 0x02, 0x78, 0xC9, 0x01, 0x77])
  }

  @Test func `each optional field has a bit, before the first field`() throws {
    var values: [Int?] = Array(repeating: nil, count: 10)
    #expect(try written { try $0.payload(Optionals(values: values)) } == [0, 0])
    (values[0], values[7], values[8]) = (1, 2, 3)
    #expect(
      try written { try $0.payload(Optionals(values: values)) } == [0b1000_0001, 2, 4, 0b1, 6])
  }

  @Test func `a nested object has its own bits`() throws {
    let inner = Optionals(values: [nil, 5] + Array(repeating: nil, count: 8))
    let outer = Around(before: 1, inner: inner, after: 3)
    #expect(try written { try $0.payload(outer) } == [0b11, 2, 0b10, 10, 0, 6])
  }
}

/// Ten optional numbers, which need two bytes of presence bits.
struct Optionals: NestedPayload {
  let values: [Int?]

  init(values: [Int?]) { self.values = values }

  init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    var values: [Int?] = []
    for index in 0..<10 { values.append(try f.optional("value", old?.values[index], .any)) }
    self.values = values
  }
}

/// An object between two optional numbers.
struct Around: Payload {
  let before: Int?
  let inner: Optionals
  let after: Int?

  init(before: Int?, inner: Optionals, after: Int?) {
    (self.before, self.inner, self.after) = (before, inner, after)
  }

  init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
    before = try f.optional("before", old?.before, .any)
    inner = try f("inner", old?.inner, .any)
    after = try f.optional("after", old?.after, .any)
  }
}
