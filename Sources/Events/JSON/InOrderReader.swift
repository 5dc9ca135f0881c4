/// Walks the fields of a payload out of the bytes of a line that has them where replog writes them.
///
/// It compares the next bytes with `,"reps":` and reads the value behind them, so a canonical line costs
/// one pass and no look-up. Whatever does not fit makes it give up; `FieldReader` then looks every field
/// up by name and has the exact place of whatever is wrong.
///
/// A type of its own, so that nothing in it counts references. What is generic in it can be compiled for
/// a payload of another module: else a feed was read from a checkpoint in 57 instead of 45 million
/// instructions.
public struct InOrderReader: Fields {
  public let version: Int
  @usableFromInline var scanner: Scanner
  /// Whether values must keep to their limits.
  @usableFromInline let checks: Bool
  private var isFirst = true

  /// Reads the object that `scanner` stands on; nil, without moving, when it is not in order.
  @inlinable @inline(__always)
  static func payload<P: Payload>(
    _ scanner: inout Scanner, version: Int, checks: Bool
  ) -> P? {
    guard var reader = InOrderReader(at: scanner, version: version, checks: checks),
      let payload = try? P(nil, &reader), reader.ends(&scanner)
    else { return nil }
    return payload
  }

  /// A reader of the object that `scanner` stands on; nil where there is none.
  @usableFromInline
  init?(at scanner: Scanner, version: Int, checks: Bool) {
    guard scanner.peek == UInt8(ascii: "{") else { return nil }
    (self.version, self.scanner, self.checks) = (version, scanner, checks)
    self.scanner.offset += 1
  }

  /// Passes the end of the object and moves `outer` there; false where there is no end.
  @usableFromInline
  func ends(_ outer: inout Scanner) -> Bool {
    guard scanner.peek == UInt8(ascii: "}") else { return false }
    outer = scanner
    outer.offset += 1
    return true
  }

  @inlinable @inline(__always)
  public mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V {
    guard passes(name) else { throw .unordered }
    return try read(limit)
  }

  @inlinable @inline(__always)
  public mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V? {
    passes(name) ? try read(limit) : nil
  }

  @inlinable
  public func require<V: FieldValue>(
    _ name: StaticString, _ value: V, _ limit: Limit
  ) throws(LineError) {
    if checks, value.breach(of: limit) != nil { throw .unordered }
  }

  public mutating func passSuperfluous() { scanner.tookOtherSpelling = true }

  @inlinable @inline(__always)
  mutating func read<V: FieldValue>(_ limit: Limit) throws(LineError) -> V {
    let value = try V.read(&scanner)
    if checks, value.breach(of: limit) != nil { throw .unordered }
    return value
  }

  /// Moves behind `,"name":`; false, without moving, where something else stands.
  @usableFromInline @inline(__always)
  mutating func passes(_ name: StaticString) -> Bool {
    let bytes = scanner.bytes
    var index = scanner.offset
    if !isFirst {
      guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return false }
      index += 1
    }
    let end = index + 1 + name.utf8CodeUnitCount
    guard end + 1 < bytes.count, bytes[index] == 0x22, bytes.has(name, at: index + 1),
      bytes[end] == 0x22, bytes[end + 1] == UInt8(ascii: ":")
    else { return false }
    scanner.offset = end + 2
    isFirst = false
    return true
  }
}
