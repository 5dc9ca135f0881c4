/// A JSON value as a tree, for what has no type of its own: the data of unknown events, unknown
/// fields, files from elsewhere.
///
/// Members keep their order. Not for the hot path: typed payloads are read in place.
public indirect enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object([(name: String, value: JSON)])

  /// Reads one value that fills `bytes`.
  public init(_ bytes: Bytes) throws(LineError) {
    var scanner = Scanner(bytes)
    self = try JSON(&scanner, depth: 0)
    try scanner.end()
  }

  /// Reads the value that `scanner` stands on.
  init(_ scanner: inout Scanner, depth: Int) throws(LineError) {
    scanner.space()
    switch scanner.peek {
    case UInt8(ascii: "\""): self = .string(try scanner.string())
    case UInt8(ascii: "{"):
      var members: [(name: String, value: JSON)] = []
      var names = MemberNames()
      try scanner.object(depth: depth) { (scanner, name) throws(LineError) in
        try names.insert(name, of: scanner)
        var reader = Scanner(scanner.bytes, from: name.range.lowerBound - 1)
        members.append((try reader.string(), try JSON(&scanner, depth: depth + 1)))
      }
      self = .object(members)
    case UInt8(ascii: "["): self = .array(try JSON.elements(&scanner, depth: depth))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(try Bool.read(&scanner))
    case UInt8(ascii: "n"):
      try scanner.word("null")
      self = .null
    default: self = .number(try scanner.number())
    }
  }

  private static func elements(
    _ scanner: inout Scanner, depth: Int
  ) throws(LineError) -> [JSON] {
    try scanner.descend(depth)
    scanner.space()
    var elements: [JSON] = []
    if scanner.peek == UInt8(ascii: "]") {
      scanner.offset += 1
      return elements
    }
    repeat {
      elements.append(try JSON(&scanner, depth: depth + 1))
    } while try scanner.another(or: UInt8(ascii: "]"), "',' or ']' after a value")
    return elements
  }

  /// Writes the value in canonical form; members keep their order.
  public func write(_ writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(.integer(let value)): writer.integer(Int(value))
    case .number(.double(let value)): writer.double(value)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.array { writer in for element in elements { element.write(&writer) } }
    case .object(let members):
      writer.object { writer in
        for (name, value) in members {
          writer.key(name)
          value.write(&writer)
        }
      }
    }
  }

  /// The value in canonical form.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }

  /// The member called `name`; nil where there is none and where this is not an object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The same value with the members of every object ordered by the bytes of their names.
  var sorted: JSON {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(
        members.map { ($0.name, $0.value.sorted) }
          .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) })
    default: self
    }
  }

  public static func == (one: JSON, other: JSON) -> Bool { one.bytes == other.bytes }

  /// This value with whatever `original` has beyond it: members it lacks, at every depth, behind its
  /// own. A name of `known` that this value lacks is a field left out, because it was `null` or had
  /// its usual value, not an unknown one.
  func keepingUnknown(of original: JSON, known: FieldNames) -> JSON {
    switch (self, original) {
    case (.object(let mine), .object(let theirs)):
      var members = mine.map { member in
        guard let other = original[member.name] else { return member }
        let known = known.nested[member.name] ?? FieldNames()
        return (member.name, member.value.keepingUnknown(of: other, known: known))
      }
      for (name, value) in theirs where self[name] == nil && !known.names.contains(name) {
        members.append((name, value))
      }
      return .object(members)
    case (.array(let mine), .array(let theirs)) where mine.count == theirs.count:
      return .array(zip(mine, theirs).map { $0.keepingUnknown(of: $1, known: known) })
    default: return self
    }
  }
}
