import Events
import Projections

/// A way to walk the arguments of a command.
///
/// A command lists its arguments once, in `arguments(_:)`, and everything that needs them follows that
/// list: the parser sets them, the help page describes them, completions offer them. It is the idea of
/// `Fields` again: a list, walked by visitors.
protocol Arguments {
  /// An argument by its place, which must be given.
  mutating func positional<V: ArgumentValue>(
    _ value: inout V, _ name: String, _ help: String
  ) throws(UsageError)

  /// An argument by its place, which may be left out; those behind it may then, too.
  mutating func positional<V: ArgumentValue>(
    _ value: inout V?, _ name: String, _ help: String
  ) throws(UsageError)

  /// An argument by its name, followed by its value, which must be given.
  mutating func required<V: ArgumentValue>(
    _ value: inout V, _ name: String, _ help: String
  ) throws(UsageError)

  /// An argument by its name, followed by its value, which may be left out.
  mutating func option<V: ArgumentValue>(
    _ value: inout V?, _ name: String, _ help: String
  ) throws(UsageError)

  /// An argument that is there or not.
  mutating func flag(_ value: inout Bool, _ name: String, _ help: String) throws(UsageError)
}

/// What an argument can be.
protocol ArgumentValue {
  /// What stands for it on a help page: `DAY`.
  static var placeholder: String { get }
  /// What is expected, with its article: "a day of the week".
  static var expected: String { get }
  /// The values there are to choose from; none when they cannot be listed.
  static var choices: [String] { get }
  /// The value written as `text`; nil when it is not one.
  init?(argument text: String)
}

extension ArgumentValue {
  static var choices: [String] { [] }
}

extension String: ArgumentValue {
  static var placeholder: String { "TEXT" }
  static var expected: String { "a text" }
  init?(argument text: String) { self = text }
}

/// A file, named as a shell names it.
struct FilePath: ArgumentValue {
  let text: String
  static var placeholder: String { "PATH" }
  static var expected: String { "a path" }

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
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }),
      let value = Double(text)
    else { return nil }
    self = value
  }
}

extension Name: ArgumentValue {
  static var placeholder: String { "NAME" }
  static var expected: String { "a name of at most 200 bytes without control characters" }
  init?(argument text: String) {
    guard Limit.name.breach(by: text) == nil else { return nil }
    self.init(text)
  }
}

extension Timestamp: ArgumentValue {
  static var placeholder: String { "TIME" }
  static var expected: String { "a time as in 2026-03-02T18:04:11+01:00" }
  init?(argument text: String) { self.init(text) }
}

extension LocalDay: ArgumentValue {
  static var placeholder: String { "DATE" }
  static var expected: String { "a date as in 2026-03-02" }
  init?(argument text: String) { self.init(text) }
}

extension AsOf: ArgumentValue {
  static var placeholder: String { "SEQ|TIME|DATE" }
  static var expected: String { "a seq, a time or a date" }
  init?(argument text: String) {
    if let seq = Int(text), seq >= 0 {
      self = .seq(seq)
    } else if let day = LocalDay(text) {
      self = .day(day)
    } else if let time = Timestamp(text) {
      self = .time(time)
    } else {
      return nil
    }
  }
}

extension Weekday: ArgumentValue {
  static var placeholder: String { "DAY" }
  static var expected: String { "a day of the week" }
  static var choices: [String] { allCases.map(\.rawValue) }

  /// The whole word or its first letters, as long as only one day begins so.
  init?(argument text: String) {
    let meant = Weekday.allCases.filter { $0.rawValue.hasPrefix(text.lowercased()) }
    guard let day = meant.first, meant.count == 1, text.count >= 2 else { return nil }
    self = day
  }
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
  static var expected: String { "a weight as in 100kg, 225lb or 60" }
  init?(argument text: String) { self.init(text) }
}

extension Reference: ArgumentValue {
  static var placeholder: String { "ID" }
  static var expected: String { "an id, the beginning of one, or 'last'" }
  init?(argument text: String) {
    guard Limit.name.breach(by: text) == nil else { return nil }
    self.init(text)
  }
}

/// What was lifted, as lifters write it: `5x100kg`, or `12` with the body alone.
struct Lifted: ArgumentValue {
  let reps: Int
  /// nil for the body alone.
  let weight: EnteredWeight?

  init(reps: Int) { (self.reps, weight) = (reps, nil) }

  static var placeholder: String { "REPSxWEIGHT" }
  static var expected: String { "repetitions and weight as in 5x100kg, or repetitions as in 12" }

  init?(argument text: String) {
    let parts = text.lowercased().split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "×" })
    guard let first = parts.first, let reps = Int(trimmed(first)) else { return nil }
    self.reps = reps
    guard parts.count == 2 else {
      weight = nil
      return
    }
    guard let weight = EnteredWeight(trimmed(parts[1])) else { return nil }
    self.weight = weight
  }
}

/// A stretch of a log, both ends included: `3-12`, `3-`, `-12`, `7`.
struct SeqRange: ArgumentValue {
  let range: ClosedRange<Int>

  static var placeholder: String { "A-B" }
  static var expected: String { "a stretch of the log as in 3-12, 3-, -12 or 7" }

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
