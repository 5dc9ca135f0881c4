/// A walk that reads the fields of a payload from the output of a ``StateWriter``.
@usableFromInline package struct StateReader: Fields {
  /// The newest version: the code that reads a state also wrote it.
  @usableFromInline package var version: Int { .max }
  var reader: ByteReader
  private var names: [Name] = []
  private var lastTime: Int64 = 0
  /// The presence bits of the object, and the number of bits used so far.
  private var presence = (bits: UInt8(0), count: 0)

  init(_ bytes: Bytes, from index: Int = 0) { reader = ByteReader(bytes, from: index) }

  /// Reads all fields of a payload.
  @inlinable
  package mutating func payload<P: Payload>() throws(LineError) -> P {
    let outer = beginObject()
    let payload = try P(nil, &self)
    endObject(outer)
    return payload
  }

  @usableFromInline
  mutating func beginObject() -> (bits: UInt8, count: Int) {
    defer { presence = (0, 0) }
    return presence
  }

  @usableFromInline
  mutating func endObject(_ outer: (bits: UInt8, count: Int)) { presence = outer }

  /// Throws an error if bytes follow the state.
  @usableFromInline
  func end() throws(LineError) {
    guard reader.isAtEnd else { throw ByteReader.damage }
  }

  @inlinable @inline(__always)
  package mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V { try V.read(&self) }

  @inlinable @inline(__always)
  package mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? { try isPresent() ? try V.read(&self) : nil }

  @usableFromInline
  mutating func isPresent() throws(LineError) -> Bool {
    if presence.count % 8 == 0 { presence = (try reader.byte(), 0) }
    defer { presence.count += 1 }
    return presence.bits & 1 << UInt8(presence.count) != 0
  }

  /// Reads the number of elements of a list; each element takes at least one byte.
  @usableFromInline
  mutating func count() throws(LineError) -> Int {
    let count = try reader.int()
    guard count <= reader.rest else { throw ByteReader.damage }
    return count
  }

  @usableFromInline
  mutating func signed() throws(LineError) -> Int64 {
    let number = try reader.varint()
    return Int64(bitPattern: number >> 1) ^ -Int64(number & 1)
  }

  @usableFromInline
  mutating func text() throws(LineError) -> String {
    let range = try reader.range(count: reader.int())
    return reader.bytes.string(in: range)
  }

  @usableFromInline
  mutating func id() throws(LineError) -> EventID {
    EventID(high: try reader.word(), low: try reader.word())
  }

  @usableFromInline
  mutating func name() throws(LineError) -> Name {
    let number = try reader.int()
    if number > 1 {
      guard number - 2 < names.count else { throw ByteReader.damage }
      return names[number - 2]
    }
    let name = number == 1 ? Name(try id()) : Name(try text())
    names.append(name)
    return name
  }

  @usableFromInline
  mutating func time() throws(LineError) -> Timestamp {
    lastTime &+= try signed()
    guard let offset = Int16(exactly: try signed()) else { throw ByteReader.damage }
    return Timestamp(milliseconds: lastTime, offsetMinutes: offset)
  }

  @usableFromInline
  mutating func double() throws(LineError) -> Double {
    let number = try signed()
    return number & 1 == 0
      ? Double(number >> 1) / 4 : Double(bitPattern: try reader.word())
  }
}

/// A reader of numbers and ranges of bytes, which may be damaged.
struct ByteReader {
  let bytes: Bytes
  private(set) var index = 0

  /// The error for bytes that differ from the written ones.
  static let damage = LineError(0, "expected a part of a checkpoint, found other bytes")

  init(_ bytes: Bytes, from index: Int = 0) { (self.bytes, self.index) = (bytes, index) }

  var isAtEnd: Bool { index == bytes.count }
  /// The number of remaining bytes.
  var rest: Int { bytes.count - index }

  mutating func byte() throws(LineError) -> UInt8 {
    guard index < bytes.count else { throw ByteReader.damage }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func varint() throws(LineError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw ByteReader.damage
  }

  /// Reads a number that is an offset or a count, at most 2^53.
  mutating func int() throws(LineError) -> Int {
    let value = try varint()
    guard value <= UInt64(Number.largestExact) else { throw ByteReader.damage }
    return Int(value)
  }

  mutating func word() throws(LineError) -> UInt64 {
    bytes.word(at: try range(count: 8).lowerBound)
  }

  /// Reads a number of eight bytes that is an offset or a count.
  mutating func place() throws(LineError) -> Int {
    let value = try word()
    guard value <= UInt64(Number.largestExact) else { throw ByteReader.damage }
    return Int(value)
  }

  /// Reads the next bytes.
  mutating func range(count: Int) throws(LineError) -> Range<Int> {
    guard count <= rest else { throw ByteReader.damage }
    defer { index += count }
    return index..<index + count
  }
}
