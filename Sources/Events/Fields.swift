/// A direction in which the fields of a payload are walked: out of a line (`FieldReader`) or into
/// one (`FieldWriter`).
///
/// A payload lists its fields once, in wire order, and both directions follow that list:
///
///     reps = try f("reps", old?.reps, .reps)
///     note = try f.optional("note", old?.note, .text)
///
/// A reader gets nil for `value` and answers what the line says; a writer gets the value, writes it
/// and answers it back.
public protocol Fields {
  /// The schema version of the data being walked: what the line says when reading, the newest when
  /// writing. An upcast is an `if f.version < 2` beside the field it concerns.
  var version: Int { get }

  /// Walks a field that must be there.
  mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V

  /// Holds a value that was walked against a limit that takes more than one field to know.
  mutating func require<V: FieldValue>(
    _ name: StaticString, _ value: V, _ limit: Limit
  ) throws(LineError)

  /// Walks a field that may be left out; nil is never written, and `null` is read as nil.
  mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?, _ limit: Limit
  ) throws(LineError) -> V?

  /// Takes note of a field that was there although replog leaves it out. Only whoever reads a line that
  /// may be kept as it is written wants to know.
  mutating func passSuperfluous()
}

extension Fields {
  public func passSuperfluous() {}

  /// Walks a field that must be there and may have any value of its type.
  @inlinable
  public mutating func callAsFunction<V: FieldValue>(
    _ name: StaticString, _ value: V?
  ) throws(LineError) -> V {
    try self(name, value, .none)
  }

  /// Walks a field that may be left out and may have any value of its type.
  @inlinable
  public mutating func optional<V: FieldValue>(
    _ name: StaticString, _ value: V?
  ) throws(LineError) -> V? {
    try optional(name, value, .none)
  }

  /// Walks a list that is left out when it is empty.
  @inlinable
  public mutating func list<V: FieldValue>(
    _ name: StaticString, _ value: [V]?, _ limit: Limit = .none
  ) throws(LineError) -> [V] {
    let found = try optional(name, value.flatMap { $0.isEmpty ? nil : $0 }, limit)
    if found?.isEmpty ?? false { passSuperfluous() }
    return found ?? []
  }

  /// Walks a field that is left out when it has its usual value.
  @inlinable
  public mutating func usually<V: FieldValue>(
    _ usual: V, _ name: StaticString, _ value: V?
  ) throws(LineError) -> V {
    let found = try optional(name, value == usual ? nil : value)
    if found == usual { passSuperfluous() }
    return found ?? usual
  }

  /// Walks the two fields of a weight, `"weight":225,"unit":"lb"`; nil when no weight is given.
  @inlinable
  public mutating func weight(_ value: Weight?) throws(LineError) -> Weight? {
    let number = try optional("weight", value?.value)
    let named = try optional("unit", value?.unit == .kg ? nil : value?.unit)
    if named == .kg || named != nil && number == nil { passSuperfluous() }
    let unit = named ?? .kg
    // Only now is it known what the number means.
    if let number { try require("weight", number, .weight(unit)) }
    return number.map { Weight($0, unit) }
  }
}

/// What a field can hold.
public protocol FieldValue: Equatable, Sendable {
  /// What a reader expects, with its article, for the error message: "a whole number".
  static var expected: String { get }
  /// Reads the value that `scanner` stands on.
  static func read(_ scanner: inout Scanner) throws(LineError) -> Self
  /// Writes the value in canonical form.
  func write(_ writer: inout JSONWriter) throws(LineError)
  /// What `limit` says against this value; nil when it is within.
  func breach(of limit: Limit) -> String?
}

extension FieldValue {
  public func breach(of limit: Limit) -> String? { nil }
}

extension Int: FieldValue {
  public static var expected: String { "a whole number" }

  public static func read(_ scanner: inout Scanner) throws(LineError) -> Int {
    if let plain = scanner.plainWholeNumber() { return plain }
    let start = scanner.offset
    guard scanner.isAtNumber else { throw scanner.unexpected(expected) }
    guard let value = try scanner.number().integer else {
      throw LineError(start, "expected a whole number, found a fraction")
    }
    return Int(value)
  }

  public func write(_ writer: inout JSONWriter) { writer.integer(self) }
  public func breach(of limit: Limit) -> String? { limit.breach(by: Double(self)) }
}

extension Double: FieldValue {
  public static var expected: String { "a number" }

  public static func read(_ scanner: inout Scanner) throws(LineError) -> Double {
    if let plain = scanner.plainNumber() { return plain }
    guard scanner.isAtNumber else { throw scanner.unexpected(expected) }
    return try scanner.number().double
  }

  public func write(_ writer: inout JSONWriter) throws(LineError) {
    guard isFinite else { throw LineError(0, "expected a finite number, found \(self)") }
    writer.double(self)
  }

  public func breach(of limit: Limit) -> String? { limit.breach(by: self) }
}

extension Bool: FieldValue {
  public static var expected: String { "true or false" }

  public static func read(_ scanner: inout Scanner) throws(LineError) -> Bool {
    switch scanner.peek {
    case UInt8(ascii: "t"): try scanner.word("true")
    case UInt8(ascii: "f"):
      try scanner.word("false")
      return false
    default: throw scanner.unexpected(expected)
    }
    return true
  }

  public func write(_ writer: inout JSONWriter) { writer.bool(self) }
}

extension String: FieldValue {
  public static var expected: String { "a string" }
  public static func read(_ scanner: inout Scanner) throws(LineError) -> String {
    try scanner.string()
  }
  public func write(_ writer: inout JSONWriter) { writer.string(self) }
  public func breach(of limit: Limit) -> String? { limit.breach(by: self) }
}

extension Name: FieldValue {
  public static var expected: String { "a string" }
  public static func read(_ scanner: inout Scanner) throws(LineError) -> Name {
    try scanner.name()
  }
  public func write(_ writer: inout JSONWriter) { writer.name(self) }
  public func breach(of limit: Limit) -> String? { isPlain ? nil : Limit.name.breach(by: text) }
}

extension EventID: FieldValue {
  public static var expected: String { "a UUID in quotes" }

  public static func read(_ scanner: inout Scanner) throws(LineError) -> EventID {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    let (range, escaped) = try scanner.rawString()
    if !escaped, let id = Name(id: scanner.bytes, in: range)?.id { return id }
    scanner.tookOtherSpelling = true
    let id = escaped ? EventID(try scanner.text(from: start)) : EventID(scanner.bytes, in: range)
    guard let id else {
      throw LineError(
        start, "expected a UUID as in \"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11\", found another text")
    }
    return id
  }

  public func write(_ writer: inout JSONWriter) { writer.plain(append) }
}

extension Timestamp: FieldValue {
  public static var expected: String { "a time in quotes" }

  public static func read(_ scanner: inout Scanner) throws(LineError) -> Timestamp {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    let (range, escaped) = try scanner.rawString()
    scanner.tookOtherSpelling = true
    let time =
      escaped ? Timestamp(try scanner.text(from: start)) : Timestamp(scanner.bytes, in: range)
    guard let time else {
      throw LineError(
        start, "expected a time as in \"2026-03-02T18:04:11.250+01:00\", found another text")
    }
    return time
  }

  public func write(_ writer: inout JSONWriter) { writer.plain(append) }

  /// What is written must be readable again, whatever the limit.
  public func breach(of limit: Limit) -> String? {
    guard abs(Int(offsetMinutes)) < 24 * 60 else {
      return "must be less than a day ahead of or behind UTC"
    }
    let years = (LocalDay.first.number - 1) * 86_400_000...(LocalDay.last.number + 2) * 86_400_000
    guard years.contains(Int(milliseconds)), (LocalDay.first...LocalDay.last).contains(day) else {
      return "must be in the years 1…9999"
    }
    return nil
  }
}

/// A fixed set of words, written as they are spelled in code.
public protocol Vocabulary: FieldValue, CaseIterable, RawRepresentable<String> {}

extension Vocabulary {
  public static var expected: String {
    "one of " + allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }

  public static func read(_ scanner: inout Scanner) throws(LineError) -> Self {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    guard let value = Self(rawValue: try scanner.string()) else {
      throw LineError(start, "expected \(expected), found another text")
    }
    return value
  }

  public func write(_ writer: inout JSONWriter) { writer.string(rawValue) }
}

extension Weekday: Vocabulary {}
extension Weight.Unit: Vocabulary {}

extension Array: FieldValue where Element: FieldValue {
  public static var expected: String { "a list" }

  // Asked for through the protocol, lists are read by code that asks for the type of the element each
  // time. With these two, a feed of 2,274 posts out of a checkpoint takes 128 million instructions, and
  // took 143.
  @_specialize(where Element == Name)
  @_specialize(where Element == PlannedExercise)
  public static func read(_ scanner: inout Scanner) throws(LineError) -> [Element] {
    guard scanner.peek == UInt8(ascii: "[") else { throw scanner.unexpected(expected) }
    try scanner.descend(0)
    scanner.space()
    var elements: [Element] = []
    if scanner.peek == UInt8(ascii: "]") {
      scanner.offset += 1
      return elements
    }
    repeat {
      scanner.space()
      elements.append(try Element.read(&scanner))
    } while try scanner.another(or: UInt8(ascii: "]"), "',' or ']' after a value")
    return elements
  }

  public func write(_ writer: inout JSONWriter) throws(LineError) {
    try writer.array { (writer) throws(LineError) in
      for element in self { try element.write(&writer) }
    }
  }

  public func breach(of limit: Limit) -> String? {
    lazy.compactMap { $0.breach(of: limit) }.first
  }
}

extension Scanner {
  /// Whether a number may begin here.
  var isAtNumber: Bool {
    guard let byte = peek else { return false }
    return byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9
  }

  /// The string that begins at `start`, without moving.
  func text(from start: Int) throws(LineError) -> String {
    var scanner = Scanner(bytes, from: start)
    return try scanner.string()
  }

  /// Reads a string that names something, taking it from the table of names where there is one.
  mutating func name() throws(LineError) -> Name {
    guard let scratch else { return Name(try string()) }
    guard peek == UInt8(ascii: "\"") else { throw unexpected("a string") }
    let start = offset
    // Most names are ids, and reading one as such finds its end at the same time.
    if start + 38 <= bytes.count, bytes[start + 37] == UInt8(ascii: "\""),
      let name = Name(id: bytes, in: start + 1..<start + 37)
    {
      offset = start + 38
      return name
    }
    let (range, escaped) = try rawString()
    guard escaped else { return scratch.names.name(bytes, in: range) }
    offset = start
    return Name(try string())
  }
}
