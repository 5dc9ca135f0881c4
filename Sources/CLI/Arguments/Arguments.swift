import Events
import Projections

/// A walk through the arguments of a command.
///
/// A command lists its arguments once, in `arguments(_:)`. The parser sets them, the help page describes them, and
/// completions offer them, all from this list. Like `Fields`, it is a list with visitors.
protocol Arguments: AnyObject {
  /// Walks an argument, and returns its values; none if it was not given, or if it is only described.
  func values<V: ArgumentValue>(
    _ kind: Declarations.Argument.Kind, _ name: String, isRequired: Bool, _ help: String
  ) throws -> [V]

  /// Walks a named argument without a value.
  func flag(_ value: inout Bool, _ name: String, _ help: String) throws

  /// Returns the clock of the command; nil if the arguments are only described, or only their syntax is checked.
  func clock() throws -> UserClock?
}

extension Arguments {
  func clock() throws -> UserClock? { nil }

  /// Walks a required positional argument.
  func positional<V: ArgumentValue>(_ value: inout V, _ name: String, _ help: String) throws {
    value = try first(.positional, name, isRequired: true, help) ?? value
  }

  /// Walks an optional positional argument; later ones are then optional too.
  func positional<V: ArgumentValue>(_ value: inout V?, _ name: String, _ help: String) throws {
    value = try first(.positional, name, isRequired: false, help) ?? value
  }

  /// Walks the remaining positional arguments, at least one.
  func several<V: ArgumentValue>(_ values: inout [V], _ name: String, _ help: String) throws {
    values += try self.values(.several, name, isRequired: true, help)
  }

  /// Walks the remaining positional arguments, if there are any.
  func several<V: ArgumentValue>(_ values: inout [V]?, _ name: String, _ help: String) throws {
    let given: [V] = try self.values(.several, name, isRequired: false, help)
    if !given.isEmpty { values = (values ?? []) + given }
  }

  /// Walks a required named argument and its value.
  func required<V: ArgumentValue>(_ value: inout V, _ name: String, _ help: String) throws {
    value = try first(.option, name, isRequired: true, help) ?? value
  }

  /// Walks an optional named argument and its value.
  func option<V: ArgumentValue>(_ value: inout V?, _ name: String, _ help: String) throws {
    value = try first(.option, name, isRequired: false, help) ?? value
  }

  /// Walks an optional named argument that may be given several times.
  func repeated<V: ArgumentValue>(_ values: inout [V], _ name: String, _ help: String) throws {
    values += try self.values(.repeated, name, isRequired: false, help)
  }

  // Arguments that are relative to the time of the command.

  func positional<R: RelativeArgument>(
    _ value: inout R.Value, as _: R.Type, _ name: String, _ help: String
  ) throws { value = try resolved(R.self, .positional, name, isRequired: true, help) ?? value }

  func positional<R: RelativeArgument>(
    _ value: inout R.Value?, as _: R.Type, _ name: String, _ help: String
  ) throws { value = try resolved(R.self, .positional, name, isRequired: false, help) ?? value }

  func required<R: RelativeArgument>(
    _ value: inout R.Value, as _: R.Type, _ name: String, _ help: String
  ) throws { value = try resolved(R.self, .option, name, isRequired: true, help) ?? value }

  func option<R: RelativeArgument>(
    _ value: inout R.Value?, as _: R.Type, _ name: String, _ help: String
  ) throws { value = try resolved(R.self, .option, name, isRequired: false, help) ?? value }

  private func first<V: ArgumentValue>(
    _ kind: Declarations.Argument.Kind, _ name: String, isRequired: Bool, _ help: String
  ) throws -> V? {
    let given: [V] = try values(kind, name, isRequired: isRequired, help)
    return given.first
  }

  private func resolved<R: RelativeArgument>(
    _: R.Type, _ kind: Declarations.Argument.Kind, _ name: String, isRequired: Bool, _ help: String
  ) throws -> R.Value? {
    let entered: R? = try first(kind, name, isRequired: isRequired, help)
    guard let entered, let clock = try clock() else { return nil }
    return try entered.value(on: clock)
  }
}

/// A type of value for an argument.
protocol ArgumentValue: SendableMetatype {
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
  /// A Boolean value indicating whether it has a weight without a unit; by default false.
  var isWithoutUnit: Bool { get }
  /// The end of a note about a text that has another meaning, too, after the text; by default nil.
  var note: String? { get }
}

extension ArgumentValue {
  static var choices: [String] { [] }
  static var completion: Completion { choices.isEmpty ? .nothing : .words(choices) }
  static func nearest(to text: String) -> String? { nil }
  var isWithoutUnit: Bool { false }
  var note: String? { nil }
}

/// A value that is relative to the time of the command.
protocol RelativeArgument: ArgumentValue {
  associatedtype Value
  func value(on clock: UserClock) throws -> Value
}

/// One of some words, in upper or lower case.
protocol ChoiceArgument: ArgumentValue, CaseIterable, RawRepresentable where RawValue == String {}

extension ChoiceArgument {
  static var expected: String { alternatives(choices) }
  static var choices: [String] { allCases.map(\.rawValue) }

  init?(argument text: String) {
    let found = zip(Self.allCases, Self.choices).first { $1.lowercased() == text.lowercased() }
    guard let found else { return nil }
    self = found.0
  }
}

extension ChoiceArgument where Self: Vocabulary {
  // A vocabulary has an `expected` of its own, for values in a line of the log.
  static var expected: String { alternatives(choices) }
}

extension String: ArgumentValue {
  static var placeholder: String { "TEXT" }
  static var expected: String { "text" }
  init?(argument text: String) { self = text }
}

/// A file, as a path in a shell.
struct FilePath: ArgumentValue {
  let text: String
  static var placeholder: String { "PATH" }
  static var expected: String { "a path" }
  static var completion: Completion { .files }

  var nameInErrors: String { text == "-" ? "standard input" : text }

  init(_ text: String) { self.text = text }

  init?(argument text: String) { if text.isEmpty { return nil } else { self.text = text } }
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
  static var expected: String { "a time such as 2026-03-02T18:04:11+01:00" }
  init?(argument text: String) { self.init(text) }
}

extension Weekday: ArgumentValue {
  static var placeholder: String { "DAY" }
  static var expected: String { "a day of the week" }
  static var choices: [String] { allCases.map(\.rawValue) }

  init?(argument text: String) { self.init(entered: text) }
}

extension SetKind: ChoiceArgument {
  static var placeholder: String { "KIND" }
}

extension Weight.Unit: ChoiceArgument {
  static var placeholder: String { "UNIT" }
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
  static var expected: String { "a range of events such as 3-12, 3-, -12 or 7" }

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
  static var expected: String { "a UTC offset such as Z, +01:00 or -05:30" }

  init?(argument text: String) {
    guard let time = Timestamp("2000-01-01T00:00:00\(text)") else { return nil }
    minutes = Int(time.offsetMinutes)
  }
}
