import Events

/// A value that a field of a record can hold.
///
/// Unlike a `FieldValue` of an event it is only written, never read.
public protocol RecordValue: Equatable, Sendable {
  static var kind: ValueKind { get }
  /// The value with its type erased.
  var scalar: RecordScalar { get }
  func write(to json: inout JSONWriter)
}

/// A kind of value of a record's field.
public enum ValueKind: Equatable, Sendable {
  /// A whole number.
  case integer
  case number
  /// `true` or `false`.
  case boolean
  case text
  case texts
  /// The id of an event.
  case id
  /// A time with its UTC offset, as in `2026-03-02T18:04:11.250+01:00`.
  case time
  /// A day, as in `2026-03-02`.
  case day
  /// One of a fixed set of words.
  case word([String])

  /// A Boolean value indicating whether values of the kind are numbers.
  public var isNumeric: Bool { self == .integer || self == .number }
}

/// A value of a record's field, with its type erased.
public enum RecordScalar: Hashable, Sendable {
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case text(String)
  /// A name; its text is created on demand.
  case name(Name)
  case id(EventID)
  case texts([String])
  case time(Timestamp)
  /// A day; its text is created on demand.
  case day(LocalDay)
  /// A weight as entered.
  case weight(Weight)

  /// Returns whether two values are of the same kind and equal; texts are compared byte by byte.
  ///
  /// Weights are compared in kilograms, as in the JSON.
  public static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.integer(let value), .integer(let another)): value == another
    case (.number(let value), .number(let another)): value == another
    case (.boolean(let value), .boolean(let another)): value == another
    case (.text(let value), .text(let another)): String.isVerbatim(value, another)
    case (.name(let value), .name(let another)): value == another
    case (.id(let value), .id(let another)): value == another
    case (.texts(let value), .texts(let another)): [String].isVerbatim(value, another)
    case (.time(let value), .time(let another)): value == another
    case (.day(let value), .day(let another)): value == another
    case (.weight(let value), .weight(let another)): value.kilograms == another.kilograms
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .boolean(let value): hasher.combine(value)
    case .text(let text): hasher.combine(text)
    case .name(let name): hasher.combine(name)
    case .id(let id): hasher.combine(id)
    case .texts(let texts): hasher.combine(texts)
    case .time(let time): hasher.combine(time)
    case .day(let day): hasher.combine(day)
    case .weight(let weight): hasher.combine(weight.kilograms)
    }
  }

  /// The value as JSON.
  ///
  /// A product of hand-written numbers that JSON cannot express is `null`.
  public var json: JSON {
    switch self {
    case .integer(let value): .number(.integer(Int64(value)))
    case .number(let value): value.isFinite ? .number(.double(value)) : .null
    case .boolean(let value): .bool(value)
    case .text, .name, .id, .day: .string(text ?? "")
    case .texts(let texts): .array(texts.map { .string($0) })
    case .time(let time): .string(time.description)
    case .weight(let weight): RecordScalar.number(weight.kilograms).json
    }
  }

  /// Writes the value as JSON, without creating a `JSON` value.
  func write(to json: inout JSONWriter) {
    switch self {
    case .integer(let value): value.write(to: &json)
    case .number(let value): value.write(to: &json)
    case .boolean(let value): value.write(to: &json)
    case .text(let text): text.write(to: &json)
    case .name(let name): name.write(to: &json)
    case .id(let id): id.write(to: &json)
    case .texts(let texts): texts.write(to: &json)
    case .time(let time): time.write(to: &json)
    case .day(let day): day.write(to: &json)
    case .weight(let weight): weight.write(to: &json)
    }
  }

  /// The text of a text, a name, an id or a day; nil for any other value.
  public var text: String? {
    switch self {
    case .text(let text): text
    case .name(let name): name.text
    case .id(let id): id.description
    case .day(let day): day.description
    default: nil
    }
  }

  /// The text of the value in a path: its JSON, but a string has no quotes.
  var spelling: String { text ?? json.spelling }

  /// The value as a name, which is the key for looking up rows.
  var name: Name {
    switch self {
    case .name(let name): name
    case .id(let id): Name(id)
    default: Name(spelling)
    }
  }
}

extension Int: RecordValue {
  public static var kind: ValueKind { .integer }
  public var scalar: RecordScalar { .integer(self) }
  public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Double: RecordValue {
  public static var kind: ValueKind { .number }
  public var scalar: RecordScalar { .number(self) }
  public func write(to json: inout JSONWriter) {
    if isFinite { json.double(self) } else { json.null() }
  }
}

extension Bool: RecordValue {
  public static var kind: ValueKind { .boolean }
  public var scalar: RecordScalar { .boolean(self) }
  public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension String: RecordValue {
  public static var kind: ValueKind { .text }
  public var scalar: RecordScalar { .text(self) }
  public func write(to json: inout JSONWriter) { json.string(self) }
}

extension [String]: RecordValue {
  public static var kind: ValueKind { .texts }
  public var scalar: RecordScalar { .texts(self) }
  public func write(to json: inout JSONWriter) {
    json.beginArray()
    for text in self { json.string(text) }
    json.endArray()
  }
}

extension Name: RecordValue {
  public static var kind: ValueKind { .text }
  public var scalar: RecordScalar { .name(self) }
  public func write(to json: inout JSONWriter) { json.name(self) }
}

extension EventID: RecordValue {
  public static var kind: ValueKind { .id }
  public var scalar: RecordScalar { .id(self) }
  public func write(to json: inout JSONWriter) { write(&json) }
}

extension Timestamp: RecordValue {
  public static var kind: ValueKind { .time }
  public var scalar: RecordScalar { .time(self) }
  public func write(to json: inout JSONWriter) { write(&json) }
}

extension LocalDay: RecordValue {
  public static var kind: ValueKind { .day }
  public var scalar: RecordScalar { .day(self) }
  public func write(to json: inout JSONWriter) { json.day(self) }
}

/// A weight is in kilograms in JSON; tables show it as entered, in the unit of the user.
extension Weight: RecordValue {
  public static var kind: ValueKind { .number }
  public var scalar: RecordScalar { .weight(self) }
  public func write(to json: inout JSONWriter) { kilograms.write(to: &json) }
}

extension RecordValue where Self: CaseIterable & RawRepresentable<String> {
  public static var kind: ValueKind { .word(allCases.map(\.rawValue)) }
  public var scalar: RecordScalar { .text(rawValue) }
  public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

extension Weekday: RecordValue {}
extension SetKind: RecordValue {}
extension SupersetGroup: RecordValue {}
extension BodyMeasure: RecordValue {}
extension LengthUnit: RecordValue {}
extension Weight.Unit: RecordValue {}
