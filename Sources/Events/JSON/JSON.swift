/// A JSON value as a tree, for values without a type of their own.
///
/// Such values are the data of unknown events, unknown fields, and files from other programs. Members keep their
/// order. Typed payloads are read without a tree, which is faster.
public indirect enum JSON: Equatable, Sendable {
  /// The members of an object, in order.
  public typealias Members = [(name: String, value: JSON)]

  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object([(name: String, value: JSON)])

  /// Creates the value from `bytes`, which must contain exactly one value.
  package init(_ bytes: Bytes) throws(LineError) {
    var scanner = Scanner(bytes)
    self = try JSON(&scanner, depth: 0)
    try scanner.end()
  }

  /// Creates the value at the scanner's offset, and moves the scanner past it.
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

  private static func elements(_ scanner: inout Scanner, depth: Int) throws(LineError) -> [JSON] {
    var elements: [JSON] = []
    try scanner.array(depth: depth) { (scanner) throws(LineError) in
      elements.append(try JSON(&scanner, depth: depth + 1))
    }
    return elements
  }

  /// Writes the value in canonical form; members keep their order.
  package func write(_ writer: inout JSONWriter) {
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

  /// The canonical text of the value; a string has its quotes.
  public var jsonText: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as bytes in canonical form.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }

  /// The member called `name`; nil if there is none or if the value is not an object.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The value with the members of every object sorted by the bytes of their names.
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
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral number: Int64) { self = .number(.integer(number)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { (name: $0.0, value: $0.1) })
  }
}
