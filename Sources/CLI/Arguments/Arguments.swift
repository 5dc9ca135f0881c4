import Events
import Projections

/// A walk through the arguments of a command.
///
/// A command lists its arguments once, in `arguments(_:)`. The parser sets them, the help page describes them, and
/// completions offer them, all from this list. Like `Fields`, it is a list with visitors.
protocol Arguments {
  /// Walks a required positional argument.
  mutating func positional<V: ArgumentValue>(
    _ value: inout V, _ name: String, _ help: String
  ) throws(UsageError)

  /// Walks an optional positional argument; later ones are then optional too.
  mutating func positional<V: ArgumentValue>(
    _ value: inout V?, _ name: String, _ help: String
  ) throws(UsageError)

  /// Walks the remaining positional arguments, at least one.
  mutating func several<V: ArgumentValue>(
    _ values: inout [V], _ name: String, _ help: String
  ) throws(UsageError)

  /// Walks a required named argument and its value.
  mutating func required<V: ArgumentValue>(
    _ value: inout V, _ name: String, _ help: String
  ) throws(UsageError)

  /// Walks an optional named argument and its value.
  mutating func option<V: ArgumentValue>(
    _ value: inout V?, _ name: String, _ help: String
  ) throws(UsageError)

  /// Walks an optional named argument that may be given several times.
  mutating func repeated<V: ArgumentValue>(
    _ values: inout [V], _ name: String, _ help: String
  ) throws(UsageError)

  /// Walks a named argument without a value.
  mutating func flag(_ value: inout Bool, _ name: String, _ help: String) throws(UsageError)
}

/// A type of value for an argument.
protocol ArgumentValue {
  /// The placeholder on a help page: `DAY`.
  static var placeholder: String { get }
  /// The expected value, with its article: "a day of the week".
  static var expected: String { get }
  /// The possible values; empty if they cannot be listed.
  static var choices: [String] { get }
  /// The values that a shell offers if the name of the argument determines none.
  ///
  /// The default is the choices.
  static var completion: Completion { get }
  /// Creates the value written as `text`; nil if the text is not valid.
  init?(argument text: String)
  /// Returns the valid text that is nearest to the invalid `text`; by default nil.
  static func nearest(to text: String) -> String?
}

extension ArgumentValue {
  static var choices: [String] { [] }
  static var completion: Completion { choices.isEmpty ? .nothing : .words(choices) }
  static func nearest(to text: String) -> String? { nil }
}

extension String: ArgumentValue {
  static var placeholder: String { "TEXT" }
  static var expected: String { "a text" }
  init?(argument text: String) { self = text }
}

/// A file, as a path in a shell.
struct FilePath: ArgumentValue {
  let text: String
  static var placeholder: String { "PATH" }
  static var expected: String { "a path" }
  static var completion: Completion { .files }

  init?(argument text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
  }
}

extension Int: ArgumentValue {
  static var placeholder: String { "N" }
  static var expected: String { "a whole number" }
  init?(argument text: String) { self.init(text) }
}

extension UInt64: ArgumentValue {
  static var placeholder: String { "N" }
  static var expected: String { "a whole number" }
  init?(argument text: String) { self.init(text) }
}

extension Double: ArgumentValue {
  static var placeholder: String { "NUMBER" }
  static var expected: String { "a number" }
  init?(argument text: String) {
    guard let value = enteredNumber(text) else { return nil }
    self = value
  }
}

extension Name: ArgumentValue {
  static var placeholder: String { "NAME" }
  static var expected: String { "a name of at most 200 bytes without control characters" }
  init?(argument text: String) {
    // The request refuses a secret without repeating it.
    guard Limit.name.breach(by: text).map(SecretValue.isReason) ?? true else { return nil }
    self.init(text)
  }
}

extension Timestamp: ArgumentValue {
  static var placeholder: String { "TIME" }
  static var expected: String { "a time as in 2026-03-02T18:04:11+01:00" }
  init?(argument text: String) { self.init(text) }
}

extension Weekday: ArgumentValue {
  static var placeholder: String { "DAY" }
  static var expected: String { "a day of the week" }
  static var choices: [String] { allCases.map(\.rawValue) }

  init?(argument text: String) { self.init(entered: text) }
}

extension SetKind: ArgumentValue {
  static var placeholder: String { "KIND" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text) }
}

extension Weight.Unit: ArgumentValue {
  static var placeholder: String { "UNIT" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }
  init?(argument text: String) { self.init(rawValue: text) }
}

extension EnteredWeight: ArgumentValue {
  static var placeholder: String { "WEIGHT" }
  static var expected: String { forms }
  init?(argument text: String) {
    guard let weight = try? EnteredWeight(text) else { return nil }
    self = weight
  }
  static func nearest(to text: String) -> String? {
    (EnteredWeight.nearest(to: text) as EnteredWeight?)?.description
  }
}

extension EnteredSet: ArgumentValue {
  static var placeholder: String { "REPSxWEIGHT" }
  static var expected: String { forms }
  init?(argument text: String) {
    guard let set = try? EnteredSet(text) else { return nil }
    self = set
  }
  static func nearest(to text: String) -> String? {
    (EnteredSet.nearest(to: text) as EnteredSet?)?.description
  }
}

extension Reference: ArgumentValue {
  static var placeholder: String { "ID" }
  static var expected: String { "an id or a prefix of one, '@45' or 'last'" }
  init?(argument text: String) {
    guard Limit.name.breach(by: text) == nil else { return nil }
    self.init(text)
  }
}

/// A part of a log, including both ends: `3-12`, `3-`, `-12`, `7`.
struct SeqRange: ArgumentValue {
  let range: ClosedRange<Int>

  static var placeholder: String { "A-B" }
  static var expected: String { "a range of events as in 3-12, 3-, -12 or 7" }

  init?(argument text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let bounds = parts.map { Int($0) }
    guard zip(parts, bounds).allSatisfy({ $0.isEmpty || $1 != nil }), text != "-", !text.isEmpty
    else { return nil }
    let first = bounds[0] ?? 0
    let last = parts.count == 1 ? first : bounds[1] ?? Int.max
    guard first <= last else { return nil }
    range = first...last
  }
}

/// A UTC offset in minutes: `Z`, `+01:00`, `-05:30`.
struct UTCOffset: ArgumentValue {
  let minutes: Int

  static var placeholder: String { "OFFSET" }
  static var expected: String { "a UTC offset as in Z, +01:00 or -05:30" }

  init?(argument text: String) {
    guard let time = Timestamp("2000-01-01T00:00:00\(text)") else { return nil }
    minutes = Int(time.offsetMinutes)
  }
}
