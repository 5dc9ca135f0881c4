/// A type of value for a field.
@usableFromInline package protocol FieldValue: Equatable, Sendable {
  /// The traits of a field with such values; `TextTraits` for texts and names.
  associatedtype Traits: TraitsOfValue = FieldTraits
  /// The expected kind of value with its article, for error messages: "a whole number".
  static var expected: String { get }
  /// The form of the values in JSON.
  static var form: FieldForm { get }
  /// Reads the value at the scanner's offset.
  static func read(_ scanner: inout Scanner) throws(LineError) -> Self
  /// Reads the value in its canonical form, or returns nil if it may have another form.
  static func read(_ reader: inout CanonicalReader) -> Self?
  /// Writes the value in canonical form.
  func write(_ writer: inout JSONWriter) throws(LineError)
  /// Reads the value from a state in a checkpoint.
  static func read(_ state: inout StateReader) throws(LineError) -> Self
  /// Writes the value into a state in a checkpoint.
  func write(_ state: inout StateWriter) throws(LineError)
  /// Returns a description of how the value exceeds `limit`, or nil if the value is within the limit.
  func breach(of limit: Limit) -> String?
  /// Returns the replacement for the value.
  func rewritten<R: ValueRewriter>(_ traits: FieldTraits, by rewriter: inout R) -> Self
  /// The value in simple types.
  var content: FieldContent { get }
  /// A value of the type, for a walk that describes fields without values.
  static var placeholder: Self { get }
  /// The id of the named entity; nil if the value is not a name.
  var entityID: EventID? { get }
  /// The ids of the named entities of a list; nil if the value is not a list.
  var entityIDs: [EventID]? { get }
  /// The fields of the objects in the value; none for a simple value.
  static var nestedDescription: PayloadDescription { get }
}

extension FieldValue {
  @usableFromInline package func breach(of limit: Limit) -> String? { nil }
  @usableFromInline package var entityID: EventID? { nil }
  @usableFromInline package var entityIDs: [EventID]? { nil }
  @usableFromInline package static var nestedDescription: PayloadDescription { .none }

  // A number that is not measured, and a word, stay the same.
  @usableFromInline package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> Self { self }
}

extension Int: FieldValue {
  @usableFromInline package static var placeholder: Int { 0 }
  @usableFromInline package static var expected: String { "a whole number" }
  @usableFromInline package static var form: FieldForm { .integer }

  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError) -> Int {
    let start = scanner.offset
    guard scanner.isAtNumber else { throw scanner.unexpected(expected) }
    guard let value = try scanner.number().integer else {
      throw LineError(start, "expected a whole number, found a fraction")
    }
    return Int(value)
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) { writer.integer(self) }
  @usableFromInline package var content: FieldContent { .number(Double(self)) }
  @usableFromInline package func breach(of limit: Limit) -> String? {
    limit.breach(by: Double(self))
  }
}

extension Double: FieldValue {
  @usableFromInline package static var placeholder: Double { 0 }
  @usableFromInline package static var expected: String { "a number" }
  @usableFromInline package static var form: FieldForm { .number }

  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError) -> Double {
    guard scanner.isAtNumber else { throw scanner.unexpected(expected) }
    return try scanner.number().double
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) throws(LineError) {
    guard isFinite else { throw LineError(0, "expected a finite number, found \(self)") }
    writer.double(self)
  }

  @usableFromInline package var content: FieldContent { .number(self) }

  @usableFromInline package func breach(of limit: Limit) -> String? {
    limit.breach(by: self) ?? (isFinite ? nil : "must be a finite number, got \(self)")
  }

  @usableFromInline package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> Double { rewriter.number(self, traits) }
}

extension Bool: FieldValue {
  @usableFromInline package static var placeholder: Bool { false }
  @usableFromInline package static var expected: String { "true or false" }
  @usableFromInline package static var form: FieldForm { .boolean }

  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError) -> Bool {
    switch scanner.peek {
    case UInt8(ascii: "t"): try scanner.word("true")
    case UInt8(ascii: "f"):
      try scanner.word("false")
      return false
    default: throw scanner.unexpected(expected)
    }
    return true
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) { writer.bool(self) }
  @usableFromInline package var content: FieldContent { .flag(self) }
}

extension String: FieldValue {
  @usableFromInline package typealias Traits = TextTraits
  @usableFromInline package static var placeholder: String { "" }
  @usableFromInline package static var expected: String { "a string" }
  @usableFromInline package static var form: FieldForm { .text }
  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError) -> String {
    try scanner.string()
  }
  @usableFromInline package func write(_ writer: inout JSONWriter) { writer.string(self) }
  @usableFromInline package var content: FieldContent { .text(self) }
  @usableFromInline package func breach(of limit: Limit) -> String? { limit.breach(by: self) }

  @usableFromInline package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> String { rewriter.text(self, traits) }
}

extension Name: FieldValue {
  @usableFromInline package typealias Traits = TextTraits
  @usableFromInline package static var placeholder: Name { Name(EventID.placeholder) }
  @usableFromInline package static var expected: String { "a string" }
  @usableFromInline package static var form: FieldForm { .text }
  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError) -> Name {
    try scanner.name()
  }
  @usableFromInline package func write(_ writer: inout JSONWriter) { writer.name(self) }
  @usableFromInline package var content: FieldContent { .text(text) }
  /// The id that the name spells, in either case, otherwise a key unique to the name.
  @usableFromInline package var entityID: EventID? { id ?? EventID(text) ?? key }
  @usableFromInline package func breach(of limit: Limit) -> String? {
    if case .setting = limit { return limit.breach(by: text) }
    return isPlain ? nil : Limit.name.breach(by: text)
  }

  @usableFromInline package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> Name { rewriter.name(self, traits) }
}

extension EventID: FieldValue {
  @usableFromInline package static var placeholder: EventID { EventID(high: 0, low: 0) }
  @usableFromInline package static var expected: String { "a UUID in quotes" }
  @usableFromInline package static var form: FieldForm { .id }

  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError) -> EventID
  {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    let (id, isCanonical): (EventID?, Bool) = try scanner.withText { bytes, range, isAsWritten in
      if isAsWritten, let id = Name(id: bytes, in: range)?.id { return (id, true) }
      return (EventID(bytes, in: range), false)
    }
    if !isCanonical { scanner.isNonCanonical = true }
    guard let id else {
      throw LineError(
        start, "expected a UUID such as \"0199f3a2-7c10-7d3e-9a41-5b0c2f6e8d11\", found other text")
    }
    return id
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) { writer.plain(append) }
  @usableFromInline package var content: FieldContent { .text(description) }
  @usableFromInline package var entityID: EventID? { self }

  @usableFromInline package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> EventID { rewriter.id(self) }
}

/// Returns the words for a text that is not a value with a date at its beginning.
///
/// - Parameter isValid: A closure that returns whether a text is such a value.
private func found(_ text: String, _ isValid: (String) -> Bool) -> String {
  let (year, day) = (text.prefix(5), text.dropFirst(5).prefix(5))
  // With a day that every year has, the text is a value.
  let hasDate = day.allSatisfy { $0 == "-" || $0.isNumber }
  return hasDate && isValid("\(year)01-01\(text.dropFirst(10))")
    ? "a date that does not exist" : "other text"
}

extension Timestamp: FieldValue {
  @usableFromInline package static var placeholder: Timestamp { Timestamp(milliseconds: 0) }
  @usableFromInline package static var expected: String { "a time in quotes" }
  @usableFromInline package static var form: FieldForm { .time }

  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError)
    -> Timestamp
  {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    scanner.isNonCanonical = true
    var text = ""
    let time = try scanner.withText { bytes, range, _ in
      let time = Timestamp(bytes, in: range)
      if time == nil { text = bytes.string(in: range) }
      return time
    }
    guard let time else {
      throw LineError(
        start,
        "expected a time such as \"2026-03-02T18:04:11.250+01:00\", found "
          + found(text) { Timestamp($0) != nil })
    }
    return time
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) { writer.plain(append) }
  @usableFromInline package var content: FieldContent { .text(description) }

  /// Returns the reason why the time could not be read back, regardless of the limit.
  @usableFromInline package func breach(of limit: Limit) -> String? {
    guard abs(Int(offsetMinutes)) < 24 * 60 else {
      return "must be less than a day ahead of or behind UTC"
    }
    let years = (LocalDay.first.number - 1) * 86_400_000...(LocalDay.last.number + 2) * 86_400_000
    guard years.contains(Int(milliseconds)), (LocalDay.first...LocalDay.last).contains(day) else {
      return "must be in the years 1…9999"
    }
    return nil
  }

  @usableFromInline package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> Timestamp { rewriter.time(self) }
}

extension LocalDay: FieldValue {
  @usableFromInline package static var placeholder: LocalDay { LocalDay(number: 0) }
  @usableFromInline package static var expected: String { "a date in quotes" }
  @usableFromInline package static var form: FieldForm { .day }

  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError) -> LocalDay
  {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "\"") else { throw scanner.unexpected(expected) }
    let text = try scanner.string()
    guard let day = LocalDay(text) else {
      throw LineError(
        start,
        "expected a date such as \"2026-03-02\", found "
          + found(text) { LocalDay($0) != nil })
    }
    return day
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) { writer.string(description) }
  @usableFromInline package var content: FieldContent { .text(description) }

  /// Returns the reason why the day could not be read back, regardless of the limit.
  @usableFromInline package func breach(of limit: Limit) -> String? {
    (LocalDay.first...LocalDay.last).contains(self) ? nil : "must be in the years 1…9999"
  }

  @usableFromInline package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> LocalDay { rewriter.day(self, traits) }
}

extension Array: FieldValue where Element: FieldValue {
  @usableFromInline package typealias Traits = Element.Traits
  @usableFromInline package static var placeholder: [Element] { [] }
  @usableFromInline package static var expected: String { "a list" }
  @usableFromInline package static var form: FieldForm { .list(Element.form) }

  @usableFromInline package static func read(_ scanner: inout Scanner) throws(LineError)
    -> [Element]
  {
    guard scanner.peek == UInt8(ascii: "[") else { throw scanner.unexpected(expected) }
    var elements: [Element] = []
    try scanner.array(depth: 0) { (scanner) throws(LineError) in
      elements.append(try Element.read(&scanner))
    }
    return elements
  }

  @usableFromInline package func write(_ writer: inout JSONWriter) throws(LineError) {
    try writer.array { (writer) throws(LineError) in
      for element in self { try element.write(&writer) }
    }
  }

  @usableFromInline package func breach(of limit: Limit) -> String? {
    lazy.compactMap { $0.breach(of: limit) }.first
  }

  @usableFromInline package var content: FieldContent { .list(count) }
  @usableFromInline package var entityIDs: [EventID]? { compactMap(\.entityID) }
  @usableFromInline package static var nestedDescription: PayloadDescription {
    Element.nestedDescription
  }

  @usableFromInline package func rewritten<R: ValueRewriter>(
    _ traits: FieldTraits, by rewriter: inout R
  ) -> [Element] { map { $0.rewritten(traits, by: &rewriter) } }
}

extension Scanner {
  /// A Boolean value indicating whether a number may begin at the offset.
  var isAtNumber: Bool {
    guard let byte = peek else { return false }
    return byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") <= 9
  }

  /// Returns the string at `start`, without moving.
  func text(from start: Int) throws(LineError) -> String {
    var scanner = Scanner(bytes, from: start)
    return try scanner.string()
  }

  /// Reads a string that is a name, from the table of names if there is one.
  mutating func name() throws(LineError) -> Name {
    guard let scratch else { return Name(try string()) }
    guard peek == UInt8(ascii: "\"") else { throw unexpected("a string") }
    let start = offset
    // Most names are ids, and reading an id finds the end of the name at the same time.
    if start + 38 <= bytes.count, bytes[start + 37] == UInt8(ascii: "\""),
      let name = Name(id: bytes, in: start + 1..<start + 37)
    {
      offset = start + 38
      return name
    }
    let (range, escaped) = try rawString()
    guard escaped else { return scratch.names.name(bytes, in: range) }
    offset = start + 1
    return Bytes.of(try unescaped()) { scratch.names.name($0, in: 0..<$0.count) }
  }
}
