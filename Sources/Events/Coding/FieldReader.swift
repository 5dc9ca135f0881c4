/// A reader of the fields of a payload that finds each field by its name.
///
/// The fields may come in any order, and errors have their exact position.
@usableFromInline package struct FieldReader: Fields {
  @usableFromInline package let version: Int
  var scanner: Scanner
  /// A Boolean value indicating whether values must be within their limits.
  let checks: Bool
  private let members: Members
  private let start: Int
  /// The number of fields found.
  private var found = 0

  /// Reads the object at the scanner's offset.
  @usableFromInline @inline(never)
  static func payload<P: Payload>(
    _ scanner: inout Scanner, version: Int, checks: Bool
  ) throws(LineError) -> P {
    guard scanner.peek == UInt8(ascii: "{") else { throw scanner.unexpected("an object") }
    let start = scanner.offset
    let members = try scanner.members(depth: 1)
    defer { scanner.release(members) }
    return try payload(members, from: start, &scanner, version: version, checks: checks)
  }

  /// Reads the object at `start` from its members.
  static func payload<P: Payload>(
    _ members: Members, from start: Int, _ scanner: inout Scanner, version: Int, checks: Bool
  ) throws(LineError) -> P {
    var reader = FieldReader(
      version: version, scanner: scanner, checks: checks, members: members, start: start)
    let payload = try P(nil, &reader)
    scanner.holdsUnknown = reader.scanner.holdsUnknown || reader.found < members.count
    return payload
  }

  @usableFromInline package mutating func field<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V {
    guard moves(to: name) else { throw .missing(name, at: start) }
    return try read(name, traits.limit)
  }

  @usableFromInline package mutating func optionalField<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ traits: FieldTraits
  ) throws(LineError) -> V? {
    guard moves(to: name) else { return nil }
    if scanner.peek == UInt8(ascii: "n") {
      try scanner.word("null")
      return nil
    }
    return try read(name, traits.limit)
  }

  @usableFromInline package mutating func require<V: FieldValue>(
    _ name: StaticString, _ value: V, _ limit: Limit
  ) throws(LineError) {
    guard checks, let breach = value.breach(of: limit) else { return }
    _ = moves(to: name)
    throw LineError(scanner.offset, "'\(name)' \(breach)")
  }

  /// Moves to the value of `name`, or returns false without moving if there is none.
  @inline(__always)
  private mutating func moves(to name: StaticString) -> Bool {
    moves(to: name, Bytes.beginning(of: name))
  }

  /// Moves to the value of `name`, whose first bytes are `beginning`.
  ///
  /// These bytes distinguish most names: comparing strings took 8 % of the time for a line in any order.
  private mutating func moves(to name: StaticString, _ beginning: UInt64) -> Bool {
    switch members {
    case .kept(let range):
      guard let places = scanner.scratch?.members else { return false }
      for place in range where places[place].beginning == beginning {
        guard FieldReader.isNamed(places[place], name, scanner.bytes) else { continue }
        (scanner.offset, found) = (places[place].value, found + 1)
        return true
      }
    case .listed(let listed):
      for member in listed where FieldReader.isNamed(member, name, scanner.bytes) {
        (scanner.offset, found) = (member.value, found + 1)
        return true
      }
    }
    return false
  }

  /// Returns whether a member is called `name`; static, because a method call would copy the reader.
  private static func isNamed(_ member: Member, _ name: StaticString, _ bytes: Bytes) -> Bool {
    guard member.isEscaped else {
      return member.count == name.utf8CodeUnitCount && bytes.has(name, at: member.name)
    }
    var scanner = Scanner(bytes, from: member.name - 1)
    return (try? scanner.string()).map { $0.utf8.elementsEqual("\(name)".utf8) } ?? false
  }

  private mutating func read<V: FieldValue>(
    _ name: StaticString, _ limit: Limit
  ) throws(LineError) -> V {
    let start = scanner.offset
    let value: V
    do { value = try V.read(&scanner) } catch {
      guard error.offset == start else { throw error }
      throw mismatch(error, name, V.expected, at: start)
    }
    if checks, let breach = value.breach(of: limit) {
      throw LineError(start, "'\(name)' \(breach)")
    }
    return value
  }

  /// Returns the error with the name of the field and the kind of value found.
  private func mismatch(
    _ error: LineError, _ name: StaticString, _ expected: String, at start: Int
  ) -> LineError {
    let words = "expected \(expected), found "
    guard error.message.hasPrefix(words) else { return error }
    var found = String(error.message.dropFirst(words.count))
    // A quote, a bracket or a digit begins a value of another kind.
    if found.hasPrefix("'") { found = kind(at: start) }
    return LineError(start, "expected \(expected) for '\(name)', found \(found)")
  }

  /// Returns the kind of the value at `offset`, with its article.
  private func kind(at offset: Int) -> String {
    switch scanner.bytes[offset] {
    case UInt8(ascii: "\""): "a string"
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "a list"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
    case UInt8(ascii: "n"): "null"
    default: "a number"
    }
  }
}
