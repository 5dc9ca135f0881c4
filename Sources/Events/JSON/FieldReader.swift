/// Walks the fields of a payload out of the bytes of a line.
///
/// Twice, if it must. The first walk expects the fields where the canonical form has them: it
/// compares the next bytes with `,"reps":` and reads the value behind them, so a canonical line costs
/// one pass and no look-up. Whatever does not fit makes that walk give up, and a second one looks
/// every field up by name, in any order, and has the exact place of whatever is wrong.
public struct FieldReader: Fields {
  public let version: Int
  var scanner: Scanner
  /// Whether values must keep to their limits.
  let checks: Bool
  /// The members by name; nil on the first walk.
  private var members: [Member]?
  private var isFirst = true
  private let start: Int

  private struct Member {
    let name: (range: Range<Int>, escaped: Bool)
    let value: Int
  }

  private init(_ scanner: Scanner, version: Int, checks: Bool) {
    self.scanner = scanner
    self.version = version
    self.checks = checks
    start = scanner.offset
  }

  /// Reads the object that `scanner` stands on.
  static func payload<P: Payload>(
    _ scanner: inout Scanner, version: Int, checks: Bool
  ) throws(LineError) -> P {
    if let payload: P = inOrder(&scanner, version: version, checks: checks) { return payload }
    return try byName(&scanner, version: version, checks: checks)
  }

  private static func inOrder<P: Payload>(
    _ scanner: inout Scanner, version: Int, checks: Bool
  ) -> P? {
    guard scanner.peek == UInt8(ascii: "{") else { return nil }
    var reader = FieldReader(scanner, version: version, checks: checks)
    reader.scanner.offset += 1
    guard let payload = try? P(nil, &reader), reader.scanner.peek == UInt8(ascii: "}") else {
      return nil
    }
    scanner = reader.scanner
    scanner.offset += 1
    return payload
  }

  @inline(never)
  private static func byName<P: Payload>(
    _ scanner: inout Scanner, version: Int, checks: Bool
  ) throws(LineError) -> P {
    guard scanner.peek == UInt8(ascii: "{") else { throw scanner.unexpected("an object") }
    var reader = FieldReader(scanner, version: version, checks: checks)
    var members: [Member] = []
    var names = MemberNames()
    try scanner.object(depth: 1) { (scanner, name) throws(LineError) in
      try names.insert(name, of: scanner)
      members.append(Member(name: name, value: scanner.offset))
      try scanner.skip(depth: 2)
    }
    reader.members = members
    let payload = try P(nil, &reader)
    scanner.tookAnyOrder = true
    return payload
  }

  public mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V {
    guard find(name) else {
      throw members == nil ? .unordered : .missing(name, at: start)
    }
    return try read(name, limit)
  }

  public mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V? {
    guard find(name) else { return nil }
    if members != nil, scanner.peek == UInt8(ascii: "n") {
      try scanner.word("null")
      return nil
    }
    return try read(name, limit)
  }

  /// Moves to the value of `name`; false, without moving, where there is none.
  private mutating func find(_ name: StaticString) -> Bool {
    if members != nil { return lookUp(name) }
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

  @inline(never)
  private mutating func lookUp(_ name: StaticString) -> Bool {
    guard let members else { return false }
    for member in members where isNamed(member, name) {
      scanner.offset = member.value
      return true
    }
    return false
  }

  private func isNamed(_ member: Member, _ name: StaticString) -> Bool {
    guard member.name.escaped else {
      return member.name.range.count == name.utf8CodeUnitCount
        && scanner.bytes.has(name, at: member.name.range.lowerBound)
    }
    var scanner = Scanner(scanner.bytes, from: member.name.range.lowerBound - 1)
    return (try? scanner.string()).map { $0.utf8.elementsEqual("\(name)".utf8) } ?? false
  }

  public mutating func require<V: FieldValue>(
    _ name: StaticString, _ value: V, _ limit: Limit
  ) throws(LineError) {
    guard checks, let breach = value.breach(of: limit) else { return }
    // On the second walk, which is the one whose errors are shown, this moves to the value.
    _ = find(name)
    throw LineError(scanner.offset, "'\(name)' \(breach)")
  }

  private mutating func read<V: FieldValue>(
    _ name: StaticString, _ limit: Limit
  ) throws(LineError) -> V {
    let start = scanner.offset
    let value: V
    do { value = try V.read(&scanner) } catch {
      guard members != nil, error.offset == start else { throw error }
      throw mismatch(error, name, V.expected, at: start)
    }
    if checks, let breach = value.breach(of: limit) {
      throw LineError(start, "'\(name)' \(breach)")
    }
    return value
  }

  /// The same error with the field's name, and with the kind of value that was found.
  private func mismatch(
    _ error: LineError, _ name: StaticString, _ expected: String, at start: Int
  ) -> LineError {
    let words = "expected \(expected), found "
    guard error.message.hasPrefix(words) else { return error }
    var found = String(error.message.dropFirst(words.count))
    // A quote, a bracket or a digit is the beginning of a value of another kind.
    if found.hasPrefix("'") { found = kind(at: start) }
    return LineError(start, "expected \(expected) for '\(name)', found \(found)")
  }

  /// What the value at `offset` is, with its article.
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
