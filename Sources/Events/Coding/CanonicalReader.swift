/// A reader of the fields of a payload in a canonical line, in one pass.
///
/// The reader compares the next bytes with `,"reps":` and reads the value after them. A canonical line therefore needs
/// no look-up and no search for its end. On any mismatch the reader gives up; the strict readers then read the line or
/// find the place of the error. A scanner that checks bounds for every byte takes 1.7 times the instructions for
/// `pbs`.
@usableFromInline package struct CanonicalReader: Fields, PayloadSource {
  @usableFromInline let bytes: Bytes
  /// The offset of the `{` or `,` before the next field.
  @usableFromInline var index: Int
  @usableFromInline package let version: Int
  /// A Boolean value indicating whether values must be within their limits.
  @usableFromInline let checks: Bool
  /// A Boolean value indicating whether a value was not in canonical form, or was present although replog omits it.
  ///
  /// The characters of a string do not count.
  @usableFromInline var isNonCanonical = false
  /// The byte that must precede the next field.
  @usableFromInline var separator: UInt8 = UInt8(ascii: "{")
  @usableFromInline let scratch: Scratch.View
  /// The index of the user's name in the cache of names; 0 if it is not known.
  @usableFromInline let userPlace: Int

  /// The number of bytes after the offset that can be read without a bounds check.
  ///
  /// The name of a field is checked once, and no value of fixed length is longer.
  @usableFromInline static let slack = 64

  @usableFromInline @inline(__always)
  init(
    _ bytes: Bytes, at index: Int, version: Int, checks: Bool, _ scratch: Scratch.View,
    userPlace: Int = 0
  ) {
    (self.bytes, self.index, self.version, self.checks) = (bytes, index, version, checks)
    (self.scratch, self.userPlace) = (scratch, userPlace)
  }

  @inline(__always)
  @usableFromInline package mutating func payload<P: Payload>() throws(LineError) -> P {
    guard version <= P.version else { throw .newer }
    let payload = try P(nil, &self)
    guard passesEnd() else { throw .unordered }
    return payload
  }

  @inlinable @inline(__always)
  package mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    guard passes(name), let value = V.read(&self) else { throw .unordered }
    if checks, value.breach(of: traits.limit) != nil { throw .unordered }
    return value
  }

  @inlinable @inline(__always)
  package mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    guard passes(name) else { return nil }
    guard let value = V.read(&self) else { throw .unordered }
    if checks, value.breach(of: traits.limit) != nil { throw .unordered }
    return value
  }

  @inlinable @inline(__always)
  package func require<V: FieldValue>(
    _ name: StaticString, _ value: V, _ limit: Limit
  ) throws(LineError) {
    if checks, value.breach(of: limit) != nil { throw .unordered }
  }

  @inlinable @inline(__always)
  package mutating func noteRedundantField() { isNonCanonical = true }

  @inlinable @inline(__always)
  package var isAtEnd: Bool {
    index < bytes.count && bytes[index] == UInt8(ascii: "}") && separator == UInt8(ascii: ",")
  }

  /// Moves past `,"name":`, or returns false without moving if the bytes differ.
  @inlinable @inline(__always)
  mutating func passes(_ name: StaticString) -> Bool {
    let length = name.utf8CodeUnitCount
    guard index &+ length &+ CanonicalReader.slack <= bytes.count, bytes[index] == separator,
      bytes.hasKey(name, at: index &+ 1)
    else { return false }
    index &+= length &+ 4
    separator = UInt8(ascii: ",")
    return true
  }

  /// Moves past the end of the object, or returns false if it does not end here.
  @inlinable @inline(__always)
  mutating func passesEnd() -> Bool {
    guard index < bytes.count else { return false }
    if separator == UInt8(ascii: "{") {
      guard bytes[index] == separator, index &+ 1 < bytes.count else { return false }
      index &+= 1
    }
    guard bytes[index] == UInt8(ascii: "}") else { return false }
    index &+= 1
    return true
  }

  /// Reads a value with the strict scanner, for unusual spellings.
  @usableFromInline @inline(never)
  mutating func scanned<V: FieldValue>() -> V? {
    var scanner = Scanner(bytes, from: index, scratch: scratch)
    scanner.version = version
    guard let value = try? V.read(&scanner) else { return nil }
    if scanner.isNonCanonical { isNonCanonical = true }
    index = scanner.offset
    return value
  }

  /// Reads the elements of a list.
  @inlinable @inline(__always)
  mutating func elements<V: FieldValue>() -> [V]? {
    guard bytes[index] == UInt8(ascii: "["), index &+ CanonicalReader.slack <= bytes.count else {
      return nil
    }
    index &+= 1
    var elements: [V] = []
    if bytes[index] == UInt8(ascii: "]") {
      index &+= 1
      return elements
    }
    while index &+ CanonicalReader.slack <= bytes.count, let element = V.read(&self) {
      elements.append(element)
      guard index < bytes.count else { return nil }
      let next = bytes[index]
      index &+= 1
      if next == UInt8(ascii: "]") { return elements }
      guard next == UInt8(ascii: ",") else { return nil }
    }
    return nil
  }

  /// Reads an object that is the value of a field or an element of a list.
  @inlinable @inline(__always)
  mutating func object<P: Payload>() -> P? {
    var nested = CanonicalReader(
      bytes, at: index, version: version, checks: checks, scratch, userPlace: userPlace)
    guard let payload = try? P(nil, &nested), nested.passesEnd() else { return nil }
    if nested.isNonCanonical { isNonCanonical = true }
    index = nested.index
    return payload
  }
}
